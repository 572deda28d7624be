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

  /// Adds bytes as UTF-8.
  static func append(_ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    output.reserveCapacity(output.count + bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 {
        output.append(byte)
        continue
      }
      let value = byte < 0xA0 ? high[Int(byte) - 0x80] : UInt16(byte)
      if value < 0x800 {
        output.append(UInt8(0xC0 | value >> 6))
      } else {
        output.append(UInt8(0xE0 | value >> 12))
        output.append(UInt8(0x80 | (value >> 6 & 0x3F)))
      }
      output.append(UInt8(0x80 | (value & 0x3F)))
    }
  }
}

/// windows-1252 as UTF-8; no byte is broken in it.
final class Windows1252Decoder: TextDecoder {
  func decode(
    _ input: UnsafeRawBufferPointer, at place: Int, isLast: Bool, into output: inout [UInt8]
  ) -> Int {
    Windows1252.append(input, to: &output)
    return input.count
  }
}
