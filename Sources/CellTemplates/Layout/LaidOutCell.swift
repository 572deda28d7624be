public import AutoLayout
public import LayoutPrimitives

/// One record laid out: what is stored, and what diagnostics need besides.
public struct LaidOutCell: Hashable, Sendable {
  /// Height and frames on the device's pixels, in the order of `TemplatePlan.framedViews`.
  public var layout: CellLayout
  /// The engine's exact frames and what it found out about them; items are the template's views.
  public var solved: SolvedCell

  /// Snaps a solved cell.
  init(_ solved: SolvedCell, trust: Trust, plan: TemplatePlan, grid: PixelGrid) {
    self.solved = solved
    let exactHeight = solved.frames[0].height
    layout = CellLayout(
      height: grid.pixel(ofEdge: exactHeight), exactHeight: exactHeight,
      frames: plan.framedViews.map { grid.snap(solved.frames[$0]) },
      labels: plan.template.labels.map {
        solved.texts[$0]?.lines ?? LabelLines(count: 0, truncated: false)
      },
      trust: trust.union(solved.trust))
  }
}
