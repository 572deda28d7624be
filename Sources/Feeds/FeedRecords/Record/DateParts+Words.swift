extension DateParts {
  /// Reads a date with a named month or with the year last, as in RFC 822.
  ///
  /// The parts of the date may have any usual order.
  ///
  /// - Parameters:
  ///   - dayFirst: Whether `1/2/2026` is the first of February, not the second of January.
  ///   - language: The tag of the language of the names of months, or `nil` if it is unknown.
  /// - Returns: `nil` when the text is not such a date.
  init?(words scanner: DateScanner, dayFirst: Bool, language: String? = nil) {
    self.language = language
    var scanner = scanner
    while true {
      guard scanner.skipBetweenWords() else { return nil }
      if scanner.atEnd { return }
      let byte = scanner.peek
      let isRead =
        if DateScanner.isDigit(byte) {
          readNumber(&scanner, dayFirst: dayFirst)
        } else if isDivider(scanner) {
          scanner.consume(byte)
        } else if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") {
          hasTime && !hasZone && readOffset(&scanner)
        } else if DateScanner.isLetter(byte) {
          readWord(&scanner)
        } else {
          // Skips the dot after an abbreviation.
          scanner.consume(UInt8(ascii: "."))
        }
      guard isRead else { return nil }
    }
  }

  /// Whether a character only divides parts: `|`, a dash before a space, or the dash of
  /// `segunda-feira`.
  private func isDivider(_ scanner: DateScanner) -> Bool {
    if scanner.peek == UInt8(ascii: "|") { return true }
    guard scanner.peek == UInt8(ascii: "-") else { return false }
    let next = scanner.byte(after: 1)
    return isSpace(next) || (hasNothing && DateScanner.isLetter(next))
  }

  /// Whether no part of the date was read yet, except a word that may be the name of a day.
  private var hasNothing: Bool { day == nil && month == nil && year == nil && !hasTime }

  /// Reads a word: a month, a word without meaning, or a zone or `PM` after a time.
  ///
  /// - Returns: Whether the word is valid.
  private mutating func readWord(_ scanner: inout DateScanner) -> Bool {
    let start = scanner
    let word = scanner.word()
    if setMonth(DateVocabulary.month(word)) || DateVocabulary.isFiller(word) { return true }
    if let half = DateVocabulary.afternoon(word), !hasTime, word.count > 2 {
      afternoon = half
      return true
    }
    let hasDate = day != nil && month ?? firstMonth != nil && year != nil
    if hasTime,
      hasDate || DateVocabulary.zone(word) != nil || DateVocabulary.afternoon(word) != nil
    {
      return readZone(word, &scanner)
    }
    if word == "t", DateScanner.isDigit(scanner.peek) { return true }
    if let name = DateNames.shared.name(at: start.text, language: language) {
      scanner = start
      scanner.advance(name.bytes)
      if name.month == 0 || setMonth(name.month) {
        if name.isThai { usesBuddhistYears = true }
        return true
      }
    }
    if hasTime { return readZone(word, &scanner) }
    // The first word may be the name of a day in any language. After the date, a word such as `um` or
    // `à` may precede the time, or an abbreviation of a year may end the date.
    return hasNothing
      || (hasDate && start.isAfterSpace && (scanner.hasDigitsAhead || word.count <= 4))
  }

  /// Sets the month that a word names.
  ///
  /// - Returns: Whether the word names a month, and there is none yet.
  private mutating func setMonth(_ number: Int?) -> Bool {
    guard let number, month == nil else { return false }
    if hasNothing, firstMonth == nil {
      firstMonth = number
    } else {
      month = number
    }
    return true
  }

  /// Sets a part that has a unit, as in `2026年`.
  ///
  /// - Returns: Whether the part is valid.
  private mutating func set(_ value: Int, _ digits: Int, _ unit: DateVocabulary.Unit) -> Bool {
    switch unit {
    case .year: return digits == 4 && setYear(value, digits: digits)
    case .month:
      guard month == nil else { return false }
      month = value
    case .day:
      guard day == nil else { return false }
      day = value
    case .hour:
      guard !hasTime else { return false }
      (hour, hasTime) = (value, true)
    case .minute: minute = value
    case .second: second = value
    }
    return true
  }

  /// Reads a part that begins with a digit.
  ///
  /// - Returns: Whether the part is valid.
  private mutating func readNumber(_ scanner: inout DateScanner, dayFirst: Bool) -> Bool {
    guard let (value, count) = scanner.digits() else { return false }
    if let unit = DateVocabulary.consumeUnit(&scanner) { return set(value, count, unit) }
    if readHour(&scanner, value, count) { return true }
    let byte = scanner.peek
    switch byte {
    case UInt8(ascii: ":"):
      return count <= 2 && readTime(&scanner, hour: value)
    case UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."):
      let next = scanner.byte(after: 1)
      if DateScanner.isDigit(next) {
        return readTriple(&scanner, value, count, dayFirst: dayFirst)
      }
      // Reads `09-Sep-2015`. After a dot, as in `31. Jan`, the month is read later as a separate
      // word.
      if byte != UInt8(ascii: "."), DateScanner.isLetter(next) {
        return readDashed(&scanner, value, count)
      }
    default:
      if DateScanner.isLetter(byte) {
        var rest = scanner
        let word = rest.word()
        if DateVocabulary.isOrdinal(word) {
          scanner = rest
        } else if !hasTime, count <= 2, let half = DateVocabulary.afternoon(word) {
          (hour, hasTime, afternoon, scanner) = (value, true, half, rest)
          return true
        }
      }
    }
    if day == nil, count <= 2 {
      day = value
      return true
    }
    return setYear(value, digits: count)
  }

  /// Reads the rest of an hour such as `9h`, `09h30` or, after a whole date, `9.30`.
  ///
  /// - Returns: Whether it is one; otherwise nothing is read.
  private mutating func readHour(
    _ scanner: inout DateScanner, _ value: Int, _ count: Int
  ) -> Bool {
    guard !hasTime, count <= 2, value <= 24 else { return false }
    var rest = scanner
    let mark = rest.peek
    rest.advance()
    let digits = rest.digitsAhead
    switch mark | 0x20 {
    case UInt8(ascii: "h"):
      guard digits == 2 || !DateScanner.isLetter(rest.peek) else { return false }
    case UInt8(ascii: "."):
      guard day != nil, year != nil, digits == 2, rest.byte(after: 2) != UInt8(ascii: ".") else {
        return false
      }
    default: return false
    }
    (hour, minute, hasTime) = (value, digits == 2 ? rest.digits(exactly: 2) ?? 0 : 0, true)
    scanner = rest
    return true
  }

  /// Reads the rest of a date such as `09-Sep-2015` or `9-Sep-15`, starting at its first separator.
  ///
  /// - Parameters:
  ///   - value: The number before the separator.
  ///   - count: Number of its digits.
  /// - Returns: Whether the date is valid.
  private mutating func readDashed(
    _ scanner: inout DateScanner, _ value: Int, _ count: Int
  ) -> Bool {
    let separator = scanner.peek
    scanner.advance()
    guard day == nil, month == nil, count <= 2 else { return false }
    let start = scanner
    var number = DateVocabulary.month(scanner.word())
    if number == nil, let name = DateNames.shared.name(at: start.text, language: language) {
      number = name.month
      scanner = start
      scanner.advance(name.bytes)
    }
    guard let number, scanner.consume(separator), let (year, digits) = scanner.digits() else {
      return false
    }
    (day, month) = (value, number)
    return setYear(year, digits: digits)
  }

  /// Reads the rest of a date such as `2006/09/15`, `31.1.2026` or `1/31/2026`, starting at its
  /// first separator.
  ///
  /// Between dots the day comes first. Between slashes the month comes first, as in the United
  /// States, unless `dayFirst` is set. Between dashes `dayFirst` must be set, else the date is
  /// refused, because a guess would be wrong for other dates of the feed.
  ///
  /// - Parameters:
  ///   - first: The number before the separator.
  ///   - count: Number of its digits.
  /// - Returns: Whether the date is valid.
  private mutating func readTriple(
    _ scanner: inout DateScanner, _ first: Int, _ count: Int, dayFirst: Bool
  ) -> Bool {
    let separator = scanner.peek
    scanner.advance()
    guard day == nil, month == nil, let second = scanner.digits(upTo: 2),
      scanner.consume(separator),
      let third = scanner.digits()
    else { return false }
    if count == 4 {
      (month, day) = (second.value, third.value)
      return third.count <= 2 && setYear(first, digits: count)
    }
    guard count <= 2, third.count == 4 || third.count == 2 else { return false }
    if separator == UInt8(ascii: ".") || dayFirst {
      (day, month) = (first, second.value)
    } else if separator == UInt8(ascii: "/") {
      (month, day) = (first, second.value)
    } else {
      return false
    }
    return setYear(third.value, digits: third.count)
  }
}
