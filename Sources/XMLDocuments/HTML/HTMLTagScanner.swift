/// Walks over the tags of a text with libxml2's own idea of an attribute.
struct HTMLTagScanner {
  let bytes: UnsafeMutableBufferPointer<UInt8>
  let attributeLimit: Int
  private(set) var isCut = false
  private var place = 0
  /// Whether the last `<p>` is open for sure: nothing that could end it has come since.
  private var isInParagraph = false

  init(bytes: UnsafeMutableBufferPointer<UInt8>, attributeLimit: Int) {
    self.bytes = bytes
    self.attributeLimit = attributeLimit
  }

  mutating func run() {
    while true {
      let text = UnsafeBufferPointer(bytes)
      guard let found = text.firstPlace(of: UInt8(ascii: "<"), from: place),
        found + 1 < text.count
      else { return }
      place = found + 1
      let next = bytes[place]
      if next | 0x20 >= UInt8(ascii: "a"), next | 0x20 <= UInt8(ascii: "z") {
        let raw = rawText()
        let start = place
        while place < bytes.count, isName(bytes[place]) { place += 1 }
        startTag(start..<place)
        attributes()
        if let raw { skip(to: raw) }
      } else if next == UInt8(ascii: "/") {
        endTag()
      } else if starts("!--") {
        place += 3
        skip(to: "-->")
      } else if next == UInt8(ascii: "_") || next == UInt8(ascii: ":")
        || next == UInt8(ascii: ".")
      {
        bytes[place - 1] = HTMLReferences.mark
      }
    }
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
  private mutating func startTag(_ name: Range<Int>) {
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

  /// Makes `</p>` an empty paragraph and `</br>` a break where no such element is open.
  ///
  /// That is what they are for HTML; libxml2 drops them. A paragraph that is open ends at an empty
  /// one just as well.
  private mutating func endTag() {
    let isBreak = starts("/br")
    let nameEnd = place + (isBreak ? 3 : 2)
    guard isBreak || starts("/p"), nameEnd < bytes.count, !isName(bytes[nameEnd]),
      let close = bytes[nameEnd...].firstIndex(where: {
        $0 == UInt8(ascii: ">") || $0 == UInt8(ascii: "<")
      }), bytes[close] == UInt8(ascii: ">")
    else {
      // The end of what is around a paragraph ends that too.
      if nameEnd < bytes.count, !endsInLine() { isInParagraph = false }
      return
    }
    if !isBreak, isInParagraph {
      isInParagraph = false
      return
    }
    for index in place..<(nameEnd - 1) { bytes[index] = bytes[index + 1] }
    for index in (nameEnd - 1)..<(close - 1) { bytes[index] = 0x20 }
    bytes[close - 1] = UInt8(ascii: "/")
    place = close
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
        while place < end, isName(bytes[place]) { place += 1 }
        skipSpace()
        guard place < bytes.count, bytes[place] == UInt8(ascii: "=") else { continue }
        place += 1
        skipSpace()
        value()
      } else {
        repeat {
          place += 1
        } while place < bytes.count && !isSpace(bytes[place])
          && bytes[place] != UInt8(ascii: ">") && bytes[place] != UInt8(ascii: "/")
      }
    }
    guard let surplus else { return }
    isCut = true
    for index in surplus..<place { bytes[index] = 0x20 }
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

  /// The end of an element whose text is no markup, at the start of its name.
  private func rawText() -> StaticString? {
    let ending: StaticString
    switch bytes[place] | 0x20 {
    case UInt8(ascii: "s") where starts("script"): ending = "</script"
    case UInt8(ascii: "s") where starts("style"): ending = "</style"
    default: return nil
    }
    let end = place + ending.utf8CodeUnitCount - 2
    return end < bytes.count && isName(bytes[end]) ? nil : ending
  }

  /// Goes on to the first of some bytes, letters in either case, or to the end.
  private mutating func skip(to text: StaticString) {
    let first = text.utf8Start[0]
    while place < bytes.count, bytes[place] != first || !starts(text) { place += 1 }
  }

  private func starts(_ text: StaticString) -> Bool {
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

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
  }

  private func isName(_ byte: UInt8) -> Bool {
    HTMLReferences.isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
  }
}
