package import LayoutPrimitives
import SQLiteDatabase

/// The cells of a range of cell numbers, read by one thread; their checksums are verified.
///
/// A batch does all work that does not depend on the cells of other batches.
package struct CellBatch: Sendable {
  /// A cell of the batch; it contains no references, so that copies are cheap.
  package struct Cell {
    package let number: Int64
    package let exactHeight: Double
    package let height: Int32
    package let feed: Int32
    package let column: Int32
    /// The index of the cell's class in `classes`.
    package let cellClass: Int32
    /// The number of the shape that contains the frames; nil if the cell has no frames, or if its
    /// row contains them.
    package let shape: Int64?
    /// The hash of the record id, computed by `CellBatch.hash`.
    package let hash: UInt64
    /// The offset of the record id in `bytes`; the version follows it, and then the frames of the
    /// row.
    let start: Int
    let idBytes: Int32
    let versionBytes: Int32
    let frameBytes: Int32
    package let versionIsHash: Bool

    package var id: Range<Int> { start..<start + Int(idBytes) }
    package var version: Range<Int> { id.upperBound..<id.upperBound + Int(versionBytes) }
    package var frames: Range<Int> { version.upperBound..<version.upperBound + Int(frameBytes) }
  }

  /// The indices of the feeds and environments in a catalog.
  package struct Columns: Sendable {
    private let feeds: [Int64: Int]
    private let environments: [[EnvironmentID]]

    package init(_ catalog: StoreCatalog) {
      feeds = Dictionary(
        zip(catalog.feeds.map(\.id), catalog.feeds.indices)
      ) { first, _ in first }
      environments = catalog.feeds.map { $0.environments.map(\.id) }
    }

    /// The index of a feed, and the index of an environment in that feed; nil if the catalog does
    /// not contain both.
    func indices(feed: Int64, environment: EnvironmentID) -> (feed: Int, column: Int)? {
      guard let feed = feeds[feed],
        let column = environments[feed].firstIndex(of: environment)
      else { return nil }
      return (feed, column)
    }
  }

  package private(set) var cells: [Cell] = []
  /// The record ids, versions and frames of all cells.
  package private(set) var bytes: [UInt8] = []
  /// The different classes of the cells, in order of first occurrence.
  package private(set) var classes: [CellClass] = []
  private var classNumbers: [CellClass: Int32] = [:]
  /// The class of the last cell that had no findings; most cells have the same class.
  private var plain: (kind: CellClass.Kind, template: TemplateID, caveats: Caveats, number: Int32)?

  /// Reads the cells in a range of cell numbers.
  ///
  /// - Parameter expected: Approximate number of cells, for which memory is reserved.
  /// - Throws: `StoreError.corrupt` if a cell is damaged.
  package init(
    _ reader: StoreReader, _ numbers: ClosedRange<Int64>, _ columns: Columns, expected: Int
  ) throws {
    cells.reserveCapacity(expected)
    bytes.reserveCapacity(expected * 40)
    let checked = RowBytes()
    var last: (feed: Int64, environment: EnvironmentID, indices: (feed: Int, column: Int))?
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
        guard let indices = columns.indices(feed: feed, environment: environment) else {
          throw reader.corrupt("cell \(row.int(CellRow.id)) is of no known feed")
        }
        last = (feed, environment, indices)
      }
      if let last { append(row, feed: last.indices.feed, column: last.indices.column) }
    }
  }

  /// The hash of a record id; equal ids have equal hashes only within one process.
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
    // The same test as in `CellRow.storedVersion`, but without creating a string.
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
    // No count overflows, because a row has at most `StoreSchema.maximumRowBytes`.
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

  /// The index in `classes` of the class of a row, which is added if it is new.
  private mutating func number(
    _ kind: CellClass.Kind, _ template: TemplateID, _ caveats: Caveats, _ row: RowArguments
  ) -> Int32 {
    // Most cells have no findings and have the same class as the cell before them.
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

/// Properties that many cells share, stored once per combination.
package struct CellClass: Hashable, Sendable {
  /// Where the height and the frames of a cell are.
  package enum Kind: UInt8, Hashable, Sendable {
    /// The cell could not be laid out.
    case failed
    /// The cell has frames, in its row or in a shape.
    case shape
    /// The cell has a height but no frames.
    case height
    /// The frames, or the heights at the widths of a range, are read from the store when needed.
    case inFile
  }

  package let kind: Kind
  package let template: TemplateID
  /// The reasons why the height may be inexact.
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

/// Consecutive ranges of cell numbers, each of which is read as one batch.
package struct NumberRanges: Sendable {
  /// The usual number of cell numbers per range; a batch then uses about 2 MB, which fits the cache
  /// of a processor.
  package static let usualWidth: Int64 = 1 << 14

  private let first: Int64
  private let last: Int64
  private let width: Int64
  /// Number of ranges.
  package let count: Int

  /// Divides the cell numbers of a store into ranges; there are none if the store has no cells.
  ///
  /// - Parameters:
  ///   - reader: The store.
  ///   - usual: The usual number of cell numbers per range. If many numbers are unused, ranges are
  ///     larger, so that there are not many empty ranges.
  /// - Throws: `StoreError.corrupt` if a cell number is negative.
  package init(_ reader: StoreReader, width usual: Int64) throws {
    let generation = reader.catalog.generation
    try self.init(
      reader.connection.database, errors: reader.connection.errors,
      cells: generation.cells &+ generation.failed, width: usual)
  }

  /// - Parameter cells: Approximate number of cells in the file.
  init(_ connection: Connection, errors: StoreErrors, cells: Int, width usual: Int64) throws {
    let bounds = try PreparedStatement(
      "SELECT min(cell_id), max(cell_id) FROM cells", on: connection, errors: errors)
    guard try bounds.step(), !bounds.isNull(0) else {
      (first, last, width, count) = (0, 0, 1, 0)
      return
    }
    (first, last) = (bounds.int(0), bounds.int(1))
    let (distance, isBeyond) = last.subtractingReportingOverflow(first)
    guard first >= 0, !isBeyond else {
      throw StoreError.corrupt(path: errors.store, detail: "a cell has a negative number")
    }
    width = max(usual, distance / (Int64(max(0, cells)) / usual + 16) / 4)
    count = Int(distance / width) + 1
  }

  /// The cell numbers of the range at an index.
  package subscript(index: Int) -> ClosedRange<Int64> {
    let start = first + Int64(index) * width
    return start...(index == count - 1 ? last : start + width - 1)
  }

  /// Approximate number of cells per range.
  package var expectedCells: Int { Int(min(width, Self.usualWidth)) }
}

extension StoreReader {
  /// Calls `body` with each shape: its number, its template and the bytes of its frames.
  ///
  /// - Throws: `StoreError.corrupt` if a shape is damaged, and the errors of `body`.
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

  /// Calls `body` with each cell of a list in order: its number, and its height in grid steps.
  ///
  /// - Throws: `StoreError.corrupt` if a chunk is damaged, and the errors of `body`.
  package func forEachCell(
    of list: StoredList, _ body: (Int64, Int) throws -> Void
  ) throws {
    for index in list.chunks.indices {
      let chunk = try chunk(index, of: list)
      for (cell, number) in chunk.cellIDs.enumerated() {
        try body(number, chunk.heightsBefore[cell + 1] - chunk.heightsBefore[cell])
      }
    }
  }
}
