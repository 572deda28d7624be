import LayoutPrimitives

/// What an item answered for the size of its content; sizes at widths are asked for as needed.
final class NodeContent {
  /// The size without wrapping, in points; `Size.noIntrinsic` for an item without content.
  let intrinsic: Size
  /// Whether the height follows from the width.
  let wraps: Bool
  private weak var item: (any Layoutable)?
  /// Sizes by width, in points; never iterated.
  private var sizes: [Double: Size] = [:]
  /// Maximum number of widths for which sizes are kept.
  private static let widthLimit = 16
  /// The width at which a content without a width of its own is asked whether it wraps, in points.
  private static let openWidth = 10_000.0

  /// The content of no item.
  init() { (intrinsic, wraps) = (.noIntrinsic, false) }

  /// Asks an item.
  init(_ item: any Layoutable) {
    self.item = item
    intrinsic = item.itemIntrinsicContentSize
    let width = intrinsic.width >= 0 && intrinsic.width.isFinite ? intrinsic.width : Self.openWidth
    let size = item.contentSizeFor(maxWidth: width)
    wraps = size != .noIntrinsic
    sizes[width] = size
  }

  /// The size at a width, in points.
  func size(at width: Double) -> Size {
    if let known = sizes[width] { return known }
    let size = item?.contentSizeFor(maxWidth: width) ?? .noIntrinsic
    if sizes.count >= Self.widthLimit { sizes.removeAll(keepingCapacity: true) }
    sizes[width] = size
    return size
  }
}
