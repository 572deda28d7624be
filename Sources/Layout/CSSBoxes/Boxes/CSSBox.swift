/// A box of the tree that is laid out: its style, and its content or the boxes inside it.
package struct CSSBox: Sendable {
  package var style: SharedStyle
  package var content: CSSBoxContent
  /// Indices of the boxes inside, in the order of the document.
  package var children: [Int] = []
  /// Index of the box around this box; `nil` for the root.
  package var parent: Int?
  /// The columns and rows of a table that the box spans, if it is a cell or a column.
  package var span = CSSSpan()

  /// Creates a box without boxes inside.
  package init(style: BoxStyle, content: CSSBoxContent = .none, parent: Int? = nil) {
    self.init(style: SharedStyle(style), content: content, parent: parent)
  }

  /// Creates a box without boxes inside, with a style that other boxes may share.
  package init(style: SharedStyle, content: CSSBoxContent = .none, parent: Int? = nil) {
    self.style = style
    self.content = content
    self.parent = parent
  }
}

/// A style that is not copied with the boxes that have it, because it is large.
package final class SharedStyle: Sendable {
  package let value: BoxStyle
  private let traits: BoxTraits
  private let scale: Double

  /// Creates a shared style.
  ///
  /// - Parameter scale: The device pixels per CSS pixel for which lengths are resolved in advance.
  package init(_ value: BoxStyle, scale: Double = 1) {
    self.value = value
    self.scale = scale
    traits = BoxTraits(value, scale: scale)
  }

  func traits(at scale: Double) -> BoxTraits {
    scale == self.scale ? traits : BoxTraits(value, scale: scale)
  }
}

/// The content of a box without boxes inside.
package enum CSSBoxContent: Sendable {
  /// No content of its own; the box may have boxes inside.
  case none
  /// A list item with a marker outside of this width, whose line has these distances of its top and
  /// bottom from its baseline; the box may have boxes inside.
  case marker(width: LayoutUnit, ascent: LayoutUnit, descent: LayoutUnit)
  /// Lines of text.
  case lines(any WrappableLines)
  /// A picture or another replaced element.
  case replaced(NaturalSize)
  /// The contents of a block of another tree.
  case measured(MeasuredBlock)
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
