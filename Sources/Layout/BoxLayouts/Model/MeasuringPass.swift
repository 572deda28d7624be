public import LayoutPrimitives
public import TextMeasurement

/// Measures a tree of boxes from the leaves up; a box measures its sublayouts with it.
public struct MeasuringPass: Sendable {
  /// Maximum nesting depth of boxes; deeper boxes are omitted.
  ///
  /// Every level takes space on the stack, and the stacks of some threads are small.
  public static let nestingLimit = 500
  /// The minimum length, in points, in which a box is measured; a shorter length counts as none.
  ///
  /// It is less than a pixel of any display, and more than the rounding error that is left when
  /// boxes have used a whole length.
  public static let minimumRoom = 1.0 / 1024

  /// Number of boxes for which memory is reserved initially.
  private static let usual = 32

  /// The boxes measured so far, each before the boxes inside it.
  var boxes: [MeasuredBox] = []
  /// The lines and baselines of the texts measured so far.
  var texts: [TextMeasure] = []
  /// Index of the box that is being measured.
  private var current = 0
  /// Number of boxes that contain the box which is measured next.
  private var depth = 0

  init() {
    boxes.reserveCapacity(Self.usual)
    texts.reserveCapacity(Self.usual / 4)
  }

  /// Measures a box and everything in it.
  ///
  /// - Parameters:
  ///   - layout: The box.
  ///   - maxSize: The available size, in points; either side may be infinite. Negative numbers and
  ///     NaN count as 0.
  /// - Returns: The size of the box, in points, which never exceeds `maxSize`; 0 × 0 for a box
  ///   nested more deeply than `nestingLimit`, which is omitted.
  public mutating func measure(_ layout: some Layout, within maxSize: Size) -> Size {
    guard depth < Self.nestingLimit else {
      leaveOut()
      return .zero
    }
    let outer = current
    let own = boxes.count
    current = own
    depth += 1
    let room = maxSize.lengths
    boxes.append(
      MeasuredBox(size: .zero, maxSize: room, hasRoom: true, end: own + 1))
    let size = layout.measure(within: room, &self).lengths.within(room)
    boxes[own].finish(size, end: boxes.count)
    current = outer
    depth -= 1
    return size
  }

  /// Omits the next sublayout, which is neither measured nor placed, because it does not fit.
  public mutating func leaveOut() {
    boxes.append(
      MeasuredBox(size: .zero, maxSize: .zero, hasRoom: false, end: boxes.count + 1))
  }

  /// Stores the lines and baselines of the text of the box that is being measured.
  public mutating func setText(_ text: TextMeasure) {
    boxes[current].text = texts.count
    texts.append(text)
  }
}

/// The results of measuring a box.
public struct MeasuredBox: Hashable, Sendable {
  /// The minimum size, in points.
  public var size: Size
  /// The size that was available, in points; each side may be infinite.
  public var maxSize: Size
  /// Whether space was available; if not, the box was omitted and is not placed.
  public var hasRoom: Bool
  /// Index of the box's text in `texts` of the pass; -1 for a box without text.
  var text = -1
  /// Index after the last box inside this box, in the list of boxes.
  var end: Int

  /// Stores the results after all boxes inside are measured.
  mutating func finish(_ size: Size, end: Int) {
    self.size = size
    self.end = end
  }
}
