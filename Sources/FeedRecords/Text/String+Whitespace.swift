#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Bytes of texts that are known to be UTF-8: those of strings, and of documents, which are checked as
/// a whole.
extension UnsafeRawBufferPointer {
  /// The text of the bytes without ASCII white space at either end.
  var trimmedText: String { checkedText(trimmedRange) }

  /// The text of some of the bytes; white space may be cut off, but no letter in two.
  func checkedText(_ range: Range<Int>) -> String {
    UnsafeRawBufferPointer(rebasing: self[range]).withMemoryRebound(to: UInt8.self) {
      String(checked: $0)
    }
  }

  /// The text of the bytes as one line, every run of ASCII white space as one space.
  var collapsedText: String {
    let range = trimmedRange
    guard !isOneLine(range) else { return checkedText(range) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    for byte in self[range] {
      if !isSpace(byte) {
        bytes.append(byte)
      } else if let last = bytes.last, last != 0x20 {
        bytes.append(0x20)
      }
    }
    return bytes.withUnsafeBufferPointer { String(checked: $0) }
  }

  /// Whether a trimmed range has no white space but single spaces.
  func isOneLine(_ range: Range<Int>) -> Bool {
    var place = afterPlainText(range)
    while place < range.upperBound {
      let byte = self[place]
      if byte <= 0x20, isSpace(byte), byte != 0x20 || isSpace(self[place + 1]) { return false }
      place += 1
    }
    return true
  }

  /// A place in a range before which nothing has to be collapsed.
  private func afterPlainText(_ range: Range<Int>) -> Int {
    guard let baseAddress else { return range.lowerBound }
    let ones: UInt64 = 0x0101_0101_0101_0101
    let spaces = ones * 0x20
    let highest = ones * 0x80
    var place = range.lowerBound
    while place + 8 <= range.upperBound {
      let word = UInt64(littleEndian: (baseAddress + place).loadUnaligned(as: UInt64.self))
      // The highest bit of every byte below 0x20, and of every space; sometimes of one more, which
      // only means a closer look.
      let control = (word &- spaces) & ~word & highest
      let other = word ^ spaces
      let space = (other &- ones) & ~other & highest
      if control | (space & (space << 8)) != 0 { break }
      // The next one begins with the last byte of this one, which may be a space.
      place += 7
    }
    return place
  }

  /// Where a byte is found first.
  func firstPlace(of byte: UInt8) -> Int? {
    guard let baseAddress, let found = memchr(baseAddress, Int32(byte), count) else { return nil }
    return UnsafeRawPointer(found) - baseAddress
  }
}

extension String {
  /// Without ASCII white space at either end.
  var trimmed: String {
    let isTrimmed = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.isEmpty || !(isSpace(bytes[0]) || isSpace(bytes[bytes.count - 1]))
    }
    if isTrimmed == true { return self }
    var text = self
    return text.withUTF8 { UnsafeRawBufferPointer($0).trimmedText }
  }

  /// Trimmed, with every run of ASCII white space as one space: one line.
  var collapsed: String {
    var text = self
    return text.withUTF8 { bytes -> String? in
      let bytes = UnsafeRawBufferPointer(bytes)
      let range = bytes.trimmedRange
      return range.count == bytes.count && bytes.isOneLine(range) ? nil : bytes.collapsedText
    } ?? self
  }

  /// The text, or `nil` when it is empty.
  var nonEmpty: String? { isEmpty ? nil : self }
}

extension Substring {
  /// Without ASCII white space at either end.
  var trimmed: String { String(self).trimmed }

  /// Trimmed, with every run of ASCII white space as one space: one line.
  var collapsed: String { String(self).collapsed }

  /// The text, or `nil` when it is empty.
  var nonEmpty: String? { isEmpty ? nil : String(self) }
}

/// HTML's white space: space, tab, line feed, form feed, carriage return.
@inline(__always)
func isSpace(_ byte: UInt8) -> Bool {
  byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 || byte == 0x0C
}
