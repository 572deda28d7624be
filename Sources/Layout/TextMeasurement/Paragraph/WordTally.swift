internal import CICU

/// Counts the words of texts that are prepared, as a metrics pack needs them.
///
/// Words end at white space. Han, kana, Hangul and emoji are words of one character each, and so are all
/// pairs with their neighbors.
public struct WordTally: Sendable {
  /// Maximum number of different words that are counted.
  public static let limit = 1_000_000

  private var counts: [[UInt16]: Int] = [:]
  /// Whether there were more words than `limit`.
  public private(set) var areMore = false

  /// Creates a tally without words.
  public init() {}

  /// The words, the most frequent first; words as frequent are in the order of their characters.
  public var words: [(word: String, count: Int)] {
    counts.sorted { left, right in
      left.value != right.value
        ? left.value > right.value : left.key.lexicographicallyPrecedes(right.key)
    }.map { (String(decoding: $0.key, as: UTF16.self), $0.value) }
  }

  /// Counts the words of a text.
  mutating func count(_ text: String) {
    var word: [UInt16] = []
    var last: Character?
    var wasAlone = false
    for character in text {
      if Self.isSpace(character) {
        end(&word)
        last = nil
        continue
      }
      let isAlone = Self.standsAlone(character)
      if let last, isAlone || wasAlone { add(Array(last.utf16) + character.utf16) }
      if isAlone || wasAlone { end(&word) }
      if isAlone { add(Array(character.utf16)) } else { word += character.utf16 }
      last = character
      wasAlone = isAlone
    }
    end(&word)
  }

  private mutating func end(_ word: inout [UInt16]) {
    if !word.isEmpty { add(word) }
    word = []
  }

  private mutating func add(_ word: [UInt16]) {
    if let count = counts[word] {
      counts[word] = count + 1
    } else if counts.count < Self.limit {
      counts[word] = 1
    } else {
      areMore = true
    }
  }

  /// White space, and the character that stands for a box in a text.
  private static func isSpace(_ character: Character) -> Bool {
    character.isWhitespace && character != "\u{A0}" && character != "\u{202F}"
      && character != "\u{3000}" || character == "\u{FFFC}"
  }

  /// Whether a character has the same shape beside all others, so that pairs decide widths.
  ///
  /// That is so for Latin, Greek and Cyrillic letters, signs, and characters that stand alone.
  static func keepsShape(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x530 || (0x1E00...0x214F).contains(scalar.value)
      || standsAlone(Character(scalar))
  }

  /// Whether a character is an emoji, or of a script in which lines break between most characters.
  private static func standsAlone(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars.map(\.value)
    guard let base = scalars.first, base >= 0x80 else { return false }
    if EmojiPresentation.isEmoji(scalars[...]) { return true }
    let script = cicu_script(base)
    return [
      CICU_SCRIPT_BOPOMOFO, CICU_SCRIPT_HAN, CICU_SCRIPT_HANGUL, CICU_SCRIPT_HIRAGANA,
      CICU_SCRIPT_KATAKANA,
    ].contains(Int(script)) || (0x3000...0x303F).contains(base) || (0xFF00...0xFFEF).contains(base)
  }
}
