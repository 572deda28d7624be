#if canImport(HeightStore)
import HeightStore
import LayoutPrimitives

/// All cells of a generation in memory, by feed, record and environment.
///
/// It has everything that a list needs of a cell. What few cells have (a failure, the heights of a
/// range, frames beyond the memory limit) is read from the file on request. A cell takes 24 bytes.
struct CellTable: Sendable {
  /// A cell.
  struct Row: Sendable {
    /// The solver's height, in points.
    let exactHeight: Double
    /// In steps.
    let height: Int32
    /// The index in `shapes`; -1 for none.
    let shape: Int32
    /// The index in `classes`; -1 for a record without a cell.
    let cellClass: Int32

    /// The row of a record without a cell.
    static let absent = Row(exactHeight: 0, height: 0, shape: -1, cellClass: -1)
  }

  /// The cells of a feed; a class, so that they can be kept without the other feeds.
  final class Feed: Sendable {
    private let records: RecordTable
    /// The environments in the order of the columns.
    let environments: [EnvironmentID]
    /// Versions of cells that differ from that of the record's first cell.
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
    func column(_ environment: EnvironmentID) -> Int? {
      environments.firstIndex(of: environment)
    }

    /// Number of records.
    var count: Int { records.count }

    /// The number of a record; nil for none.
    func number(of id: String) -> Int? {
      var id = id
      return id.withUTF8 { records.number(of: UnsafeRawBufferPointer($0)) }
    }

    /// The cell of a record.
    func row(_ record: Int, column: Int) -> Row { records[record, column] }

    /// The id of a record.
    func id(ofRecord record: Int) -> String { records.id(of: record) }

    /// The version of a cell's record.
    func version(ofRecord record: Int, column: Int) -> String {
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
  let feeds: [Feed]
  /// The properties that cells have in common, in the order of `Row.cellClass`.
  let classes: [CellClass]
  /// The frames.
  let shapes: ShapeTable

  /// Memory that it takes, in bytes.
  var memoryBytes: Int {
    feeds.reduce(shapes.memoryBytes) { $0 + $1.memoryBytes }
  }
}

/// Frames and line counts, decoded once, in one array.
///
/// It has those that cells share, and those of single cells up to the memory limit.
struct ShapeTable: Sendable {
  private struct Entry {
    /// The offset of the first value.
    let start: Int
    let template: TemplateID
    let views: Int
    let labels: Int
  }

  /// Values of all shapes: four a view (x, y, width and height in steps), then one a label.
  private var values: [Int32] = []
  private var entries: [Entry] = []
  private var numbers: [Int64: Int32] = [:]

  /// Number of shapes.
  var count: Int { entries.count }

  /// Memory that it takes, in bytes.
  var memoryBytes: Int {
    values.count * MemoryLayout<Int32>.stride + entries.count * MemoryLayout<Entry>.stride
  }

  /// Adds a shape that cells share; false for a blob of the wrong size.
  mutating func add(
    number: Int64, template: TemplateID, _ codec: FrameCodec, _ bytes: UnsafeRawBufferPointer
  ) -> Bool {
    guard let place = add(template: template, codec, bytes) else { return false }
    numbers[number] = place
    return true
  }

  /// Adds the frames of a cell; nil for a blob of the wrong size.
  mutating func add(
    template: TemplateID, _ codec: FrameCodec, _ bytes: UnsafeRawBufferPointer
  ) -> Int32? {
    guard bytes.count == codec.byteCount, let place = Int32(exactly: entries.count) else {
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
    return place
  }

  /// The index of a stored shape of a template; nil for none.
  func place(ofNumber number: Int64, template: TemplateID) -> Int32? {
    guard let place = numbers[number], entries[Int(place)].template == template else { return nil }
    return place
  }

  /// Forgets the stored numbers, which only reading needs.
  mutating func finish() { numbers = [:] }

  /// Number of a shape's views.
  func viewCount(_ shape: Int) -> Int { entries[shape].views }

  /// Number of a shape's labels.
  func labelCount(_ shape: Int) -> Int { entries[shape].labels }

  /// The frame of a view, in steps.
  func frame(_ shape: Int, view: Int) -> PixelRect {
    let start = entries[shape].start + view * 4
    return PixelRect(
      x: Int(values[start]), y: Int(values[start + 1]), width: Int(values[start + 2]),
      height: Int(values[start + 3]))
  }

  /// The line count of a label.
  func lines(_ shape: Int, label: Int) -> LabelLines {
    let entry = entries[shape]
    return LabelLines(
      encoded: Int16(truncatingIfNeeded: values[entry.start + entry.views * 4 + label]))
  }
}
#endif
