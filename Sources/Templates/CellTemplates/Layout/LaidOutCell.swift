public import AutoLayout
public import LayoutPrimitives

/// A laid-out record: the layout as it is stored, and the details for diagnostics.
public struct LaidOutCell: Hashable, Sendable {
  /// Height and frames in whole pixels, in the order of `TemplatePlan.framedViews`.
  public var layout: CellLayout
  /// The engine's exact frames and findings.
  ///
  /// Its items are the template's views.
  public var solved: SolvedCell
}
