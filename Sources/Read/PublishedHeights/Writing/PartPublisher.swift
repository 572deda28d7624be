#if canImport(HeightStore)
package import HeightStore
package import LayoutPrimitives

/// A chunk of a list that one of several processes published.
///
/// `PartPublisher` makes a generation of the parts of all processes.
package struct PublishedPart: Hashable, Sendable, Codable {
  /// The schema that this program writes and reads.
  package static let schema = "cellheights.chunk/1"

  /// The schema of the document.
  package let schema: String
  /// Hash of the first line of the cells, which parts of one generation have in common.
  package let cellsHash: String
  /// Number of the chunk in its list, from 0.
  package let chunk: Int
  /// Key of the environment, in full form.
  package let environment: String
  /// Number of cells of the list before the chunk.
  package let rank: Int
  /// Number of cells with a height.
  package let cells: Int
  /// Number of failed cells, which are in no list.
  package let failed: Int
  /// The published chunks: one, or several if the cells exceed `PublishingOptions.chunkBytes`.
  package let pieces: [PublishedManifest.Chunk]
  /// `ContentDigest.sums` of all cells.
  package let cellSums: String
  /// `ContentDigest.sums` of the ids of the cells with a height, and their positions.
  package let orderSums: String
  /// `ContentDigest.sums` of the ids and versions of all cells, which are equal in all environments
  /// of a feed.
  package let recordSums: String

  /// The digests of the cells; nil if the sums are not those of a digest.
  fileprivate var digests: MergedDigests.Part? {
    guard let content = ContentDigest(sums: cellSums), let order = ContentDigest(sums: orderSums)
    else { return nil }
    return MergedDigests.Part(rank: rank, listed: cells, content: content, order: order)
  }

  /// The digest of the ids and versions of all cells; nil if the sums are not those of a digest.
  fileprivate var records: ContentDigest? { ContentDigest(sums: recordSums) }

  /// Decodes a part.
  ///
  /// - Throws: `PublishedFormatError` if the text is not a part, or if a number is out of range.
  package init(json: [UInt8]) throws(PublishedFormatError) {
    try FormatJSON.check(Self.schema, of: json, file: "a part")
    self = try FormatJSON.decode(Self.self, json, file: "a part")
    guard [chunk, rank, cells, failed].allSatisfy(PublishedManifest.cellBound.contains),
      pieces.allSatisfy(\.isPossible), let digests,
      digests.content.count == UInt64(cells + failed), digests.order.count == UInt64(cells),
      let records, records.count == UInt64(cells + failed)
    else { throw .malformed(file: "a part", detail: "a number or a digest is out of range") }
  }

  /// The document as JSON, without a line break.
  ///
  /// - Throws: `PublishedFormatError.malformed` if it cannot be encoded.
  package func json() throws(PublishedFormatError) -> [UInt8] {
    try FormatJSON.encode(self, file: "a part")
  }

  fileprivate init(
    cellsHash: String, chunk: Int, environment: String, rank: Int, failed: Int,
    pieces: [PublishedManifest.Chunk], _ digests: MergedDigests.Part, records: ContentDigest
  ) {
    schema = Self.schema
    self.cellsHash = cellsHash
    (self.chunk, self.environment, self.rank, self.failed) = (chunk, environment, rank, failed)
    self.pieces = pieces
    cells = digests.listed
    cellSums = digests.content.sums
    orderSums = digests.order.sums
    recordSums = records.sums
  }
}

/// Publishes single chunks of a feed's list, for a generation that several processes publish.
package struct PartWriter<Sink: PublishingSink> {
  /// The chunk that is not complete yet.
  private struct Open {
    let number: Int
    let rank: Int
    let environment: Int
    var pieces: ListPieces
    var digests: MergedDigests.Part
    var records = ContentDigest()
    var failed = 0
    var ids: Set<String> = []
  }

  private let cellsHash: String
  private let options: PublishingOptions
  private let environments: [StoredEnvironment]
  private let codecs: [LineCodec]
  private var hasher: CellHasher
  private var store: ChunkStore<Sink>
  private var open: Open?

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - cellsHash: Hash of the first line of the cells.
  ///   - environments: The environments of the feed, in the order of the build.
  ///   - templates: The templates of the feed, in the order of the build.
  package init(
    _ sink: Sink, cellsHash: String, environments: [StoredEnvironment],
    templates: [StoredTemplate], options: PublishingOptions
  ) {
    self.cellsHash = cellsHash
    self.options = options
    self.environments = environments
    codecs = templates.map { LineCodec(template: $0) }
    hasher = CellHasher(environments: environments.map(\.key), templates: templates)
    store = ChunkStore(sink, limits: options.limits)
  }

  /// The sink, with the files written so far.
  package var sink: Sink { store.sink }

  /// Begins a chunk.
  ///
  /// - Parameters:
  ///   - number: Number of the chunk in its list, from 0.
  ///   - rank: Number of cells of the list before the chunk.
  ///   - environment: Index of the environment of all cells of the chunk.
  package mutating func begin(chunk number: Int, rank: Int, environment: Int) {
    open = Open(
      number: number, rank: rank, environment: environment,
      pieces: ListPieces(options, codecs: codecs),
      digests: MergedDigests.Part(rank: rank))
  }

  /// Adds the next cell of the chunk; a failed cell is counted, and not in the list.
  ///
  /// - Returns: The hash of the cell.
  /// - Throws: `StoreError.invalid` if no chunk is open, if the chunk has a cell of the record, or
  ///   if the cell does not fit its template or the format; `PublishedFormatError`; errors of the
  ///   sink.
  @discardableResult
  package mutating func append(_ cell: StoredCell) throws -> ContentHash {
    guard var chunk = open else { throw StoreError.invalid("no chunk is open") }
    let template = Int(cell.template.rawValue)
    let hash = try hasher.hash(
      recordID: cell.recordID, version: cell.version, environment: chunk.environment,
      template: template, outcome: cell.outcome)
    open = nil
    guard chunk.ids.insert(cell.recordID).inserted else {
      throw StoreError.invalid("its chunk has another cell of record '\(cell.recordID)'")
    }
    chunk.records.add(ContentHash(of: "\(cell.recordID)\u{0}\(cell.version)"))
    if case .layout = cell.outcome {
      guard try chunk.pieces.append(cell, template: UInt16(exactly: template), to: &store) else {
        throw StoreError.invalid("the cell of record '\(cell.recordID)' cannot be published")
      }
      chunk.digests.add(hash, recordID: cell.recordID, isListed: true, hasher)
    } else {
      chunk.digests.add(hash, recordID: cell.recordID, isListed: false, hasher)
      chunk.failed += 1
    }
    open = chunk
    return hash
  }

  /// Writes the files of the chunk; nil if no chunk is open.
  ///
  /// - Throws: `PublishedFormatError`; errors of the sink.
  package mutating func end() throws -> PublishedPart? {
    guard var chunk = open else { return nil }
    open = nil
    try chunk.pieces.endChunk(in: &store)
    return PublishedPart(
      cellsHash: cellsHash, chunk: chunk.number,
      environment: environments[chunk.environment].key, rank: chunk.rank, failed: chunk.failed,
      pieces: chunk.pieces.chunks, chunk.digests, records: chunk.records)
  }
}

/// Publishes the generation that consists of the parts of several processes.
package struct PartPublisher {
  /// The reason why the parts are not one complete feed.
  package struct Gap: Error, CustomStringConvertible {
    /// The first wrong or missing chunk, or the difference between environments, as text.
    package let description: String
  }

  private let feed: String
  private let cellsHash: String
  private let environments: [StoredEnvironment]
  private let templates: [StoredTemplate]
  private let list: ListDescription
  private let engineVersion: String
  private var parts: [[PublishedPart]]

  /// Begins a feed.
  ///
  /// - Parameters:
  ///   - cellsHash: Hash of the first line of the cells.
  ///   - environments: The environments of the feed, in the order of the build.
  ///   - templates: The templates of the feed, in the order of the build.
  ///   - list: The spacing and the insets of the list in feed order.
  package init(
    feed: String, cellsHash: String, environments: [StoredEnvironment],
    templates: [StoredTemplate], list: ListDescription, engineVersion: String
  ) {
    self.feed = feed
    self.cellsHash = cellsHash
    self.environments = environments
    self.templates = templates
    self.list = list
    self.engineVersion = engineVersion
    parts = environments.map { _ in [] }
  }

  /// Adds a part; parts may be added in any order.
  ///
  /// - Throws: `Gap` if its cells have another first line, or if the feed does not have its
  ///   environment.
  package mutating func add(_ part: PublishedPart) throws(Gap) {
    guard part.cellsHash == cellsHash else {
      throw Gap(
        description: "the first line of its cells was another one: another template, other fonts "
          + "or another version of the program")
    }
    guard let environment = environments.firstIndex(where: { $0.key == part.environment }) else {
      throw Gap(description: "a chunk is of environment \(part.environment), which is not built")
    }
    parts[environment].append(part)
  }

  /// The first chunk that is missing, repeated or malformed; nil if the parts are complete.
  package var gap: Gap? {
    for (environment, parts) in zip(environments, parts) {
      var cells = 0
      for (number, part) in parts.sorted(by: { $0.chunk < $1.chunk }).enumerated() {
        guard part.chunk == number, part.rank == cells, part.digests != nil,
          part.pieces.reduce(0, { $0 + $1.count }) == part.cells
        else {
          return Gap(
            description: part.chunk < number
              ? "chunk \(part.chunk) of environment \(environment.key) is there twice"
              : "chunk \(number) of environment \(environment.key), which begins with cell "
                + "\(cells) of the list, is missing or malformed")
        }
        cells += part.cells
      }
      guard PublishedManifest.cellBound.contains(cells) else {
        return Gap(description: "environment \(environment.key) has \(cells) cells")
      }
    }
    return difference
  }

  /// Why the complete chunks of all environments are not one feed; nil if they are.
  private var difference: Gap? {
    // Each record has a cell in each environment.
    let counts = parts.map { $0.reduce(0) { $0 + $1.cells + $1.failed } }
    guard let first = counts.first, counts.allSatisfy({ $0 == first }) else {
      let all = zip(environments, counts).map { "\($1) in \($0.key)" }
      return Gap(
        description: "the environments have different numbers of cells: "
          + all.joined(separator: ", "))
    }
    func sums(_ parts: [PublishedPart], _ digest: (PublishedPart) -> ContentDigest?) -> String {
      var sum = ContentDigest()
      for part in parts { if let part = digest(part) { sum.add(part) } }
      return sum.sums
    }
    // The lists can be compared only if they have all records.
    let complete = parts.filter { $0.allSatisfy { $0.failed == 0 } }
    guard Set(parts.map { sums($0, \.records) }).count == 1,
      Set(complete.map { sums($0) { $0.digests?.order } }).count <= 1
    else {
      return Gap(
        description:
          "the environments have different records or versions of them, or the same in another order"
      )
    }
    guard parts.contains(where: { $0.contains { $0.cells > 0 } }) else {
      return Gap(description: "no cell has a height")
    }
    let pieces = parts.joined().flatMap(\.pieces)
    guard Set(pieces.map { $0.frames != nil }).count == 1,
      Set(pieces.map { $0.versions != nil }).count == 1
    else { return Gap(description: "some chunks have frames or versions, and others have not") }
    return nil
  }

  /// The first file of a part that is missing or has another size; nil if there is none.
  ///
  /// - Parameter size: Returns the size of the file at a path in bytes, or nil if it is missing.
  package func missingFile(_ size: (String) throws -> Int?) rethrows -> Gap? {
    var seen: Set<FileAddress> = []
    for part in parts.joined() {
      for file in part.pieces.flatMap(\.files) where seen.insert(file.sha256).inserted {
        let path = PublishedPath.chunk(file.sha256)
        guard try size(path) != file.bytes else { continue }
        return Gap(
          description: "the file \(path) of chunk \(part.chunk) of environment "
            + "\(part.environment) is missing or incomplete; copy the files of all processes first, "
            + "and publish chunks again whose files were pruned")
      }
    }
    return nil
  }

  /// Writes the manifest and the pointer.
  ///
  /// - Throws: `Gap` if a chunk is missing, repeated or malformed; nothing is written then.
  ///   `PublishedFormatError`; errors of the sink.
  package func publish(
    into sink: inout some PublishingSink, generation: Int
  ) throws -> PublishingSummary {
    if let gap { throw gap }
    var digests = MergedDigests(
      feed: feed, environments: environments.map(\.key), templates: templates, list: list)
    var published: [PublishedManifest.Environment] = []
    for (index, environment) in environments.enumerated() {
      let sorted = parts[index].sorted { $0.chunk < $1.chunk }
      var pieces = ListPieces(PublishingOptions(), codecs: [])
      for part in sorted {
        if let sums = part.digests { digests.add(sums, environment: index) }
        pieces.append(part.pieces)
      }
      let grid = PixelGrid(stepsPerPoint: environment.stepsPerPoint)
      published.append(
        PublishedManifest.Environment(
          key: environment.key, stepsPerPoint: environment.stepsPerPoint,
          state: environment.state, cells: sorted.reduce(0) { $0 + $1.cells },
          failed: sorted.reduce(0) { $0 + $1.failed },
          content: .lists([pieces.list(list, grid: grid)])))
    }
    var store = ChunkStore(sink, limits: FormatLimits())
    defer { sink = store.sink }
    let digest = MergedDigests.generation([digests])
    return try store.finish(
      PublishedManifest(
        generation: generation, digest: digest.digest, listDigest: digest.listDigest,
        engineVersion: engineVersion,
        templates: try TemplateTable.published(templates, store: feed),
        feeds: [PublishedManifest.Feed(name: feed, environments: published)]))
  }
}
#endif
