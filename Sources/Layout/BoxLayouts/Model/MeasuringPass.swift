public import LayoutPrimitives
public import TextMeasurement

/// The measuring of a tree of boxes, from the leaves up.
public struct MeasuringPass: Sendable {
  /// Number of boxes inside each other beyond which a box is left out.
  ///
  /// A pass takes stack for every level, and some threads have little of it.
  public static let nestingLimit = 500
  /// The length below which a room is none, in points.
  ///
  /// It is smaller than a pixel of any display, and larger than what errors of floating-point
  /// arithmetic leave of a length that is used up.
  public static let leastRoom = 1.0 / 1024

  /// Number of boxes for which memory is taken at the beginning; more of them need more.
  private static let usual = 32

  /// The boxes measured, each before what is inside it.
  var boxes: [MeasuredBox] = []
  /// The lines and baselines of all texts.
  var texts: [TextMeasure] = []
  /// Index of the box that is being measured.
  private var current = 0
  /// Number of boxes around the next one.
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
  ///     NaN mean 0.
  /// - Returns: The size of the box, in points, which never exceeds `maxSize`; zero beyond
  ///   `nestingLimit`.
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

  /// Goes on to the next sublayout without measuring one, for which there is no room.
  public mutating func leaveOut() {
    boxes.append(
      MeasuredBox(size: .zero, maxSize: .zero, hasRoom: false, end: boxes.count + 1))
  }

  /// Keeps the lines and baselines of the text of the box that is being measured.
  public mutating func setText(_ text: TextMeasure) {
    boxes[current].text = texts.count
    texts.append(text)
  }
}

/// What is known of a box after it was measured.
public struct MeasuredBox: Hashable, Sendable {
  /// The minimum size, in points.
  public var size: Size
  /// The size that was available, in points; either side may be infinite.
  public var maxSize: Size
  /// Whether there was any room for the box; without it, the box is not arranged.
  public var hasRoom: Bool
  /// Index of the text among those of the tree; -1 for boxes without text.
  var text = -1
  /// Index after the last of the boxes inside.
  var end: Int

  /// Keeps what is known after all boxes inside were measured.
  mutating func finish(_ size: Size, end: Int) {
    self.size = size
    self.end = end
  }
}
