package import LayoutPrimitives

/// All cells of a generation in memory, by feed, record and environment.
///
/// Everything that a list needs of a cell is here; what few cells have (a failure, the heights of a
/// range, frames beyond the room for them) is read from the file when it is asked for. A cell takes
/// 24 bytes.
package struct CellTable: Sendable {
  /// What is known of a cell.
  package enum Kind: UInt8, Hashable, Sendable {
    /// It could not be laid out.
    case failed
    /// Its frames are in `shapes`.
    case shape
    /// It has a height and no frames.
    case height
    /// Its frames, or its heights at the widths of a range, are in the file alone.
    case inFile
  }

  /// What many cells have in common.
  package struct Class: Hashable, Sendable {
    package let kind: Kind
    package let template: TemplateID
    /// Reasons why the height may be off.
    package let caveats: Caveats
    /// Findings about the cell.
    package let findings: FindingSet
  }

  /// A cell.
  package struct Row: Sendable {
    /// The solver's height, in points.
    package let exactHeight: Double
    /// In steps.
    package let height: Int32
    /// The place in `shapes`; -1 for none.
    package let shape: Int32
    /// The place in `classes`; -1 for a record without a cell.
    package let cellClass: Int32

    /// The row of a record without a cell.
    static let absent = Row(exactHeight: 0, height: 0, shape: -1, cellClass: -1)
  }

  /// The cells of a feed.
  package struct Feed: Sendable {
    var index: RecordIndex
    /// The environments in the order of the rows.
    let environments: [EnvironmentID]
    /// Shape `[records, environments]`.
    var rows: [Row] = []
    /// Versions of cells that are not that of the record's first cell, by row.
    var otherVersions: [Int: StoredVersion] = [:]
  }

  /// The feeds, in the order of the catalog.
  var feeds: [Feed]
  /// What cells have in common, in the order of `Row.cellClass`.
  package internal(set) var classes: [Class] = []
  /// The shapes.
  package internal(set) var shapes: ShapeTable

  /// The column of an environment of a feed; nil for none.
  package func column(_ environment: EnvironmentID, feed: Int) -> Int? {
    feeds[feed].environments.firstIndex(of: environment)
  }

  /// The number of a feed's record; nil for none.
  package func record(_ id: String, feed: Int) -> Int? {
    var id = id
    return id.withUTF8 { feeds[feed].index.number(of: UnsafeRawBufferPointer($0)) }
  }

  /// Number of a feed's records.
  package func recordCount(feed: Int) -> Int { feeds[feed].index.count }

  /// The cell of a record.
  package func row(feed: Int, record: Int, column: Int) -> Row {
    feeds[feed].rows[record * feeds[feed].environments.count + column]
  }

  /// The id of a feed's record.
  package func id(ofRecord record: Int, feed: Int) -> String { feeds[feed].index.id(of: record) }

  /// The version of a cell's record.
  package func version(feed: Int, record: Int, column: Int) -> String {
    let row = record * feeds[feed].environments.count + column
    return (feeds[feed].otherVersions[row] ?? feeds[feed].index.version(of: record)).text
  }

  /// Memory that it takes, in bytes.
  package var memoryBytes: Int {
    feeds.reduce(shapes.memoryBytes) {
      $0 + $1.index.memoryBytes + $1.rows.capacity * MemoryLayout<Row>.stride
    }
  }
}
