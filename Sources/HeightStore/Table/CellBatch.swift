import LayoutPrimitives

/// Checked cells of a range of numbers, as one thread read them.
struct CellBatch: Sendable {
  /// Where the frames of a cell are.
  enum Frames {
    case none
    /// A shape's number.
    case shape(Int64)
    /// The range in `bytes`.
    case own(Range<Int>)
    /// In the file alone.
    case inFile
  }

  /// A cell.
  struct Cell {
    let number: Int64
    let feed: Int
    let column: Int
    /// The range of the record's id in `bytes`.
    let id: Range<Int>
    let version: StoredVersion
    let template: TemplateID
    let caveats: Caveats
    let findings: FindingSet
    let isFailed: Bool
    let height: Int32
    let exactHeight: Double
    let frames: Frames
  }

  /// The places of feeds and environments in a catalog.
  struct Places: Sendable {
    private let feeds: [Int64: Int]
    private let environments: [[EnvironmentID]]

    init(_ catalog: StoreCatalog) {
      feeds = Dictionary(
        zip(catalog.feeds.map(\.id), catalog.feeds.indices)
      ) { first, _ in first }
      environments = catalog.feeds.map { $0.environments.map(\.id) }
    }

    /// The place of a feed, and that of an environment in it; nil where there is none.
    func place(feed: Int64, environment: EnvironmentID) -> (feed: Int, column: Int)? {
      guard let feed = feeds[feed],
        let column = environments[feed].firstIndex(of: environment)
      else { return nil }
      return (feed, column)
    }
  }

  private(set) var cells: [Cell] = []
  private(set) var bytes: [UInt8] = []

  /// Reads the cells of a range of numbers.
  ///
  /// - Throws: `StoreError.corrupt` for a damaged cell.
  init(_ reader: StoreReader, _ numbers: ClosedRange<Int64>, _ places: Places) throws {
    let row = try reader.connection.prepare(
      "SELECT \(CellRow.columns) FROM cells WHERE cell_id BETWEEN ? AND ?")
    try row.bind(numbers.lowerBound, at: 1)
    try row.bind(numbers.upperBound, at: 2)
    let checked = RowBytes()
    while try row.step() {
      guard CellRow.isWhole(row, checked) else {
        throw reader.corrupt(
          "cell \(row.int(CellRow.id)), of record '\(row.text(CellRow.recordID))'")
      }
      let environment = EnvironmentID(rawValue: row.int(CellRow.environment))
      guard let place = places.place(feed: row.int(CellRow.feed), environment: environment) else {
        throw reader.corrupt("cell \(row.int(CellRow.id)) is of no known feed")
      }
      append(row, feed: place.feed, column: place.column)
    }
  }

  private mutating func append(_ row: PreparedStatement, feed: Int, column: Int) {
    let id = keep(UnsafeRawBufferPointer(row.textBytes(CellRow.recordID)))
    var frames = Frames.none
    if let shape = CellRow.shapeID(row) {
      frames = .shape(shape)
    } else if !row.isNull(CellRow.frames) {
      frames = .own(keep(row.blob(CellRow.frames)))
    } else if !row.isNull(CellRow.heightRuns) {
      frames = .inFile
    }
    cells.append(
      Cell(
        number: row.int(CellRow.id), feed: feed, column: column, id: id,
        version: CellRow.storedVersion(row),
        template: TemplateID(rawValue: row.int(CellRow.template)),
        caveats: Caveats(rawValue: Int(row.int(CellRow.caveats))), findings: FindingSet(row),
        isFailed: !row.isNull(CellRow.errorCode),
        height: Int32(truncatingIfNeeded: row.int(CellRow.height)),
        exactHeight: row.double(CellRow.exactHeight), frames: frames))
  }

  private mutating func keep(_ data: UnsafeRawBufferPointer) -> Range<Int> {
    let start = bytes.count
    bytes.append(contentsOf: data)
    return start..<bytes.count
  }

  /// Calls `body` with kept bytes.
  func with<Result>(
    _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }
}
