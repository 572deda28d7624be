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
