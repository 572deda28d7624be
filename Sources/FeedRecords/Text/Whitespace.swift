extension StringProtocol where UTF8View: BidirectionalCollection {
  /// Without ASCII white space at either end.
  var trimmed: String {
    guard let first = utf8.first, let last = utf8.last, isSpace(first) || isSpace(last) else {
      return String(self)
    }
    var view = unicodeScalars[...]
    while let scalar = view.first, scalar.isASCII, isSpace(UInt8(scalar.value)) {
      view.removeFirst()
    }
    while let scalar = view.last, scalar.isASCII, isSpace(UInt8(scalar.value)) { view.removeLast() }
    return String(String.UnicodeScalarView(view))
  }

  /// Trimmed, with every run of ASCII white space as one space: one line.
  var collapsed: String {
    var needsWork = false
    var previous: UInt8 = 0x20
    for byte in utf8 {
      if isSpace(byte), byte != 0x20 || isSpace(previous) {
        needsWork = true
        break
      }
      previous = byte
    }
    guard needsWork || utf8.last == 0x20 else { return String(self) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for byte in utf8 {
      if !isSpace(byte) {
        bytes.append(byte)
      } else if let last = bytes.last, last != 0x20 {
        bytes.append(0x20)
      }
    }
    if bytes.last == 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The text, or `nil` when it is empty.
  var nonEmpty: String? { isEmpty ? nil : String(self) }
}

/// HTML's white space: space, tab, line feed, form feed, carriage return.
func isSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0x0C
}
