import CSimdjson

extension JSONReadable {
  /// The instant that a text or a number means, in the form that is declared.
  func date(_ form: FeedDateForm = .auto) -> FeedDate? {
    switch code {
    case CH_JSON_STRING:
      return withBytes(at: index) {
        FeedDate(timestamp: $0) ?? FeedDate(utf8: UnsafeRawBufferPointer($0), form: form)
      }
    case CH_JSON_NUMBER: return number.flatMap { FeedDate(number: $0, form: form) }
    case CH_JSON_OBJECT: return member("#text")?.date(form)
    default: return nil
    }
  }

  /// A finite number; a text that is a number counts.
  var numeric: Double? {
    let value = code == CH_JSON_STRING ? text.flatMap { Double($0.trimmed) } : number
    return value.flatMap { $0.isFinite ? $0 : nil }
  }

  /// The text; of an XML element that has attributes or elements of its own, the text in it.
  var content: String? {
    code == CH_JSON_OBJECT ? member("#text")?.text : text
  }

  /// The text without white space at its ends; `nil` where nothing is left.
  var trimmedText: String? {
    guard code == CH_JSON_STRING else { return text }
    return withBytes(at: index) { bytes in
      let range = UnsafeRawBufferPointer(bytes).trimmedRange
      guard !range.isEmpty else { return nil }
      return String(checked: UnsafeBufferPointer(rebasing: bytes[range]))
    }
  }

  /// The text as one line, every run of white space one space; `nil` where nothing is left.
  var line: String? {
    guard code == CH_JSON_STRING else { return text?.collapsed.nonEmpty }
    return withBytes(at: index) { bytes in
      guard !bytes.isEmpty else { return nil }
      let text = String(checked: bytes)
      return bytes.isOneLine ? text : text.collapsed.nonEmpty
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether the bytes have no white space but single spaces between others.
  var isOneLine: Bool {
    let bytes = UnsafeRawBufferPointer(self)
    guard let first, let last, !isSpace(first), !isSpace(last) else { return isEmpty }
    // Eight bytes at a time; a bit that is set tells of a byte that wants a closer look.
    let ones: UInt64 = 0x0101_0101_0101_0101
    var position = 0
    while position + 9 <= count {
      let word = bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      let next = bytes.loadUnaligned(fromByteOffset: position + 1, as: UInt64.self)
      let spaces = (word ^ ones &* 0x20) | (next ^ ones &* 0x20)
      let zero = (spaces &- ones) & ~spaces
      let low = (word &- ones &* 0x20) & ~word
      if (zero | low) & (ones &* 0x80) != 0 { break }
      position += 8
    }
    while position < count {
      let byte = self[position]
      if isSpace(byte), byte != 0x20 || (position > 0 && self[position - 1] == 0x20) {
        return false
      }
      position += 1
    }
    return true
  }
}

extension FeedDate {
  /// Reads `2026-01-31T08:00:00Z`, as the record document and most JSON feeds write it; `nil` for
  /// every other form.
  fileprivate init?(timestamp text: UnsafeBufferPointer<UInt8>) {
    guard text.count == 20, text[4] == UInt8(ascii: "-"), text[7] == UInt8(ascii: "-"),
      text[10] == UInt8(ascii: "T"), text[13] == UInt8(ascii: ":"), text[16] == UInt8(ascii: ":"),
      text[19] == UInt8(ascii: "Z")
    else { return nil }
    var wrong = false
    func pair(_ place: Int) -> Int {
      let (tens, units) = (text[place] &- 0x30, text[place &+ 1] &- 0x30)
      wrong = wrong || tens > 9 || units > 9
      return Int(tens) &* 10 &+ Int(units)
    }
    let year = pair(0) * 100 + pair(2)
    let (month, day) = (pair(5), pair(8))
    let (hour, minute, second) = (pair(11), pair(14), pair(17))
    guard !wrong, year >= 1000 else { return nil }
    self.init(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second, offset: 0)
  }
}
