extension String {
  /// The text of bytes that are known to be UTF-8, such as those of a string that was parsed; they
  /// are not checked again, which would take as long as the rest of making a string.
  init(checked bytes: UnsafeBufferPointer<UInt8>) {
    self.init(checked: bytes, isASCII: bytes.isASCII)
  }

  /// The same where it is known whether all bytes are ASCII.
  init(checked bytes: UnsafeBufferPointer<UInt8>, isASCII: Bool) {
    assert(!isASCII || bytes.isASCII)
    assert(String(validating: bytes, as: UTF8.self) != nil)
    #if os(Linux)
      let span = Span(_unsafeElements: bytes)
      self.init(copying: UTF8Span(unchecked: span, isKnownASCII: isASCII))
    #else
      self.init(decoding: bytes, as: UTF8.self)
    #endif
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether all bytes are below 0x80.
  var isASCII: Bool { UnsafeRawBufferPointer(self).isASCII }
}

extension UnsafeRawBufferPointer {
  /// Whether all bytes are below 0x80.
  var isASCII: Bool {
    guard let start = baseAddress, count > 0 else { return true }
    var seen: UInt64 = 0
    if count < 8 {
      for byte in self { seen |= UInt64(byte) }
      return seen & 0x80 == 0
    }
    // What is left behind the last whole step is looked at together with bytes seen before.
    if count < 32 {
      var place = 0
      while place < count &- 8 {
        seen |= (start + place).loadUnaligned(as: UInt64.self)
        place &+= 8
      }
      seen |= (start + (count &- 8)).loadUnaligned(as: UInt64.self)
    } else {
      var wide = (start + (count &- 32)).loadUnaligned(as: SIMD4<UInt64>.self)
      var place = 0
      while place < count &- 32 {
        wide |= (start + place).loadUnaligned(as: SIMD4<UInt64>.self)
        place &+= 32
      }
      seen = wide[0] | wide[1] | wide[2] | wide[3]
    }
    return seen & 0x8080_8080_8080_8080 == 0
  }
}
