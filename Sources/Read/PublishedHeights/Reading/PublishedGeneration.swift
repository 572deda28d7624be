public import Heights
public import LayoutPrimitives

/// Loads lists, widths and frames of the generation of one published manifest.
public struct PublishedGeneration: Sendable {
  /// The generation from which all results come.
  public let pinned: PinnedGeneration
  private let files: PublishedFiles
  private let pointer: PublishedPointer
  private let manifest: PublishedManifest

  /// Maximum number of attempts to open the current manifest.
  ///
  /// A publication may remove the manifest after the pointer was read. The next attempt opens the
  /// manifest of the new pointer.
  private static let attempts = 3
  /// Number of chunks of a list whose files are fetched at the same time.
  private static let fetches = 8

  /// Opens the current manifest.
  ///
  /// - Throws: `PublishedFormatError` if a file is altered or malformed; errors of fetching.
  public init(_ files: PublishedFiles) async throws {
    try await self.init(files, try await Self.pointer(files))
  }

  private init(_ files: PublishedFiles, _ first: PublishedPointer) async throws {
    var pointer = first
    var attempt = 1
    while true {
      do {
        let stored = try await files.fetch(PublishedPath.manifest(pointer.manifest))
        manifest = try pointer.open(stored, limits: files.limits)
        break
      } catch {
        let current = try await Self.pointer(files)
        guard attempt < Self.attempts, current != pointer else { throw error }
        pointer = current
        attempt += 1
      }
    }
    self.files = files
    self.pointer = pointer
    pinned = PinnedGeneration(
      number: manifest.generation, digest: manifest.digest, listDigest: manifest.listDigest)
  }

  private static func pointer(_ files: PublishedFiles) async throws -> PublishedPointer {
    try PublishedPointer(decoding: try await files.fetch(PublishedPath.pointer))
  }

  /// Names of the feeds, sorted.
  public var feedNames: [String] { manifest.feeds.map(\.name) }

  /// Keys of the environments of a feed, in the order of its build; empty for an unknown feed.
  public func environmentKeys(feed: String) -> [String] {
    manifest.feeds.first { $0.name == feed }?.environments.map(\.key) ?? []
  }

  /// Names of the lists of a feed in an environment; empty for a range of widths.
  public func listNames(feed: String, environment: String) -> [String] {
    manifest.feeds.first { $0.name == feed }?.environments.first { $0.key == environment }?
      .lists?.map(\.name) ?? []
  }

  /// Returns the current generation; nil if it is still this one.
  ///
  /// Chunks that both generations share are taken from the cache if it contains them.
  ///
  /// - Throws: The errors of the initializer; this value remains valid.
  public func next() async throws -> PublishedGeneration? {
    let current = try await Self.pointer(files)
    guard current != pointer else { return nil }
    let source = try await PublishedGeneration(files, current)
    // Lists that are already loaded need no chunks of this generation any more.
    await files.keep(only: source.manifest.references)
    return source
  }

  /// Loads the ids and heights of a list.
  ///
  /// - Throws: `SourceError` if the list does not exist or the environment is a range of widths;
  ///   `PublishedFormatError`; errors of fetching.
  public func list(_ name: ListName) async throws -> ListHeights {
    let (environment, list) = try find(name)
    let chunks = list.chunks
    let shape = list.shape(stepsPerPoint: environment.stepsPerPoint)
    let spacing = list.spacing(stepsPerPoint: environment.stepsPerPoint)
    var cells = ListCells(spacing)
    var ids: Set<String> = []
    // The sections follow from all ids, so that the chunks of a list with a shape wait for the last.
    var waiting: [(ids: IDsChunk, heights: HeightsChunk)] = []
    for start in stride(from: 0, to: chunks.count, by: Self.fetches) {
      for part in try await parts(Array(chunks[start..<min(start + Self.fetches, chunks.count)])) {
        for id in part.ids.ids {
          guard ids.insert(id).inserted else { throw repeated("list '\(name.list)'") }
        }
        if shape == nil { cells.append(part) } else { waiting.append(part) }
      }
    }
    if let shape {
      guard let sections = ListSections(shape, ids: waiting.flatMap(\.ids.ids)) else {
        throw PublishedFormatError.malformed(
          file: "the manifest",
          detail: "the ids of list '\(name.list)' contradict its kinds '\(shape.words)'")
      }
      cells = ListCells(spacing, sections: sections)
      for part in waiting { cells.append(part) }
    }
    let heights = ListHeights(name, pinned, cells)
    guard heights.extent == spacing.grid.points(list.extent) else {
      throw PublishedFormatError.malformed(
        file: "the manifest", detail: "list '\(name.list)' has another extent")
    }
    return heights
  }

  /// Fetches several chunks at the same time, and returns their contents in order.
  private func parts(
    _ chunks: [PublishedManifest.Chunk]
  ) async throws -> [(ids: IDsChunk, heights: HeightsChunk)] {
    let files = files
    return try await withThrowingTaskGroup(of: (Int, IDsChunk, HeightsChunk).self) { group in
      for (index, chunk) in chunks.enumerated() {
        group.addTask {
          let ids = try chunk.ids(try await files.chunk(chunk.ids), limits: files.limits)
          let heights = try chunk.heights(
            try await files.chunk(chunk.heights), limits: files.limits)
          return (index, ids, heights)
        }
      }
      var parts: [Int: (ids: IDsChunk, heights: HeightsChunk)] = [:]
      for try await (index, ids, heights) in group { parts[index] = (ids, heights) }
      return chunks.indices.compactMap { parts[$0] }
    }
  }

  /// Loads the lines of the labels in the cells at the given positions of a list.
  ///
  /// - Returns: The lines of each label in grid steps, in the order of the template's labels.
  /// - Throws: `SourceError` if there are no frames or no lines; `PublishedFormatError`; errors of
  ///   fetching.
  public func lines(
    _ positions: Range<Int>, of name: ListName
  ) async throws -> [[LabelFragments]] {
    let list = try find(name).1
    var cells: [[LabelFragments]] = []
    var first = 0
    for chunk in list.chunks {
      let wanted = positions.clamped(to: first..<first + chunk.count)
      if !wanted.isEmpty {
        guard let reference = chunk.frames,
          let frames = try chunk.frames(try await files.chunk(reference), limits: files.limits)
        else { throw SourceError.noFrames(name) }
        var lines: LinesChunk?
        if let reference = chunk.lines {
          lines = try chunk.lines(try await files.chunk(reference), limits: files.limits)
        }
        for position in wanted {
          let own = try manifest.lines(
            ofCell: position - first, in: lines, frames, file: (chunk.lines ?? reference).path)
          guard let own else { throw SourceError.noLines(name) }
          cells.append(own)
        }
      }
      first += chunk.count
    }
    return cells
  }

  /// Loads the frames of the views in the cells at the given positions of a list.
  ///
  /// - Returns: One array of views per cell, in the order of the cell's template.
  /// - Throws: `SourceError` if there are no frames; `PublishedFormatError`; errors of fetching.
  public func frames(_ positions: Range<Int>, of name: ListName) async throws -> [[ViewFrame]] {
    let (environment, list) = try find(name)
    var cells: [[ViewFrame]] = []
    var first = 0
    for chunk in list.chunks {
      let wanted = positions.clamped(to: first..<first + chunk.count)
      if !wanted.isEmpty {
        guard let reference = chunk.frames else { throw SourceError.noFrames(name) }
        let stored = try await files.chunk(reference)
        guard let frames = try chunk.frames(stored, limits: files.limits) else {
          throw SourceError.noFrames(name)
        }
        for position in wanted {
          let own = try views(frames, position - first, environment.stepsPerPoint, reference.path)
          guard let own else { throw SourceError.noFrames(name) }
          cells.append(own)
        }
      }
      first += chunk.count
    }
    return cells
  }

  /// The views of the cell at an index in a chunk; nil if the cell has no frames.
  private func views(
    _ chunk: FramesChunk, _ index: Int, _ stepsPerPoint: Double, _ path: String
  ) throws -> [ViewFrame]? {
    guard let cell = try manifest.frames(ofCell: index, in: chunk, file: path),
      !cell.frames.frames.isEmpty
    else { return nil }
    var lines = cell.frames.lines.makeIterator()
    return zip(manifest.templates[cell.template].views, cell.frames.frames).map { view, frame in
      ViewFrame(
        id: view.id, kind: view.kind,
        edges: (Int(frame.x), Int(frame.y), Int(frame.width), Int(frame.height)),
        stored: view.label ? lines.next() : nil, stepsPerPoint: stepsPerPoint)
    }
  }

  /// Loads the heights at every width of a range.
  ///
  /// - Throws: `SourceError` if the range does not exist; `PublishedFormatError`; errors of
  ///   fetching.
  public func widths(feed: String, environment: String) async throws -> WidthRange {
    let match = try find(feed: feed, environment: environment)
    guard let chunks = match.chunks,
      let measures = WidthMeasures(key: environment, stepsPerPoint: match.stepsPerPoint)
    else { throw SourceError.singleWidth(environment: environment) }
    var cells = WidthCells()
    var distinct: Set<String> = []
    for chunk in chunks {
      let ids = try chunk.ids(try await files.chunk(chunk.ids), limits: files.limits).ids
      let widths = try chunk.runs(try await files.chunk(chunk.runs), limits: files.limits)
      for (index, id) in ids.enumerated() {
        guard distinct.insert(id).inserted else { throw repeated(environment) }
        cells.append(
          id: id, caveats: widths.caveats[index],
          runs: widths.runs[index].lazy.map { ($0.width, $0.height) })
      }
    }
    return WidthRange(
      feed: feed, environment: environment, generation: pinned, measures: measures,
      cells: cells)
  }

  /// The error for an id that occurs twice in the chunks of a list or range.
  private func repeated(_ what: String) -> PublishedFormatError {
    .malformed(
      file: PublishedPath.manifest(pointer.manifest), detail: "an id is in \(what) twice")
  }

  private func find(
    feed name: String, environment key: String
  ) throws(SourceError) -> PublishedManifest.Environment {
    guard let feed = manifest.feeds.first(where: { $0.name == name }) else {
      throw .unknownFeed(asked: name, known: feedNames)
    }
    guard let environment = feed.environments.first(where: { $0.key == key }) else {
      throw .unknownEnvironment(asked: key, feed: name, known: feed.environments.map(\.key))
    }
    return environment
  }

  private func find(
    _ name: ListName
  ) throws(SourceError) -> (PublishedManifest.Environment, PublishedManifest.List) {
    let environment = try find(feed: name.feed, environment: name.environment)
    guard let lists = environment.lists else {
      throw .widthRange(environment: name.environment)
    }
    guard let list = lists.first(where: { $0.name == name.list }) else {
      throw .unknownList(asked: name.list, feed: name.feed, known: lists.map(\.name))
    }
    return (environment, list)
  }
}

extension PublishedManifest.List {
  /// The grid, the spacing and the insets of the list.
  ///
  /// - Parameter stepsPerPoint: Number of grid steps per point in the list's environment.
  public func spacing(stepsPerPoint: Double) -> ListSpacing {
    ListSpacing(
      grid: PixelGrid(stepsPerPoint: stepsPerPoint), spacing: gap, top: insets.top,
      leading: insets.leading, bottom: insets.bottom, trailing: insets.trailing,
      separator: separator?.height ?? 0)
  }
}

extension ListCells {
  /// Adds the cells of a chunk at the end.
  fileprivate mutating func append(_ part: (ids: IDsChunk, heights: HeightsChunk)) {
    for (index, id) in part.ids.ids.enumerated() {
      append(
        id, height: Int(part.heights.heights[index]), caveats: part.heights.caveats[index])
    }
  }
}

/// Fetches published files, and caches the stored bytes of chunks.
///
/// It is an actor because several lists may use it at the same time.
public actor PublishedFiles {
  /// Fetches the file at a path; it must return the whole content or throw an error.
  public typealias Fetch = @Sendable (_ path: String) async throws -> [UInt8]

  nonisolated let limits: FormatLimits
  private let get: Fetch
  private var kept: [String: [UInt8]] = [:]
  private var bytes = 0

  /// Maximum size of the cached chunks, in bytes; chunks beyond it are fetched each time.
  private static let maximumKeptBytes = 64 << 20

  /// Creates an empty cache of chunks.
  ///
  /// - Parameters:
  ///   - limits: Maximum sizes of the files.
  ///   - get: Fetches the file at a path.
  public init(limits: FormatLimits = FormatLimits(), get: @escaping Fetch) {
    self.limits = limits
    self.get = get
  }

  /// Fetches a file without the cache.
  nonisolated func fetch(_ path: String) async throws -> [UInt8] { try await get(path) }

  /// The stored bytes of a chunk, from the cache if possible; the caller verifies and unpacks them.
  func chunk(_ reference: FileReference) async throws -> [UInt8] {
    if let cached = kept[reference.path] { return cached }
    let stored = try await get(reference.path)
    // Only valid bytes are cached. Another task may have cached the same chunk in the meantime.
    _ = try reference.unpack(stored, limits: limits)
    if kept[reference.path] == nil, bytes + stored.count <= Self.maximumKeptBytes {
      kept[reference.path] = stored
      bytes += stored.count
    }
    return stored
  }

  /// Removes all chunks from the cache, except the referenced ones.
  func keep(only references: Set<FileReference>) {
    let paths = Set(references.map(\.path))
    kept = kept.filter { paths.contains($0.key) }
    bytes = kept.values.reduce(0) { $0 + $1.count }
  }
}
