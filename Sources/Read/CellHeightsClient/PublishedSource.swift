import PublishedHeights

/// Published files of one manifest.
struct PublishedSource: GeometrySource {
  let generation: PinnedGeneration
  private let files: PublishedFiles
  private let pointer: PublishedPointer
  private let manifest: PublishedManifest

  /// Times that the pointer is read when its manifest cannot be had, because a publication may have
  /// removed it meanwhile.
  private static let attempts = 3
  /// Chunks that are fetched at a time.
  private static let fetches = 8

  /// Opens the current manifest.
  init(_ files: PublishedFiles) async throws {
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
    generation = PinnedGeneration(
      number: manifest.generation, digest: manifest.digest, listDigest: manifest.listDigest)
  }

  private static func pointer(_ files: PublishedFiles) async throws -> PublishedPointer {
    try PublishedPointer(decoding: try await files.fetch(PublishedPath.pointer))
  }

  var feeds: [String] { manifest.feeds.map(\.name) }

  func environments(feed: String) -> [String] {
    manifest.feeds.first { $0.name == feed }?.environments.map(\.key) ?? []
  }

  func lists(feed: String, environment: String) -> [String] {
    manifest.feeds.first { $0.name == feed }?.environments.first { $0.key == environment }?
      .lists?.map(\.name) ?? []
  }

  func next() async throws -> (any GeometrySource)? {
    let current = try await Self.pointer(files)
    guard current != pointer else { return nil }
    let source = try await PublishedSource(files, current)
    // Lists that are loaded have what they need.
    await files.keep(only: source.manifest.references)
    return source
  }

  func list(_ name: ListName) async throws -> ListGeometry {
    let (environment, list) = try find(name)
    let chunks = list.chunks
    var cells = ListCells()
    for start in stride(from: 0, to: chunks.count, by: Self.fetches) {
      for part in try await parts(Array(chunks[start..<min(start + Self.fetches, chunks.count)])) {
        cells.append(ids: part.ids.ids, heights: part.heights.heights, doubts: part.heights.caveats)
      }
    }
    try checkDistinct(cells.ids, in: "list '\(name.list)'")
    let insets = list.insets
    return ListGeometry(
      name, generation,
      measures: ListMeasures(
        stepsPerPoint: environment.stepsPerPoint, gap: list.gap, top: insets.top,
        leading: insets.leading, bottom: insets.bottom, trailing: insets.trailing),
      cells: cells)
  }

  /// The contents of some chunks in order, fetched at the same time.
  private func parts(
    _ chunks: [PublishedManifest.Chunk]
  ) async throws -> [(ids: IDsChunk, heights: HeightsChunk)] {
    let files = files
    return try await withThrowingTaskGroup(of: (Int, IDsChunk, HeightsChunk).self) { group in
      for (place, chunk) in chunks.enumerated() {
        group.addTask {
          let ids = try chunk.ids(try await files.chunk(chunk.ids), limits: files.limits)
          let heights = try chunk.heights(
            try await files.chunk(chunk.heights), limits: files.limits)
          return (place, ids, heights)
        }
      }
      var parts: [Int: (ids: IDsChunk, heights: HeightsChunk)] = [:]
      for try await (place, ids, heights) in group { parts[place] = (ids, heights) }
      return chunks.indices.compactMap { parts[$0] }
    }
  }

  func frames(_ positions: Range<Int>, of name: ListName) async throws -> [[ViewFrame]] {
    let (environment, list) = try find(name)
    var cells: [[ViewFrame]] = []
    var first = 0
    for chunk in list.chunks {
      let wanted = positions.clamped(to: first..<first + chunk.count)
      if !wanted.isEmpty {
        guard let reference = chunk.frames else { throw ClientError.noFrames(name) }
        let stored = try await files.chunk(reference)
        guard let frames = try chunk.frames(stored, limits: files.limits) else {
          throw ClientError.noFrames(name)
        }
        for position in wanted {
          let own = try views(frames, position - first, environment.stepsPerPoint, reference.path)
          guard let own else { throw ClientError.noFrames(name) }
          cells.append(own)
        }
      }
      first += chunk.count
    }
    return cells
  }

  /// The views of a cell; nil for a cell without frames.
  private func views(
    _ chunk: FramesChunk, _ place: Int, _ stepsPerPoint: Double, _ path: String
  ) throws -> [ViewFrame]? {
    guard let shape = chunk.shape(ofCell: place) else { return nil }
    if shape.isEmpty { return nil }
    let number = Int(chunk.templates[place])
    guard manifest.templates.indices.contains(number) else {
      throw PublishedFormatError.malformed(file: path, detail: "there is no template \(number)")
    }
    let views = manifest.templates[number].views
    guard
      let frames = CellFrames(shape, views: views.count, labels: views.count { $0.label })
    else {
      throw PublishedFormatError.malformed(
        file: path, detail: "a shape is not of template '\(manifest.templates[number].name)'")
    }
    var lines = frames.lines.makeIterator()
    return zip(views, frames.frames).map { view, frame in
      ViewFrame(
        id: view.id, kind: view.kind,
        edges: (Int(frame.x), Int(frame.y), Int(frame.width), Int(frame.height)),
        stored: view.label ? lines.next() : nil, stepsPerPoint: stepsPerPoint)
    }
  }

  func widths(feed: String, environment: String) async throws -> WidthRange {
    let found = try find(feed: feed, environment: environment)
    guard let chunks = found.chunks,
      let measures = WidthMeasures(key: environment, stepsPerPoint: found.stepsPerPoint)
    else { throw ClientError.singleWidth(environment: environment) }
    var cells = WidthCells()
    for chunk in chunks {
      let ids = try chunk.ids(try await files.chunk(chunk.ids), limits: files.limits).ids
      let widths = try chunk.runs(try await files.chunk(chunk.runs), limits: files.limits)
      for (place, id) in ids.enumerated() {
        cells.append(
          id: id, doubts: widths.caveats[place],
          runs: widths.runs[place].lazy.map { ($0.width, $0.height) })
      }
    }
    try checkDistinct(cells.ids, in: environment)
    return WidthRange(
      feed: feed, environment: environment, generation: generation, measures: measures,
      cells: cells)
  }

  /// Refuses a list whose chunks have an id twice.
  private func checkDistinct(_ ids: [String], in what: String) throws(PublishedFormatError) {
    guard Set(ids).count == ids.count else {
      throw .malformed(
        file: PublishedPath.manifest(pointer.manifest), detail: "an id is in \(what) twice")
    }
  }

  private func find(
    feed name: String, environment key: String
  ) throws(ClientError) -> PublishedManifest.Environment {
    guard let feed = manifest.feeds.first(where: { $0.name == name }) else {
      throw .unknownFeed(asked: name, known: feeds)
    }
    guard let environment = feed.environments.first(where: { $0.key == key }) else {
      throw .unknownEnvironment(asked: key, feed: name, known: feed.environments.map(\.key))
    }
    return environment
  }

  private func find(
    _ name: ListName
  ) throws(ClientError) -> (PublishedManifest.Environment, PublishedManifest.List) {
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
