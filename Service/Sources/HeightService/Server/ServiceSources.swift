package import Heights
package import ServeOptions

/// The store of a service, and what is counted about it.
package struct ServiceSources: Sendable {
  /// Holds the generation that is served.
  package let follower: GenerationFollower
  let metrics: ServiceMetrics

  /// Creates sources of an open store.
  ///
  /// - Parameters:
  ///   - lookup: The store, opened with `.calls`, so that the service outlives it.
  ///   - follow: How the store is followed.
  ///   - report: Is told of new generations and of failures.
  package init(
    _ lookup: HeightLookup, follow: FollowSettings = FollowSettings(),
    report: @escaping @Sendable (FollowEvent) -> Void = { _ in }
  ) {
    let metrics = ServiceMetrics()
    self.metrics = metrics
    follower = GenerationFollower(lookup, settings: follow) { event in
      metrics.count(event)
      report(event)
    }
  }
}
