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

/// The versions of records in list order.
///
/// A version `hash:` with 32 lowercase hexadecimal digits is stored as 16 bytes.
public struct VersionsChunk: PublishedChunk {
  /// The first eight bytes.
  public static let magic: StaticString = "CHversio"
  /// The length that stands for a hash of 16 bytes.
  static let hashMark = UInt32.max
  private static let hashPrefix = "hash:"

  /// The versions.
  public let versions: [String]

  /// Creates a chunk.
  public init(_ versions: [String]) { self.versions = versions }

  /// Number of cells.
  public var count: Int { versions.count }

  /// Writes the columns.
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

  /// Reads the columns.
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

  /// The 16 bytes of a version that is a hash.
  private static func hash(_ version: String) -> [UInt8]? {
    guard version.hasPrefix(hashPrefix) else { return nil }
    let bytes = Hexadecimal.bytes(version.utf8.dropFirst(hashPrefix.utf8.count))
    return bytes?.count == 16 ? bytes : nil
  }
}
