import CLibXML2
import Glibc

/// CDATA sections.
extension XMLSink {
  /// A CDATA section or a piece of one.
  ///
  /// Where it is a piece of the input the parser has not passed it yet, and its line ends are as they
  /// are written. A section that is parsed where it lies comes in memory of the parser's own, which
  /// is then behind it.
  mutating func section(_ characters: InternedName, _ count: Int) {
    guard failure == nil, let input = context?.pointee.input else { return }
    guard !isInPlace else { return text(characters, count) }
    if endsInReturn || memchr(characters, 0x0D, count) != nil {
      normalize(characters, count)
    } else {
      text(characters, count)
    }
    guard failure == nil else { return }
    let end = characters + count
    let isEnd = input.pointee.end - end >= 3 && memcmp(end, "]]>", 3) == 0
    endsInReturn = !isEnd && count > 0 && characters[count - 1] == 0x0D
    endOffset = offset(of: end, in: input) + (isEnd ? 3 : 0)
    endLine = Int(input.pointee.line) &+ lineBase &+ Self.newlines(characters, count)
  }

  /// Takes a text with line ends of any kind, each as one line feed.
  ///
  /// Source: XML 1.0, section 2.11; libxml2 does so with all texts but sections that are pushed.
  private mutating func normalize(_ characters: InternedName, _ count: Int) {
    var start = 0
    // The line feed of a pair whose carriage return came before.
    if endsInReturn, count > 0, characters[0] == 0x0A { start = 1 }
    while start < count {
      guard let found = memchr(characters + start, 0x0D, count - start) else { break }
      let place = UnsafeRawPointer(found) - UnsafeRawPointer(characters)
      if place > start { text(characters + start, place - start) }
      withUnsafePointer(to: 0x0A as xmlChar) { text($0, 1) }
      start = place + 1
      if start < count, characters[start] == 0x0A { start += 1 }
    }
    if start < count { text(characters + start, count - start) }
  }
}
