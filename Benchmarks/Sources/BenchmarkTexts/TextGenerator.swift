import FoundationEssentials

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Feed texts of one group, without end; the same for the same seed.
///
/// Words follow Zipf's law, lengths are log-normal about a median of 135 letters, 12 to 900. Texts of
/// different numbers are different in all but the shortest cases.
public struct TextGenerator: Sendable {
  /// A kind of text: a language, or content that occurs in all languages.
  public enum Group: String, CaseIterable, Sendable {
    case en, zh, ja, ko, ar, he, hi, th, emoji, mixed

    /// The language that a text of the group declares.
    public var language: String { self == .emoji || self == .mixed ? "en" : rawValue }

    /// Texts of the group among 2,000 of a feed.
    public var share: Int {
      switch self {
      case .en: 1200
      case .zh, .hi: 120
      case .ar: 140
      case .th: 100
      case .ja: 80
      case .ko, .he, .emoji: 60
      case .mixed: 60
      }
    }
  }

  private let group: Group
  private let seed: UInt64
  private let lists: [String: WordList]
  private let emoji: [String]

  /// Invents the words of a group.
  public init(_ group: Group, vocabulary: Vocabulary, seed: UInt64 = 1) {
    self.group = group
    let place = Group.allCases.firstIndex(of: group) ?? 0
    // Groups of one seed have lengths and punctuation of their own.
    self.seed = seed << 40 ^ UInt64(place) << 32
    emoji = vocabulary.emoji.split(separator: " ").map(String.init)
    let needed =
      group == .mixed ? ["en", "zh", "ja", "ko", "ar", "he", "hi", "th"] : [group.language]
    var lists: [String: WordList] = [:]
    for tag in needed { lists[tag] = vocabulary.languages[tag].map(WordList.init) }
    self.lists = lists
  }

  /// The text of a number.
  public func text(_ number: Int) -> String {
    var numbers = DrawnNumbers(seed: seed ^ UInt64(number))
    // A sum of twelve is close enough to a normal deviate.
    var deviate = -6.0
    for _ in 0..<12 { deviate += numbers.fraction() }
    let letters = min(900, max(12, Int(exp(log(135.0) + 0.85 * deviate))))
    var text = ""
    var length = 0
    while length < letters {
      let tag = tag(&numbers)
      guard let list = lists[tag] else { return text }
      let sentence = sentence(list, tag: tag, room: letters - length, &numbers)
      if length > 0, !(list.language.joined && text.last?.isASCII == false) { text += " " }
      text += sentence
      length += sentence.unicodeScalars.count + 1
    }
    text.makeContiguousUTF8()
    return text
  }

  private func tag(_ numbers: inout DrawnNumbers) -> String {
    guard group == .mixed else { return group.language }
    return numbers.chance(0.4)
      ? "en" : ["zh", "ja", "ko", "ar", "he", "hi", "th"][numbers.below(7)]
  }

  private func sentence(
    _ list: WordList, tag: String, room: Int, _ numbers: inout DrawnNumbers
  ) -> String {
    let language = list.language
    let count = 3 + numbers.below(14)
    var sentence = ""
    for place in 0..<count {
      if sentence.unicodeScalars.count >= room { break }
      if place > 0 {
        if place == count / 2, numbers.chance(0.5) {
          sentence += language.comma
        } else if !language.joined {
          sentence += " "
        }
      }
      sentence += token(list, tag: tag, &numbers)
    }
    if tag == "en" { sentence = sentence.prefix(1).uppercased() + sentence.dropFirst() }
    return sentence + numbers.choice(language.stops)
  }

  /// A word, or sometimes other content of feeds.
  private func token(_ list: WordList, tag: String, _ numbers: inout DrawnNumbers) -> String {
    if group == .emoji, numbers.chance(0.45) {
      return (0..<1 + numbers.below(3)).map { _ in numbers.choice(emoji) }.joined()
    }
    if group == .mixed, numbers.chance(0.1), let english = lists["en"] {
      return english.draw(&numbers)
    }
    guard numbers.chance(list.language.unseen) else {
      let word = list.draw(&numbers)
      guard tag == "en", numbers.chance(0.04) else { return word }
      switch numbers.below(4) {
      case 0: return "“\(word)”"
      case 1: return "(\(word))"
      case 2: return "\(word)’s"
      default: return word.prefix(1).uppercased() + word.dropFirst()
      }
    }
    switch numbers.below(5) {
    case 0: return "\(numbers.below(90) + 10),\(numbers.below(900) + 100)"
    case 1: return "https://example.org/\(String(numbers.bits() >> 40, radix: 36))"
    case 2: return "#" + list.invent(&numbers)
    default: return list.invent(&numbers)
    }
  }
}
