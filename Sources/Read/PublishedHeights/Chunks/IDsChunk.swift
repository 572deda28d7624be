/// The ids of records in list order.
public struct IDsChunk: PublishedChunk {
  /// The first eight bytes.
  public static let magic: StaticString = "CHids\0\0\0"

  /// The ids.
  public let ids: [String]

  /// Creates a chunk.
  public init(_ ids: [String]) { self.ids = ids }

  /// Number of cells.
  public var count: Int { ids.count }

  /// Writes the columns.
  public func encodeColumns(into bytes: inout ColumnWriter) {
    TextColumn.encode(ids, into: &bytes)
  }

  /// Reads the columns.
  public init(columns: inout ColumnReader, count: Int) throws(PublishedFormatError) {
    ids = try TextColumn.decode(&columns, count: count)
  }
}
