/// The destination of published files.
public protocol PublishingSink {
  /// Whether the sink contains the file with the same bytes.
  func holds(_ file: PublishedFile) throws -> Bool
  /// Stores a chunk or a manifest, either completely or not at all.
  mutating func write(_ file: PublishedFile) throws
  /// Syncs all files written so far, and then replaces the pointer atomically.
  mutating func finish(_ pointer: PublishedFile) throws
}

/// A sink that keeps published files in memory, for tests and services.
public struct MemorySink: PublishingSink, Sendable {
  /// The bytes of the files, by path.
  public private(set) var files: [String: [UInt8]] = [:]

  /// Creates an empty sink.
  public init() {}

  /// Whether the sink contains the file with the same bytes.
  public func holds(_ file: PublishedFile) -> Bool { files[file.path] == file.bytes }

  /// Stores a file.
  public mutating func write(_ file: PublishedFile) { files[file.path] = file.bytes }

  /// Stores the pointer.
  public mutating func finish(_ pointer: PublishedFile) { files[pointer.path] = pointer.bytes }
}

/// The parts of a generation that are published.
public struct PublishingOptions: Hashable, Sendable {
  /// Names of the feeds to publish; nil for all feeds.
  public var feeds: Set<String>?
  /// Whether the frames of views are published.
  public var hasFrames: Bool
  /// Whether the versions of records are published.
  public var hasVersions: Bool
  /// Whether the lines of labels are published, if the store has them; never without frames.
  public let hasLines: Bool
  /// Size of ids, versions, shapes and lines at which a published chunk ends, in bytes; at least 1.
  ///
  /// It limits the memory for cells with many views. A chunk of the store that does not reach this
  /// size becomes one published chunk with the same cells.
  public var chunkBytes: Int
  /// Maximum sizes of the files.
  public var limits: FormatLimits

  /// Creates options; by default all parts are published.
  public init(
    feeds: Set<String>? = nil, hasFrames: Bool = true, hasVersions: Bool = true,
    hasLines: Bool = true, chunkBytes: Int = 16 << 20, limits: FormatLimits = FormatLimits()
  ) {
    self.feeds = feeds
    self.hasFrames = hasFrames
    self.hasVersions = hasVersions
    self.hasLines = hasLines && hasFrames
    self.chunkBytes = max(1, chunkBytes)
    self.limits = limits
  }
}

/// The counts of a finished publication.
public struct PublishingSummary: Hashable, Sendable {
  /// A number of files, with the sum of their stored sizes.
  public struct Amount: Hashable, Sendable {
    /// Number of files.
    public internal(set) var files = 0
    /// Sum of the stored sizes, in bytes.
    public internal(set) var bytes = 0

    mutating func add(_ bytes: Int) {
      files += 1
      self.bytes += bytes
    }
  }

  /// A kind of chunk.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The name tells the values in the chunk; `widths` are heights at the widths of a range.
    case heights, ids, frames, versions, lines, widths
  }

  /// Number of the generation.
  public internal(set) var generation = 0
  /// Number of shards that were published together; nil if a whole store was published.
  public internal(set) var shards: Int?
  /// Address of the manifest; nil before the manifest is written.
  public internal(set) var manifest: FileAddress?
  /// Size of the stored manifest, in bytes.
  public internal(set) var manifestBytes = 0
  /// Number of cells in all lists and ranges; a cell that is in two lists is counted twice.
  public internal(set) var cells = 0
  /// The chunks and the manifest that were new in the sink.
  public internal(set) var written = Amount()
  /// The chunks and the manifest that the sink already contained.
  public internal(set) var kept = Amount()
  /// The different chunks by kind, both new and existing ones.
  public internal(set) var chunks: [Kind: Amount] = [:]
}

/// The reason why a folder of published files cannot be written or read.
public enum PublishingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The folder, or a file in it, cannot be created.
  case cannotCreate(path: String, reason: String)
  /// A write failed, for example because of a full disk, a limit or a device error.
  case writeFailed(path: String, reason: String)
  /// A file or folder exists but cannot be read.
  case unreadable(path: String, reason: String)
  /// Another program publishes into the folder.
  case locked(path: String)

  /// One sentence that describes the error.
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

/// Passes each different chunk to a sink once, and counts the chunks.
struct ChunkStore<Sink: PublishingSink> {
  private(set) var sink: Sink
  private var summary = PublishingSummary()

  private let limits: FormatLimits
  private var published: Set<FileAddress> = []

  init(_ sink: Sink, limits: FormatLimits) {
    self.sink = sink
    self.limits = limits
  }

  mutating func write(
    _ chunk: some PublishedChunk, _ kind: PublishingSummary.Kind
  ) throws -> FileReference {
    let (file, reference) = try PublishedFile.chunk(chunk, limits: limits)
    // A chunk may occur several times: the ids of a list are usually equal in all environments.
    guard published.insert(reference.sha256).inserted else { return reference }
    summary.chunks[kind, default: PublishingSummary.Amount()].add(file.bytes.count)
    try keep(file)
    return reference
  }

  /// Writes the manifest, and then the pointer to it.
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

  /// Writes a file if it is missing or damaged in the sink; keeps an existing file.
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
  fileprivate var cells: Int {
    feeds.flatMap(\.environments).reduce(0) { sum, environment in
      sum + (environment.lists ?? []).reduce(0) { $0 + $1.count }
        + (environment.chunks ?? []).reduce(0) { $0 + $1.count }
    }
  }
}
