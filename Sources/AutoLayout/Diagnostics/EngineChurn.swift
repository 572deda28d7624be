/// Counts of how a template's constraints change while records are bound, in total and by view.
public struct EngineChurn: Hashable, Sendable {
  /// Counts of constraints, by what happened to them.
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

  /// What can happen to a constraint.
  enum Event {
    case added, removed, changed, toggled
  }

  /// The counts of all views together.
  public private(set) var total = Counts()
  /// The counts of each view; a constraint counts for the view on its left-hand side; shape
  /// `[items]`.
  public private(set) var byView: [Counts]

  /// Creates counts of 0 for a number of items.
  public init(items: Int) {
    byView = [Counts](repeating: Counts(), count: items)
  }

  /// Counts an event of a constraint, for the view on its left-hand side.
  mutating func note(_ event: Event, view: Int) {
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
