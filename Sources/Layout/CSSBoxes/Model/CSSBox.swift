/// A box of the tree that is laid out: its style, and its content or the boxes inside it.
package struct CSSBox: Sendable {
  package var style: BoxStyle
  package var content: CSSBoxContent
  /// Indices of the boxes inside, in the order of the document.
  package var children: [Int] = []
  /// Index of the box around this box; `nil` for the root.
  package var parent: Int?

  /// Creates a box without boxes inside.
  package init(style: BoxStyle, content: CSSBoxContent = .none, parent: Int? = nil) {
    self.style = style
    self.content = content
    self.parent = parent
  }
}

/// The content of a box without boxes inside.
package enum CSSBoxContent: Sendable {
  /// No content of its own; the box may have boxes inside.
  case none
  /// Lines of text.
  case lines(any LineContent)
  /// A picture or another replaced element.
  case replaced(NaturalSize)

  var isReplaced: Bool { if case .replaced = self { true } else { false } }
}

/// The natural size of a replaced element, in CSS pixels.
package struct NaturalSize: Hashable, Sendable {
  package var width: Double?
  package var height: Double?

  /// Creates a size; a side that is `nil` is not known.
  package init(width: Double?, height: Double?) {
    self.width = width
    self.height = height
  }
}

/// Lines of text that can be filled at any width.
package protocol LineContent: Sendable {
  /// The width at which a line ends at every break opportunity, and the width without such breaks.
  func widths() -> ContentWidths
  /// The lines at a width.
  func lines(in width: LayoutUnit) -> LineBlock
}

/// The min-content and max-content widths of content.
package struct ContentWidths: Hashable, Sendable {
  package var minimum: LayoutUnit
  package var maximum: LayoutUnit

  /// Creates widths.
  package init(minimum: LayoutUnit, maximum: LayoutUnit) {
    self.minimum = minimum
    self.maximum = maximum
  }

  static let zero = ContentWidths(minimum: .zero, maximum: .zero)

  static func + (left: ContentWidths, right: LayoutUnit) -> ContentWidths {
    ContentWidths(minimum: left.minimum + right, maximum: left.maximum + right)
  }

  mutating func enclose(_ other: ContentWidths) {
    minimum = max(minimum, other.minimum)
    maximum = max(maximum, other.maximum)
  }

  mutating func clamp(_ least: LayoutUnit, _ most: LayoutUnit) {
    minimum = max(least, min(minimum, most))
    maximum = max(least, min(maximum, most))
  }

  /// The fit-content width in an available width; `nil` for an unlimited width.
  func fitting(_ available: LayoutUnit?) -> LayoutUnit {
    guard let available else { return maximum }
    return max(minimum, min(available, maximum))
  }
}

/// The height of a block of lines and its baselines, from its top.
package struct LineBlock: Hashable, Sendable {
  package var height: LayoutUnit
  package var firstBaseline: LayoutUnit?
  package var lastBaseline: LayoutUnit?
  /// Number of lines.
  package var count: Int

  /// Creates a block of lines.
  package init(
    height: LayoutUnit, firstBaseline: LayoutUnit?, lastBaseline: LayoutUnit?, count: Int
  ) {
    self.height = height
    self.firstBaseline = firstBaseline
    self.lastBaseline = lastBaseline
    self.count = count
  }
}
