public import LayoutPrimitives

/// A box that takes part without room.
///
/// A stack leaves neither room nor spacing for it, a flow no place. The views inside are made all
/// the same, so that they can be shown later. In a stack they have no length at the end of the
/// sublayout before, without spacing, and are as long across as the stack. Elsewhere they have no
/// height at the top of the room: in a flow that is the place of the next item. It is a rule of
/// `UIStackView`, not of LayoutKit.
public struct HiddenLayout: Layout {
  /// The box that is hidden.
  public let layout: any Layout

  /// Hides a box.
  public init(_ layout: any Layout) {
    self.layout = layout
  }

  /// None of its own.
  public var view: ViewDescription? { nil }
  /// Never stretched.
  public var flexibility: Flexibility { .inflexible }
  /// `true`.
  public var isHidden: Bool { true }
  /// The box that is hidden.
  public var sublayouts: [any Layout] { [layout] }

  /// As large as the room, of which a stack gives none along its axis.
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
