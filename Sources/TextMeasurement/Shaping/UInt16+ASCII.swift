extension UInt16 {
  /// Whether the unit is an ASCII letter.
  @inline(__always)
  var isASCIILetter: Bool { (self | 0x20) &- 0x61 < 26 }

  /// Whether the unit is an ASCII letter or digit.
  @inline(__always)
  var isASCIIAlphanumeric: Bool { isASCIILetter || self &- 0x30 < 10 }
}
