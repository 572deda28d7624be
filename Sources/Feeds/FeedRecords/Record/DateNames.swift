internal import CICU

/// The names of months and of days of the week in all languages that ICU knows.
///
/// A word that means different months in two languages is read only if the language of the feed
/// decides, as for Polish and Croatian `lis`. The languages of most feeds take precedence over the
/// others.
struct DateNames: Sendable {
  /// A name at the start of a text.
  struct Name {
    /// The month from 1, or 0 for a day of the week.
    let month: Int
    /// Length of the name in the text, in bytes of UTF-8.
    let bytes: Int
    let isThai: Bool
  }

  private struct Meaning: Hashable {
    let month: Int
    /// The language's subtag, such as `pl`.
    let language: Substring
    /// Whether the word is a whole name, not only the beginning of a longer one.
    let isWhole: Bool
  }

  /// All names.
  ///
  /// ICU needs about 0.1 s for them, once, when the first foreign name is read.
  static let shared = DateNames()

  /// The languages whose names take precedence, and may be abbreviated to three letters or more.
  private static let common: Set<Substring> = [
    "ar", "bg", "ca", "cs", "da", "de", "el", "es", "et", "eu", "fa", "fi", "fr", "gl", "he", "hi",
    "hr", "hu", "id", "it", "ja", "ko", "lt", "lv", "ms", "nb", "nl", "pl", "pt", "ro", "ru", "sk",
    "sl", "sr", "sv", "th", "tr", "uk", "vi", "zh",
  ]
  /// Length of the longest name that is compared, in characters of Unicode.
  private static let longest = 32

  private var meanings: [String: [Meaning]] = [:]

  private init() {
    let count = cicu_date_names(nil, 0)
    guard count > 0 else { return }
    let text = String(unsafeUninitializedCapacity: Int(count)) { buffer in
      buffer.withMemoryRebound(to: CChar.self) { Int(cicu_date_names($0.baseAddress, count)) }
    }
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: "\t")
      guard parts.count == 3, let month = Int(parts[1]) else { continue }
      add(parts[2], month, parts[0].prefix { $0 != "_" })
    }
    // The older abbreviation of März.
    add("mrz", 3, "de")
  }

  private mutating func add(_ written: Substring, _ month: Int, _ language: Substring) {
    let name = written.hasSuffix(".") ? written.dropLast() : written
    // A number with a unit is read as such, and a letter alone may mean anything.
    guard name.count > 1, !name.utf8.allSatisfy({ $0 &- 0x30 < 10 }) else { return }
    insert(String(name), Meaning(month: month, language: language, isWhole: true))
    guard month > 0, Self.common.contains(language), !name.contains(where: { $0.isNumber }) else {
      return
    }
    for length in 3..<max(3, name.count) {
      insert(
        String(name.prefix(length)), Meaning(month: month, language: language, isWhole: false))
    }
  }

  private mutating func insert(_ name: String, _ meaning: Meaning) {
    if meanings[name]?.contains(meaning) != true { meanings[name, default: []].append(meaning) }
  }

  /// The longest name with which a text begins, or `nil` if there is none or it is not clear.
  ///
  /// - Parameter language: The tag of the feed's language, or `nil` if it is unknown.
  func name(at text: String, language: String?) -> Name? {
    let scalars = text.unicodeScalars.prefix(Self.longest + 1)
    var word = ""
    var match: Name?
    var bytes = 0
    for (index, scalar) in zip(scalars.indices, scalars) {
      word += scalar.properties.lowercaseMapping
      bytes += UTF8.width(scalar)
      let next = scalars.index(after: index)
      if next < scalars.endIndex, Self.continues(scalars[next]) { continue }
      if let meaning = meaning(of: word, language) {
        match = Name(month: meaning.month, bytes: bytes, isThai: meaning.language == "th")
      }
    }
    return match
  }

  /// Whether a character continues a word.
  ///
  /// Names may end before ideographs and digits.
  private static func continues(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return (properties.isAlphabetic && !properties.isIdeographic)
      || properties.generalCategory == .nonspacingMark
  }

  private func meaning(of word: String, _ language: String?) -> Meaning? {
    guard let all = meanings[word] else { return nil }
    if let language {
      let own = language.prefix { $0 != "-" && $0 != "_" }.lowercased()
      if let match = Self.agreed(all.filter { $0.language == own }) { return match }
    }
    let common = all.filter { Self.common.contains($0.language) }
    return Self.agreed(common.isEmpty ? all : common)
  }

  /// The meaning if all are of one month; whole names take precedence over abbreviations.
  ///
  /// A word that names a month and a day names the month.
  private static func agreed(_ meanings: [Meaning]) -> Meaning? {
    let months = meanings.filter { $0.month > 0 }
    let whole = months.filter(\.isWhole)
    let candidates = whole.isEmpty ? months : whole
    guard let first = candidates.first else { return meanings.first }
    return candidates.allSatisfy { $0.month == first.month } ? first : nil
  }
}
