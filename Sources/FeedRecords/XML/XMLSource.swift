import CSimdjson
import XMLDocuments

/// An XML document made ready for the parser: where it starts, and in which encoding it is.
struct XMLSource {
  /// The bytes to parse; other ones than the source's where something had to be repaired.
  private(set) var bytes: InputBytes
  /// Where the document starts.
  private(set) var start: Int
  /// The line of its first byte.
  private(set) var firstLine = 1
  /// The encoding that overrides the document's declaration; `nil` to believe it.
  private(set) var encoding: String?
  /// What was repaired, one sentence each.
  private(set) var warnings: [String] = []
  /// Whether `xml:base` occurs.
  private(set) var hasBase = false

  /// Decides by byte order mark, then declaration, then the bytes themselves.
  init(_ source: InputBytes, path: String) throws(FeedError) {
    bytes = source
    let prefix = source.withUnsafeBytes(in: 0..<min(1024, source.count)) { [UInt8]($0) }
    let guess = XMLEncoding(prefix: prefix)
    start = guess.markLength
    switch guess.layout {
    case .utf16(let bigEndian):
      bytes = source.transcoded(from: start, width: 2, bigEndian: bigEndian)
      (start, encoding) = (0, "UTF-8")
    case .utf32(let bigEndian):
      bytes = source.transcoded(from: start, width: 4, bigEndian: bigEndian)
      (start, encoding) = (0, "UTF-8")
    case .bytes:
      try decide(declared: guess.declared, hasMark: guess.markLength > 0, path: path)
    }
    while start < bytes.count, isSpace(bytes[start]) {
      if bytes[start] == 0x0A { firstLine += 1 }
      start += 1
    }
    replaceEntities()
    hasBase = bytes.contains("xml:base")
  }

  private mutating func decide(
    declared: String?, hasMark: Bool, path: String
  ) throws(FeedError) {
    let unicode = ["utf-8", "utf8", "utf-16", "utf16", "utf-16le", "utf-16be", "utf-32", "ucs-2"]
    guard let declared, !hasMark, !unicode.contains(declared) else {
      encoding = "UTF-8"
      let isValid = bytes.withUnsafeBytes(in: start..<bytes.count) {
        ch_utf8_is_valid($0.baseAddress?.assumingMemoryBound(to: UInt8.self), $0.count)
      }
      if isValid { return }
      if declared == nil, !hasMark {
        warnings.append("\(path): no encoding declared and not UTF-8; read as windows-1252")
        bytes = InputBytes(Windows1252.utf8(bytes, from: start))
      } else {
        warnings.append("\(path): not valid UTF-8; broken bytes became U+FFFD")
        bytes = InputBytes(Array(bytes.string(in: start..<bytes.count).utf8))
      }
      start = 0
      return
    }
    let name: String
    switch declared {
    case "gb2312", "gbk", "x-gbk", "gb_2312-80": name = "GB18030"
    // What claims to be ISO 8859-1 or ASCII is windows-1252 on the web.
    case "iso-8859-1", "latin1", "us-ascii", "ascii", "windows-1252", "cp1252":
      bytes = InputBytes(Windows1252.utf8(bytes, from: start))
      start = 0
      name = "UTF-8"
    default: name = declared
    }
    guard XMLEncoding.isKnown(name) else {
      throw FeedError(
        .encoding, path: path, place: RecordPlace(line: 1),
        "unknown encoding \(declared); convert the file to UTF-8")
    }
    encoding = name
  }

  /// Feeds use HTML's entities though XML has only five.
  private mutating func replaceEntities() {
    var position = start
    while let found = bytes.firstIndex(of: UInt8(ascii: "&"), in: position..<bytes.count) {
      position = found + 1
      let candidate = bytes.string(in: position..<min(position + 9, bytes.count))
      guard let end = candidate.firstIndex(of: ";"),
        XMLEntities.isHTML(String(candidate[..<end]))
      else { continue }
      let rest = bytes.withUnsafeBytes(in: start..<bytes.count) { [UInt8]($0) }
      if encoding == "UTF-8", let replaced = XMLEntities.replacingHTML(in: rest) {
        bytes = InputBytes(replaced)
        start = 0
      }
      return
    }
  }
}

/// The encoding that undeclared bytes on the web are in.
///
/// Source: WHATWG Encoding Standard, index windows-1252; the five bytes without a character stand
/// for the control of the same number.
enum Windows1252 {
  private static let high: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  static func utf8(_ bytes: InputBytes, from start: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / 8)
    bytes.withUnsafeBytes(in: start..<bytes.count) { buffer in
      for byte in buffer {
        if byte < 0x80 {
          result.append(byte)
          continue
        }
        let value = byte < 0xA0 ? high[Int(byte) - 0x80] : UInt16(byte)
        if value < 0x800 {
          result.append(UInt8(0xC0 | value >> 6))
        } else {
          result.append(UInt8(0xE0 | value >> 12))
          result.append(UInt8(0x80 | (value >> 6 & 0x3F)))
        }
        result.append(UInt8(0x80 | (value & 0x3F)))
      }
    }
    return result
  }
}

extension InputBytes {
  /// UTF-16 or UTF-32 as UTF-8; broken parts become U+FFFD.
  func transcoded(from start: Int, width: Int, bigEndian: Bool) -> InputBytes {
    withUnsafeBytes(in: start..<count) { buffer in
      func unit(_ place: Int) -> UInt32 {
        (0..<width).reduce(0) { value, index in
          value << 8 | UInt32(buffer[place + (bigEndian ? index : width - 1 - index)])
        }
      }
      let places = stride(from: 0, to: buffer.count - width + 1, by: width)
      let text =
        width == 2
        ? String(decoding: places.map { UInt16(unit($0)) }, as: UTF16.self)
        : String(decoding: places.map(unit), as: UTF32.self)
      return InputBytes(Array(text.utf8))
    }
  }

  /// Whether a text occurs anywhere.
  func contains(_ text: StaticString) -> Bool {
    var position = 0
    while let found = firstIndex(of: text.utf8Start.pointee, in: position..<count) {
      if hasPrefix(text, at: found) { return true }
      position = found + 1
    }
    return false
  }
}
