internal import LayoutPrimitives

/// Why a recording of offsets cannot be repeated.
public enum ScrollTraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A line is not a time and an offset. Lines are numbered from 1.
  case line(Int, found: String)
  /// A time is not above the one before it. Points are numbered from 1, in seconds.
  case order(point: Int, time: Double, previous: Double)
  /// A point has a number that is too large or not finite.
  case number(point: Int, time: Double, offset: Double)
  /// A recording is longer than the limit, in seconds.
  case tooLong(seconds: Double)
  /// A recording has more points than the limit.
  case tooManyPoints(limit: Int)
  /// A recording has fewer than two points.
  case tooFewPoints(Int)

  /// One sentence: what was found, where, and what to do.
  public var description: String {
    switch self {
    case .line(let line, let found):
      "line \(line) of the trace is '\(found)'; write a time in seconds and an offset in points, "
        + "as in 0.0167,12.5"
    case .order(let point, let time, let previous):
      "point \(point) of the trace is at \(time.plainDecimal) s, not after \(previous.plainDecimal)"
        + " s; sort the points by time and leave out all but one of those at the same time"
    case .number(let point, let time, let offset):
      "point \(point) of the trace has the time \(time) and the offset \(offset); "
        + "both must be numbers from -1000000000 to 1000000000"
    case .tooLong(let seconds):
      "the trace lasts \(seconds.plainDecimal) s; at most 3600 s can be repeated, so cut it"
    case .tooManyPoints(let limit):
      "the trace has more than \(limit) points; leave out some, lines are drawn between them"
    case .tooFewPoints(let count):
      "the trace has \(count) points; it needs at least two"
    }
  }
}
