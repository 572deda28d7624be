package import LayoutPrimitives
package import TextMeasurement

/// Lines of text that can be wrapped at any width.
///
/// The boxes inside the box of the lines are the boxes on the lines, in the order of the document:
/// inline boxes, which hold text, atomic boxes, and absolute boxes.
package protocol WrappableLines: AnyObject, Sendable {
  /// The width at which a line ends at every break opportunity, and the width without such breaks.
  ///
  /// - Parameters:
  ///   - minimum: The boxes inside with their min-content widths.
  ///   - maximum: The boxes inside with their max-content widths.
  func widths(_ minimum: [InlineBoxSize], _ maximum: [InlineBoxSize]) -> ContentWidths
  /// Wraps the lines at a width.
  ///
  /// - Parameters:
  ///   - limit: Maximum number of lines; `nil` for no limit.
  ///   - floats: The floats beside and among the lines; `nil` for none.
  func wrapped(
    in width: LayoutUnit, _ boxes: [InlineBoxSize], limit: Int?, floats: FloatedBlock?
  ) -> WrappedLines
  /// Whether floats or line breaks with `clear` are among the boxes on the lines.
  var hasFloats: Bool { get }
  /// The positions of the boxes on the lines, in their order, also of those after the limit.
  func positions(of lines: WrappedLines) -> [InlineBoxPosition]
  /// The reasons why lines may be inexact.
  func caveats(of lines: WrappedLines) -> Caveats
}

extension WrappableLines {
  package var hasFloats: Bool { false }
  package func caveats(of lines: WrappedLines) -> Caveats { [] }
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
  /// The rooms of the lines between floats; empty without floats.
  let rooms: [LineRoom]
  /// The margin boxes of the floats among the boxes, and where they are.
  let floats: [InlineBoxPosition?]
  /// The floats of the block formatting context after the lines.
  let list: FloatLists.List
  /// The floats of that context before the lines, and where the lines are.
  let place: FloatPlace

  /// Creates lines.
  package init(
    _ block: LineBlock, width: LayoutUnit, boxes: [InlineBoxSize], limit: Int?,
    text: PreparedText? = nil, measure: TextMeasure? = nil, rooms: [LineRoom] = [],
    between floats: FloatedBlock? = nil
  ) {
    self.rooms = rooms
    self.floats = floats?.positions ?? []
    list = floats?.list ?? .none
    place = floats?.place ?? FloatPlace()
    self.block = block
    self.width = width
    self.boxes = boxes
    self.limit = limit
    self.text = text
    self.measure = measure
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

/// A box on a line, as the lines see it.
package enum InlineBoxSize: Hashable, Sendable {
  /// An inline box: its margins, and its borders and padding together.
  case inline(margins: BoxEdges, insets: BoxEdges)
  /// An atomic box: the width of its margin box, and the distances of its top and bottom from its
  /// baseline.
  case atomic(width: LayoutUnit, ascent: LayoutUnit, descent: LayoutUnit)
  /// An absolute box, which takes no space.
  case absolute
  /// A float: its margin box.
  case float(UnplacedFloat)
}

/// The position of a box on a line, from the left and top edges of the block of lines.
package struct InlineBoxPosition: Hashable, Sendable {
  /// For inline boxes the border box, for atomic boxes and floats the margin box, for absolute boxes a point
  /// and the height of its line.
  package var x: LayoutUnit
  package var y: LayoutUnit
  package var width: LayoutUnit
  package var height: LayoutUnit

  /// The corner of the block.
  static let zero = InlineBoxPosition(x: .zero, y: .zero, width: .zero, height: .zero)

  /// Creates a position with a size.
  package init(x: LayoutUnit, y: LayoutUnit, width: LayoutUnit, height: LayoutUnit) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }
}
