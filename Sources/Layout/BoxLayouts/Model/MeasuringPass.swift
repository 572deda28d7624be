public import LayoutPrimitives
public import TextMeasurement

/// The measuring of a tree of boxes, from the leaves up.
public struct MeasuringPass: Sendable {
  /// Maximum nesting depth of boxes; deeper boxes are omitted.
  ///
  /// A pass uses stack space for every level, and some threads have little of it.
  public static let nestingLimit = 500
  /// The minimum available length, in points; a shorter one counts as none.
  ///
  /// It is smaller than a pixel of any display, and larger than the rounding error of a length that
  /// is used up.
  public static let leastRoom = 1.0 / 1024

  /// Number of boxes for which memory is reserved at the beginning.
  private static let usual = 32

  /// The boxes measured, each before the boxes inside it.
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

  /// Advances past the next sublayout without measuring it, because it does not fit.
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
  /// Whether any space was available to the box; otherwise it is not arranged.
  public var hasRoom: Bool
  /// Index of the text among those of the tree; -1 for boxes without text.
  var text = -1
  /// Index after the last of the boxes inside.
  var end: Int

  /// Stores the results after all boxes inside were measured.
  mutating func finish(_ size: Size, end: Int) {
    self.size = size
    self.end = end
  }
}
