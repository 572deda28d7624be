/// The columns of some cells, as one file.
///
/// Every chunk begins with eight bytes that name its kind, the version of the format and the number
/// of its cells, as little-endian UInt32.
public protocol PublishedChunk: Hashable, Sendable {
  /// The first eight bytes.
  static var magic: StaticString { get }
  /// Number of cells.
  var count: Int { get }
  /// The columns, without the beginning that all chunks have.
  func encodeColumns(into bytes: inout ColumnWriter)
  /// Reads the columns of a number of cells.
  init(columns: inout ColumnReader, count: Int) throws(PublishedFormatError)
}

/// The version of the chunks that is written and read here.
let chunkFormatVersion: UInt32 = 1

extension PublishedChunk {
  /// The unpacked bytes.
  public func encoded() -> [UInt8] {
    var writer = ColumnWriter()
    Self.magic.withUTF8Buffer { writer.append($0) }
    writer.append(chunkFormatVersion)
    writer.append(UInt32(truncatingIfNeeded: count))
    encodeColumns(into: &writer)
    return writer.bytes
  }

  /// Reads unpacked bytes.
  ///
  /// - Parameters:
  ///   - bytes: The unpacked bytes.
  ///   - file: The file's path, for errors.
  /// - Throws: `PublishedFormatError` for bytes that are no such chunk, to the last one.
  public init(decoding bytes: [UInt8], file: String) throws(PublishedFormatError) {
    var reader = ColumnReader(bytes, file: file)
    let found = try reader.bytes(8)
    guard Self.magic.withUTF8Buffer({ found.elementsEqual($0) }) else {
      throw reader.malformed("it is no chunk of \(Self.self)")
    }
    let version = try reader.number()
    guard version == chunkFormatVersion else {
      throw .unknownFormat(file: file, found: "\(version) of \(Self.self)")
    }
    let count = Int(try reader.number())
    self = try Self(columns: &reader, count: count)
    try reader.end()
  }
}
