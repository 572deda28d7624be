import CLibXML2
import Glibc

/// CDATA sections.
extension XMLSink {
  /// A CDATA section or a piece of one.
  ///
  /// One that is pushed is a piece of the input, which the parser has not passed yet, and its line
  /// ends are as they are written. One that is parsed where it lies comes in memory of the parser's
  /// own, and the parser is behind it.
  mutating func section(_ characters: InternedName, _ count: Int) {
    guard failure == nil, let input = context?.pointee.input else { return }
    if isInPlace {
      if count > 0 { text(characters, count) } else { pass() }
      return
    }
    guard count > 0 else {
      // Its characters are none of the input.
      pass()
      return endOffset += 3
    }
    let start = offset(of: characters, in: input)
    // The line feed of a pair whose carriage return ended the piece before.
    let isSecond = start == returnEnd && characters[0] == 0x0A
    if isSecond || memchr(characters, 0x0D, count) != nil {
      normalize(characters, from: isSecond ? 1 : 0, to: count)
    } else {
      text(characters, count)
    }
    guard failure == nil else { return }
    let end = characters + count
    returnEnd = characters[count - 1] == 0x0D ? start + count : -1
    let isEnd = input.pointee.end - end >= 3 && memcmp(end, "]]>", 3) == 0
    endOffset = start + count + (isEnd ? 3 : 0)
    endLine = Int(input.pointee.line) &+ lineBase &+ Self.newlines(characters, count)
  }

  /// Takes a text with line ends of any kind, each as one line feed.
  ///
  /// Source: XML 1.0, section 2.11; libxml2 does so with all texts but sections that are pushed.
  private mutating func normalize(_ characters: InternedName, from first: Int, to end: Int) {
    var start = first
    while start < end {
      guard let found = memchr(characters + start, 0x0D, end - start) else { break }
      let place = UnsafeRawPointer(found) - UnsafeRawPointer(characters)
      if place > start { text(characters + start, place - start) }
      withUnsafePointer(to: 0x0A as xmlChar) { text($0, 1) }
      start = place + 1
      if start < end, characters[start] == 0x0A { start += 1 }
    }
    if start < end { text(characters + start, end - start) }
  }
}
