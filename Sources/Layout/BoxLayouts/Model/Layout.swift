public import LayoutPrimitives
import TextMeasurement

/// An immutable box that measures itself and arranges the boxes in it.
///
/// A layout has two passes over the tree, each linear in its size. One measures boxes, from the
/// leaves up; one arranges them, from the root down. `LayoutArrangement.makeViews` then creates the
/// views. Custom kinds of boxes conform to this protocol; most implement only `measure(within:_:)`.
///
/// Each pass writes into one array, so the number of allocations does not depend on the number of
/// boxes.
///
/// Source: the passes and the kinds of boxes of LinkedIn's LayoutKit.
public protocol Layout: Sendable {
  /// The view of the box; `nil` for a box that only arranges others.
  var view: ViewDescription? { get }

  /// The alignment of the box in the available space.
  var alignment: Alignment { get }

  /// How readily the box is stretched and compressed, compared with its neighbors.
  var flexibility: Flexibility { get }

  /// Whether the box takes up no space, so that a stack leaves no gap for it.
  ///
  /// `false` by default; only `HiddenLayout` returns `true`.
  var isHidden: Bool { get }

  /// The boxes inside, in the order of drawing; empty by default.
  ///
  /// They are used only to create the views inside a hidden box.
  var sublayouts: [any Layout] { get }

  /// Measures the minimum size of the box.
  ///
  /// A box with sublayouts calls `MeasuringPass.measure(_:within:)` or `leaveOut()` once for each
  /// of them.
  ///
  /// - Parameters:
  ///   - maxSize: The available size, in points. The sides are never negative or NaN, but may be
  ///     infinite.
  ///   - pass: Measures the sublayouts, and stores the results.
  /// - Returns: The size, in points; the caller reduces it to `maxSize`.
  func measure(within maxSize: Size, _ pass: inout MeasuringPass) -> Size

  /// Places the sublayouts, in the order in which they were measured.
  ///
  /// The default implementation places none.
  ///
  /// - Parameters:
  ///   - size: The size of the box's frame, in points, which its alignment has determined.
  ///   - measured: The result of `measure(within:_:)`.
  ///   - pass: Arranges the sublayouts.
  func arrangeSublayouts(in size: Size, measured: MeasuredBox, _ pass: inout ArrangingPass)

  /// Places the boxes inside a hidden box, or inside a box in a hidden box, without measuring them.
  ///
  /// By default, each of them is as large as this box.
  ///
  /// - Parameters:
  ///   - size: The size of this box, in points; at least one side is 0.
  ///   - pass: Places the boxes.
  func collapseSublayouts(in size: Size, _ pass: inout ArrangingPass)
}

extension Layout {
  /// `false`: the box takes up space.
  public var isHidden: Bool { false }

  /// An empty list.
  public var sublayouts: [any Layout] { [] }

  /// Does nothing.
  public func arrangeSublayouts(in size: Size, measured: MeasuredBox, _ pass: inout ArrangingPass) {
  }

  /// Makes each box inside as large as this box.
  public func collapseSublayouts(in size: Size, _ pass: inout ArrangingPass) {
    for sublayout in sublayouts { pass.collapse(sublayout, in: Rect(size)) }
  }

  /// Measures the minimum size of the box and of all boxes in it.
  ///
  /// - Parameter maxSize: The available size, in points; either side may be infinite. Negative
  ///   numbers and NaN count as 0.
  /// - Returns: The size, which never exceeds `maxSize`, and the measurements of the boxes inside.
  public func measurement(within maxSize: Size) -> LayoutMeasurement {
    var pass = MeasuringPass()
    _ = pass.measure(self, within: maxSize)
    return LayoutMeasurement(maxSize: maxSize, boxes: pass.boxes, texts: pass.texts)
  }

  /// Places the box and everything in it, as it was measured.
  ///
  /// - Parameters:
  ///   - rect: The space available to the box, in points; x grows from left to right.
  ///   - measurement: The result of `measurement(within:)` for this box.
  public func arrangement(within rect: Rect, measurement: LayoutMeasurement) -> LayoutArrangement {
    var pass = ArrangingPass(measurement.boxes)
    pass.arrange(self, within: rect)
    return LayoutArrangement(boxes: pass.boxes, texts: measurement.texts)
  }

  /// Measures the box, and places it and everything in it.
  ///
  /// - Parameters:
  ///   - origin: The top-left corner of the arrangement, in points.
  ///   - width: The exact width, in points. For `nil` or a number that is not finite, the measured
  ///     width is used; a negative number counts as 0.
  ///   - height: The exact height, in points; the rules are those for the width.
  public func arrangement(
    origin: Point = Point(x: 0, y: 0), width: Double? = nil, height: Double? = nil
  ) -> LayoutArrangement {
    let width = width.flatMap { $0.isFinite ? $0.length : nil }
    let height = height.flatMap { $0.isFinite ? $0.length : nil }
    let measured = measurement(
      within: Size(width: width ?? .infinity, height: height ?? .infinity))
    return arrangement(
      within: Rect(
        x: origin.x, y: origin.y, width: width ?? measured.size.width,
        height: height ?? measured.size.height),
      measurement: measured)
  }
}

/// The measured size of a box, and the measurements of all boxes in it.
public struct LayoutMeasurement: Hashable, Sendable {
  /// The size that was available, in points.
  public let maxSize: Size
  /// The box and all boxes in it, each before the boxes inside it.
  let boxes: [MeasuredBox]
  /// The sizes, line counts and baselines of all texts, in the order of measuring.
  let texts: [TextMeasure]

  /// The minimum size of the box, in points.
  public var size: Size { boxes.first?.size ?? .zero }

  /// Number of boxes that were omitted, without the boxes inside them.
  public var leftOut: Int { boxes.count { !$0.hasRoom } }
}

/// How readily a box is stretched and compressed along each axis, compared with its neighbors.
///
/// A greater number is more flexible. In a stack, the most flexible sublayout is compressed first,
/// and it is the only one that is stretched. Of several equally flexible sublayouts, this is the
/// last.
public struct Flexibility: Hashable, Sendable {
  /// Flexibility along the horizontal axis; `nil` for a box that is not flexible.
  public var horizontal: Int?
  /// Flexibility along the vertical axis; `nil` for a box that is not flexible.
  public var vertical: Int?

  /// Creates a flexibility from the number for each axis; `nil` for not flexible.
  public init(horizontal: Int?, vertical: Int?) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  /// Flexible along both axes, with the number 0.
  public static let flexible = Flexibility(horizontal: 0, vertical: 0)
  /// Not flexible along either axis.
  public static let inflexible = Flexibility(horizontal: nil, vertical: nil)
  /// The most flexible box along both axes, with the greatest integer.
  public static let max = Flexibility(horizontal: .max, vertical: .max)
  /// The least flexible box along both axes that is still flexible, with the least integer.
  public static let min = Flexibility(horizontal: .min, vertical: .min)

  /// The flexibility along an axis; `nil` for not flexible.
  public subscript(axis: Axis) -> Int? { axis == .horizontal ? horizontal : vertical }
}
