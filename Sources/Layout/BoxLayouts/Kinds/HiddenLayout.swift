public import LayoutPrimitives

/// A box that takes part in a layout without taking up space.
///
/// A stack gives it neither length nor spacing, and a flow gives it no position. Its views are
/// created nevertheless, so that they can be shown later. In a stack its views have no length along
/// the axis, are placed at the end of the previous sublayout, and are as long as the stack across
/// the axis. Elsewhere they have no height and are at the top of the available space; in a flow,
/// that is the position of the next item.
///
/// Source: `UIStackView`; LayoutKit has no such rule.
public struct HiddenLayout: Layout {
  /// The box that is hidden.
  public let layout: any Layout

  /// Creates a hidden box.
  public init(_ layout: any Layout) {
    self.layout = layout
  }

  /// Always `nil`.
  public var view: ViewDescription? { nil }
  /// Never stretched.
  public var flexibility: Flexibility { .inflexible }
  /// Always `true`.
  public var isHidden: Bool { true }
  /// The box that is hidden.
  public var sublayouts: [any Layout] { [layout] }

  /// Fills the available space, which in a stack has no length along the axis.
  public var alignment: Alignment { .fill }

  /// Returns 0 × 0 without measuring the boxes inside.
  public func measure(within maxSize: Size, _ pass: inout MeasuringPass) -> Size { .zero }

  /// Places the views inside.
  public func arrangeSublayouts(in size: Size, measured: MeasuredBox, _ pass: inout ArrangingPass) {
    pass.collapse(layout, in: Rect(size))
  }
}

extension Layout {
  /// Returns the box in a `HiddenLayout`, or unchanged if `isHidden` is false.
  public func hidden(_ isHidden: Bool = true) -> any Layout {
    isHidden ? HiddenLayout(self) : self
  }
}
