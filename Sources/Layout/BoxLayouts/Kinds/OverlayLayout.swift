public import LayoutPrimitives

/// A box with others behind it and in front of it, which are at most as large.
///
/// Only the primary box decides size and flexibility. The others are measured within its measured
/// size, and placed in the frame of the whole. A picture without a size measures 0 × 0, and so do
/// the other boxes, even if the picture is larger when it is arranged. A `SizeLayout` around the
/// primary box gives it a size.
///
/// Source: the documentation of LayoutKit's OverlayLayout; its code lets the other boxes measure
/// themselves within the whole available size.
public struct OverlayLayout: Layout {
  /// The box that decides about the size.
  public let primary: any Layout
  /// The boxes behind it, from the back.
  public let background: [any Layout]
  /// The boxes in front of it, from the back.
  public let overlay: [any Layout]
  /// The alignment of the box in the available space.
  public let alignment: Alignment
  /// The view of the box; `nil` for none.
  public let view: ViewDescription?

  /// Creates a box from one that decides the size, and those behind and in front of it.
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

  /// The boxes from the back.
  public var sublayouts: [any Layout] { background + [primary] + overlay }

  /// Measures the primary box, and the others within its size.
  public func measure(within maxSize: Size, _ pass: inout MeasuringPass) -> Size {
    let size = pass.measure(primary, within: maxSize)
    for layout in background { _ = pass.measure(layout, within: size) }
    for layout in overlay { _ = pass.measure(layout, within: size) }
    return size
  }

  /// Places all boxes in the whole frame.
  public func arrangeSublayouts(in size: Size, measured: MeasuredBox, _ pass: inout ArrangingPass) {
    let inside = Rect(size)
    // The primary box is measured first and drawn between the others.
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
