public import LayoutPrimitives

/// A build that omits each feed that fails, and publishes the other feeds as one generation.
///
/// A feed that fails keeps its published cells, and the build starts again without the feed.
/// Sources are opened before the first attempt, so that a source that cannot be opened does not
/// cause a second attempt.
public struct PartialBuild {
  /// A feed that was omitted.
  public struct FailedFeed: Sendable {
    /// The name of the feed.
    public var name: String
    /// The reason.
    public var error: BuildError
  }

  /// The feeds that were omitted, in the order in which they failed.
  public private(set) var failed: [FailedFeed] = []
  /// The pictures of unknown size that the last attempt found.
  public private(set) var missingSizes: MissingSizes
  private var configuration: BuildConfiguration
  private let isRepeatable: (FeedInput) -> Bool

  /// Prepares a build.
  ///
  /// - Parameters:
  ///   - configuration: Feeds, templates, environments, fonts, store and limits.
  ///   - isRepeatable: Returns whether the sources of a feed can be read more than once; a pipe
  ///     cannot.
  public init(_ configuration: BuildConfiguration, isRepeatable: @escaping (FeedInput) -> Bool) {
    self.configuration = configuration
    missingSizes = MissingSizes(limits: configuration.missingSizes ?? MissingSizes.Limits())
    self.isRepeatable = isRepeatable
  }

  /// Builds the feeds, and publishes the feeds that do not fail.
  ///
  /// If it throws, the published store is unchanged.
  ///
  /// - Parameters:
  ///   - progress: Receives the progress of each attempt.
  ///   - trace: Records the work of each worker in a separate lane.
  ///   - isDue: Returns whether the deadline has passed; `nil` without a deadline.
  /// - Throws: The error of the first feed if all feeds fail; the error of the failed feed if the
  ///   sources of another feed cannot be read a second time; the other errors of
  ///   `BatchBuilder.run`.
  public mutating func run(
    progress: (any BuildProgress)? = nil, trace: TraceRecorder? = nil,
    isDue: (() -> Bool)? = nil
  ) async throws -> BuildSummary {
    for feed in configuration.feeds where isRepeatable(feed) {
      do throws(BuildError) {
        _ = try FeedPass(feed, of: configuration)
      } catch {
        try leaveOut(feed.name, error)
      }
    }
    while true {
      var builder = try BatchBuilder(
        configuration, progress: progress, trace: trace, isDue: isDue)
      do {
        defer { missingSizes = builder.missingSizes }
        return try await builder.run()
      } catch let error as BuildError {
        guard let name = error.feed else { throw error }
        try leaveOut(name, error)
        guard configuration.feeds.allSatisfy(isRepeatable) else { throw error }
      }
    }
  }

  private mutating func leaveOut(_ name: String, _ error: BuildError) throws(BuildError) {
    failed.append(FailedFeed(name: name, error: error))
    configuration.feeds.removeAll { $0.name == name }
    if configuration.feeds.isEmpty { throw failed.first?.error ?? error }
  }
}
