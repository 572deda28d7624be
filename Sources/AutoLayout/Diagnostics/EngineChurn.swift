/// Counts of changes of a template's constraints while records are bound.
public struct EngineChurn: Hashable, Sendable {
  /// Counts of constraints.
  public struct Counts: Hashable, Sendable {
    /// Added after the engine was made; always 0 for a template's engine.
    public var added = 0
    /// Removed; always 0 for a template's engine.
    public var removed = 0
    /// Constants or multipliers changed.
    public var changed = 0
    /// Switched on or off.
    public var toggled = 0

    /// Creates counts of nothing.
    public init() {}

    /// Whether all counts are 0.
    public var isEmpty: Bool { self == Counts() }
  }

  /// An event of a constraint.
  enum Event {
    case added, removed, changed, toggled
  }

  /// The sum.
  public private(set) var total = Counts()
  /// By the view on a constraint's left-hand side; shape `[items]`.
  public private(set) var byView: [Counts]

  /// Creates counts of 0 for a number of items.
  public init(items: Int) {
    byView = [Counts](repeating: Counts(), count: items)
  }

  /// Counts an event of a constraint of a view.
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
