import LayoutPrimitives
import SQLiteDatabase

/// Checked cells of a range of numbers, as one thread read them: all that does not depend on other
/// cells is done.
struct CellBatch: Sendable {
  /// A cell, without references, so that many are copied at no cost.
  struct Cell {
    let number: Int64
    let exactHeight: Double
    let height: Int32
    let feed: Int32
    let column: Int32
    /// The place in `classes`.
    let cellClass: Int32
    /// The number of a shape that cells share; nil for frames of its own and for none.
    let shape: Int64?
    /// Of the record's id, by `RecordTable.hash`.
    let hash: UInt64
    /// Where in `bytes` the id begins; the version and own frames follow.
    let start: Int
    let idBytes: Int32
    let versionBytes: Int32
    let frameBytes: Int32
    let versionIsHash: Bool

    var id: Range<Int> { start..<start + Int(idBytes) }
    var version: Range<Int> { id.upperBound..<id.upperBound + Int(versionBytes) }
    var frames: Range<Int> { version.upperBound..<version.upperBound + Int(frameBytes) }
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
  /// Ids, versions and frames.
  private(set) var bytes: [UInt8] = []
  /// What the cells have in common, in the order in which it first comes.
  private(set) var classes: [CellTable.Class] = []
  private var classNumbers: [CellTable.Class: Int32] = [:]
  /// The latest class without findings.
  private var plain: (kind: CellTable.Kind, template: TemplateID, caveats: Caveats, number: Int32)?

  /// Reads the cells of a range of numbers.
  ///
  /// - Parameter expected: How many there may be.
  /// - Throws: `StoreError.corrupt` for a damaged cell.
  init(
    _ reader: StoreReader, _ numbers: ClosedRange<Int64>, _ places: Places, expected: Int
  ) throws {
    cells.reserveCapacity(expected)
    bytes.reserveCapacity(expected * 40)
    let checked = RowBytes()
    var last: (feed: Int64, environment: EnvironmentID, place: (feed: Int, column: Int))?
    try reader.connection.forEachRow(
      CellRow.columns, count: CellRow.count, from: "cells WHERE cell_id BETWEEN ? AND ?", numbers
    ) { row in
      guard CellRow.isWhole(row, checked) else {
        throw reader.corrupt(
          "cell \(row.int(CellRow.id)), of record '\(row.text(CellRow.recordID))'")
      }
      let feed = row.int(CellRow.feed)
      let environment = EnvironmentID(rawValue: row.int(CellRow.environment))
      if last?.feed != feed || last?.environment != environment {
        guard let place = places.place(feed: feed, environment: environment) else {
          throw reader.corrupt("cell \(row.int(CellRow.id)) is of no known feed")
        }
        last = (feed, environment, place)
      }
      if let last { append(row, feed: last.place.feed, column: last.place.column) }
    }
  }

  private mutating func append(_ row: RowArguments, feed: Int, column: Int) {
    let start = bytes.count
    let id = UnsafeRawBufferPointer(row.textBytes(CellRow.recordID))
    bytes.append(contentsOf: id)
    // As `CellRow.storedVersion`, without a string.
    let isHash = row.isBlob(CellRow.version) && row.blob(CellRow.version).count == 16
    let version =
      isHash
      ? row.blob(CellRow.version) : UnsafeRawBufferPointer(row.textBytes(CellRow.version))
    bytes.append(contentsOf: version)
    let shape = CellRow.shapeID(row)
    var (kind, frameBytes) = (CellTable.Kind.height, 0)
    if !row.isNull(CellRow.errorCode) {
      kind = .failed
    } else if shape != nil {
      kind = .shape
    } else if !row.isNull(CellRow.frames) {
      let frames = row.blob(CellRow.frames)
      bytes.append(contentsOf: frames)
      (kind, frameBytes) = (.shape, frames.count)
    } else if !row.isNull(CellRow.heightRuns) {
      kind = .inFile
    }
    let cellClass = number(
      kind, TemplateID(rawValue: row.int(CellRow.template)),
      Caveats(rawValue: Int(row.int(CellRow.caveats))), row)
    // A row has at most `StoreSchema.maximumRowBytes`.
    cells.append(
      Cell(
        number: row.int(CellRow.id), exactHeight: row.double(CellRow.exactHeight),
        height: Int32(truncatingIfNeeded: row.int(CellRow.height)),
        feed: Int32(truncatingIfNeeded: feed), column: Int32(truncatingIfNeeded: column),
        cellClass: cellClass, shape: shape, hash: RecordTable.hash(id), start: start,
        idBytes: Int32(truncatingIfNeeded: id.count),
        versionBytes: Int32(truncatingIfNeeded: version.count),
        frameBytes: Int32(truncatingIfNeeded: frameBytes), versionIsHash: isHash))
  }

  /// The number of a class.
  private mutating func number(
    _ kind: CellTable.Kind, _ template: TemplateID, _ caveats: Caveats, _ row: RowArguments
  ) -> Int32 {
    // Most cells have no findings and come one after another with others of their class.
    let isPlain = row.blob(CellRow.findings).isEmpty
    if isPlain, let plain, plain.kind == kind, plain.template == template,
      plain.caveats == caveats
    {
      return plain.number
    }
    let cellClass = CellTable.Class(
      kind: kind, template: template, caveats: caveats, findings: FindingSet(row))
    let number = classNumbers[cellClass] ?? Int32(truncatingIfNeeded: classes.count)
    if number == classes.count {
      classes.append(cellClass)
      classNumbers[cellClass] = number
    }
    if isPlain { plain = (kind, template, caveats, number) }
    return number
  }
}
