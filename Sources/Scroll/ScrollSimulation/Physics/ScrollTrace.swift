internal import LayoutPrimitives

/// A recording of the offset of a list.
///
/// Its text has lines of the form `time,offset`, in seconds and points.
///
/// Empty lines are skipped, as is a first line that names the columns. Times must increase, from an
/// arbitrary moment.
public struct ScrollTrace: Hashable, Sendable {
  /// The points, in the order of their times.
  public let points: [TracePoint]

  /// Maximum number of points.
  public static let maximumPoints = 1_000_000
  /// Maximum absolute value of a time in seconds, and of an offset in points.
  public static let maximumNumber = 1e9

  /// Creates a recording from points.
  ///
  /// - Throws: `ScrollTraceError`, which names the invalid point.
  public init(points: [TracePoint]) throws(ScrollTraceError) {
    if let fault = Self.fault(of: points) { throw fault }
    self.points = points
  }

  /// Parses the text of a recording.
  ///
  /// - Parameters:
  ///   - text: The lines, which end with a line feed, or a carriage return and a line feed.
  ///   - limit: Maximum number of points.
  /// - Throws: `ScrollTraceError`, which names the invalid line or point.
  public init(
    parsing text: String, limit: Int = ScrollTrace.maximumPoints
  ) throws(ScrollTraceError) {
    var points: [TracePoint] = []
    var line = 0
    var rest = text.utf8[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    while !rest.isEmpty {
      line += 1
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      let content = Self.trimmed(rest[..<end])
      rest = end == rest.endIndex ? rest[end...] : rest[rest.index(after: end)...]
      if content.isEmpty || line == 1 && Self.isTitle(content) { continue }
      guard let point = Self.point(content) else {
        throw .line(line, found: Self.excerpt(content))
      }
      guard points.count < limit else { throw .tooManyPoints(limit: limit) }
      points.append(point)
    }
    try self.init(points: points)
  }

  /// The reason why points are invalid; nil if they are valid.
  static func fault(of points: [TracePoint]) -> ScrollTraceError? {
    guard let first = points.first, let last = points.last, points.count > 1 else {
      return .tooFewPoints(points.count)
    }
    guard points.count <= maximumPoints else { return .tooManyPoints(limit: maximumPoints) }
    var previous = -Double.infinity
    for (index, point) in points.enumerated() {
      guard point.time.magnitude <= maximumNumber, point.offset.magnitude <= maximumNumber else {
        return .number(point: index + 1, time: point.time, offset: point.offset)
      }
      guard point.time > previous else {
        return .order(point: index + 1, time: point.time, previous: previous)
      }
      previous = point.time
    }
    let seconds = last.time - first.time
    return seconds <= ScrollProfile.maximumSeconds ? nil : .tooLong(seconds: seconds)
  }

  private static func point(_ line: Substring.UTF8View) -> TracePoint? {
    guard let comma = line.firstIndex(of: UInt8(ascii: ",")),
      let time = number(trimmed(line[..<comma])),
      let offset = number(trimmed(line[line.index(after: comma)...]))
    else { return nil }
    return TracePoint(time: time, offset: offset)
  }

  /// Parses a decimal number; the standard library would also accept hexadecimal ones, `inf` and
  /// `nan`.
  private static func number(_ text: Substring.UTF8View) -> Double? {
    guard text.allSatisfy({ (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }) else {
      return nil
    }
    return Double(Substring(text))
  }

  /// Whether a line names columns: it begins with a letter or a quotation mark.
  private static func isTitle(_ line: Substring.UTF8View) -> Bool {
    guard let first = line.first else { return false }
    return (0x41...0x5A).contains(first & 0xDF) || first == UInt8(ascii: "\"")
  }

  private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0D }
    var text = text.drop(while: isSpace)
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }

  /// The first 40 scalars of a text, without control characters.
  private static func excerpt(_ text: Substring.UTF8View) -> String {
    let scalars = Substring(text).unicodeScalars.prefix(41)
    let shown = scalars.prefix(40).map { $0.properties.generalCategory == .control ? "?" : $0 }
    return String(String.UnicodeScalarView(shown)) + (scalars.count > 40 ? "…" : "")
  }
}

/// The reason why a recording is invalid.
public enum ScrollTraceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A line is not a time and an offset; lines are numbered from 1, and `found` is its beginning.
  case line(Int, found: String)
  /// A time is not after the previous time; points are numbered from 1, times are in seconds.
  case order(point: Int, time: Double, previous: Double)
  /// A point contains a number that is too large or not finite.
  case number(point: Int, time: Double, offset: Double)
  /// The recording is longer than the limit, in seconds.
  case tooLong(seconds: Double)
  /// The recording has more points than the limit.
  case tooManyPoints(limit: Int)
  /// The recording has fewer than two points; the value is their number.
  case tooFewPoints(Int)

  /// One sentence: the problem, its location, and the remedy.
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
