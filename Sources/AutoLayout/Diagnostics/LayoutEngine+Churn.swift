import Cassowary
import LayoutPrimitives

/// The constants, multipliers and switches of an engine's constraints at one moment.
public struct EngineSnapshot: Hashable, Sendable {
  fileprivate var constants: [[Double]]
  fileprivate var isActive: [[Bool]]
  fileprivate var multipliers: [Double]
}

extension LayoutEngine {
  /// Takes a snapshot of the present constants, multipliers and switches.
  public func snapshot() -> EngineSnapshot {
    EngineSnapshot(
      constants: axes.solvers.map { solver in (0..<solver.constraintCount).map(solver.constant) },
      isActive: axes.solvers.map { solver in (0..<solver.constraintCount).map(solver.isActive) },
      multipliers: Array(bound.multipliers))
  }

  /// Counts the changes since a snapshot of the same engine, in addition to those in `churn`.
  ///
  /// A changed constant does not count where the constraint is switched off, or was before.
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
