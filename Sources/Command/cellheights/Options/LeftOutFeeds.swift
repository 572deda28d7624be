import FeedRecords
import LayoutPrimitives
import Precomputation

/// The feeds that `build --keep-going` leaves out because they fail.
struct LeftOutFeeds {
  /// A feed that keeps its published cells, if it has any.
  struct Feed {
    var name: String
    var status: ExitStatus
    var message: String
  }

  /// Whether a feed may be left out at all.
  let isAllowed: Bool
  /// The names of the feeds that the store has.
  private let stored: [String]
  /// In the order in which they failed.
  private(set) var feeds: [Feed] = []
  /// The pictures of unknown size, as far as the build came.
  private(set) var missingSizes = MissingSizes(limits: MissingSizes.Limits())
  private var firstError: (any Error)?

  /// Starts without a feed that is left out.
  ///
  /// - Parameters:
  ///   - isAllowed: Whether a feed may be left out at all.
  ///   - stored: The names of the feeds that the store has.
  init(isAllowed: Bool, stored: [String] = []) {
    self.isAllowed = isAllowed
    self.stored = stored
  }

  /// The exit status of the first failure; `nil` without one.
  var status: ExitStatus? { feeds.first?.status }

  /// A line for standard error for each feed.
  var lines: [String] { feeds.map { "cellheights: \($0.message)" } }

  /// Leaves out a feed.
  ///
  /// - Throws: The error, if the feed may not be left out or if it is unexpected.
  mutating func add(_ name: String, _ error: any Error) throws {
    guard isAllowed, let status = ExitStatus(of: error) else { throw error }
    firstError = firstError ?? error
    let consequence =
      stored.contains(name) ? "the feed keeps its old cells" : "the store has no cells of the feed"
    var message = (error as? BuildError)?.description(consequence: consequence) ?? "\(error)"
    let subject = BuildError.subject(name)
    if !message.contains(subject) { message = "\(subject): \(message)" }
    if !message.contains(consequence) {
      // The causes follow on lines of their own.
      let end = message.firstIndex(of: "\n") ?? message.endIndex
      message.insert(contentsOf: "; \(consequence)", at: end)
    }
    feeds.append(Feed(name: name, status: status, message: message))
  }

  /// Throws the first error if no feed remains.
  func check(_ remaining: [FeedInput]) throws {
    if remaining.isEmpty, let firstError { throw firstError }
  }

  /// Builds the feeds, without those that fail if that is allowed.
  mutating func build(
    _ configuration: BuildConfiguration, _ progress: any BuildProgress, _ trace: TraceRecorder?,
    isDue: (() -> Bool)?
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
      // The thrown error tells of the first.
      for line in lines.dropFirst() { StandardError.write(line) }
      throw firstError ?? error
    }
  }
}
