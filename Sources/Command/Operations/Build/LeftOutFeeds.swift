package import CommandSettings
import FeedRecords
package import Foundation
package import LayoutPrimitives
package import Precomputation
import StructuredDocuments

/// The feeds that `build --keep-going` omits because they fail.
package struct LeftOutFeeds {
  /// An omitted feed, which keeps the cells that it has in the store.
  package struct Feed {
    package var name: String
    package var status: ExitStatus
    package var message: String
  }

  /// Whether feeds may be omitted.
  package let isAllowed: Bool
  /// The names of the feeds that the store has.
  private let stored: [String]
  /// The omitted feeds, in the order in which they failed.
  package private(set) var feeds: [Feed] = []
  /// The pictures of unknown size in the records read so far.
  package private(set) var missingSizes = MissingSizes(limits: MissingSizes.Limits())
  private var firstError: (any Error)?
  /// The settings that name the files; `nil` if no file is named by a setting.
  private let settings: Settings?

  /// Starts without omitted feeds.
  ///
  /// - Parameters:
  ///   - isAllowed: Whether feeds may be omitted.
  ///   - stored: The names of the feeds of the store.
  ///   - settings: The settings that name the files.
  package init(isAllowed: Bool, stored: [String] = [], settings: Settings? = nil) {
    self.isAllowed = isAllowed
    self.stored = stored
    self.settings = settings
  }

  /// The exit status of the first failure; `nil` if no feed failed.
  package var status: ExitStatus? { feeds.first?.status }

  /// One line for standard error per omitted feed.
  package var lines: [String] { feeds.map { "cellheights: \($0.message)" } }

  /// Omits a feed.
  ///
  /// - Throws: The error, if feeds may not be omitted or if the error has no exit status.
  package mutating func add(_ name: String, _ error: any Error) throws {
    let placed = settings?.withPlace(error) ?? error
    guard isAllowed, let status = ExitStatus(of: error) else { throw placed }
    firstError = firstError ?? placed
    let consequence =
      stored.contains(name) ? "the feed keeps its old cells" : "the store has no cells of the feed"
    var message = (error as? BuildError)?.description(consequence: consequence) ?? "\(error)"
    let subject = BuildError.subject(name)
    if !message.contains(subject) { message = "\(subject): \(message)" }
    if let placed = placed as? ConfiguredFileError { message = "\(placed.place): \(message)" }
    if !message.contains(consequence) {
      // Only the first line is kept: the causes follow on their own lines.
      let end = message.firstIndex(of: "\n") ?? message.endIndex
      message.insert(contentsOf: "; \(consequence)", at: end)
    }
    feeds.append(Feed(name: name, status: status, message: message))
  }

  /// Throws the first error if feeds failed and no feed remains.
  package func check(_ remaining: [FeedInput]) throws {
    if remaining.isEmpty, let firstError { throw firstError }
  }

  /// Builds the feeds, and omits feeds that fail if this is allowed.
  ///
  /// - Parameters:
  ///   - isDue: Returns whether the build must stop now; `nil` if it never must.
  ///   - tell: Receives a line for each omitted feed but the first, if the build fails.
  /// - Throws: The first error, if no feed could be built or an error concerns the whole build.
  package mutating func build(
    _ configuration: BuildConfiguration, _ progress: any BuildProgress, _ trace: TraceRecorder?,
    isDue: (() -> Bool)?, tell: (String) -> Void
  ) async throws -> BuildSummary {
    guard isAllowed else {
      var builder = try BatchBuilder(
        configuration, progress: progress, trace: trace, isDue: isDue)
      defer { missingSizes = builder.missingSizes }
      return try await builder.run()
    }
    var build = PartialBuild(configuration) { feed in
      feed.sources.allSatisfy { $0.path != "-" && FileStatus($0.path)?.isRegular ?? true }
    }
    defer { missingSizes = build.missingSizes }
    do {
      let summary = try await build.run(progress: progress, trace: trace, isDue: isDue)
      for feed in build.failed { try add(feed.name, feed.error) }
      return summary
    } catch {
      guard let failure = error as? BuildError, failure.feed != nil else { throw error }
      for feed in build.failed { try add(feed.name, feed.error) }
      // The thrown error already describes the first omitted feed.
      for line in lines.dropFirst() { tell(line) }
      throw firstError ?? error
    }
  }
}

/// The time at which a build stops.
package struct BuildDeadline {
  private let time: Date

  /// Reads a date and time, or a time of day, which means its next occurrence.
  ///
  /// - Parameters:
  ///   - text: `05:00`, or ISO 8601 such as `2026-01-31T05:00:00Z`.
  ///   - now: The current time.
  ///   - timeZone: The IANA name of the time zone for a time of day.
  /// - Throws: `Failure.usage` for another text, or an unknown time zone.
  package init(_ text: String, now: Date, timeZone: String) throws(Failure) {
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

  /// Whether the deadline has passed.
  package func hasCome(at now: Date) -> Bool { now >= time }

  /// The time in UTC.
  package var written: String { time.utcText }

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
}
