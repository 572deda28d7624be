import AutoLayout

/// Reads what stands between the braces of a binding.
struct BindingParser {
  var cursor: TextCursor
  /// How many plural messages stand around the binding.
  let depth: Int

  init(_ text: String, depth: Int) {
    cursor = TextCursor(text)
    self.depth = depth
  }

  /// Takes the alternatives, up to the comma before a format.
  mutating func alternatives() throws(NotationError) -> [Binding.Alternative] {
    var result: [Binding.Alternative] = []
    repeat {
      result.append(try alternative(isFirst: result.isEmpty))
      cursor.skipSpace()
    } while cursor.take("|")
    guard cursor.isAtEnd || cursor.next == "," else {
      throw expected("'|' or the end of the binding")
    }
    return result
  }

  /// Takes one alternative.
  private mutating func alternative(isFirst: Bool) throws(NotationError) -> Binding.Alternative {
    cursor.skipSpace()
    let start = cursor.offset
    if cursor.next == "'" {
      let text = try cursor.quoted(by: "'")
      if isFirst { throw firstMustBePath(at: start, found: "quoted text") }
      return .text(text)
    }
    try skipPath()
    let word = String(cursor.characters[start..<cursor.offset])
    guard !word.isEmpty else {
      throw expected(isFirst ? "a path of the record" : "a path, a number or 'quoted text'")
    }
    guard let number = try number(word) else { return .path(BoundPath(word)) }
    if isFirst { throw firstMustBePath(at: start, found: "the number \(word)") }
    return .number(number, spelling: word)
  }

  /// Skips a path; a name in brackets and double quotes may hold anything.
  mutating func skipPath() throws(NotationError) {
    while let next = cursor.next, Self.isPathCharacter(next) {
      let start = cursor.offset
      guard cursor.take("[\"") else {
        cursor.offset += 1
        continue
      }
      while !cursor.isAtEnd, !cursor.take("\"]") {
        cursor.offset += cursor.next == "\\" ? 2 : 1
      }
      if cursor.offset > cursor.characters.count || !cursor.characters[..<cursor.offset].ends("\"]")
      {
        throw NotationError(
          offset: start, found: "a name in a path that is never closed", expected: "'\"]' after it")
      }
    }
  }

  /// The whole word as a number, if it is one.
  private func number(_ word: String) throws(NotationError) -> Double? {
    var cursor = TextCursor(word)
    let isNegative = cursor.take("-")
    guard let value = try cursor.unsignedNumber(), cursor.isAtEnd else { return nil }
    return isNegative ? 0 - value : value
  }

  /// Says that a binding without a path binds nothing.
  private func firstMustBePath(at offset: Int, found: String) -> NotationError {
    NotationError(
      offset: offset, found: "\(found) at the head of a binding",
      expected: "a path of the record first, as in {title|'untitled'}")
  }

  /// An error at the cursor.
  func expected(_ expected: String) -> NotationError {
    NotationError(offset: cursor.offset, found: cursor.found, expected: expected)
  }

  /// Whether a path may hold the character outside of quotes.
  private static func isPathCharacter(_ character: Character) -> Bool {
    !character.isWhitespace && !"|{}'\",".contains(character)
  }
}

extension ArraySlice<Character> {
  /// Whether the characters end with a text.
  fileprivate func ends(_ text: String) -> Bool { suffix(text.count).elementsEqual(text) }
}
