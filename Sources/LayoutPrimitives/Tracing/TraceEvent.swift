/// One thing that happened, as a trace viewer shows it.
public struct TraceEvent: Hashable, Sendable {
  /// What kind of thing happened.
  public enum Kind: Hashable, Sendable {
    /// Something that took time, in nanoseconds; `>= 0`.
    case span(nanoseconds: UInt64)
    /// Something that happened at once.
    case instant
    /// Values of counters from here on.
    case counter
  }

  /// A value that an event carries.
  public enum Value: Hashable, Sendable {
    /// A count.
    case count(Int)
    /// A number, such as a width in points.
    case number(Double)
    /// A text, such as the id of a view.
    case text(String)
  }

  /// What a value of an event is called.
  public struct Argument: Hashable, Sendable {
    /// The name.
    public var name: String
    /// The value.
    public var value: Value

    /// Creates an argument.
    public init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// What happened.
  public var name: String
  /// What kind of thing it is.
  public var kind: Kind
  /// When it happened or began, in nanoseconds of the recorder's clock.
  public var start: UInt64
  /// The lane on which it happened: a worker.
  public var lane: Int
  /// More about it, in order.
  public var arguments: [Argument]

  /// Creates an event.
  public init(
    name: String, kind: Kind, start: UInt64, lane: Int, arguments: [Argument] = []
  ) {
    self.name = name
    self.kind = kind
    self.start = start
    self.lane = lane
    self.arguments = arguments
  }
}
