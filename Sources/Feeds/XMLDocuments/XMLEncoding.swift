/// The encoding of a document, derived from the document's first bytes.
public struct XMLEncoding: Hashable, Sendable {
  /// The way in which characters are stored in bytes.
  public enum Layout: Hashable, Sendable {
    /// A superset of ASCII, such as UTF-8 or windows-1252.
    case bytes
    /// UTF-16, in big-endian or little-endian byte order.
    case utf16(bigEndian: Bool)
    /// UTF-32, in big-endian or little-endian byte order.
    case utf32(bigEndian: Bool)
  }

  /// The way in which characters are stored in bytes.
  public let layout: Layout
  /// Length of the byte order mark in bytes; 0 if there is none.
  public let markLength: Int
  /// The encoding's name in the XML declaration, in lower case; `nil` if there is none.
  public let declared: String?

  /// Examines the beginning of a document; a few hundred bytes are enough.
  public init(prefix: [UInt8]) {
    func starts(_ bytes: UInt8...) -> Bool { prefix.starts(with: bytes) }
    if starts(0xEF, 0xBB, 0xBF) {
      (layout, markLength) = (.bytes, 3)
    } else if starts(0xFF, 0xFE, 0, 0) {
      (layout, markLength) = (.utf32(bigEndian: false), 4)
    } else if starts(0, 0, 0xFE, 0xFF) {
      (layout, markLength) = (.utf32(bigEndian: true), 4)
    } else if starts(0xFF, 0xFE) {
      (layout, markLength) = (.utf16(bigEndian: false), 2)
    } else if starts(0xFE, 0xFF) {
      (layout, markLength) = (.utf16(bigEndian: true), 2)
    } else if starts(0, 0, 0) {
      (layout, markLength) = (.utf32(bigEndian: true), 0)
    } else if prefix.count >= 4, prefix[0] != 0, prefix[1] == 0, prefix[2] == 0, prefix[3] == 0 {
      (layout, markLength) = (.utf32(bigEndian: false), 0)
    } else if prefix.count >= 2, prefix[0] == 0, prefix[1] != 0 {
      (layout, markLength) = (.utf16(bigEndian: true), 0)
    } else if prefix.count >= 2, prefix[0] != 0, prefix[1] == 0 {
      (layout, markLength) = (.utf16(bigEndian: false), 0)
    } else {
      (layout, markLength) = (.bytes, 0)
    }
    declared = Self.declaration(in: prefix.filter { $0 != 0 })
  }

  /// The value of `encoding` in the XML declaration, in lower case; `nil` if there is none.
  ///
  /// Comments may precede the declaration.
  private static func declaration(in bytes: [UInt8]) -> String? {
    var text = String(decoding: bytes, as: Unicode.ASCII.self)[...]
    while let comment = text.firstRange(of: "<!--"),
      comment.lowerBound < text.firstRange(of: "<?xml")?.lowerBound ?? text.startIndex,
      let end = text[comment.upperBound...].firstRange(of: "-->")
    {
      text = text[end.upperBound...]
    }
    text = text.prefix(400)
    guard let start = text.firstRange(of: "<?xml"),
      let end = text[start.upperBound...].firstRange(of: "?>"),
      let word = text[start.upperBound..<end.lowerBound].firstRange(of: "encoding")
    else { return nil }
    let rest = text[word.upperBound..<end.lowerBound].drop { $0 == " " || $0 == "=" }
    guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
    let name = rest.dropFirst().prefix { $0 != quote }
    return name.isEmpty ? nil : name.lowercased()
  }
}

/// The encoding windows-1252, which is assumed on the web for bytes without a declared encoding.
///
/// Source: WHATWG Encoding Standard, index windows-1252. Five bytes have no character; they become
/// the control characters with the same numbers.
package enum Windows1252 {
  private static let high: [UInt16] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
    0x0152, 0x8D, 0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]

  /// The Unicode code point of a byte.
  static func codePoint(_ byte: UInt8) -> UInt16 {
    byte >= 0x80 && byte < 0xA0 ? high[Int(byte) - 0x80] : UInt16(byte)
  }

  /// Converts windows-1252 to UTF-8; every byte is valid.
  package static func utf8(_ bytes: some Collection<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte < 0x80 {
        result.append(byte)
      } else if let scalar = Unicode.Scalar(codePoint(byte)) {
        result.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      }
    }
    return result
  }
}
