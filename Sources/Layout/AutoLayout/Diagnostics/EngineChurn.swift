import Cassowary
import LayoutPrimitives

/// Counts of how a template's constraints change while records are bound, in total and by view.
public struct EngineChurn: Hashable, Sendable {
  /// Counts of changes of constraints, by kind.
  public struct Counts: Hashable, Sendable {
    /// Number of constraints added after the engine was made; always 0 for a template's engine.
    public var added = 0
    /// Number of constraints removed; always 0 for a template's engine.
    public var removed = 0
    /// Number of changed constants and multipliers.
    public var changed = 0
    /// Number of times that a constraint was switched on or off.
    public var toggled = 0

    /// Creates counts of 0.
    public init() {}

    /// Whether all counts are 0.
    public var isEmpty: Bool { self == Counts() }
  }

  /// A kind of change of a constraint.
  enum Event {
    case added, removed, changed, toggled
  }

  /// The counts of all views together.
  public private(set) var total = Counts()
  /// The counts of each view; a constraint belongs to the view on its left-hand side; shape
  /// `[items]`.
  public private(set) var byView: [Counts]

  /// Creates counts of 0 for a number of items.
  public init(items: Int) {
    byView = [Counts](repeating: Counts(), count: items)
  }

  /// Counts a change of a constraint, in the total and for the view on the constraint's left-hand
  /// side.
  mutating func record(_ event: Event, view: Int) {
    let count =
      switch event {
      case .added: \Counts.added
      case .removed: \Counts.removed
      case .changed: \Counts.changed
      case .toggled: \Counts.toggled
      }
    total[keyPath: count] += 1
    byView[view][keyPath: count] += 1
  }
}

/// The constants, multipliers and switches of an engine's constraints at one moment, for
/// `LayoutEngine.countChurn(since:in:)`.
public struct EngineSnapshot: Hashable, Sendable {
  fileprivate var constants: [[Double]]
  fileprivate var isActive: [[Bool]]
  fileprivate var multipliers: [Double]
}

extension LayoutEngine {
  /// Takes a snapshot of the current constants, multipliers and switches.
  public func snapshot() -> EngineSnapshot {
    EngineSnapshot(
      constants: axes.solvers.map { solver in (0..<solver.constraintCount).map(solver.constant) },
      isActive: axes.solvers.map { solver in (0..<solver.constraintCount).map(solver.isActive) },
      multipliers: Array(bound.multipliers))
  }

  /// Adds to `churn` the changes since a snapshot of the same engine.
  ///
  /// A changed constant is not counted if the constraint is switched off now or was in the
  /// snapshot.
  public func countChurn(since old: EngineSnapshot, in churn: inout EngineChurn) {
    let new = snapshot()
    for solver in new.constants.indices {
      let rows = plan.slots.rows[solver]
      let (before, after) = (old.constants[solver], new.constants[solver])
      for index in 0..<max(before.count, after.count) {
        let view =
          rows.indices.contains(index)
          ? plan.rows[rows[index]].origin.items(in: plan.system)[0] : 0
        guard before.indices.contains(index), after.indices.contains(index) else {
          churn.record(before.indices.contains(index) ? .removed : .added, view: view)
          continue
        }
        let (was, now) = (old.isActive[solver][index], new.isActive[solver][index])
        if was != now {
          churn.record(.toggled, view: view)
        } else if now, before[index] != after[index] {
          churn.record(.changed, view: view)
        }
      }
    }
    for (index, multiplier) in bound.multipliers.enumerated()
    where old.multipliers[index] != multiplier {
      churn.record(.changed, view: plan.system.constraints[index].first.item)
    }
  }
}
