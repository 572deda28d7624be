/// Support for `--width -1` in place of `--width=-1`.
///
/// The argument parser treats a word that begins with a dash as an option. No option begins with a
/// dash and a digit.
struct NegativeValues {
  /// Joins options with the negative numbers after them.
  ///
  /// - Parameter tree: The commands; evaluated only if there is such a number.
  static func joined(_ words: [String], _ tree: () throws -> CommandTree) rethrows -> [String] {
    guard words.contains(where: isNegativeNumber) else { return words }
    let place = try tree().place(of: words)
    var result = Array(words.dropLast(place.rest.count))
    var rest = place.rest[...]
    while let word = rest.popFirst() {
      if word == "--" { return result + [word] + rest }
      guard let next = rest.first, isNegativeNumber(next),
        place.command.argument(word)?.kind == "option"
      else {
        result.append(word)
        continue
      }
      result.append("\(word)=\(next)")
      rest = rest.dropFirst()
    }
    return result
  }

  private static func isNegativeNumber(_ word: String) -> Bool {
    guard word.hasPrefix("-"), let first = word.dropFirst().first else { return false }
    return ("0"..."9").contains(first) || first == "."
  }
}
