/// The feed that is being written, and what is known of it so far.
///
/// A class, so that marking a cell never copies the set of those seen.
final class OpenFeed {
  let id: Int64
  let name: String
  let keys: FeedKeys
  let codecs: [TemplateID: FrameCodec]
  let environments: [EnvironmentID: StoredEnvironment]
  /// Whether cells of it may be in the side file already.
  let hadCells: Bool

  /// The old cells that this build reuses or has rewritten.
  var seen: CellSet
  var counts: [EnvironmentID: CellCounts] = [:]
  var written = 0
  var reused = 0

  init(
    id: Int64, keys: FeedKeys, description: FeedDescription, hadCells: Bool, seen: CellSet
  ) {
    self.id = id
    self.keys = keys
    self.hadCells = hadCells
    self.seen = seen
    name = description.name
    let shapes = description.templates.map { FrameCodec(template: $0) }
    codecs = Dictionary(zip(keys.templates, shapes)) { first, _ in first }
    environments = Dictionary(zip(keys.environments, description.environments)) { first, _ in
      first
    }
  }

  /// Counts a cell of the new generation.
  func count(_ environment: EnvironmentID, failed: Bool) {
    counts[environment, default: CellCounts()].add(failed: failed)
  }

  /// Cells with an error, over all environments.
  var failed: Int { counts.values.reduce(0) { $0 + $1.failed } }
}

/// Cells of one environment.
struct CellCounts: Hashable, Sendable {
  var cells = 0
  var failed = 0

  mutating func add(failed isFailed: Bool) {
    if isFailed { failed += 1 } else { cells += 1 }
  }
}
