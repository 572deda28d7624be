/// One event of a trace.
public struct TraceEvent: Hashable, Sendable {
  /// What an event records: a span of time, an instant or counters.
  public enum Kind: Hashable, Sendable {
    /// A span of time, with its length in nanoseconds.
    case span(nanoseconds: UInt64)
    /// An event without duration.
    case instant
    /// Values of counters, which hold from this time on.
    case counter
  }

  /// A value that an event carries.
  public enum Value: Hashable, Sendable {
    /// A whole number, such as a number of lines.
    case count(Int)
    /// A number, such as a width in points.
    case number(Double)
    /// A text, such as the id of a view.
    case text(String)
  }

  /// A named value of an event.
  public struct Argument: Hashable, Sendable {
    /// Name of the value.
    public var name: String
    /// The value: a count, a number or a text.
    public var value: Value

    /// Creates an argument from its name and value.
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
  /// Number of the lane that recorded the event, from 1; each worker has one.
  public var lane: Int
  /// Named values of the event, in order.
  public var arguments: [Argument]

  /// Creates an event; `start` is in nanoseconds.
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
