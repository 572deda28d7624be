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
      constants: solvers.map { solver in (0..<solver.constraintCount).map(solver.constant) },
      isActive: solvers.map { solver in (0..<solver.constraintCount).map(solver.isActive) },
      multipliers: multipliers)
  }

  /// Notes what has changed since a snapshot of the same engine.
  ///
  /// Constants of switched-off constraints do not count. An engine of a template never adds or removes
  /// a constraint after it was made; a count that says otherwise is found here.
  public func noteChurn(since old: EngineSnapshot, in ledger: inout ChurnLedger) {
    let new = snapshot()
    for solver in new.constants.indices {
      let rows = rows(of: solver)
      let (before, after) = (old.constants[solver], new.constants[solver])
      for index in 0..<max(before.count, after.count) {
        let (view, other) =
          rows.indices.contains(index) ? views(of: plan.rows[rows[index]].origin) : (0, nil)
        guard before.indices.contains(index), after.indices.contains(index) else {
          ledger.note(
            before.indices.contains(index) ? .removed : .added, view: view, other: other)
          continue
        }
        let (was, now) = (old.isActive[solver][index], new.isActive[solver][index])
        if was != now {
          ledger.note(.toggled, view: view, other: other)
        } else if now, before[index] != after[index] {
          ledger.note(.changed, view: view, other: other)
        }
      }
    }
    for index in multipliers.indices where old.multipliers[index] != multipliers[index] {
      ledger.note(.changed, plan.system.constraints[index])
    }
    ledger.endBinding()
  }

  private func views(of origin: RowOrigin) -> (Int, Int?) {
    switch origin {
    case .environmentWidth, .environmentHeight, .fittingPull: return (0, nil)
    case .fixed(let item, _), .hugging(let item, _), .compression(let item, _):
      return (item, nil)
    case .constraint(let index):
      let constraint = plan.system.constraints[index]
      return (constraint.first.item, constraint.second?.item)
    }
  }
}
