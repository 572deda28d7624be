#if canImport(HeightStore)
import Foundation
public import HeightStore
public import LayoutPrimitives

/// One generation of a store in memory, for lookups that take no lock and allocate nothing.
///
/// Opening it reads and checks every cell. To look up only a few cells, use `HeightLookup`. A
/// snapshot never changes; `refreshed()` returns the next generation. It is a class so that many
/// readers share one; all of its state is constant.
public final class GenerationSnapshot: Sendable {
  /// Lookups in the file, for data that is not in memory: reasons of misses, failures, widths
  /// inside a range.
  public let file: HeightLookup

  fileprivate let cells: CellTable
  /// By feed, in the order of the catalog.
  fileprivate let lists: [[SnapshotOrder]]

  /// Memory limit for frames that belong to one cell, in bytes; the others are read from the file.
  private let frameBytes: Int

  /// The default memory limit for frames that belong to one cell.
  ///
  /// It is 64 MiB, enough for half a million cells of seven views.
  public static let usualFrameBytes = 64 << 20

  /// Maximum number of threads that read a store.
  private static let mostThreads = 8

  /// Reads the store at a path.
  ///
  /// - Parameters:
  ///   - store: The path.
  ///   - frameBytes: Memory limit for frames that belong to one cell, in bytes; frames above it are
  ///     read from the file.
  /// - Throws: `StoreError`, such as `.missing`, or `.corrupt` for any damaged cell or list.
  public convenience init(
    store: String, frameBytes: Int = GenerationSnapshot.usualFrameBytes
  ) throws {
    try self.init(of: HeightLookup(store: store), frameBytes: frameBytes)
  }

  /// Reads the store of a `HeightLookup`.
  ///
  /// - Parameters:
  ///   - file: The lookups, which become `file`.
  ///   - frameBytes: Memory limit for frames that belong to one cell, in bytes.
  /// - Throws: `StoreError.corrupt` for any damaged cell or list.
  public init(
    of file: HeightLookup, frameBytes: Int = GenerationSnapshot.usualFrameBytes
  ) throws {
    self.file = file
    self.frameBytes = frameBytes
    let (cells, lists) = try file.reading { reader in
      let read = try CellTableReader(
        reader, frameBytes: frameBytes,
        threads: min(Self.mostThreads, ProcessInfo.processInfo.activeProcessorCount))
      let lists = try reader.catalog.feeds.enumerated().map { number, feed in
        try Self.lists(of: feed, number: number, read, reader)
      }
      return (read.cells, lists)
    }
    self.cells = cells
    self.lists = lists
  }

  private static func lists(
    of feed: FeedEntry, number: Int, _ read: CellTableReader, _ reader: StoreReader
  ) throws -> [SnapshotOrder] {
    var lists: [SnapshotOrder] = []
    for entry in feed.lists {
      for (column, environment) in feed.environments.enumerated()
      where !environment.environment.isRange {
        let list = try reader.list(entry, environment: environment)
        let records = try read.records(of: list, feed: number, column: column)
        lists.append(
          SnapshotOrder(list, records, cells: read.cells.feeds[number], column: column))
      }
    }
    return lists
  }

  /// The generation.
  public var generation: Generation { file.generation }

  /// The content of the store besides its cells.
  public var catalog: StoreCatalog { file.catalog }

  /// Number of layouts in memory; `SnapshotCell.shape` is below it.
  public var shapeCount: Int { cells.shapes.count }

  /// The properties that the cells of a group have in common.
  ///
  /// - Parameter number: `0..<groupCount`.
  public func group(
    _ number: Int
  ) -> (template: TemplateID, caveats: Caveats, findings: FindingSet) {
    let group = cells.classes[number]
    return (group.template, group.caveats, group.findings)
  }

  /// Number of groups of cells with the same template, caveats and findings.
  public var groupCount: Int { cells.classes.count }

  /// Memory that the cells and lists take, in bytes.
  public var memoryBytes: Int {
    lists.joined().reduce(cells.memoryBytes) { $0 + $1.memoryBytes }
  }

  /// A snapshot of the current store, or this one if the store was not replaced.
  ///
  /// - Throws: `StoreError`; this snapshot remains valid.
  public func refreshed() throws -> GenerationSnapshot {
    let current = try file.refreshed()
    return current === file
      ? self : try GenerationSnapshot(of: current, frameBytes: frameBytes)
  }

  /// Prepares lookups in a feed and an environment.
  ///
  /// - Parameter scope: One of `HeightLookup.scopes`.
  /// - Returns: nil for a range of widths and a width inside one, which are read from the file.
  public func place(of scope: LookupScope) -> SnapshotPlace? {
    guard scope.widthPixel == nil, !scope.environment.environment.isRange,
      let feed = catalog.feeds.firstIndex(where: { $0.id == scope.feed.id }),
      let column = cells.feeds[feed].column(scope.environment.id)
    else { return nil }
    return SnapshotPlace(
      snapshot: self, scope: scope, feed: feed, cells: cells.feeds[feed], column: column)
  }
}

/// A feed in an environment of a snapshot, for finding cells and lists.
///
/// It never changes; it is a class so that passing it costs one reference count, not one of each
/// member.
public final class SnapshotPlace: Sendable {
  /// The generation.
  public let snapshot: GenerationSnapshot
  /// The feed and the environment.
  public let scope: LookupScope
  private let feed: Int
  private let cells: CellTable.Feed
  private let column: Int

  fileprivate init(
    snapshot: GenerationSnapshot, scope: LookupScope, feed: Int, cells: CellTable.Feed, column: Int
  ) {
    self.snapshot = snapshot
    self.scope = scope
    self.feed = feed
    self.cells = cells
    self.column = column
  }

  /// Finds the cell of a record; the fast path.
  ///
  /// - Returns: nil if the record has no cell with a height; `HeightLookup.lookup` returns the
  ///   reason.
  public func cell(_ id: String) -> SnapshotCell? {
    guard let record = cells.number(of: id) else { return nil }
    let row = cells.row(record, column: column)
    guard row.cellClass >= 0 else { return nil }
    let cellClass = snapshot.cells.classes[Int(row.cellClass)]
    return cellClass.kind == .failed
      ? nil : SnapshotCell(record: record, row: row, kind: cellClass.kind)
  }

  /// Opens a list.
  ///
  /// - Parameter name: The list's name; `feed` is the feed's own order.
  /// - Throws: `ListError.unknownList`.
  public func list(_ name: String = ListDescription.feedOrder) throws(ListError) -> SnapshotList {
    let lists = snapshot.lists[feed]
    guard let found = lists.first(where: { $0.description.name == name && $0.column == column })
    else {
      let feed = snapshot.catalog.feeds[feed]
      throw .unknownList(
        asked: name, feed: feed.name, known: feed.lists.map(\.description.name))
    }
    return SnapshotList(found, in: self)
  }

  /// The cell of a record by its number; nil if it has none.
  func cell(ofRecord record: Int) -> SnapshotCell? {
    guard record < cells.count else { return nil }
    let row = cells.row(record, column: column)
    guard row.cellClass >= 0 else { return nil }
    return SnapshotCell(
      record: record, row: row, kind: snapshot.cells.classes[Int(row.cellClass)].kind)
  }

  /// The id of a cell's record.
  ///
  /// - Parameter cell: A cell of this place.
  public func id(of cell: SnapshotCell) -> String {
    cells.id(ofRecord: cell.record)
  }

  /// The version of a cell's record.
  ///
  /// - Parameter cell: A cell of this place.
  public func version(of cell: SnapshotCell) -> String {
    cells.version(ofRecord: cell.record, column: column)
  }

  /// The template of a cell.
  ///
  /// - Parameter cell: A cell of this place.
  public func template(of cell: SnapshotCell) -> TemplateID {
    snapshot.cells.classes[cell.group].template
  }

  /// Reasons why the height of a cell may be wrong.
  ///
  /// - Parameter cell: A cell of this place.
  public func caveats(of cell: SnapshotCell) -> Caveats {
    snapshot.cells.classes[cell.group].caveats
  }

  /// Findings about a cell.
  ///
  /// - Parameter cell: A cell of this place.
  public func findings(of cell: SnapshotCell) -> FindingSet {
    snapshot.cells.classes[cell.group].findings
  }

  /// The frames of a cell; nil if it has none or they are only in the file.
  ///
  /// - Parameter cell: A cell of this place.
  public func frames(of cell: SnapshotCell) -> SnapshotFrames? {
    cell.shape < 0 ? nil : SnapshotFrames(snapshot: snapshot, shape: Int(cell.shape))
  }
}

/// A cell with a height.
public struct SnapshotCell: Sendable {
  /// Number of its record in the feed.
  let record: Int
  /// The solver's height, in points.
  public let exactHeight: Double
  /// In steps of the environment's grid.
  public let height: Int
  /// Number of its frames, the same for cells that share them.
  ///
  /// It is -1 if there are none or they are only in the file.
  public let shape: Int32
  /// Whether it has frames that are in the file alone.
  public let needsFile: Bool
  /// Number of the cell's group: cells with the same template, caveats and findings.
  ///
  /// It is below `GenerationSnapshot.groupCount`.
  public let group: Int

  init(record: Int, row: CellTable.Row, kind: CellClass.Kind) {
    self.record = record
    exactHeight = row.exactHeight
    height = Int(row.height)
    shape = row.shape
    needsFile = kind == .inFile
    group = Int(row.cellClass)
  }
}

/// The frames and line counts of a cell, in the order of its template.
public struct SnapshotFrames: RandomAccessCollection, Sendable {
  private let snapshot: GenerationSnapshot
  private let shape: Int

  fileprivate init(snapshot: GenerationSnapshot, shape: Int) {
    self.snapshot = snapshot
    self.shape = shape
  }

  /// Always 0.
  public var startIndex: Int { 0 }
  /// Number of views.
  public var endIndex: Int { snapshot.cells.shapes.viewCount(shape) }
  /// The frame of a view, in steps.
  public subscript(view: Int) -> PixelRect { snapshot.cells.shapes.frame(shape, view: view) }

  /// Number of labels.
  public var labelCount: Int { snapshot.cells.shapes.labelCount(shape) }
  /// The line count of a label.
  public func lines(ofLabel label: Int) -> LabelLines {
    snapshot.cells.shapes.lines(shape, label: label)
  }
}
#endif
