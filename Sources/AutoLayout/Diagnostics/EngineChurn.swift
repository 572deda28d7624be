/// What binding record after record did to the constraints of a template's engine.
public struct EngineChurn: Hashable, Sendable {
  /// Counts of constraints.
  public struct Counts: Hashable, Sendable {
    /// Added after the engine was made; a template's engine never does.
    public var added = 0
    /// Removed; a template's engine never does, so that nothing is ever removed and added again.
    public var removed = 0
    /// Whose constant or multiplier changed.
    public var changed = 0
    /// Switched on or off, without being torn down.
    public var toggled = 0

    /// Creates counts of nothing.
    public init() {}

    /// Whether nothing happened.
    public var isEmpty: Bool { self == Counts() }
  }

  /// What happens to a constraint.
  enum Event {
    case added, removed, changed, toggled
  }

  /// Everything together.
  public private(set) var total = Counts()
  /// By the view on a constraint's left-hand side; shape `[items]`.
  public private(set) var byView: [Counts]

  /// Creates an account of nothing for a tree of so many items.
  public init(items: Int) {
    byView = [Counts](repeating: Counts(), count: items)
  }

  /// Notes what happens to a constraint of a view.
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
