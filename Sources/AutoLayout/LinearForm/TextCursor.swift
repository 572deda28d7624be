/// Reads a short text character by character; the ground of every notation's parser.
package struct TextCursor {
  /// The characters of the text.
  package let characters: [Character]
  /// Offset of the next character.
  package var offset = 0

  /// Begins at the start of a text.
  package init(_ text: String) {
    characters = Array(text)
  }

  /// The next character, if any.
  package var next: Character? { offset < characters.count ? characters[offset] : nil }

  /// Whether nothing is left.
  package var isAtEnd: Bool { offset >= characters.count }

  /// What stands at the cursor, in words for a message.
  package var found: String {
    guard let next else { return "the end" }
    guard Self.isNameStart(next) else { return "'\(next)'" }
    var copy = self
    return "'\(copy.bareName() ?? String(next))'"
  }

  /// Skips white space.
  package mutating func skipSpace() {
    while let next, next.isWhitespace { offset += 1 }
  }

  /// Takes a literal if it is next.
  package mutating func take(_ literal: String) -> Bool {
    let end = offset + literal.count
    guard end <= characters.count, characters[offset..<end].elementsEqual(literal) else {
      return false
    }
    offset = end
    return true
  }

  /// Skips white space, then takes a literal if it is next.
  package mutating func takeSpaced(_ literal: String) -> Bool {
    let start = offset
    skipSpace()
    if take(literal) { return true }
    offset = start
    return false
  }

  /// Takes `[A-Za-z_][A-Za-z0-9_]*`.
  package mutating func bareName() -> String? {
    guard let next, Self.isNameStart(next) else { return nil }
    let start = offset
    while let next = self.next, Self.isNamePart(next) { offset += 1 }
    return String(characters[start..<offset])
  }

  /// Takes a bare name or a name in double quotes.
  package mutating func name() throws(NotationError) -> String? {
    guard next == "\"" else { return bareName() }
    return try quoted(by: "\"")
  }

  /// Takes a text between two equal marks; there is no escape.
  package mutating func quoted(by mark: Character) throws(NotationError) -> String {
    let start = offset
    offset += 1
    while let next, next != mark { offset += 1 }
    guard !isAtEnd else {
      throw NotationError(
        offset: start, found: "a \(mark) that is never closed", expected: "a closing \(mark)")
    }
    offset += 1
    return String(characters[(start + 1)..<(offset - 1)])
  }

  /// Takes a decimal with optional fraction and exponent, no sign; `nil` if none is next.
  package mutating func unsignedNumber() throws(NotationError) -> Double? {
    let start = offset
    var digits = takeDigits()
    if next == "." {
      offset += 1
      digits += takeDigits()
    }
    guard digits > 0 else {
      offset = start
      return nil
    }
    takeExponent()
    guard let value = Double(String(characters[start..<offset])), value.isFinite else {
      throw NotationError(
        offset: start, found: "a number too large to hold", expected: "a number below 1e308")
    }
    return value
  }

  /// Takes digits and tells how many.
  private mutating func takeDigits() -> Int {
    let start = offset
    while let next, Self.isDigit(next) { offset += 1 }
    return offset - start
  }

  /// Takes `e`, a sign and digits, or nothing when no digit follows.
  private mutating func takeExponent() {
    let start = offset
    guard next == "e" || next == "E" else { return }
    offset += 1
    if next == "+" || next == "-" { offset += 1 }
    if takeDigits() == 0 { offset = start }
  }

  /// Whether the character is 0...9.
  package static func isDigit(_ character: Character) -> Bool {
    ("0"..."9").contains(character) && character.isASCII
  }

  /// Whether a bare name may begin with the character.
  package static func isNameStart(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character == "_")
  }

  /// Whether a bare name may go on with the character.
  package static func isNamePart(_ character: Character) -> Bool {
    isNameStart(character) || isDigit(character)
  }
}
