#if canImport(HeightStore)
import Foundation
public import HeightStore
public import LayoutPrimitives

/// One generation of a store in memory, for lookups that need no lock and no allocation.
///
/// Opening a snapshot reads and checks every cell; use `HeightLookup` to look up only a few cells.
/// A snapshot never changes; `refreshed()` returns a snapshot of the current generation. It is a
/// class so that many threads can share it.
public final class GenerationSnapshot: Sendable {
  /// Lookups in the file, for data that is not in memory: the reasons of misses, failures, and
  /// widths within a range.
  public let file: HeightLookup

  fileprivate let cells: CellTable
  /// The lists of each feed, in the order of the catalog.
  fileprivate let lists: [[SnapshotOrder]]

  /// Size of all frames in memory, in bytes, from which on the frames of single cells are left in
  /// the file.
  private let frameBytes: Int

  /// The default size of all frames in memory, in bytes, from which on the frames of single cells
  /// are left in the file.
  ///
  /// It is 64 MiB, which is enough for almost half a million cells of seven views.
  public static let usualFrameBytes = 64 << 20

  /// Maximum number of threads that read a store.
  private static let maximumThreads = 8

  /// Reads the store at a path.
  ///
  /// - Parameters:
  ///   - store: The path of the store.
  ///   - frameBytes: Size of all frames in memory, in bytes, from which on the frames of single
  ///     cells are left in the file. Frames that cells share are always in memory.
  /// - Throws: `StoreError`, such as `.missing`, or `.corrupt` if a cell or a list is damaged.
  public convenience init(
    store: String, frameBytes: Int = GenerationSnapshot.usualFrameBytes
  ) throws {
    try self.init(of: HeightLookup(store: store), frameBytes: frameBytes)
  }

  /// Reads the store of a `HeightLookup`.
  ///
  /// - Parameters:
  ///   - file: The lookup whose store is read; it becomes the property `file`.
  ///   - frameBytes: Size of all frames in memory, in bytes, from which on the frames of single
  ///     cells are left in the file. Frames that cells share are always in memory.
  /// - Throws: `StoreError.corrupt` if a cell or a list is damaged.
  public init(
    of file: HeightLookup, frameBytes: Int = GenerationSnapshot.usualFrameBytes
  ) throws {
    self.file = file
    self.frameBytes = frameBytes
    let (cells, lists) = try file.reading { reader in
      let read = try CellTableReader(
        reader, frameBytes: frameBytes,
        threads: min(Self.maximumThreads, ProcessInfo.processInfo.activeProcessorCount))
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

  /// The generation of the snapshot.
  public var generation: Generation { file.generation }

  /// The content of the store, except its cells.
  public var catalog: StoreCatalog { file.catalog }

  /// Number of shapes in memory; `SnapshotCell.shape` is less than it.
  public var shapeCount: Int { cells.shapes.count }

  /// The properties that all cells of a group share.
  ///
  /// - Parameter number: The number of the group, in `0..<groupCount`.
  public func group(
    _ number: Int
  ) -> (template: TemplateID, caveats: Caveats, findings: FindingSet) {
    let group = cells.classes[number]
    return (group.template, group.caveats, group.findings)
  }

  /// Number of groups; the cells of a group have the same template, caveats and findings.
  ///
  /// Several groups may have equal properties.
  public var groupCount: Int { cells.classes.count }

  /// Size of the cells and lists in memory, in bytes.
  public var memoryBytes: Int {
    lists.joined().reduce(cells.memoryBytes) { $0 + $1.memoryBytes }
  }

  /// Returns a snapshot of the current store, or this snapshot if the store was not replaced.
  ///
  /// - Throws: `StoreError`; this snapshot remains valid.
  public func refreshed() throws -> GenerationSnapshot {
    let current = try file.refreshed()
    return current === file
      ? self : try GenerationSnapshot(of: current, frameBytes: frameBytes)
  }

  /// Prepares lookups in a feed and an environment.
  ///
  /// - Parameter scope: A scope from `HeightLookup.scopes`.
  /// - Returns: nil for a range of widths or a width within a range, which are read from the file.
  public func cells(of scope: LookupScope) -> SnapshotCells? {
    guard scope.widthPixel == nil, !scope.environment.environment.isRange,
      let feed = catalog.feeds.firstIndex(where: { $0.id == scope.feed.id }),
      let column = cells.feeds[feed].column(scope.environment.id)
    else { return nil }
    return SnapshotCells(
      snapshot: self, scope: scope, feed: feed, cells: cells.feeds[feed], column: column)
  }
}

/// A feed in one environment of a snapshot, in which cells and lists are found.
///
/// It never changes. It is a class so that passing it changes only one reference count, and not one
/// per member.
public final class SnapshotCells: Sendable {
  /// The snapshot that contains the cells.
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

  /// Finds the cell of a record in memory, without a lock or an allocation.
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
  /// - Parameter name: Name of the list; `feed` is the list in feed order.
  /// - Throws: `ListError.unknownList`.
  public func list(_ name: String = ListDescription.feedOrder) throws(ListError) -> SnapshotList {
    let lists = snapshot.lists[feed]
    guard let order = lists.first(where: { $0.description.name == name && $0.column == column })
    else {
      let feed = snapshot.catalog.feeds[feed]
      throw .unknownList(
        asked: name, feed: feed.name, known: feed.lists.map(\.description.name))
    }
    return SnapshotList(order, in: self)
  }

  /// The cell of the record with a number; nil if the record has no cell.
  func cell(ofRecord record: Int) -> SnapshotCell? {
    guard record < cells.count else { return nil }
    let row = cells.row(record, column: column)
    guard row.cellClass >= 0 else { return nil }
    return SnapshotCell(
      record: record, row: row, kind: snapshot.cells.classes[Int(row.cellClass)].kind)
  }

  /// The record id of a cell.
  ///
  /// - Parameter cell: A cell that `cell` or a list returned.
  public func id(of cell: SnapshotCell) -> String {
    cells.id(ofRecord: cell.record)
  }

  /// The record version of a cell.
  ///
  /// - Parameter cell: A cell that `cell` or a list returned.
  public func version(of cell: SnapshotCell) -> String {
    cells.version(ofRecord: cell.record, column: column)
  }

  /// The template of a cell.
  ///
  /// - Parameter cell: A cell that `cell` or a list returned.
  public func template(of cell: SnapshotCell) -> TemplateID {
    snapshot.cells.classes[cell.group].template
  }

  /// The reasons why the height of a cell may be inexact.
  ///
  /// - Parameter cell: A cell that `cell` or a list returned.
  public func caveats(of cell: SnapshotCell) -> Caveats {
    snapshot.cells.classes[cell.group].caveats
  }

  /// The findings about a cell.
  ///
  /// - Parameter cell: A cell that `cell` or a list returned.
  public func findings(of cell: SnapshotCell) -> FindingSet {
    snapshot.cells.classes[cell.group].findings
  }

  /// The frames of a cell; nil if it has none, or if they are only in the file.
  ///
  /// - Parameter cell: A cell that `cell` or a list returned.
  public func frames(of cell: SnapshotCell) -> SnapshotFrames? {
    cell.shape < 0 ? nil : SnapshotFrames(snapshot: snapshot, shape: Int(cell.shape))
  }
}

/// A cell of a snapshot.
public struct SnapshotCell: Sendable {
  /// The number of the cell's record in the feed.
  let record: Int
  /// The solver's height, in points.
  public let exactHeight: Double
  /// The height, in grid steps of the environment's grid.
  public let height: Int
  /// The number of the cell's frames; cells that share frames have the same number.
  ///
  /// It is -1 if there are no frames, or if they are only in the file.
  public let shape: Int32
  /// Whether the cell has frames that are only in the file.
  public let needsFile: Bool
  /// The number of the cell's group; all cells of a group have the same template, caveats and
  /// findings.
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

/// The frames and line counts of a cell, in the order of the template's views.
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
  /// The frame of a view, in grid steps.
  public subscript(view: Int) -> PixelRect { snapshot.cells.shapes.frame(shape, view: view) }

  /// Number of labels.
  public var labelCount: Int { snapshot.cells.shapes.labelCount(shape) }
  /// The line count of a label.
  public func lines(ofLabel label: Int) -> LabelLines {
    snapshot.cells.shapes.lines(shape, label: label)
  }
}
#endif
