/// The heights of cells in list order.
public struct HeightsChunk: PublishedChunk {
  /// The first eight bytes.
  public static let magic: StaticString = "CHheight"

  /// Heights without spacing, in steps.
  public private(set) var heights: [UInt32] = []
  /// Why heights may be off: the bits of `Caveats`.
  public private(set) var caveats: [UInt8] = []

  /// Creates a chunk without cells.
  public init() {}

  /// Adds a cell; its height is in steps.
  public mutating func append(height: UInt32, caveats reasons: UInt8) {
    heights.append(height)
    caveats.append(reasons)
  }

  /// Number of cells.
  public var count: Int { heights.count }

  /// Sum of the heights, in steps.
  public var extent: Int { heights.reduce(0) { $0 + Int($1) } }

  /// Writes the columns.
  public func encodeColumns(into bytes: inout ColumnWriter) {
    bytes.append(planes: heights)
    bytes.append(caveats)
  }

  /// Reads the columns.
  public init(columns: inout ColumnReader, count: Int) throws(PublishedFormatError) {
    heights = try columns.planes(count, of: UInt32.self)
    caveats = Array(try columns.bytes(count))
    guard heights.allSatisfy({ $0 <= UInt32(Int32.max) }) else {
      throw columns.malformed("a height is above \(Int32.max) steps")
    }
  }
}

/// The heights of cells at the widths of a range.
public struct WidthsChunk: PublishedChunk {
  /// The first eight bytes.
  public static let magic: StaticString = "CHwidths"

  /// Adjacent widths with one height.
  public struct Run: Hashable, Sendable {
    /// First width, in device pixels; the run ends where the next begins.
    public let width: Int32
    /// Height, in steps.
    public let height: UInt32

    /// Creates a run.
    public init(width: Int32, height: UInt32) {
      self.width = width
      self.height = height
    }
  }

  /// For each cell its runs, by ascending width.
  public private(set) var runs: [[Run]] = []
  /// Why heights may be off: the bits of `Caveats`.
  public private(set) var caveats: [UInt8] = []

  /// Creates a chunk without cells.
  public init() {}

  /// Adds a cell.
  public mutating func append(runs ofCell: [Run], caveats reasons: UInt8) {
    runs.append(ofCell)
    caveats.append(reasons)
  }

  /// Number of cells.
  public var count: Int { runs.count }

  /// The height of a cell at a width in device pixels, in steps; nil below the first width.
  public func height(ofCell index: Int, atWidth width: Int32) -> UInt32? {
    guard runs.indices.contains(index) else { return nil }
    return runs[index].last { $0.width <= width }?.height
  }

  /// Writes the columns.
  public func encodeColumns(into bytes: inout ColumnWriter) {
    bytes.append(planes: runs.map { UInt32(truncatingIfNeeded: $0.count) })
    bytes.append(planes: runs.flatMap { $0.map(\.width) })
    bytes.append(planes: runs.flatMap { $0.map(\.height) })
    bytes.append(caveats)
  }

  /// Reads the columns.
  public init(columns: inout ColumnReader, count: Int) throws(PublishedFormatError) {
    let counts = try columns.planes(count, of: UInt32.self)
    // Each of at most 2^32 counts fits in 32 bits.
    let all = counts.reduce(into: UInt64(0)) { $0 &+= UInt64($1) }
    guard all <= UInt64(columns.remaining) else {
      throw columns.malformed("it has \(columns.remaining) bytes for \(all) runs")
    }
    let widths = try columns.planes(Int(all), of: Int32.self)
    let heights = try columns.planes(Int(all), of: UInt32.self)
    guard heights.allSatisfy({ $0 <= UInt32(Int32.max) }) else {
      throw columns.malformed("a height is above \(Int32.max) steps")
    }
    var start = 0
    for count in counts {
      let own = (start..<start + Int(count)).map { Run(width: widths[$0], height: heights[$0]) }
      guard !own.isEmpty, zip(own, own.dropFirst()).allSatisfy({ $0.width < $1.width }) else {
        throw columns.malformed("the widths of a cell do not ascend")
      }
      runs.append(own)
      start += Int(count)
    }
    caveats = Array(try columns.bytes(count))
  }
}
