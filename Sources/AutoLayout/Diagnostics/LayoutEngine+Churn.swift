import Cassowary
import LayoutPrimitives

/// What an engine's constraints were at one moment, to compare with another.
public struct EngineSnapshot: Hashable, Sendable {
  fileprivate var constants: [[Double]]
  fileprivate var isActive: [[Bool]]
  fileprivate var multipliers: [Double]
}

extension LayoutEngine {
  /// The constants and switches of the moment.
  public func snapshot() -> EngineSnapshot {
    EngineSnapshot(
      constants: axes.solvers.map { solver in (0..<solver.constraintCount).map(solver.constant) },
      isActive: axes.solvers.map { solver in (0..<solver.constraintCount).map(solver.isActive) },
      multipliers: Array(bound.multipliers))
  }

  /// Notes what has changed since a snapshot of the same engine.
  ///
  /// Constants of switched-off constraints do not count. An engine of a template never adds or removes
  /// a constraint after it was made; a count that says otherwise is found here.
  public func noteChurn(since old: EngineSnapshot, in churn: inout EngineChurn) {
    let new = snapshot()
    for solver in new.constants.indices {
      let rows = plan.slots.rows[solver]
      let (before, after) = (old.constants[solver], new.constants[solver])
      for index in 0..<max(before.count, after.count) {
        let view =
          rows.indices.contains(index)
          ? plan.rows[rows[index]].origin.items(in: plan.system)[0] : 0
        guard before.indices.contains(index), after.indices.contains(index) else {
          churn.note(before.indices.contains(index) ? .removed : .added, view: view)
          continue
        }
        let (was, now) = (old.isActive[solver][index], new.isActive[solver][index])
        if was != now {
          churn.note(.toggled, view: view)
        } else if now, before[index] != after[index] {
          churn.note(.changed, view: view)
        }
      }
    }
    for (index, multiplier) in bound.multipliers.enumerated()
    where old.multipliers[index] != multiplier {
      churn.note(.changed, view: plan.system.constraints[index].first.item)
    }
  }
}
