public import LayoutPrimitives
public import TextMeasurement

/// The pass that measures a tree of boxes, from the leaves up.
public struct MeasuringPass: Sendable {
  /// Maximum nesting depth of boxes; deeper boxes are omitted.
  ///
  /// A pass uses stack space for every level, and some threads have a small stack.
  public static let nestingLimit = 500
  /// The minimum available length, in points; a shorter length counts as 0.
  ///
  /// It is less than a pixel of any display, and more than the rounding error that is left when
  /// boxes use up a length.
  public static let leastRoom = 1.0 / 1024

  /// Number of boxes for which memory is reserved at the beginning.
  private static let usual = 32

  /// The boxes measured so far, each before the boxes inside it.
  var boxes: [MeasuredBox] = []
  /// The lines and baselines of the texts measured so far.
  var texts: [TextMeasure] = []
  /// Index of the box that is being measured.
  private var current = 0
  /// Number of boxes around the next box.
  private var depth = 0

  init() {
    boxes.reserveCapacity(Self.usual)
    texts.reserveCapacity(Self.usual / 4)
  }

  /// Measures a box.
  ///
  /// - Parameters:
  ///   - layout: The box.
  ///   - maxSize: The available size, in points; either side may be infinite. Negative numbers and
  ///     NaN count as 0.
  /// - Returns: The size of the box, in points, which never exceeds `maxSize`. It is zero for a box
  ///   deeper than `nestingLimit`.
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

  /// Omits the next sublayout without measuring it, because it does not fit.
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
  /// The size that was available, in points; either side may be infinite.
  public var maxSize: Size
  /// Whether any space was available to the box; a box without space is not arranged.
  public var hasRoom: Bool
  /// Index of the box's text in `texts` of the pass; -1 for a box without text.
  var text = -1
  /// Index in the list of boxes after the last box inside.
  var end: Int

  /// Stores the results once all boxes inside are measured.
  mutating func finish(_ size: Size, end: Int) {
    self.size = size
    self.end = end
  }
}
