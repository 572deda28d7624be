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
