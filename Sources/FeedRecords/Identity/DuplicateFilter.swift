import LayoutPrimitives

/// Tells whether an id was there before, for any number of ids, without holding them all in memory.
///
/// Hashes of the latest ids are held in memory; beyond `memoryEntries` they are sorted into runs in
/// unnamed temporary files, and runs are merged as they grow in number. In memory a run costs about
/// 10 bits an id, for a Bloom filter that spares nearly every look into its file.
public final class DuplicateFilter {
  private let directory: String
  private let memoryEntries: Int
  private var recent: Set<ContentHash> = []
  private var runs: [HashRun] = []

  /// Runs of about the same size before they become one.
  static let runsPerLevel = 8

  /// Creates a filter that has seen nothing.
  ///
  /// - Parameters:
  ///   - directory: Where temporary files are made once there are more ids than fit in memory.
  ///   - memoryEntries: Ids whose hashes are held in memory, at about 40 bytes each; `>= 1`.
  public init(directory: String, memoryEntries: Int = 1 << 16) {
    self.directory = directory
    self.memoryEntries = max(memoryEntries, 1)
  }

  /// Notes an id.
  ///
  /// - Returns: Whether it is seen for the first time.
  /// - Throws: `FeedError` of code `temporary` when a temporary file cannot be written or read.
  public func insert(_ id: String) throws(FeedError) -> Bool {
    let hash = ContentHash(of: id)
    if recent.contains(hash) { return false }
    for run in runs {
      if try run.contains(hash) { return false }
    }
    recent.insert(hash)
    if recent.count >= memoryEntries { try spill() }
    return true
  }

  /// Temporary files in use, for tests.
  var runCount: Int { runs.count }

  private func spill() throws(FeedError) {
    let sorted = recent.sorted { ($0.high, $0.low) < ($1.high, $1.low) }
    let writer = try HashRunWriter(directory: directory, count: sorted.count)
    for hash in sorted { try writer.append(hash) }
    runs.append(try writer.finish())
    recent.removeAll(keepingCapacity: true)
    try mergeLevels()
  }

  /// Merges the last runs while there are enough of the same size, as in counting.
  private func mergeLevels() throws(FeedError) {
    while let last = runs.last {
      let level = runs.suffix(Self.runsPerLevel).filter { $0.count <= last.count * 2 }
      guard level.count == Self.runsPerLevel else { return }
      let writer = try HashRunWriter(
        directory: directory, count: level.reduce(0) { $0 + $1.count })
      var readers = level.map { HashRunReader($0) }
      var heads: [ContentHash?] = []
      for index in readers.indices { heads.append(try readers[index].next()) }
      while let least = Self.least(heads), let hash = heads[least] {
        try writer.append(hash)
        heads[least] = try readers[least].next()
      }
      runs.removeLast(Self.runsPerLevel)
      runs.append(try writer.finish())
    }
  }

  private static func least(_ heads: [ContentHash?]) -> Int? {
    var best: Int?
    for (index, head) in heads.enumerated() {
      guard let head else { continue }
      guard let known = best.flatMap({ heads[$0] }) else {
        best = index
        continue
      }
      if (head.high, head.low) < (known.high, known.low) { best = index }
    }
    return best
  }
}
