#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes are the same.
  @inline(__always)
  func isEqual(to other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    guard let mine = baseAddress, let others = other.baseAddress, count > 0 else { return true }
    return memcmp(mine, others, count) == 0
  }

  /// Whether the bytes are those of a text.
  @inline(__always)
  func isEqual(to text: StaticString) -> Bool {
    guard let mine = baseAddress, count == text.utf8CodeUnitCount else { return false }
    return memcmp(mine, text.utf8Start, count) == 0
  }
}

extension Double {
  /// The value of a number in JSON; infinite when it is out of range.
  init(jsonLiteral bytes: UnsafeBufferPointer<UInt8>) {
    if bytes.count <= 15 {
      // Whole numbers of up to 15 digits are exact.
      var value = 0
      var isWhole = true
      let isNegative = bytes.first == UInt8(ascii: "-")
      for byte in bytes.dropFirst(isNegative ? 1 : 0) {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else {
          isWhole = false
          break
        }
        value = value * 10 + Int(byte - UInt8(ascii: "0"))
      }
      if isWhole, value > 0 || !isNegative {
        self = Double(isNegative ? -value : value)
        return
      }
    }
    self = Double(String(decoding: bytes, as: UTF8.self)) ?? .infinity
  }
}
