/// One event of a trace.
public struct TraceEvent: Hashable, Sendable {
  /// The kind of an event.
  public enum Kind: Hashable, Sendable {
    /// A span of time, in nanoseconds; `>= 0`.
    case span(nanoseconds: UInt64)
    /// An event without duration.
    case instant
    /// Values of counters from this time on.
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

  /// A named value of an event.
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

  /// Name of the event.
  public var name: String
  /// Kind of the event.
  public var kind: Kind
  /// Time of the event or of its beginning, in nanoseconds of the recorder's clock.
  public var start: UInt64
  /// The lane, which is a worker.
  public var lane: Int
  /// Further values, in order.
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
