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
  private(set) var seen: CellSet
  private(set) var written = 0
  private(set) var reused = 0
  private var countsByEnvironment: [EnvironmentID: CellCounts] = [:]

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

  /// Counts a cell that was written or reused.
  func mark(_ cell: Int64, _ environment: EnvironmentID, failed: Bool, isReused: Bool) {
    if isReused { reused += 1 } else { written += 1 }
    seen.insert(cell)
    countsByEnvironment[environment, default: CellCounts()].add(failed: failed)
  }

  /// Cells of each environment, in the order handed in.
  var counts: [(EnvironmentID, CellCounts)] {
    keys.environments.map { ($0, countsByEnvironment[$0] ?? CellCounts()) }
  }

  /// Cells with an error, over all environments.
  var failed: Int { countsByEnvironment.values.reduce(0) { $0 + $1.failed } }
}

/// Cells of one environment.
struct CellCounts: Hashable, Sendable {
  private(set) var cells = 0
  private(set) var failed = 0

  mutating func add(failed isFailed: Bool) {
    if isFailed { failed += 1 } else { cells += 1 }
  }
}
