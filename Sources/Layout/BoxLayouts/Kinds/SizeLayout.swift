public import LayoutPrimitives

/// A box with a given size, limits on its size, or a given ratio of width to height.
///
/// If two requirements contradict each other, the first in this order applies:
///
/// 1. The available size.
/// 2. `maxWidth` and `maxHeight`.
/// 3. `minWidth` and `minHeight`.
/// 4. The ratio of width to height.
///
/// A side without a requirement is as long as the box inside. With `aspect`, a given width
/// determines the height, or else a given height determines the width. If neither is given, the box
/// is as large as the available space and the limits allow; in unbounded space it is as wide as the
/// box inside. `minAspect` and `maxAspect` bound `aspect`. Without `aspect` they bound the height
/// for the measured width, or, if only the height is given, the width for this height.
///
/// Source: LayoutKit's SizeLayout for sizes, limits and defaults; it has no ratios.
public struct SizeLayout: Layout {
  /// Minimum and maximum width, in points; both are equal if the width is given.
  public let widths: ClosedRange<Double>
  /// Minimum and maximum height, in points; both are equal if the height is given.
  public let heights: ClosedRange<Double>
  /// Width divided by height, already within `aspects`; `nil` for no given ratio.
  public let aspect: Double?
  /// Minimum and maximum of width divided by height; `nil` for neither.
  public let aspects: ClosedRange<Double>?
  /// The alignment of the box in the available space.
  public let alignment: Alignment
  /// How readily the box is stretched and compressed, compared with its neighbors.
  public let flexibility: Flexibility
  /// The view of this box; `nil` for none.
  public let view: ViewDescription?
  /// The box inside, as large as this one; `nil` for none.
  public let sublayout: (any Layout)?

  /// Creates a box from its sizes, in points.
  ///
  /// Numbers that are negative or NaN count as 0. Ratios that are not positive and finite are
  /// ignored.
  ///
  /// - Parameters:
  ///   - width: The exact width.
  ///   - height: The exact height.
  ///   - minWidth: The minimum width.
  ///   - maxWidth: The maximum width.
  ///   - minHeight: The minimum height.
  ///   - maxHeight: The maximum height.
  ///   - aspect: Width divided by height.
  ///   - minAspect: The minimum of width divided by height.
  ///   - maxAspect: The maximum of width divided by height.
  ///   - alignment: The alignment of the box in the available space. By default, a box without
  ///     ratios fills each axis along which it has no maximum length. Along all other axes it is
  ///     centered.
  ///   - flexibility: By default, the box is flexible along each axis without an exact length. With
  ///     a ratio it is flexible at most along the horizontal axis, and not if the height is exact.
  ///   - view: The view of the box.
  ///   - sublayout: The box inside.
  public init(
    width: Double? = nil, height: Double? = nil, minWidth: Double? = nil, maxWidth: Double? = nil,
    minHeight: Double? = nil, maxHeight: Double? = nil, aspect: Double? = nil,
    minAspect: Double? = nil, maxAspect: Double? = nil, alignment: Alignment? = nil,
    flexibility: Flexibility? = nil, view: ViewDescription? = nil,
    sublayout: (any Layout)? = nil
  ) {
    widths = Self.range(width, minWidth, maxWidth)
    heights = Self.range(height, minHeight, maxHeight)
    let minimum = Self.ratio(minAspect)
    let greatest = Self.ratio(maxAspect)
    let aspects =
      minimum == nil && greatest == nil
      ? nil : min(minimum ?? 0, greatest ?? .infinity)...(greatest ?? .infinity)
    self.aspect = Self.ratio(aspect).map { ratio in
      aspects.map { min(max(ratio, $0.lowerBound), $0.upperBound) } ?? ratio
    }
    self.aspects = aspects
    let hasRatio = self.aspect != nil || aspects != nil
    self.alignment =
      alignment
      ?? .axes(
        vertical: heights.upperBound == .infinity && !hasRatio ? .fill : .center,
        horizontal: widths.upperBound == .infinity && !hasRatio ? .fill : .center)
    self.flexibility =
      flexibility
      ?? Flexibility(
        horizontal: Self.isExact(widths) || (hasRatio && Self.isExact(heights)) ? nil : 0,
        vertical: Self.isExact(heights) || hasRatio ? nil : 0)
    self.view = view
    self.sublayout = sublayout
  }

  /// Creates a box of an exact size, in points.
  public init(
    size: Size, alignment: Alignment? = nil, flexibility: Flexibility? = nil,
    view: ViewDescription? = nil, sublayout: (any Layout)? = nil
  ) {
    self.init(
      width: size.width, height: size.height, alignment: alignment, flexibility: flexibility,
      view: view, sublayout: sublayout)
  }

  /// The box inside, as the only element; empty without one.
  public var sublayouts: [any Layout] { sublayout.map { [$0] } ?? [] }

  /// Measures the box inside within the maximum size, then applies the minimums and ratios.
  public func measure(within maxSize: Size, _ pass: inout MeasuringPass) -> Size {
    var room = maxSize.within(Size(width: widths.upperBound, height: heights.upperBound))
    var minimum = Size(width: widths.lowerBound, height: heights.lowerBound).within(room)
    if let aspect, let size = size(of: aspect, room: room, minimum: minimum) {
      room = size
      minimum = size
    }
    var size = minimum
    if let sublayout {
      let inside = pass.measure(sublayout, within: room)
      size = Size(
        width: max(inside.width, minimum.width), height: max(inside.height, minimum.height))
    }
    return aspect == nil && aspects == nil ? size : bounded(size, room: room, minimum: minimum)
  }

  /// Places the box inside in the whole frame.
  public func arrangeSublayouts(in size: Size, measured: MeasuredBox, _ pass: inout ArrangingPass) {
    if let sublayout { pass.arrange(sublayout, within: Rect(size)) }
  }
}

// Sizes with a ratio of width to height.
extension SizeLayout {
  /// The size with the ratio `aspect` within the limits; `nil` if neither side has a limit.
  private func size(of aspect: Double, room: Size, minimum: Size) -> Size? {
    var size: Size
    if Self.isExact(widths) {
      size = Size(width: room.width, height: room.width / aspect)
    } else if Self.isExact(heights) {
      size = Size(width: room.height * aspect, height: room.height)
    } else if room.width < .infinity || room.height < .infinity {
      let width = min(room.width, room.height * aspect)
      size = Size(width: width, height: min(width / aspect, room.height))
    } else {
      return nil
    }
    if size.width < minimum.width {
      size = Size(width: minimum.width, height: minimum.width / aspect)
    }
    if size.height < minimum.height {
      size = Size(width: minimum.height * aspect, height: minimum.height)
    }
    // If a side of the available space is infinite, the result may be infinite.
    let limited = size.within(room)
    return limited.width < .infinity && limited.height < .infinity ? limited : nil
  }

  /// Changes a measured size so that its ratio is within the bounds, as far as the limits allow.
  private func bounded(_ measured: Size, room: Size, minimum: Size) -> Size {
    var size = measured.within(room)
    if let aspect, room != minimum {
      // The available space has no bounds, so the box inside determines the size.
      let width = size.width > 0 ? size.width : size.height * aspect
      size =
        self.size(of: aspect, room: Size(width: width, height: .infinity), minimum: minimum) ?? size
    } else if aspect == nil, let aspects {
      if Self.isExact(heights), !Self.isExact(widths) {
        size.width = min(
          max(size.width, size.height * aspects.lowerBound), size.height * aspects.upperBound)
      } else {
        size.height = min(
          max(size.height, size.width / aspects.upperBound), size.width / aspects.lowerBound)
      }
      size = Size(width: max(size.width, minimum.width), height: max(size.height, minimum.height))
    }
    return size.within(room)
  }

  private static func isExact(_ range: ClosedRange<Double>) -> Bool {
    range.lowerBound == range.upperBound
  }

  private static func range(
    _ exact: Double?, _ minimum: Double?, _ greatest: Double?
  ) -> ClosedRange<Double> {
    var upper = greatest.map(\.length) ?? .infinity
    var lower = minimum?.finiteLength ?? 0
    if let exact {
      lower = max(lower, exact.finiteLength)
      upper = min(upper, max(lower, exact.finiteLength))
    }
    return min(lower, upper)...upper
  }

  /// The ratio; `nil` if it is not positive and finite.
  private static func ratio(_ ratio: Double?) -> Double? {
    ratio.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
  }
}
