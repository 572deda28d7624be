package import LayoutPrimitives
import SQLiteDatabase

/// Checked cells of a range of numbers, as read by one thread.
///
/// All work that does not depend on other cells is done.
package struct CellBatch: Sendable {
  /// A cell, without references, so that copies are cheap.
  package struct Cell {
    package let number: Int64
    package let exactHeight: Double
    package let height: Int32
    package let feed: Int32
    package let column: Int32
    /// The index in `classes`.
    package let cellClass: Int32
    /// The number of a shape that cells share; nil for a cell without frames or with its own.
    package let shape: Int64?
    /// The hash of the record's id, by `CellBatch.hash`.
    package let hash: UInt64
    /// The offset of the id in `bytes`; the version and own frames follow.
    let start: Int
    let idBytes: Int32
    let versionBytes: Int32
    let frameBytes: Int32
    package let versionIsHash: Bool

    package var id: Range<Int> { start..<start + Int(idBytes) }
    package var version: Range<Int> { id.upperBound..<id.upperBound + Int(versionBytes) }
    package var frames: Range<Int> { version.upperBound..<version.upperBound + Int(frameBytes) }
  }

  /// The indexes of feeds and environments in a catalog.
  package struct Places: Sendable {
    private let feeds: [Int64: Int]
    private let environments: [[EnvironmentID]]

    package init(_ catalog: StoreCatalog) {
      feeds = Dictionary(
        zip(catalog.feeds.map(\.id), catalog.feeds.indices)
      ) { first, _ in first }
      environments = catalog.feeds.map { $0.environments.map(\.id) }
    }

    /// The index of a feed, and that of an environment in it; nil if there is none.
    func place(feed: Int64, environment: EnvironmentID) -> (feed: Int, column: Int)? {
      guard let feed = feeds[feed],
        let column = environments[feed].firstIndex(of: environment)
      else { return nil }
      return (feed, column)
    }
  }

  package private(set) var cells: [Cell] = []
  /// Ids, versions and frames.
  package private(set) var bytes: [UInt8] = []
  /// The properties that cells have in common, in the order of their first cells.
  package private(set) var classes: [CellClass] = []
  private var classNumbers: [CellClass: Int32] = [:]
  /// The latest class without findings.
  private var plain: (kind: CellClass.Kind, template: TemplateID, caveats: Caveats, number: Int32)?

  /// Reads the cells of a range of numbers.
  ///
  /// - Parameter expected: How many there may be.
  /// - Throws: `StoreError.corrupt` for a damaged cell.
  package init(
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

  /// The hash of a record's id, the same for all in a process.
  @inlinable
  package static func hash(_ id: UnsafeRawBufferPointer) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(bytes: id)
    return UInt64(truncatingIfNeeded: hasher.finalize())
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
    var (kind, frameBytes) = (CellClass.Kind.height, 0)
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
        cellClass: cellClass, shape: shape, hash: Self.hash(id), start: start,
        idBytes: Int32(truncatingIfNeeded: id.count),
        versionBytes: Int32(truncatingIfNeeded: version.count),
        frameBytes: Int32(truncatingIfNeeded: frameBytes), versionIsHash: isHash))
  }

  /// The number of a class.
  private mutating func number(
    _ kind: CellClass.Kind, _ template: TemplateID, _ caveats: Caveats, _ row: RowArguments
  ) -> Int32 {
    // Most cells have no findings and follow other cells of their class.
    let isPlain = row.blob(CellRow.findings).isEmpty
    if isPlain, let plain, plain.kind == kind, plain.template == template,
      plain.caveats == caveats
    {
      return plain.number
    }
    let cellClass = CellClass(
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

/// The properties that many cells have in common.
package struct CellClass: Hashable, Sendable {
  /// The content of a cell.
  package enum Kind: UInt8, Hashable, Sendable {
    /// It could not be laid out.
    case failed
    /// It has frames, its own or shared ones.
    case shape
    /// It has a height and no frames.
    case height
    /// Its frames, or its heights at the widths of a range, are in the file alone.
    case inFile
  }

  package let kind: Kind
  package let template: TemplateID
  /// Reasons why the height may be wrong.
  package let caveats: Caveats
  /// Findings about the cell.
  package let findings: FindingSet

  package init(kind: Kind, template: TemplateID, caveats: Caveats, findings: FindingSet) {
    self.kind = kind
    self.template = template
    self.caveats = caveats
    self.findings = findings
  }
}

/// The ranges of cell numbers that are read as one batch.
package struct NumberRanges: Sendable {
  /// The usual width: a batch then takes some 2 MB, about the size of a processor's cache.
  package static let usualWidth: Int64 = 1 << 14

  private let first: Int64
  private let last: Int64
  private let width: Int64
  /// Number of ranges.
  package let count: Int

  /// The ranges of a store; none for a store without cells.
  ///
  /// - Parameters:
  ///   - reader: The store.
  ///   - usual: How many numbers a range has. Ranges are larger if numbers have gaps, so that there
  ///     are not many more of them than the cells need.
  /// - Throws: `StoreError.corrupt` for negative numbers.
  package init(_ reader: StoreReader, width usual: Int64) throws {
    let bounds = try reader.connection.prepare("SELECT min(cell_id), max(cell_id) FROM cells")
    guard try bounds.step(), !bounds.isNull(0) else {
      (first, last, width, count) = (0, 0, 1, 0)
      return
    }
    (first, last) = (bounds.int(0), bounds.int(1))
    let (distance, isBeyond) = last.subtractingReportingOverflow(first)
    guard first >= 0, !isBeyond else { throw reader.corrupt("a cell has a negative number") }
    let cells = max(0, reader.catalog.generation.cells &+ reader.catalog.generation.failed)
    width = max(usual, distance / (Int64(cells) / usual + 16) / 4)
    count = Int(distance / width) + 1
  }

  /// The numbers of a range.
  package subscript(index: Int) -> ClosedRange<Int64> {
    let start = first + Int64(index) * width
    return start...(index == count - 1 ? last : start + width - 1)
  }

  /// About how many cells a range has.
  package var expectedCells: Int { Int(min(width, Self.usualWidth)) }
}

extension StoreReader {
  /// Calls `body` with the frames that cells share: number, template and bytes.
  ///
  /// - Throws: `StoreError.corrupt` for a damaged shape, and the errors of `body`.
  package func forEachShape(
    _ body: (Int64, TemplateID, UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let bytes = RowBytes()
    let row = try connection.prepare("SELECT \(ShapeRow.columns) FROM shapes")
    while try row.step() {
      guard ShapeRow.isWhole(row, bytes) else {
        throw corrupt("shape \(row.int(ShapeRow.id))")
      }
      try body(
        row.int(ShapeRow.id), TemplateID(rawValue: row.int(ShapeRow.template)),
        row.blob(ShapeRow.frames))
    }
  }

  /// Calls `body` with each cell of a list in order: its number and its height in steps.
  ///
  /// - Throws: `StoreError.corrupt` for a damaged chunk, and the errors of `body`.
  package func forEachCell(
    of list: StoredList, _ body: (Int64, Int) throws -> Void
  ) throws {
    for index in list.chunks.indices {
      let chunk = try chunk(index, of: list)
      for (place, number) in chunk.cellIDs.enumerated() {
        try body(number, chunk.heightsBefore[place + 1] - chunk.heightsBefore[place])
      }
    }
  }
}
