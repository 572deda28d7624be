/// The encoding windows-1252, which undeclared bytes on the web have.
///
/// Source: WHATWG Encoding Standard, index windows-1252. The five bytes without a character are the
/// controls of the same numbers.
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

  /// Converts windows-1252 to UTF-8.
  ///
  /// Every byte is valid.
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
