extension HTMLTagScanner {
  /// Makes markup that says nothing an end tag of what never starts, up to a `>`.
  mutating func erase(from start: Int, to end: Int?) {
    let close = end ?? bytes.count - 1
    fill(start..<close + 1)
    if end != nil, close - start >= 3 {
      bytes[start] = UInt8(ascii: "<")
      bytes[start + 1] = UInt8(ascii: "/")
      bytes[start + 2] = UInt8(ascii: "_")
      bytes[close] = UInt8(ascii: ">")
    } else if end != nil {
      bytes[start] = HTMLReferences.mark
      bytes[start + 1] = UInt8(ascii: "-")
      bytes[close] = UInt8(ascii: ";")
    }
    place = close + 1
  }

  /// The `>` of a comment, by HTML's rules.
  func commentEnd() -> Int? {
    let text = UnsafeBufferPointer(bytes)
    var end = place + 3
    if end < text.count, text[end] == UInt8(ascii: ">") { return end }
    if end + 1 < text.count, text[end] == UInt8(ascii: "-"), text[end + 1] == UInt8(ascii: ">") {
      return end + 1
    }
    while let found = text.firstPlace(of: UInt8(ascii: "-"), from: end) {
      end = found + 1
      guard end + 1 < text.count else { return nil }
      guard text[end] == UInt8(ascii: "-") else { continue }
      if text[end + 1] == UInt8(ascii: ">") { return end + 1 }
      if text[end + 1] == UInt8(ascii: "!"), end + 2 < text.count,
        text[end + 2] == UInt8(ascii: ">")
      {
        return end + 2
      }
    }
    return nil
  }

  /// The name of an element whose text is no markup and is not shown, at the start of its name.
  func rawText() -> StaticString? {
    guard place + 4 < bytes.count else { return nil }
    let name: StaticString
    switch bytes[place + 3] | 0x20 {
    case UInt8(ascii: "i") where starts("script"): name = "/script"
    case UInt8(ascii: "l") where starts("style"): name = "/style"
    case UInt8(ascii: "l") where starts("title"): name = "/title"
    case UInt8(ascii: "a") where starts("iframe"): name = "/iframe"
    case UInt8(ascii: "m") where starts("noembed"): name = "/noembed"
    case UInt8(ascii: "r") where starts("noframes"): name = "/noframes"
    default: return nil
    }
    let end = place + name.utf8CodeUnitCount - 1
    return end < bytes.count && isName(bytes[end]) ? nil : name
  }

  /// Goes on to the `<` of an end tag, or to the end.
  mutating func skip(toEnd name: StaticString) {
    let text = UnsafeBufferPointer(bytes)
    while let found = text.firstPlace(of: UInt8(ascii: "<"), from: place) {
      place = found + 1
      let end = place + name.utf8CodeUnitCount
      guard starts(name), end < text.count else { continue }
      if isSpace(text[end]) || text[end] == UInt8(ascii: "/") || text[end] == UInt8(ascii: ">") {
        place = found
        return
      }
    }
    place = text.count
  }
}
