/// One file with the data of some cells of a list or of a range of widths, in columns.
///
/// Each chunk begins with eight bytes that identify its kind. The version of the format and the
/// number of cells follow, both as little-endian UInt32.
public protocol PublishedChunk: Hashable, Sendable {
  /// The first eight bytes of the unpacked file, which identify the kind of the chunk.
  static var magic: StaticString { get }
  /// Number of cells.
  var count: Int { get }
  /// Writes the columns; the beginning that all chunks have is not included.
  func encodeColumns(into bytes: inout ColumnWriter)
  /// Reads the columns of the given number of cells.
  ///
  /// - Throws: `PublishedFormatError.malformed` if the bytes are not such columns.
  init(columns: inout ColumnReader, count: Int) throws(PublishedFormatError)
}

/// The version of the chunk format that this program writes and reads.
let chunkFormatVersion: UInt32 = 1

extension PublishedChunk {
  /// The unpacked bytes of the file.
  public func encoded() -> [UInt8] {
    var writer = ColumnWriter()
    Self.magic.withUTF8Buffer { writer.append($0) }
    writer.append(chunkFormatVersion)
    writer.append(UInt32(truncatingIfNeeded: count))
    encodeColumns(into: &writer)
    return writer.bytes
  }

  /// Decodes the unpacked bytes of a file.
  ///
  /// - Parameters:
  ///   - bytes: The unpacked bytes.
  ///   - file: The path of the file, for errors.
  /// - Throws: `PublishedFormatError` if the bytes are not exactly one chunk of this kind.
  public init(decoding bytes: [UInt8], file: String) throws(PublishedFormatError) {
    var reader = ColumnReader(bytes, file: file)
    let magic = try reader.bytes(8)
    guard Self.magic.withUTF8Buffer({ magic.elementsEqual($0) }) else {
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

/// Reads the columns of a chunk, and never reads beyond the end.
public struct ColumnReader: Sendable {
  private let all: [UInt8]
  private var position = 0
  private let file: String

  init(_ bytes: [UInt8], file: String) {
    all = bytes
    self.file = file
  }

  /// Number of bytes that have not been read.
  public var remaining: Int { all.count - position }

  /// Reads the next bytes.
  ///
  /// - Throws: `PublishedFormatError.malformed` if fewer bytes remain.
  public mutating func bytes(_ count: Int) throws(PublishedFormatError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= remaining else {
      throw malformed("it ends within a column, at byte \(all.count)")
    }
    defer { position += count }
    return all[position..<position + count]
  }

  /// Reads the next little-endian UInt32.
  public mutating func number() throws(PublishedFormatError) -> UInt32 {
    try bytes(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Reads a column of numbers that `ColumnWriter.append(planes:)` has written.
  ///
  /// - Throws: `PublishedFormatError.malformed` if too few bytes remain.
  public mutating func planes<Number: FixedWidthInteger>(
    _ count: Int, of type: Number.Type
  ) throws(PublishedFormatError) -> [Number] {
    let width = Number.bitWidth / 8
    // This check comes before any multiplication or allocation with `count`.
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

  /// Throws an error if bytes remain.
  func end() throws(PublishedFormatError) {
    guard remaining == 0 else { throw malformed("\(remaining) bytes follow its last column") }
  }

  /// Creates an error about this file.
  public func malformed(_ detail: String) -> PublishedFormatError {
    .malformed(file: file, detail: detail)
  }
}

/// Writes the columns of a chunk.
public struct ColumnWriter: Sendable {
  /// The bytes written so far.
  public private(set) var bytes: [UInt8] = []

  /// Creates a writer without bytes.
  public init() {}

  /// Appends bytes unchanged.
  public mutating func append(_ raw: some Sequence<UInt8>) {
    bytes.append(contentsOf: raw)
  }

  /// Appends a little-endian UInt32.
  public mutating func append(_ number: UInt32) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Appends a column of numbers as byte planes: first the lowest bytes of all numbers, then the
  /// next bytes.
  public mutating func append<Number: FixedWidthInteger>(planes numbers: [Number]) {
    bytes.reserveCapacity(bytes.count + numbers.count * Number.bitWidth / 8)
    for plane in 0..<(Number.bitWidth / 8) {
      for number in numbers { bytes.append(UInt8(truncatingIfNeeded: number >> (plane * 8))) }
    }
  }
}

/// A column of texts: first the lengths of all texts in bytes, then the bytes of all texts.
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

  /// Reads the next text, which has a known length in bytes.
  static func text(
    _ columns: inout ColumnReader, _ length: UInt32
  ) throws(PublishedFormatError) -> String {
    let bytes = try columns.bytes(Int(length))
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.utf8.elementsEqual(bytes) else { throw columns.malformed("a text is not UTF-8") }
    return text
  }
}

/// The heights of cells, in list order.
public struct HeightsChunk: PublishedChunk {
  /// The first eight bytes of the unpacked file.
  public static let magic: StaticString = "CHheight"

  /// The heights without spacing, in grid steps.
  public private(set) var heights: [UInt32] = []
  /// The reasons why each height may be inexact, as raw values of `Caveats`.
  public private(set) var caveats: [UInt8] = []

  /// Creates a chunk without cells.
  public init() {}

  /// Adds a cell, with its height in grid steps.
  public mutating func append(height: UInt32, caveats reasons: UInt8) {
    heights.append(height)
    caveats.append(reasons)
  }

  /// Number of cells.
  public var count: Int { heights.count }

  /// Sum of the heights, in grid steps.
  public var extent: Int { heights.reduce(0) { $0 + Int($1) } }

  /// Writes the columns of the chunk.
  public func encodeColumns(into bytes: inout ColumnWriter) {
    bytes.append(planes: heights)
    bytes.append(caveats)
  }

  /// Reads the columns of the chunk.
  public init(columns: inout ColumnReader, count: Int) throws(PublishedFormatError) {
    heights = try columns.planes(count, of: UInt32.self)
    caveats = Array(try columns.bytes(count))
    guard heights.allSatisfy({ $0 <= UInt32(Int32.max) }) else {
      throw columns.malformed("a height is above \(Int32.max) steps")
    }
  }
}

/// The heights of some cells at every width of a range.
public struct WidthsChunk: PublishedChunk {
  /// The first eight bytes of the unpacked file.
  public static let magic: StaticString = "CHwidths"

  /// Adjacent widths at which a cell has the same height.
  public struct Run: Hashable, Sendable {
    /// The first width, in device pixels; the run ends where the next run begins.
    public let width: Int32
    /// The height at these widths, in grid steps.
    public let height: UInt32

    /// Creates a run.
    public init(width: Int32, height: UInt32) {
      self.width = width
      self.height = height
    }
  }

  /// The runs of each cell, in ascending order of widths.
  public private(set) var runs: [[Run]] = []
  /// The reasons why each cell's heights may be inexact, as raw values of `Caveats`.
  public private(set) var caveats: [UInt8] = []

  /// Creates a chunk without cells.
  public init() {}

  /// Adds a cell with its runs.
  public mutating func append(runs ofCell: [Run], caveats reasons: UInt8) {
    runs.append(ofCell)
    caveats.append(reasons)
  }

  /// Number of cells.
  public var count: Int { runs.count }

  /// The height of a cell in grid steps, at a width in device pixels.
  ///
  /// The chunk does not contain the last width of the range: a greater width gives the height of
  /// the last run.
  ///
  /// - Returns: nil if the index is invalid, or if the width is less than the cell's first width.
  public func height(ofCell index: Int, atWidth width: Int32) -> UInt32? {
    guard runs.indices.contains(index) else { return nil }
    return runs[index].last { $0.width <= width }?.height
  }

  /// Writes the columns of the chunk.
  public func encodeColumns(into bytes: inout ColumnWriter) {
    bytes.append(planes: runs.map { UInt32(truncatingIfNeeded: $0.count) })
    bytes.append(planes: runs.flatMap { $0.map(\.width) })
    bytes.append(planes: runs.flatMap { $0.map(\.height) })
    bytes.append(caveats)
  }

  /// Reads the columns of the chunk.
  public init(columns: inout ColumnReader, count: Int) throws(PublishedFormatError) {
    let counts = try columns.planes(count, of: UInt32.self)
    // The sum cannot overflow: there are at most 2³² counts, each of at most 32 bits.
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

/// The record ids of cells of a list or of a range of widths, in order.
public struct IDsChunk: PublishedChunk {
  /// The first eight bytes of the unpacked file.
  public static let magic: StaticString = "CHids\0\0\0"

  /// The record ids.
  public let ids: [String]

  /// Creates a chunk from record ids.
  public init(_ ids: [String]) { self.ids = ids }

  /// Number of cells.
  public var count: Int { ids.count }

  /// Writes the columns of the chunk.
  public func encodeColumns(into bytes: inout ColumnWriter) {
    TextColumn.encode(ids, into: &bytes)
  }

  /// Reads the columns of the chunk.
  public init(columns: inout ColumnReader, count: Int) throws(PublishedFormatError) {
    ids = try TextColumn.decode(&columns, count: count)
  }
}

/// The record versions of cells, in list order.
///
/// A version that consists of `hash:` and 32 lowercase hexadecimal digits is stored as 16 bytes.
public struct VersionsChunk: PublishedChunk {
  /// The first eight bytes of the unpacked file.
  public static let magic: StaticString = "CHversio"
  /// The length that marks a version stored as a hash of 16 bytes.
  static let hashMark = UInt32.max
  private static let hashPrefix = "hash:"

  /// The record versions.
  public let versions: [String]

  /// Creates a chunk from record versions.
  public init(_ versions: [String]) { self.versions = versions }

  /// Number of cells.
  public var count: Int { versions.count }

  /// Writes the columns of the chunk.
  public func encodeColumns(into bytes: inout ColumnWriter) {
    let hashes = versions.map(Self.hash)
    bytes.append(
      planes: zip(versions, hashes).map {
        $1 == nil ? UInt32(truncatingIfNeeded: $0.utf8.count) : Self.hashMark
      })
    for (version, hash) in zip(versions, hashes) {
      if let hash { bytes.append(hash) } else { bytes.append(version.utf8) }
    }
  }

  /// Reads the columns of the chunk.
  public init(columns: inout ColumnReader, count: Int) throws(PublishedFormatError) {
    let lengths = try columns.planes(count, of: UInt32.self)
    var versions: [String] = []
    versions.reserveCapacity(count)
    for length in lengths {
      if length == Self.hashMark {
        versions.append(Self.hashPrefix + Hexadecimal.text(try columns.bytes(16)))
      } else {
        versions.append(try TextColumn.text(&columns, length))
      }
    }
    self.versions = versions
  }

  /// The 16 bytes of a version that is a hash; nil for any other version.
  private static func hash(_ version: String) -> [UInt8]? {
    guard version.hasPrefix(hashPrefix) else { return nil }
    let bytes = Hexadecimal.bytes(version.utf8.dropFirst(hashPrefix.utf8.count))
    return bytes?.count == 16 ? bytes : nil
  }
}
