/// The words that dates are made of.
enum DateVocabulary {
  /// The number of a month, from 1: an English or Portuguese name or at least three letters of it.
  static func month(_ word: DateWord) -> Int? {
    guard word.count >= 3 else { return nil }
    return months.first { word.begins($0.name) }?.number
  }

  /// The offset of a named zone in seconds.
  ///
  /// The letters of the military but Z have no meaning: RFC 822 had their signs wrong, and RFC 5322
  /// (section 4.3) says to read them as UTC.
  static func zone(_ word: DateWord) -> Int? {
    if word.count == 1 { return 0 }
    return zones.first { $0.name == word }.map { $0.minutes * 60 }
  }

  /// Whether a word says the half of the day; true for the afternoon.
  static func afternoon(_ word: DateWord) -> Bool? {
    word == am ? false : word == pm ? true : nil
  }

  /// Whether a word changes nothing wherever it stands: an English day's name, `at`, `of`, `de`.
  static func isFiller(_ word: DateWord) -> Bool {
    fillers.contains(word) || (word.count >= 3 && days.contains { word.begins($0) })
  }

  /// Whether a word makes a number an ordinal one.
  static func isOrdinal(_ word: DateWord) -> Bool { ordinals.contains(word) }

  private static let am = DateWord("am")
  private static let pm = DateWord("pm")
  private static let ordinals: [DateWord] = [
    DateWord("st"), DateWord("nd"), DateWord("rd"), DateWord("th"),
  ]

  private static let fillers: [DateWord] = [DateWord("at"), DateWord("of"), DateWord("de")]
  private static let days: [DateWord] = [
    DateWord("monday"), DateWord("tuesday"), DateWord("wednesday"), DateWord("thursday"),
    DateWord("friday"), DateWord("saturday"), DateWord("sunday"),
  ]

  private static let months: [(name: DateWord, number: Int)] = [
    (DateWord("january"), 1), (DateWord("february"), 2), (DateWord("march"), 3),
    (DateWord("april"), 4), (DateWord("may"), 5), (DateWord("june"), 6), (DateWord("july"), 7),
    (DateWord("august"), 8), (DateWord("september"), 9), (DateWord("october"), 10),
    (DateWord("november"), 11), (DateWord("december"), 12),
    // Portuguese, where it differs in the first letters; programs in Brazil write it.
    (DateWord("janeiro"), 1), (DateWord("fevereiro"), 2), (DateWord("março"), 3),
    (DateWord("abril"), 4), (DateWord("maio"), 5), (DateWord("junho"), 6), (DateWord("julho"), 7),
    (DateWord("agosto"), 8), (DateWord("setembro"), 9), (DateWord("outubro"), 10),
    (DateWord("novembro"), 11), (DateWord("dezembro"), 12),
  ]

  /// Those of RFC 822 first, then others that one meaning is usual for.
  private static let zones: [(name: DateWord, minutes: Int)] = [
    (DateWord("gmt"), 0), (DateWord("utc"), 0), (DateWord("ut"), 0), (DateWord("est"), -300),
    (DateWord("edt"), -240), (DateWord("cst"), -360), (DateWord("cdt"), -300),
    (DateWord("mst"), -420), (DateWord("mdt"), -360), (DateWord("pst"), -480),
    (DateWord("pdt"), -420), (DateWord("ast"), -240), (DateWord("adt"), -180),
    (DateWord("nst"), -210), (DateWord("ndt"), -150), (DateWord("akst"), -540),
    (DateWord("akdt"), -480), (DateWord("hst"), -600), (DateWord("wet"), 0),
    (DateWord("west"), 60), (DateWord("bst"), 60), (DateWord("cet"), 60), (DateWord("cest"), 120),
    (DateWord("met"), 60), (DateWord("mez"), 60), (DateWord("mest"), 120), (DateWord("eet"), 120),
    (DateWord("eest"), 180), (DateWord("msk"), 180), (DateWord("brt"), -180),
    (DateWord("jst"), 540), (DateWord("kst"), 540), (DateWord("aest"), 600),
    (DateWord("aedt"), 660), (DateWord("nzst"), 720), (DateWord("nzdt"), 780),
  ]
}
