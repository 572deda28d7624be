/// Divides the value of a CSS property into tokens.
///
/// Source: CSS Syntax 3, 4.3, as far as values of properties use it.
struct CSSTokenizer {
  enum Token: Hashable {
    /// A keyword or a name, as it is written.
    case word(String)
    /// A quoted string.
    case string(String)
    case number(Double)
    case percentage(Double)
    /// A number with a unit in lower case.
    case dimension(Double, String)
    /// The name of a function in lower case, with its parenthesis.
    case function(String)
    /// Any other character.
    case character(UInt8)
    case space

    /// Length in UTF-8 bytes; a number counts as four.
    var bytes: Int {
      switch self {
      case .word(let text): text.utf8.count
      case .string(let text): text.utf8.count + 2
      case .number, .percentage: 4
      case .dimension(_, let unit): 4 + unit.utf8.count
      case .function(let name): name.utf8.count + 1
      case .character, .space: 1
      }
    }
  }

  private let bytes: [UInt8]
  private var index = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  /// All tokens of the text.
  ///
  /// - Throws: `CSSError` for a string that does not end.
  mutating func tokens() throws(CSSError) -> [Token] {
    var result: [Token] = []
    while index < bytes.count {
      if byte(0) == UInt8(ascii: "/"), byte(1) == UInt8(ascii: "*") {
        skipComment()
      } else {
        result.append(try next())
      }
    }
    return result
  }

  private mutating func skipComment() {
    index += 2
    while index < bytes.count, byte(0) != UInt8(ascii: "*") || byte(1) != UInt8(ascii: "/") {
      index += 1
    }
    index = min(index + 2, bytes.count)
  }

  private mutating func next() throws(CSSError) -> Token {
    let byte = bytes[index]
    if isSpace(byte) {
      while index < bytes.count, isSpace(bytes[index]) { index += 1 }
      return .space
    }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { return try string(byte) }
    if startsNumber() { return numeric() }
    if isName(byte) {
      let name = name()
      if index < bytes.count, bytes[index] == UInt8(ascii: "(") {
        index += 1
        return .function(name.lowercased())
      }
      return .word(name)
    }
    index += 1
    return .character(byte)
  }

  private mutating func string(_ quote: UInt8) throws(CSSError) -> Token {
    index += 1
    let start = index
    while index < bytes.count, bytes[index] != quote { index += 1 }
    guard index < bytes.count else {
      throw CSSError(found: "a string without its end", expected: "a closing quotation mark")
    }
    defer { index += 1 }
    return .string(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private func byte(_ offset: Int) -> UInt8 {
    index + offset < bytes.count ? bytes[index + offset] : 0
  }

  private func startsNumber() -> Bool {
    let first = byte(0)
    let isSigned = first == UInt8(ascii: "+") || first == UInt8(ascii: "-")
    let next = isSigned ? byte(1) : first
    if isDigit(next) { return true }
    return next == UInt8(ascii: ".") && isDigit(byte(isSigned ? 2 : 1))
  }

  private mutating func numeric() -> Token {
    let start = index
    if !isDigit(byte(0)), byte(0) != UInt8(ascii: ".") { index += 1 }
    while isDigit(byte(0)) { index += 1 }
    if byte(0) == UInt8(ascii: "."), isDigit(byte(1)) {
      index += 1
      while isDigit(byte(0)) { index += 1 }
    }
    if byte(0) | 0x20 == UInt8(ascii: "e") {
      let isSigned = byte(1) == UInt8(ascii: "+") || byte(1) == UInt8(ascii: "-")
      if isDigit(byte(isSigned ? 2 : 1)) {
        index += isSigned ? 2 : 1
        while isDigit(byte(0)) { index += 1 }
      }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    let value = Double(text.hasPrefix("+") ? String(text.dropFirst()) : text) ?? .nan
    if byte(0) == UInt8(ascii: "%") {
      index += 1
      return .percentage(value)
    }
    if index < bytes.count, isName(bytes[index]), !isDigit(bytes[index]) {
      return .dimension(value, name().lowercased())
    }
    return .number(value)
  }

  private mutating func name() -> String {
    let start = index
    while index < bytes.count, isName(bytes[index]) { index += 1 }
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  private func isName(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A) || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: "_") || byte >= 0x80
  }
}
