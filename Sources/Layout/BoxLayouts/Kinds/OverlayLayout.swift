public import LayoutPrimitives

/// A primary box with other boxes behind and in front of it, which are at most as large as it is.
///
/// The primary box alone determines size and flexibility. The other boxes are measured within its
/// measured size, but placed in the frame of the whole. A primary box that measures 0 × 0, such as
/// a picture without a size, therefore makes the other boxes 0 × 0, even if its frame is larger; a
/// `SizeLayout` around the picture avoids this.
///
/// Source: the documentation of LayoutKit's OverlayLayout; LayoutKit's code measures the other
/// boxes within the whole available size.
public struct OverlayLayout: Layout {
  /// The box that determines the size.
  public let primary: any Layout
  /// The boxes behind the primary box, the rearmost first.
  public let background: [any Layout]
  /// The boxes in front of the primary box, the rearmost first.
  public let overlay: [any Layout]
  /// The alignment of the box in the available space.
  public let alignment: Alignment
  /// The view of the box; `nil` for none.
  public let view: ViewDescription?

  /// Creates a box from a primary box, the boxes behind it, and the boxes in front of it.
  public init(
    primary: any Layout, background: [any Layout] = [], overlay: [any Layout] = [],
    alignment: Alignment = .fill, view: ViewDescription? = nil
  ) {
    self.primary = primary
    self.background = background
    self.overlay = overlay
    self.alignment = alignment
    self.view = view
  }

  /// The flexibility of the primary box.
  public var flexibility: Flexibility { primary.flexibility }

  /// All boxes, the rearmost first.
  public var sublayouts: [any Layout] { background + [primary] + overlay }

  /// Measures the primary box, then the other boxes within its size.
  public func measure(within maxSize: Size, _ pass: inout MeasuringPass) -> Size {
    let size = pass.measure(primary, within: maxSize)
    for layout in background { _ = pass.measure(layout, within: size) }
    for layout in overlay { _ = pass.measure(layout, within: size) }
    return size
  }

  /// Places each box, by its alignment, in the whole frame.
  public func arrangeSublayouts(in size: Size, measured: MeasuredBox, _ pass: inout ArrangingPass) {
    let inside = Rect(size)
    // The primary box was measured first, although it is drawn between the others.
    let first = pass.next
    pass.skip(to: pass.position(after: first))
    for layout in background { pass.arrange(layout, within: inside) }
    let rest = pass.next
    pass.skip(to: first)
    pass.arrange(primary, within: inside)
    pass.skip(to: rest)
    for layout in overlay { pass.arrange(layout, within: inside) }
  }
}
