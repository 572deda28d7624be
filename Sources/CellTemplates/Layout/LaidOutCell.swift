public import AutoLayout
public import LayoutPrimitives

/// One record laid out: what is stored, and what diagnostics need besides.
public struct LaidOutCell: Hashable, Sendable {
  /// Height and frames on the device's pixels, in the order of `TemplatePlan.framedViews`.
  public var layout: CellLayout
  /// The engine's exact frames and what it found out about them; items are the template's views.
  public var solved: SolvedCell
}
