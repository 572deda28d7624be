extension ArraySlice<UInt8> {
  /// The bytes without ASCII white space at either end.
  var trimmed: ArraySlice<UInt8> {
    guard let last = lastIndex(where: { !isSpace($0) }) else { return prefix(0) }
    return self[...last].drop(while: isSpace)
  }
}

extension StringProtocol where UTF8View: BidirectionalCollection {
  /// The text without ASCII white space at either end.
  var trimmed: String {
    let isTrimmed = utf8.withContiguousStorageIfAvailable {
      !isSpace($0.first ?? 0) && !isSpace($0.last ?? 0)
    }
    if isTrimmed ?? false { return String(self) }
    let start = utf8.firstIndex { !isSpace($0) } ?? utf8.endIndex
    let end = utf8.lastIndex { !isSpace($0) }.map { utf8.index(after: $0) } ?? utf8.endIndex
    return String(self[start..<end])
  }

  /// The text as one line: trimmed, with every run of ASCII white space replaced by one space.
  var collapsed: String {
    let text = trimmed
    if text.isOneLine { return text }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for byte in text.utf8 {
      if !isSpace(byte) {
        bytes.append(byte)
      } else if bytes.last != 0x20 {
        bytes.append(0x20)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a trimmed text contains no white space except single spaces.
  private var isOneLine: Bool {
    utf8.withContiguousStorageIfAvailable { bytes in
      var last: UInt8 = 0
      for byte in bytes {
        if isSpace(byte), byte != 0x20 || last == 0x20 { return false }
        last = byte
      }
      return true
    } ?? false
  }

  /// Whether a text has a character that is seen: neither white space nor one that draws nothing,
  /// such as U+200B.
  var isVisible: Bool {
    // Nearly all texts begin with an ASCII letter.
    if let first = utf8.first, first > 0x20, first < 0x7F { return true }
    return unicodeScalars.contains { scalar in
      let properties = scalar.properties
      return !properties.isWhitespace && !properties.isDefaultIgnorableCodePoint
        && properties.generalCategory != .control
    }
  }

  /// The text, or `nil` when it shows nothing.
  var visible: String? { isVisible ? String(self) : nil }

  /// The text, or `nil` when it is empty.
  var nonEmpty: String? { isEmpty ? nil : String(self) }
}

/// Whether a byte is HTML's white space: space, tab, line feed, form feed or carriage return.
@inline(__always)
func isSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0x0C
}
