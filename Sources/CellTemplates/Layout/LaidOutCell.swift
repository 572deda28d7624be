public import AutoLayout
public import LayoutPrimitives

/// A laid-out record: the stored layout, and the details for diagnostics.
public struct LaidOutCell: Hashable, Sendable {
  /// Height and frames on the device's pixels, in the order of `TemplatePlan.framedViews`.
  public var layout: CellLayout
  /// The engine's exact frames and findings, whose items are the template's views.
  public var solved: SolvedCell
}
