#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// All words of one language, drawn as often as people use them.
struct WordList: Sendable {
  let language: Vocabulary.Language
  private let words: [String]
  /// Sum of the weights of the words up to each.
  private let cumulative: [Double]
  private let listed: [String]
  private let parts: [[String]]
  private let endings: [String]

  /// Invents the words that are not listed; the same in every run.
  init(_ language: Vocabulary.Language) {
    self.language = language
    var words = Self.list(language.words)
    let listed = words
    var numbers = DrawnNumbers(seed: 7)
    let parts = language.parts.map(Self.list)
    let endings = Self.list(language.endings)
    var seen = Set(words)
    // Few parts may not yield enough words; then there are fewer.
    for _ in 0..<language.forms * 4 where words.count < language.forms {
      let word = Self.invented(
        parts: parts, endings: endings, syllables: language.syllables, listed: listed, &numbers)
      if seen.insert(word).inserted { words.append(word) }
    }
    self.words = words
    self.listed = listed
    self.parts = parts
    self.endings = endings
    var sum = 0.0
    // Mandelbrot's form of Zipf's law: weights fall with the rank.
    cumulative = words.indices.map { rank in
      sum += pow(Double(rank) + 2.7, -language.zipf)
      return sum
    }
  }

  /// A word, the common ones often.
  func draw(_ numbers: inout DrawnNumbers) -> String {
    let place = numbers.fraction() * (cumulative.last ?? 0)
    var low = 0
    var high = words.count - 1
    while low < high {
      let middle = (low + high) / 2
      if cumulative[middle] < place { low = middle + 1 } else { high = middle }
    }
    return words[low]
  }

  /// A word that is made of the parts, not of the list.
  func invent(_ numbers: inout DrawnNumbers) -> String {
    Self.invented(
      parts: parts, endings: endings, syllables: [3, 4], listed: listed, &numbers)
  }

  private static func invented(
    parts: [[String]], endings: [String], syllables: [Int], listed: [String],
    _ numbers: inout DrawnNumbers
  ) -> String {
    guard !parts.isEmpty else { return numbers.choice(listed) + numbers.choice(listed) }
    let least = syllables.first ?? 1
    let count = least + numbers.below((syllables.last ?? least) - least + 1)
    var word = ""
    for _ in 0..<count { for part in parts { word += numbers.choice(part) } }
    return word + numbers.choice(endings)
  }

  /// The items between spaces; `-` is empty.
  ///
  /// A combining mark forms one grapheme with the space before it, so this works by scalars.
  private static func list(_ text: String) -> [String] {
    text.unicodeScalars.split(separator: " ").map { String($0) }.map { $0 == "-" ? "" : $0 }
  }
}
