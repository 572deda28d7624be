#if canImport(Glibc)
import Glibc
#endif

/// One face of a font file as a separate file, because pages cannot name a face of a collection.
struct SingleFont {
  let bytes: [UInt8]

  /// Largest file that is read, in bytes.
  static let maximumBytes = 256 << 20

  /// Reads a file, and takes one face out of it.
  ///
  /// - Throws: `DemoProblem`.
  init(path: String, index: Int) throws(DemoProblem) {
    guard let file = fopen(path, "rb") else {
      throw .unreadableFont(String(cString: strerror(errno)))
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    while bytes.count <= Self.maximumBytes {
      let count = fread(&piece, 1, piece.count, file)
      guard count > 0 else { break }
      bytes += piece[..<count]
    }
    guard bytes.count <= Self.maximumBytes else {
      throw .unreadableFont("it has more than \(Self.maximumBytes) bytes")
    }
    guard let single = Self.face(index, of: bytes) else {
      throw .unreadableFont("it has no face \(index)")
    }
    self.bytes = single
  }

  /// Makes a separate file from one face of a collection; nil if the collection is invalid.
  ///
  /// The tables of the new file follow each other. A file of one face is returned unchanged.
  ///
  /// Source: OpenType 1.9, "Font Collections" and "Table Directory".
  static func face(_ index: Int, of bytes: [UInt8]) -> [UInt8]? {
    func number(_ offset: Int) -> Int? {
      guard offset >= 0, offset + 4 <= bytes.count else { return nil }
      return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    guard bytes.starts(with: Array("ttcf".utf8)) else { return bytes }
    guard let faces = number(8), index >= 0, index < faces, let start = number(12 + index * 4),
      let head = number(start + 4)
    else { return nil }
    let count = head >> 16
    let directory = 12 + count * 16
    guard count > 0, start + directory <= bytes.count else { return nil }
    var single = Array(bytes[start..<start + directory])
    for table in 0..<count {
      let entry = start + 12 + table * 16
      guard let offset = number(entry + 8), let length = number(entry + 12),
        offset + length <= bytes.count
      else { return nil }
      let tableOffset = single.count
      for byte in 0..<4 {
        single[12 + table * 16 + 8 + byte] = UInt8(tableOffset >> (24 - 8 * byte) & 0xFF)
      }
      single += bytes[offset..<offset + length]
      single += repeatElement(0, count: -length & 3)
    }
    return single
  }
}
