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
