import LayoutPrimitives
import SQLiteDatabase

/// What all cells of a file are compared with while they are read back.
struct AuditBasis: Sendable {
  /// A template, as far as its cells depend on it.
  struct Template: Sendable {
    /// Size of a cell's frames, in bytes.
    let frameBytes: Int
    let labels: Int
    let hash: ContentHash
  }

  /// What the rows of a replaced feed contain.
  struct Feed: Sendable {
    let keepsFrames: Bool
    let keepsLines: Bool
  }

  let errors: StoreErrors
  let shapes: AuditedShapes
  let templates: [TemplateID: Template]
  let environments: [EnvironmentID: (hash: ContentHash, isRange: Bool)]
  /// The replaced feeds.
  let feeds: [Feed]
  /// The index in `feeds` of a feed with a row number; nil for a feed that is not replaced.
  let feedIndices: [Int64: Int]
  /// Whether the keys of the cells are compared with the index.
  let countsKeys: Bool
  /// The names of all feeds, by row number.
  private let feedNames: [Int64: String]

  /// Reads the shapes, and takes everything else from the catalog.
  init(
    _ catalog: StoreCatalog, feeds: [FeedEntry], connection: Connection, errors: StoreErrors,
    countsKeys: Bool
  ) throws {
    self.errors = errors
    self.feeds = feeds.map { Feed(keepsFrames: $0.keepsFrames, keepsLines: $0.keepsLines) }
    self.countsKeys = countsKeys
    feedIndices = Dictionary(zip(feeds.map(\.id), feeds.indices)) { first, _ in first }
    feedNames = Dictionary(catalog.feeds.map { ($0.id, $0.name) }) { first, _ in first }
    templates = catalog.templates.mapValues {
      Template(
        frameBytes: FrameCodec(template: $0).byteCount, labels: $0.labels.count,
        hash: CellAudit.hash($0))
    }
    environments = catalog.environments.mapValues { (ContentHash(of: $0.key), $0.isRange) }
    shapes = try AuditedShapes(
      templates.mapValues(\.frameBytes), connection: connection, errors: errors, RowBytes())
  }

  /// The error for a damaged cell of a feed that the build does not replace.
  func damaged(_ number: Int64, feed: Int64) -> StoreError {
    let owner = feedNames[feed].map {
      "of feed '\($0)', which a build that names it computes anew"
    }
    return .corrupt(path: errors.store, detail: "cell \(number) \(owner ?? "of no feed")")
  }
}

/// What was read back of some cells of a file.
struct AuditedCells: Sendable {
  /// The digest and the counts of cells of each replaced feed, in the order of the basis.
  private(set) var feeds: [(digest: ContentDigest, counts: [EnvironmentID: CellCounts])]
  /// Digest of the keys of the cells of all feeds.
  private(set) var keys = ContentDigest()
  /// Whether a cell uses a shape, by the index of the shape.
  private(set) var usesShape: [Bool]

  private let basis: AuditBasis

  /// Creates the content of no cells.
  init(_ basis: AuditBasis) {
    self.basis = basis
    feeds = Array(repeating: (ContentDigest(), [:]), count: basis.feeds.count)
    usesShape = Array(repeating: false, count: basis.shapes.count)
  }

  /// Adds the content of other cells.
  mutating func add(_ other: AuditedCells) {
    keys.add(other.keys)
    for (index, feed) in other.feeds.enumerated() {
      feeds[index].digest.add(feed.digest)
      for (environment, counts) in feed.counts {
        feeds[index].counts[environment, default: CellCounts()].add(counts)
      }
    }
    for index in usesShape.indices where other.usesShape[index] { usesShape[index] = true }
  }

  /// Reads the cells whose numbers are in a range.
  ///
  /// - Throws: `StoreError.verificationFailed` at the first contradiction in a replaced feed;
  ///   `StoreError.corrupt` for damage elsewhere.
  mutating func read(
    _ numbers: ClosedRange<Int64>, _ connection: Connection, _ bytes: RowBytes
  ) throws {
    // The rows are read in the order in which the file stores them.
    let rows = try PreparedStatement(
      "SELECT \(CellRow.columns) FROM cells NOT INDEXED WHERE cell_id BETWEEN ? AND ? "
        + "ORDER BY cell_id",
      on: connection, errors: basis.errors)
    try rows.bind(numbers.lowerBound, at: 1)
    try rows.bind(numbers.upperBound, at: 2)
    while try rows.step() {
      let number = rows.int(CellRow.id)
      if basis.countsKeys {
        keys.add(Self.keyHash(rows, CellRow.feed, CellRow.recordID, number, bytes))
      }
      let feed = basis.feedIndices[rows.int(CellRow.feed)]
      guard CellRow.isWhole(rows, bytes) else {
        if feed != nil { throw failed("cell \(number) is not what was written") }
        throw basis.damaged(number, feed: rows.int(CellRow.feed))
      }
      let template = TemplateID(rawValue: rows.int(CellRow.template))
      guard let frames = frames(of: rows, template) else {
        if feed != nil { throw failed("the frames of cell \(number) are not what was written") }
        throw basis.damaged(number, feed: rows.int(CellRow.feed))
      }
      guard let feed else { continue }
      let kept = basis.feeds[feed]
      let environment = EnvironmentID(rawValue: rows.int(CellRow.environment))
      let isFailed = !rows.isNull(CellRow.errorCode)
      guard let template = basis.templates[template],
        let (environmentHash, isRange) = basis.environments[environment],
        (kept.keepsFrames && !isFailed && !isRange) == (frames != .none),
        (isRange && !isFailed) == !rows.isNull(CellRow.heightRuns),
        (kept.keepsLines && !isFailed && !isRange && template.labels > 0)
          == !rows.isNull(CellRow.lineFragments)
      else { throw failed("cell \(number) contradicts its template or environment") }
      feeds[feed].counts[environment, default: CellCounts()].add(failed: isFailed)
      feeds[feed].digest.add(
        CellAudit.hash(rows, environmentHash, template.hash, frames, bytes))
    }
  }

  /// The frames of a cell; notes that the cell uses its shape.
  ///
  /// - Returns: nil if the shape is damaged or belongs to another template, or if the frames have
  ///   another size than the template's.
  private mutating func frames(
    of row: PreparedStatement, _ template: TemplateID
  ) -> AuditedFrames? {
    if let number = CellRow.shapeID(row) {
      guard let (index, hash) = basis.shapes.shape(number, of: template) else { return nil }
      usesShape[index] = true
      return .hash(hash)
    }
    guard !row.isNull(CellRow.frames) else { return AuditedFrames.none }
    let frames = row.blob(CellRow.frames)
    return frames.count == basis.templates[template]?.frameBytes
      ? .hash(ContentHash(bytes: frames)) : nil
  }

  /// Hash of a cell's key and number; `feed` is a column, and the next column is the environment.
  static func keyHash(
    _ row: PreparedStatement, _ feed: Int32, _ recordID: Int32, _ number: Int64, _ bytes: RowBytes
  ) -> ContentHash {
    bytes.reset()
    bytes.append(row.int(feed))
    bytes.append(row.int(feed + 1))
    bytes.append(number)
    bytes.append(text: row.textBytes(recordID))
    return bytes.hash
  }

  private func failed(_ detail: String) -> StoreError { basis.errors.verificationFailed(detail) }
}

/// The frames of a cell that was read back.
enum AuditedFrames: Hashable, Sendable {
  /// The cell failed, or stores no frames.
  case none
  /// The hash of the frames, which are in the cell's row or in a shape.
  case hash(ContentHash)
}

/// The shapes of a file whose cells are read back.
struct AuditedShapes: Sendable {
  private struct Shape: Sendable {
    let number: Int64
    let template: TemplateID
    let hash: ContentHash
  }

  /// The intact shapes.
  private var shapes: [Shape] = []
  /// The indices in `shapes`, by number.
  private var indices: [Int64: Int] = [:]
  /// The numbers of the damaged shapes.
  private var damaged: [Int64] = []

  /// Reads all shapes.
  ///
  /// - Parameter sizes: Size of a cell's frames by template, in bytes.
  init(
    _ sizes: [TemplateID: Int], connection: Connection, errors: StoreErrors, _ bytes: RowBytes
  ) throws {
    let rows = try PreparedStatement(
      "SELECT \(ShapeRow.columns) FROM shapes ORDER BY shape_id", on: connection, errors: errors)
    while try rows.step() {
      let number = rows.int(ShapeRow.id)
      let template = TemplateID(rawValue: rows.int(ShapeRow.template))
      let frames = rows.blob(ShapeRow.frames)
      guard ShapeRow.isWhole(rows, bytes), frames.count == sizes[template] else {
        damaged.append(number)
        continue
      }
      indices[number] = shapes.count
      shapes.append(Shape(number: number, template: template, hash: ContentHash(bytes: frames)))
    }
  }

  /// Number of intact shapes.
  var count: Int { shapes.count }

  /// The index and the hash of a shape; nil if it is damaged or belongs to another template.
  func shape(_ number: Int64, of template: TemplateID) -> (index: Int, hash: ContentHash)? {
    guard let index = indices[number], shapes[index].template == template else { return nil }
    return (index, shapes[index].hash)
  }

  /// The numbers of the shapes that no cell uses, in ascending order; damaged shapes are included.
  ///
  /// - Parameter isUsed: Whether a cell uses a shape, by the index of the shape.
  func unused(_ isUsed: [Bool]) -> [Int64] {
    (shapes.indices.filter { !isUsed[$0] }.map { shapes[$0].number } + damaged).sorted()
  }
}
