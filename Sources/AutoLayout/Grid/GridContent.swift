/// A view of a grid with the tracks that it spans and the placement that it has after inheritance.
struct GridContent: Hashable, Sendable {
  let item: SceneItem
  let rows: ClosedRange<Int>
  let columns: ClosedRange<Int>
  let x: GridArrangement.Placement
  let y: GridArrangement.Placement
  let alignment: GridArrangement.RowAlignment
  let custom: [LayoutConstraint]
}
