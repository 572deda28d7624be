package import TextMeasurement

/// A box of the tree that is laid out: its style, and its content or the boxes inside it.
package struct CSSBox: Sendable {
  package var style: SharedStyle
  package var content: CSSBoxContent
  /// Indices of the boxes inside, in the order of the document.
  package var children: [Int] = []
  /// Index of the box around this box; `nil` for the root.
  package var parent: Int?

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
  case lines(any LineContent)
  /// A picture or another replaced element.
  case replaced(NaturalSize)
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

/// Lines of text that can be wrapped at any width.
///
/// The boxes inside the box of the lines are the boxes on the lines, in the order of the document:
/// inline boxes, which hold text, atomic boxes, and absolute boxes.
package protocol LineContent: AnyObject, Sendable {
  /// The width at which a line ends at every break opportunity, and the width without such breaks.
  ///
  /// - Parameters:
  ///   - minimum: The boxes inside with their min-content widths.
  ///   - maximum: The boxes inside with their max-content widths.
  func widths(_ minimum: [InlineBoxSize], _ maximum: [InlineBoxSize]) -> ContentWidths
  /// Wraps the lines at a width.
  ///
  /// - Parameter limit: Maximum number of lines; `nil` for no limit.
  func wrapped(in width: LayoutUnit, _ boxes: [InlineBoxSize], limit: Int?) -> WrappedLines
  /// The positions of the boxes on the lines, in their order, also of those after the limit.
  func positions(of lines: WrappedLines) -> [InlineBoxPosition]
}

/// Lines that are wrapped at a width.
package final class WrappedLines: Sendable {
  let block: LineBlock
  /// The width at which they are wrapped.
  let width: LayoutUnit
  /// The boxes on the lines.
  let boxes: [InlineBoxSize]
  /// Maximum number of lines; `nil` for no limit.
  let limit: Int?
  /// The text with the boxes on its lines; `nil` for lines without a prepared text.
  let text: PreparedText?
  let measure: TextMeasure?

  /// Creates lines.
  package init(
    _ block: LineBlock, width: LayoutUnit, boxes: [InlineBoxSize], limit: Int?,
    text: PreparedText? = nil, measure: TextMeasure? = nil
  ) {
    self.block = block
    self.width = width
    self.boxes = boxes
    self.limit = limit
    self.text = text
    self.measure = measure
  }
}

/// A box on a line, as the lines see it.
package enum InlineBoxSize: Hashable, Sendable {
  /// An inline box: its margins, and its borders and padding together.
  case inline(margins: BoxEdges, insets: BoxEdges)
  /// An atomic box: the width of its margin box, and the distances of its top and bottom from its
  /// baseline.
  case atomic(width: LayoutUnit, ascent: LayoutUnit, descent: LayoutUnit)
  /// An absolute box, which takes no space.
  case absolute
}

/// The position of a box on a line, from the left and top edges of the block of lines.
package struct InlineBoxPosition: Hashable, Sendable {
  /// For inline boxes the border box, for atomic boxes the margin box, for absolute boxes a point
  /// and the height of its line.
  package var x: LayoutUnit
  package var y: LayoutUnit
  package var width: LayoutUnit
  package var height: LayoutUnit

  /// Creates a position with a size.
  package init(x: LayoutUnit, y: LayoutUnit, width: LayoutUnit, height: LayoutUnit) {
    self.x = x
    self.y = y
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

/// The height of a block of lines and its baselines, from its top.
package struct LineBlock: Hashable, Sendable {
  package var height: LayoutUnit
  package var firstBaseline: LayoutUnit?
  package var lastBaseline: LayoutUnit?
  /// Number of lines.
  package var count: Int
  /// Whether there are more lines than the limit.
  package var isCut = false

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
