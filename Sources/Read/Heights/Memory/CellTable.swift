#if canImport(HeightStore)
import HeightStore
import LayoutPrimitives

/// All cells of a generation in memory, by feed, record and environment.
///
/// The table has all data that a list needs of a cell; a cell takes 24 bytes. Data of only a few
/// cells is read from the file when it is needed: failures, the heights at the widths of a range,
/// and frames beyond the memory limit.
struct CellTable: Sendable {
  /// The data of one cell.
  struct Row: Sendable {
    /// The solver's height, in points.
    let exactHeight: Double
    /// The rendered height, in grid steps.
    let height: Int32
    /// The index of the frames in `shapes`; -1 if there are none in memory.
    let shape: Int32
    /// The index of the cell's class in `classes`; -1 if the record has no cell.
    let cellClass: Int32

    /// The value for a record without a cell.
    static let absent = Row(exactHeight: 0, height: 0, shape: -1, cellClass: -1)
  }

  /// The cells of one feed; a class, so that they can be kept without the other feeds.
  final class Feed: Sendable {
    private let records: RecordTable
    /// The environments; an environment's index is the number of its column.
    let environments: [EnvironmentID]
    /// The versions of those cells whose version differs from the version of the record's first
    /// cell.
    private let otherVersions: [CellKey: StoredVersion]

    init(
      records: RecordTable, environments: [EnvironmentID],
      otherVersions: [CellKey: StoredVersion]
    ) {
      self.records = records
      self.environments = environments
      self.otherVersions = otherVersions
    }

    /// The column of an environment; nil if the feed does not have the environment.
    func column(_ environment: EnvironmentID) -> Int? {
      environments.firstIndex(of: environment)
    }

    var count: Int { records.count }

    /// The number of a record; nil if the feed does not have the record.
    func number(of id: String) -> Int? {
      var id = id
      return id.withUTF8 { records.number(of: UnsafeRawBufferPointer($0)) }
    }

    /// The cell of a record in the environment of a column.
    func row(_ record: Int, column: Int) -> Row { records[record, column] }

    func id(ofRecord record: Int) -> String { records.id(of: record) }

    /// The version of the record when a cell was laid out.
    func version(ofRecord record: Int, column: Int) -> String {
      let other = otherVersions[CellKey(record: record, column: column)]
      return (other ?? records.version(of: record)).text
    }

    var memoryBytes: Int { records.memoryBytes }
  }

  /// Identifies a cell of a feed.
  struct CellKey: Hashable, Sendable {
    let record: Int
    let column: Int
  }

  /// The feeds, in the order of the catalog.
  let feeds: [Feed]
  /// The classes of cells; `Row.cellClass` is an index into them.
  let classes: [CellClass]
  /// The frames that are in memory.
  let shapes: ShapeTable

  /// Size of the table in memory, in bytes.
  var memoryBytes: Int {
    feeds.reduce(shapes.memoryBytes) { $0 + $1.memoryBytes }
  }
}

/// The decoded frames and line counts of cells, in one array.
///
/// It contains all shapes that cells share, and the frames of single cells up to the memory limit.
struct ShapeTable: Sendable {
  private struct Entry {
    /// The index in `values` of the first value of the shape.
    let start: Int
    let template: TemplateID
    let views: Int
    let labels: Int
  }

  /// The values of all shapes.
  ///
  /// A shape has four values per view (x, y, width and height in grid steps), and then one line
  /// count per label.
  private var values: [Int32] = []
  private var entries: [Entry] = []
  private var numbers: [Int64: Int32] = [:]

  var count: Int { entries.count }

  /// Size of the table in memory, in bytes.
  var memoryBytes: Int {
    values.count * MemoryLayout<Int32>.stride + entries.count * MemoryLayout<Entry>.stride
  }

  /// Adds a stored shape; returns false if the number of bytes is wrong.
  mutating func add(
    number: Int64, template: TemplateID, _ codec: FrameCodec, _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    guard let index = add(template: template, codec, bytes) else { return false }
    numbers[number] = index
    return true
  }

  /// Adds the frames of a cell and returns their index; nil if the number of bytes is wrong.
  mutating func add(
    template: TemplateID, _ codec: FrameCodec, _ bytes: UnsafeRawBufferPointer
  ) -> Int32? {
    guard bytes.count == codec.byteCount, let newIndex = Int32(exactly: entries.count) else {
      return nil
    }
    entries.append(
      Entry(start: values.count, template: template, views: codec.views, labels: codec.labels))
    for index in 0..<codec.views * 4 {
      values.append(
        Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 4, as: Int32.self)))
    }
    for index in 0..<codec.labels {
      let line = bytes.loadUnaligned(
        fromByteOffset: codec.views * 16 + index * 2, as: Int16.self)
      values.append(Int32(Int16(littleEndian: line)))
    }
    return newIndex
  }

  /// The index of the stored shape with a number; nil if the template has no such shape.
  func index(ofNumber number: Int64, template: TemplateID) -> Int32? {
    guard let index = numbers[number], entries[Int(index)].template == template else { return nil }
    return index
  }

  /// Forgets which stored number each shape has; the numbers are needed only while cells are read.
  mutating func finish() { numbers = [:] }

  func viewCount(_ shape: Int) -> Int { entries[shape].views }

  func labelCount(_ shape: Int) -> Int { entries[shape].labels }

  /// The frame of a view, in grid steps.
  func frame(_ shape: Int, view: Int) -> PixelRect {
    let start = entries[shape].start + view * 4
    return PixelRect(
      x: Int(values[start]), y: Int(values[start + 1]), width: Int(values[start + 2]),
      height: Int(values[start + 3]))
  }

  func lines(_ shape: Int, label: Int) -> LabelLines {
    let entry = entries[shape]
    return LabelLines(
      encoded: Int16(truncatingIfNeeded: values[entry.start + entry.views * 4 + label]))
  }
}
#endif
