/// A property or value that is not valid, or that is valid CSS but not supported.
package struct CSSError: Error, Hashable, Sendable {
  /// What was found.
  package var found: String
  /// What was expected.
  package var expected: String
  /// The unit after a number that the error is about; `nil` for the whole value.
  package var unit: String?

  /// Creates an error.
  package init(found: String, expected: String, unit: String? = nil) {
    self.found = found
    self.expected = expected
    self.unit = unit
  }

  /// Number of characters of a value before the number with the unit that the error is about.
  package func offset(in value: String) -> Int {
    guard let unit else { return 0 }
    let characters = Array(value)
    let name = Array(unit)
    guard characters.count > name.count else { return 0 }
    for start in 1...(characters.count - name.count) {
      let end = start + name.count
      guard String(characters[start..<end]).lowercased() == unit,
        characters[start - 1].isNumber || characters[start - 1] == ".",
        end == characters.count || !(characters[end].isLetter || characters[end].isNumber)
      else { continue }
      var number = start
      while number > 0, characters[number - 1].isNumber || "+-.".contains(characters[number - 1]) {
        number -= 1
      }
      return number
    }
    return 0
  }
}
