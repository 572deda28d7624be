import AutoLayout

/// Checks the letters of date patterns, by UTS 35 (table "Date Field Symbol").
///
/// ICU writes nothing or fails for an unknown letter, so patterns are checked when the document is
/// read.
enum DatePattern {
  /// Maximum number of repetitions of each letter.
  private static let letters: [Character: Int] = [
    "G": 5, "y": 9, "Y": 9, "u": 9, "U": 5, "r": 9, "Q": 5, "q": 5, "M": 5, "L": 5, "w": 2, "W": 1,
    "d": 2, "D": 3, "F": 1, "g": 9, "E": 6, "e": 6, "c": 6, "a": 5, "b": 5, "B": 5, "h": 2, "H": 2,
    "K": 2, "k": 2, "m": 2, "s": 2, "S": 9, "A": 9, "z": 4, "Z": 5, "O": 4, "v": 4, "V": 4, "X": 5,
    "x": 5,
  ]

  /// Checks a pattern.
  ///
  /// - Parameters:
  ///   - pattern: The characters, each with its character offset in the whole text.
  ///   - start: Character offset of the pattern, for errors about the whole pattern.
  /// - Throws: `NotationError` for an unknown letter, an unclosed quote or a pattern without
  ///   letters.
  static func check(
    _ pattern: [(character: Character, offset: Int)], from start: Int
  ) throws(NotationError) {
    var index = 0
    var quote: Int?
    var hasField = false
    while index < pattern.count {
      let (character, offset) = pattern[index]
      var end = index + 1
      if character == "'" {
        quote = quote == nil ? offset : nil
      } else if quote == nil, character.isASCII, character.isLetter {
        while end < pattern.count, pattern[end].character == character { end += 1 }
        try check(character, count: end - index, at: offset)
        hasField = true
      }
      index = end
    }
    if let quote {
      throw NotationError(
        offset: quote, found: "text in a date pattern that is never closed",
        expected: "another '' after the text")
    }
    guard hasField else {
      throw NotationError(
        offset: start, found: "a date pattern without a field", expected: "letters as in d MMM yyyy"
      )
    }
  }

  /// Checks a letter and its number of repetitions.
  private static func check(_ letter: Character, count: Int, at offset: Int) throws(NotationError) {
    let spelling = String(repeating: letter, count: count)
    guard let most = letters[letter] else {
      throw NotationError(
        offset: offset, found: "the letter '\(spelling)' in a date pattern",
        expected: "letters of UTS 35 as in d MMM yyyy HH:mm; write text as ''text''")
    }
    guard count <= most else {
      throw NotationError(
        offset: offset, found: "'\(spelling)' in a date pattern",
        expected: "'\(letter)' at most \(most) times")
    }
  }
}
