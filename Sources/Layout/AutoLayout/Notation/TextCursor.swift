/// Reads a short text character by character, for the parsers of the notations.
package struct TextCursor {
  /// The characters of the text.
  package let characters: [Character]
  /// Offset of the next character, in characters from 0.
  package var offset = 0

  /// Creates a cursor at the start of a text.
  package init(_ text: String) {
    characters = Array(text)
  }

  /// The next character; `nil` at the end of the text.
  package var next: Character? { offset < characters.count ? characters[offset] : nil }

  /// Whether all characters have been read.
  package var isAtEnd: Bool { offset >= characters.count }

  /// The next name or character, in quotes, for a message; "the end" at the end of the text.
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

  /// Advances past a literal if it is next; returns whether it was.
  package mutating func consume(_ literal: String) -> Bool {
    let end = offset + literal.count
    guard end <= characters.count, characters[offset..<end].elementsEqual(literal) else {
      return false
    }
    offset = end
    return true
  }

  /// Advances past white space and a literal after it; returns whether the literal was there.
  ///
  /// If it was not, the cursor does not move.
  package mutating func consumeSpaced(_ literal: String) -> Bool {
    let start = offset
    skipSpace()
    if consume(literal) { return true }
    offset = start
    return false
  }

  /// Reads a bare name, `[A-Za-z_][A-Za-z0-9_]*`; `nil` if none is next.
  package mutating func bareName() -> String? {
    guard let next, Self.isNameStart(next) else { return nil }
    let start = offset
    while let next = self.next, Self.isNamePart(next) { offset += 1 }
    return String(characters[start..<offset])
  }

  /// Reads a bare name or a name in double quotes; `nil` if neither is next.
  ///
  /// - Throws: `NotationError` if the second quotation mark is missing.
  package mutating func name() throws(NotationError) -> String? {
    guard next == "\"" else { return bareName() }
    return try quoted(by: "\"")
  }

  /// Reads text between two equal quotation marks, beginning at the first mark, and returns the
  /// text without the marks.
  ///
  /// There are no escapes.
  ///
  /// - Throws: `NotationError` if the second mark is missing.
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

  /// Reads a decimal without a sign, with an optional fraction and exponent; `nil` if none is next.
  ///
  /// - Throws: `NotationError` if the number is too large for a `Double`.
  package mutating func unsignedNumber() throws(NotationError) -> Double? {
    let start = offset
    var digits = consumeDigits()
    if next == "." {
      offset += 1
      digits += consumeDigits()
    }
    guard digits > 0 else {
      offset = start
      return nil
    }
    consumeExponent()
    guard let value = Double(String(characters[start..<offset])), value.isFinite else {
      throw NotationError(
        offset: start, found: "a number too large to hold", expected: "a number below 1e308")
    }
    return value
  }

  /// Advances past digits 0...9; returns the number of digits.
  private mutating func consumeDigits() -> Int {
    let start = offset
    while let next, Self.isDigit(next) { offset += 1 }
    return offset - start
  }

  /// Advances past an exponent: `e` or `E`, an optional sign, and at least one digit.
  private mutating func consumeExponent() {
    let start = offset
    guard next == "e" || next == "E" else { return }
    offset += 1
    if next == "+" || next == "-" { offset += 1 }
    if consumeDigits() == 0 { offset = start }
  }

  // MARK: Quantities and priorities

  /// Reads `{…}` or `{…}/{…}`; `nil` if no brace is next.
  ///
  /// - Throws: `NotationError` if a brace is not closed, or no brace follows the `/`.
  package mutating func boundRatio(isNegated: Bool) throws(NotationError) -> BoundRatio? {
    guard next == "{" else { return nil }
    let numerator = try braced()
    var denominator: BoundRatio.Term?
    if consumeSpaced("/") {
      skipSpace()
      guard next == "{" else {
        throw NotationError(
          offset: offset, found: found, expected: "a binding in braces as the divisor")
      }
      denominator = try braced()
    }
    return BoundRatio(numerator: numerator, denominator: denominator, isNegated: isNegated)
  }

  /// Reads a number or a bound number, with an optional sign; `nil` if neither is next.
  ///
  /// - Throws: The errors of `boundRatio(isNegated:)` and `unsignedNumber()`.
  package mutating func quantity() throws(NotationError) -> Quantity? {
    let start = offset
    let isNegated = next == "-"
    if isNegated || next == "+" {
      offset += 1
      skipSpace()
    }
    if let ratio = try boundRatio(isNegated: isNegated) { return .bound(ratio) }
    if let value = try unsignedNumber() { return .literal(isNegated ? 0 - value : value) }
    offset = start
    return nil
  }

  /// Reads a number, a bound number or the name of a number, with an optional sign; `nil` if none
  /// is next.
  ///
  /// A name before a dot is the name of an item, not of a number.
  ///
  /// - Throws: The errors of `quantity()`.
  package mutating func namedQuantity() throws(NotationError) -> Quantity? {
    if let number = try quantity() { return number }
    let start = offset
    let isNegated = next == "-"
    if isNegated || next == "+" {
      offset += 1
      skipSpace()
    }
    let nameOffset = offset
    if let name = bareName() {
      let end = offset
      skipSpace()
      if next != "." {
        offset = end
        return .named(name, isNegated: isNegated, offset: nameOffset)
      }
    }
    offset = start
    return nil
  }

  /// Reads a whole number in 1...1000 as a priority; the `@` before it is already read.
  ///
  /// - Throws: `NotationError` for anything else.
  package mutating func priority() throws(NotationError) -> Priority {
    skipSpace()
    let start = offset
    _ = consume("+")
    guard let value = try unsignedNumber() else {
      offset = start
      throw NotationError(offset: start, found: found, expected: "a whole number from 1 to 1000")
    }
    guard let whole = Int(exactly: value), let priority = Priority(whole) else {
      throw NotationError(
        offset: start, found: "the priority \(String(characters[start..<offset]))",
        expected: "a whole number from 1 to 1000"
          + (value == value.rounded() ? "" : "; priorities have no fractions here"))
    }
    return priority
  }

  /// Reads text in braces, beginning at the opening brace; quoted text may contain a brace.
  ///
  /// A plural format as in ICU may follow a comma. The plural's forms are in nested braces and may
  /// contain bindings. In a binding, every apostrophe begins quoted text. In a form, an apostrophe
  /// does so only before a brace or `#`.
  ///
  /// - Throws: `NotationError` if a brace or quoted text is not closed, or a brace is in a binding
  ///   without a format.
  package mutating func braced() throws(NotationError) -> BoundRatio.Term {
    let start = offset
    offset += 1
    var depth = 1
    var hasFormat = false
    while let next {
      if depth % 2 == 1 {
        if next == "'" {
          _ = try quoted(by: "'")
          continue
        }
        if next == "{", !hasFormat {
          throw NotationError(offset: offset, found: "'{' inside a binding", expected: "'}'")
        }
        hasFormat = hasFormat || next == ","
      } else if next == "'" {
        try skipApostrophe()
        continue
      }
      offset += 1
      if next == "{" { depth += 1 }
      if next == "}" { depth -= 1 }
      if depth == 0 {
        return BoundRatio.Term(
          text: String(characters[(start + 1)..<(offset - 1)]), offset: start + 1)
      }
    }
    throw NotationError(
      offset: start, found: "a '{' that is never closed", expected: "a closing '}'")
  }

  /// Advances past an apostrophe in a plural's form, and past the text that it quotes, if any.
  ///
  /// - Throws: `NotationError` if the quoted text is not closed.
  package mutating func skipApostrophe() throws(NotationError) {
    let following = offset + 1 < characters.count ? characters[offset + 1] : nil
    if following == "'" {
      offset += 2
    } else if following == "{" || following == "}" || following == "#" {
      _ = try quoted(by: "'")
    } else {
      offset += 1
    }
  }

  // MARK: Characters

  /// Whether the character is 0...9.
  package static func isDigit(_ character: Character) -> Bool {
    ("0"..."9").contains(character) && character.isASCII
  }

  /// Whether a bare name may begin with the character.
  package static func isNameStart(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character == "_")
  }

  /// Whether a bare name may contain the character after its first one.
  package static func isNamePart(_ character: Character) -> Bool {
    isNameStart(character) || isDigit(character)
  }
}

/// Why a text in linear form or visual format cannot be parsed.
public struct NotationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an error.
  public enum Kind: Hashable, Sendable {
    /// The text does not follow the notation.
    case syntax
    /// The text follows the notation, but the attributes may not be paired.
    case pairing
  }

  /// The kind of the error.
  public var kind: Kind
  /// Offset of the first invalid character in the text, in characters from 0; the text's length if
  /// the text ends too early.
  public var offset: Int
  /// The text found at the offset.
  public var found: String
  /// The description of the text expected at the offset.
  public var expected: String

  /// Creates an error.
  public init(kind: Kind = .syntax, offset: Int, found: String, expected: String) {
    self.kind = kind
    self.offset = offset
    self.found = found
    self.expected = expected
  }

  /// The message `character N: found X; expected Y`; N is counted from 1, as in editors.
  public var description: String {
    "character \(offset + 1): found \(found); expected \(expected)"
  }
}
