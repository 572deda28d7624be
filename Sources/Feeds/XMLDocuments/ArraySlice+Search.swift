#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

extension ArraySlice<UInt8> {
  /// The index of the first occurrence of a byte, found with `memchr` of the C library; `nil` if
  /// there is none.
  package func firstIndex(ofByte byte: UInt8) -> Int? {
    withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress, let match = memchr(start, Int32(byte), bytes.count)
      else { return nil }
      return startIndex + (UnsafeRawPointer(match) - start)
    }
  }
}

extension UnsafeRawBufferPointer {
  /// The offset of the first `<`, `&` or NUL; the number of bytes if there is none.
  package func endOfHTMLText(from start: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var offset = start
    while offset + 8 <= count {
      let bytes = loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let tags = bytes ^ (ones &* UInt64(UInt8(ascii: "<")))
      let references = bytes ^ (ones &* UInt64(UInt8(ascii: "&")))
      // Bit Twiddling Hacks, "Determine if a word has a zero byte".
      let zeros =
        ((bytes &- ones) & ~bytes) | ((tags &- ones) & ~tags)
        | ((references &- ones) & ~references)
      guard zeros & (ones &* 0x80) == 0 else { break }
      offset += 8
    }
    while offset < count {
      let byte = self[offset]
      if byte == UInt8(ascii: "<") || byte == UInt8(ascii: "&") || byte == 0 { break }
      offset += 1
    }
    return offset
  }
}
