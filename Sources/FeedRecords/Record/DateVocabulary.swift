/// The words that occur in dates.
enum DateVocabulary {
  /// The number of a month, from 1, by its English or Portuguese name or at least three letters of
  /// it; `nil` for other words.
  static func month(_ word: DateWord) -> Int? {
    guard word.count >= 3 else { return nil }
    return months.firstIndex { word.begins($0) }.map { $0 % 12 + 1 }
  }

  /// The offset of a named zone, in seconds east of UTC; `nil` for other words.
  ///
  /// Single letters, RFC 822's military zones, count as UTC, because RFC 822 had their signs wrong
  /// (RFC 5322, section 4.3).
  static func zone(_ word: DateWord) -> Int? {
    if word.count == 1 { return 0 }
    return zones.first { $0.key == word }.map { $0.value * 60 }
  }

  /// Whether a word is `pm` rather than `am`, or `nil` for other words.
  static func afternoon(_ word: DateWord) -> Bool? {
    word == am ? false : word == pm ? true : nil
  }

  /// Whether a word has no meaning in a date: an English day's name, `at`, `of` or `de`.
  static func isFiller(_ word: DateWord) -> Bool {
    fillers.contains(word) || (word.count >= 3 && days.contains { word.begins($0) })
  }

  static func isOrdinal(_ word: DateWord) -> Bool { ordinals.contains(word) }

  private static let am: DateWord = "am"
  private static let pm: DateWord = "pm"
  private static let ordinals: [DateWord] = ["st", "nd", "rd", "th"]
  private static let fillers: [DateWord] = ["at", "of", "de"]
  private static let days: [DateWord] = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// English names, then Portuguese ones, which programs in Brazil write.
  private static let months: [DateWord] = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december", "janeiro", "fevereiro", "março", "abril", "maio", "junho",
    "julho", "agosto", "setembro", "outubro", "novembro", "dezembro",
  ]

  /// Offsets in minutes east of UTC: the zones of RFC 822, then others with one usual meaning.
  private static let zones: KeyValuePairs<DateWord, Int> = [
    "gmt": 0, "utc": 0, "ut": 0, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420,
    "mdt": -360, "pst": -480, "pdt": -420, "ast": -240, "adt": -180, "nst": -210, "ndt": -150,
    "akst": -540, "akdt": -480, "hst": -600, "wet": 0, "west": 60, "bst": 60, "cet": 60,
    "cest": 120, "met": 60, "mez": 60, "mest": 120, "eet": 120, "eest": 180, "msk": 180,
    "brt": -180, "jst": 540, "kst": 540, "aest": 600, "aedt": 660, "nzst": 720, "nzdt": 780,
  ]
}
