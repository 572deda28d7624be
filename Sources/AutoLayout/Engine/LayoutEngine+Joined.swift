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
    width: Double, height: Double?, grid: PixelGrid, sizing: inout Sizing,
    settled: (_ texts: [TextExtent]) -> [GroupSwitch]
  ) throws(LayoutError) -> SolvedCell {
    // Leaves the only reference here, so that nothing is copied.
    var engine = joined.popLast() ?? LayoutEngine(plan.joined(), passLimit: passLimit)
    defer { joined = [engine] }
    engine.statistics = EngineStatistics()
    engine.trace = trace
    defer { statistics += engine.statistics }
    engine.bind(like: self)
    return try engine.layout(
      width: width, height: height, grid: grid, sizing: &sizing, settled: settled)
  }

  /// Takes over what is bound to another engine of the same template and direction.
  private mutating func bind(like other: LayoutEngine) {
    for index in constraintSlots.indices {
      setMultiplier(index, other.multipliers[index])
      setConstant(index, other.constants[index])
      setPresent(index, other.isPresent[index])
    }
    for group in groupIsActive.indices { setGroup(group, active: other.groupIsActive[group]) }
    for place in other.huggingSlots.indices {
      guard let source = other.huggingSlots[place] else { continue }
      let solver = other.solvers[source.solver]
      let extent = solver.isActive(source.index) ? solver.constant(source.index) : nil
      setIntrinsic(place / 2, place % 2 == 0 ? .horizontal : .vertical, extent)
    }
  }
}
