import Cassowary
import LayoutPrimitives

extension LayoutEngine {
  /// Whether widths may not be solved before heights for what is bound now.
  ///
  /// A required constraint that ties the axes takes its width as given because required constraints
  /// before it decide that width. Once one of those contradicts others and has to give, it no
  /// longer decides anything: the tie is accepted first, and the width then gives way to it.
  var contradictionReachesHeights: Bool {
    plan.program == .axesApart && plan.hasRequiredTie && !solvers[0].solution.relaxed.isEmpty
  }

  /// Lays out what is bound as one system over both axes.
  mutating func layoutJoined<Sizing: ContentSizing>(
    root: RootExtents, grid: PixelGrid, sizing: inout Sizing,
    into cell: inout SolvedCell, settled: (_ texts: [TextExtent]) -> [GroupSwitch]
  ) throws(LayoutError) {
    // Leaves the only reference here, so that nothing is copied.
    var engine = joined.popLast() ?? LayoutEngine(plan.joined(), passLimit: passLimit)
    defer { joined = [engine] }
    engine.trace = trace
    if engine.verifiesPrograms != verifiesPrograms { engine.verifiesPrograms = verifiesPrograms }
    engine.bind(like: self)
    engine.notesOrder = notesOrder
    defer { orderMatteredAt.formUnion(engine.orderMatteredAt) }
    try engine.layout(root: root, grid: grid, sizing: &sizing, into: &cell, settled: settled)
  }

  /// Takes over what is bound to another engine of the same template and direction.
  private mutating func bind(like other: LayoutEngine) {
    for index in constraintSlots.indices {
      setMultiplier(index, other.multipliers[index])
      setConstant(index, other.constants[index])
      setPresent(index, other.isPresent[index])
    }
    for group in groupIsActive.indices { setGroup(group, active: other.groupIsActive[group]) }
    for place in other.huggingRows.indices where other.huggingRows[place] >= 0 {
      let axis: Axis = place % 2 == 0 ? .horizontal : .vertical
      let solver = other.solvers[other.solver(of: axis)]
      let row = Int(other.huggingRows[place])
      setIntrinsic(place / 2, axis, solver.isActive(row) ? solver.constant(row) : nil)
    }
  }
}
