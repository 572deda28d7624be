/// Command lines in which `--width -1` is as good as `--width=-1`.
///
/// The argument parser takes a word that begins with a dash for an option and says that the value is
/// missing; no option of ours begins with a dash and a digit.
struct NegativeValues {
  /// Joins options with the numbers behind them.
  ///
  /// - Parameter tree: The commands; asked for only where there is such a number.
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
