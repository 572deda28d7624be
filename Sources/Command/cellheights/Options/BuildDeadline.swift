import Foundation
import Precomputation
import StructuredDocuments

/// The time at which a build stops.
struct BuildDeadline {
  private let time: Date

  /// Reads a time of day, of which the next one counts, or a date and time.
  ///
  /// - Parameters:
  ///   - text: `05:00`, or ISO 8601 such as `2026-01-31T05:00:00Z`.
  ///   - now: The time that the next one follows.
  ///   - timeZone: The zone of a time of day, an IANA name.
  init(_ text: String, now: Date, timeZone: String) throws(Failure) {
    guard let zone = TimeZone(identifier: timeZone) else {
      throw Failure(.usage, "there is no time zone '\(timeZone)'")
    }
    if let time = Self.next(text, now, zone) ?? Self.moment(text) {
      self.time = time
    } else {
      throw Failure(
        .usage,
        "--deadline '\(text)' is no time: write 05:00 for the next one in \(timeZone), or a moment "
          + "such as 2026-01-31T05:00:00Z")
    }
  }

  /// Whether the time has come.
  func hasCome(at now: Date) -> Bool { now >= time }

  /// The time in UTC.
  var written: String { time.ISO8601Format() }

  private static func next(_ text: String, _ now: Date, _ zone: TimeZone) -> Date? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isASCII) }),
      let hour = Int(parts[0]), let minute = Int(parts[1]), (0..<24).contains(hour),
      (0..<60).contains(minute)
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    return calendar.nextDate(
      after: now, matching: DateComponents(hour: hour, minute: minute, second: 0),
      matchingPolicy: .nextTime)
  }

  private static func moment(_ text: String) -> Date? {
    do { return try Date(text, strategy: .iso8601) } catch { return nil }
  }

  /// What was published and what follows, for standard error.
  static func sentence(_ missed: MissedDeadline, deadline: String) -> String {
    func names(_ feeds: [String]) -> String {
      feeds.map { "'\($0.printable())'" }.joined(separator: ", ")
    }
    let done =
      missed.finished.isEmpty
      ? "nothing is published" : "published: feed \(names(missed.finished))"
    return "the deadline \(deadline) has come; \(done); not finished, as before: feed "
      + "\(names(missed.unfinished)); \(counted(missed.keptCells, "finished cell")) "
      + "\(missed.keptCells == 1 ? "is" : "are") kept, and the next build goes on from there"
  }
}
