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

/// Reads the columns of a chunk, and nothing beyond its end.
public struct ColumnReader: Sendable {
  private let all: [UInt8]
  private var position = 0
  private let file: String

  init(_ bytes: [UInt8], file: String) {
    all = bytes
    self.file = file
  }

  /// Number of bytes that are left.
  public var remaining: Int { all.count - position }

  /// The next bytes.
  public mutating func bytes(_ count: Int) throws(PublishedFormatError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= remaining else {
      throw malformed("it ends within a column, at byte \(all.count)")
    }
    defer { position += count }
    return all[position..<position + count]
  }

  /// The next little-endian number.
  public mutating func number() throws(PublishedFormatError) -> UInt32 {
    try bytes(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The next numbers, which are byte planes.
  public mutating func planes<Number: FixedWidthInteger>(
    _ count: Int, of type: Number.Type
  ) throws(PublishedFormatError) -> [Number] {
    let width = Number.bitWidth / 8
    // Before anything is multiplied or allocated.
    guard count >= 0, count <= remaining / width else {
      throw malformed("it has \(remaining) bytes for a column of \(count)")
    }
    let planes = try bytes(count * width)
    let start = planes.startIndex
    return (0..<count).map { index in
      var number: Number = 0
      for plane in 0..<width {
        number |= Number(truncatingIfNeeded: planes[start + plane * count + index]) << (plane * 8)
      }
      return number
    }
  }

  /// Checks that nothing is left.
  func end() throws(PublishedFormatError) {
    guard remaining == 0 else { throw malformed("\(remaining) bytes follow its last column") }
  }

  /// An error about this file.
  public func malformed(_ detail: String) -> PublishedFormatError {
    .malformed(file: file, detail: detail)
  }
}

/// Writes the columns of a chunk.
public struct ColumnWriter: Sendable {
  /// What was written.
  public private(set) var bytes: [UInt8] = []

  /// Creates a writer that has written nothing.
  public init() {}

  /// Appends bytes as they are.
  public mutating func append(_ raw: some Sequence<UInt8>) {
    bytes.append(contentsOf: raw)
  }

  /// Appends a little-endian number.
  public mutating func append(_ number: UInt32) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends numbers as byte planes: the lowest bytes of all, then the next.
  public mutating func append<Number: FixedWidthInteger>(planes numbers: [Number]) {
    bytes.reserveCapacity(bytes.count + numbers.count * Number.bitWidth / 8)
    for plane in 0..<(Number.bitWidth / 8) {
      for number in numbers { bytes.append(UInt8(truncatingIfNeeded: number >> (plane * 8))) }
    }
  }
}

/// A column of texts: the length of each in bytes, then the bytes of all.
enum TextColumn {
  static func encode(_ texts: [String], into bytes: inout ColumnWriter) {
    bytes.append(planes: texts.map { UInt32(truncatingIfNeeded: $0.utf8.count) })
    for text in texts { bytes.append(text.utf8) }
  }

  static func decode(
    _ columns: inout ColumnReader, count: Int
  ) throws(PublishedFormatError) -> [String] {
    let lengths = try columns.planes(count, of: UInt32.self)
    var texts: [String] = []
    texts.reserveCapacity(count)
    for length in lengths { texts.append(try text(&columns, length)) }
    return texts
  }

  /// The next text.
  static func text(
    _ columns: inout ColumnReader, _ length: UInt32
  ) throws(PublishedFormatError) -> String {
    let bytes = try columns.bytes(Int(length))
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else { throw columns.malformed("a text is not UTF-8") }
    return text
  }
}
