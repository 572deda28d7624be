/// The words of a test's name: `testFlickMedium_120Hz` is test, flick, medium, 120, hz.
///
/// Device results do not tell what was scrolled; tests that are named after a profile, a strategy
/// or a rate are judged by the thresholds of that name.
struct TestWords {
  /// The words, in lower case.
  private let words: [String]

  init(_ name: String) {
    var words: [String] = []
    var last: Kind = .other
    for character in name {
      let kind = Kind(character)
      let isInCapitals = last == .capital && kind == .small
      if kind != .other {
        if words.isEmpty || kind != last && !isInCapitals { words.append("") }
        // The last capital of an acronym begins the next word: UIReverse is ui, reverse.
        if isInCapitals, words[words.count - 1].count > 1 {
          words.append(String(words[words.count - 1].removeLast()))
        }
        words[words.count - 1] += character.lowercased()
      }
      last = kind
    }
    self.words = words
  }

  private enum Kind {
    case small, capital, digit, other

    init(_ character: Character) {
      self =
        character.isNumber
        ? .digit : !character.isLetter ? .other : character.isUppercase ? .capital : .small
    }
  }

  /// The longest of the names whose words follow one another in the test's name.
  func longest(of names: [String]) -> String? {
    var longest: (name: String, count: Int)?
    for name in names {
      let wanted = TestWords(name).words
      if wanted.count > longest?.count ?? 0, contains(wanted) { longest = (name, wanted.count) }
    }
    return longest?.name
  }

  /// The number before the word `hz`.
  var rate: String? {
    zip(words, words.dropFirst()).first { $1 == "hz" && $0.allSatisfy(\.isNumber) }?.0
  }

  private func contains(_ wanted: [String]) -> Bool {
    guard !wanted.isEmpty, wanted.count <= words.count else { return false }
    return (0...words.count - wanted.count).contains { start in
      words[start..<start + wanted.count].elementsEqual(wanted)
    }
  }
}
