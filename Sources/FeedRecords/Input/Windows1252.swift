import XMLDocuments

extension Windows1252 {
  /// Adds bytes as UTF-8.
  static func append(_ bytes: UnsafeRawBufferPointer, to output: inout [UInt8]) {
    output.reserveCapacity(output.count + bytes.count + bytes.count / 8)
    for byte in bytes {
      if byte < 0x80 {
        output.append(byte)
        continue
      }
      let value = codePoint(byte)
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
