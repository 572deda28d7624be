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

  /// The cells of a feed; a class so that a place of a snapshot keeps them without the others.
  package final class Feed: Sendable {
    private let records: RecordTable
    /// The environments in the order of the columns.
    let environments: [EnvironmentID]
    /// Versions of cells that are not that of the record's first cell.
    private let otherVersions: [CellPlace: StoredVersion]

    init(
      records: RecordTable, environments: [EnvironmentID],
      otherVersions: [CellPlace: StoredVersion]
    ) {
      self.records = records
      self.environments = environments
      self.otherVersions = otherVersions
    }

    /// The column of an environment; nil for none.
    package func column(_ environment: EnvironmentID) -> Int? {
      environments.firstIndex(of: environment)
    }

    /// Number of records.
    package var count: Int { records.count }

    /// The number of a record; nil for none.
    package func number(of id: String) -> Int? {
      var id = id
      return id.withUTF8 { records.number(of: UnsafeRawBufferPointer($0)) }
    }

    /// The cell of a record.
    package func row(_ record: Int, column: Int) -> Row { records[record, column] }

    /// The id of a record.
    package func id(ofRecord record: Int) -> String { records.id(of: record) }

    /// The version of a cell's record.
    package func version(ofRecord record: Int, column: Int) -> String {
      let other = otherVersions[CellPlace(record: record, column: column)]
      return (other ?? records.version(of: record)).text
    }

    var memoryBytes: Int { records.memoryBytes }
  }

  /// A cell of a feed.
  struct CellPlace: Hashable, Sendable {
    let record: Int
    let column: Int
  }

  /// The feeds, in the order of the catalog.
  package let feeds: [Feed]
  /// What cells have in common, in the order of `Row.cellClass`.
  package let classes: [Class]
  /// The frames.
  package let shapes: ShapeTable

  /// Memory that it takes, in bytes.
  package var memoryBytes: Int {
    feeds.reduce(shapes.memoryBytes) { $0 + $1.memoryBytes }
  }
}
