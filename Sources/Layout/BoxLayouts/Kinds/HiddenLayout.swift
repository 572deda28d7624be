public import LayoutPrimitives

/// A box that takes up no space, but whose views are created, so that they can be shown later.
///
/// A stack gives it neither length nor spacing, and a flow gives it no column. In a stack its views
/// have no length along the axis and the length of the stack across it; they are at the end of the
/// previous sublayout. Elsewhere its views have no height; they are at the top of the available
/// space, or, in a flow, at the position of the next item.
///
/// Source: `UIStackView`; LayoutKit has no hidden boxes.
public struct HiddenLayout: Layout {
  /// The box that is hidden.
  public let layout: any Layout

  /// Creates a hidden box.
  public init(_ layout: any Layout) {
    self.layout = layout
  }

  /// `nil`: only the boxes inside have views.
  public var view: ViewDescription? { nil }
  /// Not flexible along either axis.
  public var flexibility: Flexibility { .inflexible }
  /// `true`.
  public var isHidden: Bool { true }
  /// The hidden box, as the only element.
  public var sublayouts: [any Layout] { [layout] }

  /// Fills the available space.
  ///
  /// A stack gives it no length along its axis.
  public var alignment: Alignment { .fill }

  /// Returns 0 × 0; the boxes inside are not measured.
  public func measure(within maxSize: Size, _ pass: inout MeasuringPass) -> Size { .zero }

  /// Places the hidden box and everything in it in the whole frame.
  public func arrangeSublayouts(in size: Size, measured: MeasuredBox, _ pass: inout ArrangingPass) {
    pass.collapse(layout, in: Rect(size))
  }
}

extension Layout {
  /// Returns this box in a `HiddenLayout`; if `isHidden` is false, the box itself.
  public func hidden(_ isHidden: Bool = true) -> any Layout {
    isHidden ? HiddenLayout(self) : self
  }
}
