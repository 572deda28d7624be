/// Walks over the tags of a text and changes, in place, those that libxml2 and HTML disagree about.
///
/// - Comments, doctypes and other markup that says nothing become an end tag that nothing answers;
///   the text of scripts, style sheets and the like becomes spaces. So there is nothing left that
///   only one of the two takes for markup.
/// - `<wbr>` becomes a reference; `</p>` and `</br>` start an element where none is open.
/// - Attributes that nobody asks for become spaces, which are read faster.
/// - Attributes of an element beyond the limit become spaces, because libxml2 compares each with all
///   before it: a second for 20,000.
struct HTMLTagScanner {
  let bytes: UnsafeMutableBufferPointer<UInt8>
  let attributeLimit: Int
  let wantsLinks: Bool
  private(set) var isCut = false
  var place = 0
  /// Whether the last `<p>` is open for sure: nothing that could end it has come since.
  private var isInParagraph = false

  init(bytes: UnsafeMutableBufferPointer<UInt8>, attributeLimit: Int, wantsLinks: Bool) {
    self.bytes = bytes
    self.attributeLimit = attributeLimit
    self.wantsLinks = wantsLinks
  }

  mutating func run() {
    while true {
      let text = UnsafeBufferPointer(bytes)
      guard let found = text.firstPlace(of: UInt8(ascii: "<"), from: place),
        found + 1 < text.count
      else { return }
      place = found + 1
      switch text[place] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): startTag()
      case UInt8(ascii: "/") where place + 1 < text.count && isLetter(text[place + 1]): endTag()
      case UInt8(ascii: "/"), UInt8(ascii: "?"):
        erase(from: found, to: text.firstPlace(of: UInt8(ascii: ">"), from: place))
      case UInt8(ascii: "!"):
        let isComment = starts("!--")
        erase(
          from: found,
          to: isComment ? commentEnd() : text.firstPlace(of: UInt8(ascii: ">"), from: place))
      case UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "_"):
        bytes[found] = HTMLReferences.mark
      default: break
      }
    }
  }

  private mutating func startTag() {
    let start = place
    if starts("wbr"), isBreakOpportunity() { return }
    let raw = rawText()
    while place < bytes.count, isName(bytes[place]) { place += 1 }
    hide(start..<place)
    note(start..<place)
    attributes()
    // What is cut off within a tag is no tag.
    guard place < bytes.count else { return erase(from: start - 1, to: nil) }
    guard let raw else { return }
    // Such an element has an end, whatever its tag says.
    if bytes[place - 1] == UInt8(ascii: "/") { bytes[place - 1] = 0x20 }
    place += 1
    let text = place
    skip(toEnd: raw)
    fill(text..<place)
  }

  /// Makes `<wbr>` the reference that it is as good as; for libxml2 it has an end.
  private mutating func isBreakOpportunity() -> Bool {
    let text = UnsafeBufferPointer(bytes)
    guard place + 3 < text.count, !isName(text[place + 3]),
      let close = text.firstPlace(of: UInt8(ascii: ">"), from: place)
    else { return false }
    bytes[place - 1] = HTMLReferences.mark
    for index in place..<close { bytes[index] = UInt8(ascii: "=") }
    bytes[close] = UInt8(ascii: ";")
    place = close + 1
    return true
  }

  /// Whether an end tag is one of those that leave a paragraph open.
  private func endsInLine() -> Bool {
    let name = bytes[(place + 1)...].prefix { isName($0) }
    switch name.count {
    case 1: return bytes[place + 1] | 0x20 != UInt8(ascii: "p")
    case 2: return starts("/em")
    case 4: return starts("/span") || starts("/code")
    case 6: return starts("/strong")
    default: return false
    }
  }

  /// Takes note of an element that may begin or end a paragraph.
  private mutating func note(_ name: Range<Int>) {
    let first = bytes[name.lowerBound] | 0x20
    let second = name.count > 1 ? bytes[name.lowerBound + 1] | 0x20 : 0
    switch (name.count, first, second) {
    case (1, UInt8(ascii: "p"), _): isInParagraph = true
    case (1, UInt8(ascii: "a"), _), (1, UInt8(ascii: "b"), _), (1, UInt8(ascii: "i"), _),
      (2, UInt8(ascii: "b"), UInt8(ascii: "r")), (2, UInt8(ascii: "e"), UInt8(ascii: "m")),
      (3, UInt8(ascii: "i"), UInt8(ascii: "m")), (4, UInt8(ascii: "c"), UInt8(ascii: "o")),
      (4, UInt8(ascii: "s"), UInt8(ascii: "p")), (6, UInt8(ascii: "s"), UInt8(ascii: "t")):
      // a, b, i, br, em, img (or imp, ims: none), code, span, strong: in a line.
      break
    default: isInParagraph = false
    }
  }

  /// Makes `pre` a name that libxml2 does not know, because it ends a `pre` where a block begins.
  private func hide(_ name: Range<Int>) {
    if name.count == 3, isName(name, "pre") { bytes[name.lowerBound + 1] = UInt8(ascii: "_") }
  }

  /// Makes `</p>` an empty paragraph and `</br>` a break where no such element is open.
  ///
  /// That is what they are for HTML; libxml2 drops them. A paragraph that is open ends at an empty
  /// one just as well.
  private mutating func endTag() {
    let text = UnsafeBufferPointer(bytes)
    guard let close = text.firstPlace(of: UInt8(ascii: ">"), from: place) else {
      return erase(from: place - 1, to: nil)
    }
    defer { place = close }
    let nameStart = place + 1
    var end = nameStart
    while end < close, isName(bytes[end]) { end += 1 }
    hide(nameStart..<end)
    let first = bytes[nameStart] | 0x20
    let isBreak = first == UInt8(ascii: "b") && starts("/br")
    let nameEnd = place + (isBreak ? 3 : 2)
    guard end == nameEnd, isBreak || first == UInt8(ascii: "p") else {
      // The end of what is around a paragraph ends that too.
      if isInParagraph, !endsInLine() { isInParagraph = false }
      return
    }
    if !isBreak, isInParagraph {
      isInParagraph = false
      return
    }
    for index in place..<(nameEnd - 1) { bytes[index] = bytes[index + 1] }
    for index in (nameEnd - 1)..<(close - 1) { bytes[index] = 0x20 }
    bytes[close - 1] = UInt8(ascii: "/")
  }

  /// Goes on to the end of a tag.
  private mutating func attributes() {
    var count = 0
    var surplus: Int?
    while true {
      skipSpace()
      guard place < bytes.count, bytes[place] != UInt8(ascii: ">") else { break }
      if isName(bytes[place]) {
        count += 1
        if count > attributeLimit, surplus == nil { surplus = place }
        // libxml2 takes so many bytes of a name at a time.
        let end = min(bytes.count, place + 100)
        let start = place
        while place < end, isName(bytes[place]) { place += 1 }
        let isIgnored = ignores(start..<place)
        skipSpace()
        guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { continue }
        place += 1
        skipSpace()
        value()
        if isIgnored { fill(start..<place) }
      } else {
        repeat {
          place += 1
        } while place < bytes.count && !isSpace(bytes[place])
          && bytes[place] != UInt8(ascii: ">") && bytes[place] != UInt8(ascii: "/")
      }
    }
    guard let surplus else { return }
    isCut = true
    fill(surplus..<place)
  }

  /// Whether nobody asks for an attribute.
  private func ignores(_ name: Range<Int>) -> Bool {
    switch (name.count, bytes[name.lowerBound] | 0x20) {
    case (2, UInt8(ascii: "i")): isName(name, "id")
    case (3, UInt8(ascii: "a")): isName(name, "alt")
    case (3, UInt8(ascii: "r")): isName(name, "rel")
    case (4, UInt8(ascii: "h")): !wantsLinks && isName(name, "href")
    case (5, UInt8(ascii: "c")): isName(name, "class")
    case (5, UInt8(ascii: "t")): isName(name, "title")
    case (6, UInt8(ascii: "t")): isName(name, "target")
    default: false
    }
  }

  private func isName(_ range: Range<Int>, _ name: StaticString) -> Bool {
    for index in 0..<range.count
    where bytes[range.lowerBound + index] | 0x20 != name.utf8Start[index] {
      return false
    }
    return true
  }

  func fill(_ range: Range<Int>) {
    UnsafeMutableBufferPointer(rebasing: bytes[range]).update(repeating: 0x20)
  }

  private mutating func value() {
    guard place < bytes.count else { return }
    let quote = bytes[place]
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let end = UnsafeBufferPointer(bytes).firstPlace(of: quote, from: place + 1)
      place = end.map { $0 + 1 } ?? bytes.count
    } else {
      while place < bytes.count, !isSpace(bytes[place]), bytes[place] != UInt8(ascii: ">") {
        place += 1
      }
    }
  }

  func starts(_ text: StaticString) -> Bool {
    guard place + text.utf8CodeUnitCount <= bytes.count else { return false }
    for index in 0..<text.utf8CodeUnitCount {
      let byte = bytes[place + index]
      let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      if (isUpper ? byte | 0x20 : byte) != text.utf8Start[index] { return false }
    }
    return true
  }

  private mutating func skipSpace() {
    while place < bytes.count, isSpace(bytes[place]) { place += 1 }
  }

  func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private func isLetter(_ byte: UInt8) -> Bool {
    byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
  }

  func isName(_ byte: UInt8) -> Bool {
    HTMLReferences.isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
  }
}
