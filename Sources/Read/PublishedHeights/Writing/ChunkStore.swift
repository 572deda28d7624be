/// Hands chunks to a sink, each once, and counts them.
struct ChunkStore<Sink: PublishingSink> {
  private(set) var sink: Sink
  private var summary = PublishingSummary()

  private let limits: FormatLimits
  private var known: Set<FileAddress> = []

  init(_ sink: Sink, limits: FormatLimits) {
    self.sink = sink
    self.limits = limits
  }

  mutating func write(
    _ chunk: some PublishedChunk, _ kind: PublishingSummary.Kind
  ) throws -> FileReference {
    let (file, reference) = try PublishedFile.chunk(chunk, limits: limits)
    // The ids of a list are the same in every environment.
    guard known.insert(reference.sha256).inserted else { return reference }
    summary.chunks[kind, default: PublishingSummary.Amount()].add(file.bytes.count)
    try keep(file)
    return reference
  }

  /// Writes the manifest and then the pointer to it.
  mutating func finish(_ manifest: PublishedManifest) throws -> PublishingSummary {
    let (file, pointer) = try manifest.file(limits: limits)
    try keep(file)
    try sink.finish(try pointer.file())
    summary.generation = manifest.generation
    summary.manifest = pointer.manifest
    summary.manifestBytes = file.bytes.count
    summary.cells = manifest.cells
    summary.shards = manifest.shards
    return summary
  }

  /// Keeps a file that is there, and writes one that is not, or is damaged.
  private mutating func keep(_ file: PublishedFile) throws {
    if try sink.holds(file) {
      summary.kept.add(file.bytes.count)
    } else {
      try sink.write(file)
      summary.written.add(file.bytes.count)
    }
  }
}

extension PublishedManifest {
  /// Number of cells in all lists and ranges.
  fileprivate var cells: Int {
    feeds.flatMap(\.environments).reduce(0) { sum, environment in
      sum + (environment.lists ?? []).reduce(0) { $0 + $1.count }
        + (environment.chunks ?? []).reduce(0) { $0 + $1.count }
    }
  }
}
