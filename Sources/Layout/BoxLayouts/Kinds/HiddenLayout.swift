public import LayoutPrimitives

/// A box that takes part in a layout without taking up space.
///
/// A stack gives it neither length nor spacing, and a flow gives it no position. The views inside
/// are created nevertheless, so that they can be shown later. In a stack they have no length, are
/// at the end of the previous sublayout, without spacing, and are as long across as the stack.
/// Elsewhere they have no height and are at the top of the available space; in a flow that is the
/// position of the next item.
///
/// Source: `UIStackView`; LayoutKit has no such rule.
public struct HiddenLayout: Layout {
  /// The box that is hidden.
  public let layout: any Layout

  /// Hides a box.
  public init(_ layout: any Layout) {
    self.layout = layout
  }

  /// Always `nil`.
  public var view: ViewDescription? { nil }
  /// Never stretched.
  public var flexibility: Flexibility { .inflexible }
  /// `true`.
  public var isHidden: Bool { true }
  /// The box that is hidden.
  public var sublayouts: [any Layout] { [layout] }

  /// As large as the available space, which in a stack has no length along the axis.
  public var alignment: Alignment { .fill }

  /// The size 0 × 0; nothing inside is measured.
  public func measure(within maxSize: Size, _ pass: inout MeasuringPass) -> Size { .zero }

  /// Places the views inside.
  public func arrangeSublayouts(in size: Size, measured: MeasuredBox, _ pass: inout ArrangingPass) {
    pass.collapse(layout, in: Rect(size))
  }
}

extension Layout {
  /// The box, hidden or shown.
  public func hidden(_ isHidden: Bool = true) -> any Layout {
    isHidden ? HiddenLayout(self) : self
  }
}
