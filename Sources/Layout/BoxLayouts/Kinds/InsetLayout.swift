public import LayoutPrimitives

/// A box with insets around another box.
///
/// Source: LayoutKit's InsetLayout, whose size may exceed the available size; here it never does.
public struct InsetLayout: Layout {
  /// Insets from the four edges, in points; negative and non-finite insets count as 0.
  public let insets: Insets
  /// The alignment of the box in the available space.
  public let alignment: Alignment
  /// The view of this box; `nil` for none.
  public let view: ViewDescription?
  /// The flexibility of the box inside.
  public let flexibility: Flexibility
  /// The box inside.
  public let sublayout: any Layout

  /// Creates a box with insets around another box.
  public init(
    insets: Insets, alignment: Alignment = .fill, view: ViewDescription? = nil,
    sublayout: any Layout
  ) {
    self.insets = insets.lengths
    self.alignment = alignment
    self.view = view
    self.flexibility = sublayout.flexibility
    self.sublayout = sublayout
  }

  /// Creates a box with the same inset on all four sides, in points.
  public init(
    inset: Double, alignment: Alignment = .fill, view: ViewDescription? = nil,
    sublayout: any Layout
  ) {
    self.init(
      insets: Insets(all: inset), alignment: alignment, view: view, sublayout: sublayout)
  }

  /// The box inside, as the only element.
  public var sublayouts: [any Layout] { [sublayout] }

  /// Measures the box inside, within the available size less the insets, and adds the insets.
  public func measure(within maxSize: Size, _ pass: inout MeasuringPass) -> Size {
    insets.around(pass.measure(sublayout, within: insets.room(in: maxSize)))
  }

  /// Places the box inside in the frame less the insets.
  public func arrangeSublayouts(in size: Size, measured: MeasuredBox, _ pass: inout ArrangingPass) {
    pass.arrange(sublayout, within: insets.inside(size))
  }

  /// Places the box inside without measuring; an axis along which this box has no length has no
  /// insets.
  public func collapseSublayouts(in size: Size, _ pass: inout ArrangingPass) {
    var inside = insets.inside(size)
    if size.width <= 0 { inside.x = 0 }
    if size.height <= 0 { inside.y = 0 }
    pass.collapse(sublayout, in: inside)
  }
}
