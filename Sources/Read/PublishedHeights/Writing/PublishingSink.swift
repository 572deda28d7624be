/// The destination of published files.
public protocol PublishingSink {
  /// Whether a file is stored, with these bytes.
  func holds(_ file: PublishedFile) throws -> Bool
  /// Stores a chunk or a manifest that no reader uses yet; whole or not at all.
  mutating func write(_ file: PublishedFile) throws
  /// Makes all earlier files durable, then replaces the pointer at once.
  mutating func finish(_ pointer: PublishedFile) throws
}

/// Published files in memory, for tests and for services.
public struct MemorySink: PublishingSink, Sendable {
  /// The files by their paths.
  public private(set) var files: [String: [UInt8]] = [:]

  /// Creates an empty sink.
  public init() {}

  /// Whether a file is kept, with these bytes.
  public func holds(_ file: PublishedFile) -> Bool { files[file.path] == file.bytes }

  /// Keeps a file.
  public mutating func write(_ file: PublishedFile) { files[file.path] = file.bytes }

  /// Keeps the pointer.
  public mutating func finish(_ pointer: PublishedFile) { files[pointer.path] = pointer.bytes }
}

/// The parts of a generation that are published.
public struct PublishingOptions: Hashable, Sendable {
  /// Names of feeds; nil for all.
  public var feeds: Set<String>?
  /// Whether frames of views are published.
  public var hasFrames: Bool
  /// Whether versions of records are published.
  public var hasVersions: Bool
  /// Size from which ids, versions and shapes of a chunk are divided in two, in bytes.
  ///
  /// It bounds memory for cells with many views. Below this size a chunk is the same as the
  /// store's.
  public var chunkBytes: Int
  /// Maximum size of a file.
  public var limits: FormatLimits

  /// Creates options; by default all is published.
  public init(
    feeds: Set<String>? = nil, hasFrames: Bool = true, hasVersions: Bool = true,
    chunkBytes: Int = 16 << 20, limits: FormatLimits = FormatLimits()
  ) {
    self.feeds = feeds
    self.hasFrames = hasFrames
    self.hasVersions = hasVersions
    self.chunkBytes = max(1, chunkBytes)
    self.limits = limits
  }
}

/// The counts of a publication.
public struct PublishingSummary: Hashable, Sendable {
  /// Files and their stored bytes.
  public struct Amount: Hashable, Sendable {
    /// Number of files.
    public internal(set) var files = 0
    /// Their stored size, in bytes.
    public internal(set) var bytes = 0

    mutating func add(_ bytes: Int) {
      files += 1
      self.bytes += bytes
    }
  }

  /// A kind of chunk.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The contents of a chunk.
    case heights, ids, frames, versions, widths
  }

  /// Number of the generation.
  public internal(set) var generation = 0
  /// Number of shards that were published together; nil for a whole store.
  public internal(set) var shards: Int?
  /// Address of the manifest; nil until it is written.
  public internal(set) var manifest: FileAddress?
  /// Stored size of the manifest, in bytes.
  public internal(set) var manifestBytes = 0
  /// Number of cells in all lists and ranges; a cell in two lists counts twice.
  public internal(set) var cells = 0
  /// Chunks and manifest that were not there.
  public internal(set) var written = Amount()
  /// Chunks and manifest that were there already.
  public internal(set) var kept = Amount()
  /// Different chunks by kind, written and kept.
  public internal(set) var chunks: [Kind: Amount] = [:]
}

/// Why a folder of published files cannot be written.
public enum PublishingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder or a file in it cannot be made.
  case cannotCreate(path: String, reason: String)
  /// A write failed: a full disk, a limit, a device error.
  case writeFailed(path: String, reason: String)
  /// A file or folder is there and cannot be read.
  case unreadable(path: String, reason: String)
  /// Another program publishes into the folder.
  case locked(path: String)

  /// One sentence.
  public var description: String {
    switch self {
    case .cannotCreate(let path, let reason):
      "cannot create \(path): \(reason); name another folder"
    case .writeFailed(let path, let reason):
      "writing \(path) failed: \(reason); what was published before is unchanged"
    case .unreadable(let path, let reason): "cannot read \(path): \(reason)"
    case .locked(let path):
      "another program publishes into \(path); try again when it has ended"
    }
  }
}

/// Passes chunks to a sink, each once, and counts them.
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

  /// Keeps an existing file, and writes one that is missing or damaged.
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
