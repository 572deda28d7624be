import AutoLayout

extension TextCursor {
  /// Moves behind a path.
  ///
  /// A quoted name in brackets may contain any characters.
  mutating func skipPath() throws(NotationError) {
    while let character = next, Self.isPathCharacter(character) {
      let start = offset
      guard take("[\"") else {
        offset += 1
        continue
      }
      while !isAtEnd, !take("\"]") {
        offset += next == "\\" ? 2 : 1
      }
      if offset > characters.count || !characters[..<offset].ends("\"]") {
        throw NotationError(
          offset: start, found: "a name in a path that is never closed", expected: "'\"]' after it")
      }
    }
  }

  /// Whether a character may occur in a path outside of quotes.
  private static func isPathCharacter(_ character: Character) -> Bool {
    !character.isWhitespace && !"|{}'\",".contains(character)
  }
}

extension ArraySlice<Character> {
  fileprivate func ends(_ text: String) -> Bool { suffix(text.count).elementsEqual(text) }
}
