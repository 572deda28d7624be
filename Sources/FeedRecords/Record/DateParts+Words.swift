extension DateParts {
  /// Reads a date such as RFC 822's, with a named month or the year last; `nil` when the text is
  /// none.
  ///
  /// Its parts may come in any usual order.
  ///
  /// - Parameter dayFirst: Whether `1/2/2026` is in February.
  init?(words scanner: DateScanner, dayFirst: Bool) {
    var scanner = scanner
    while true {
      guard scanner.skipBetweenWords() else { return nil }
      if scanner.atEnd { return }
      let byte = scanner.peek
      let isRead =
        if DateScanner.isDigit(byte) {
          readNumber(&scanner, dayFirst: dayFirst)
        } else if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == 0xE2 {
          hasTime && !hasZone && readOffset(&scanner)
        } else if DateScanner.isLetter(byte) {
          readWord(&scanner)
        } else {
          // A dot after an abbreviation.
          scanner.take(UInt8(ascii: "."))
        }
      guard isRead else { return nil }
    }
  }

  /// Reads a word: a month, a word without meaning, or a zone or `PM` after a time.
  ///
  /// - Returns: Whether it is valid.
  private mutating func readWord(_ scanner: inout DateScanner) -> Bool {
    let isFirst = day == nil && month == nil && year == nil
    let word = scanner.word()
    if month == nil, let number = DateVocabulary.month(word) {
      month = number
      return true
    }
    if DateVocabulary.isFiller(word) { return true }
    if hasTime { return readZone(word, &scanner) }
    // Names of days in any language come first, and the T of ISO 8601 before a time.
    return isFirst || (word == "t" && DateScanner.isDigit(scanner.peek))
  }

  /// Reads a part that begins with a digit.
  ///
  /// - Returns: Whether it is valid.
  private mutating func readNumber(_ scanner: inout DateScanner, dayFirst: Bool) -> Bool {
    guard let (value, count) = scanner.digits() else { return false }
    let byte = scanner.peek
    switch byte {
    case UInt8(ascii: ":"):
      return count <= 2 && readTime(&scanner, hour: value)
    case UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."):
      let next = scanner.byte(after: 1)
      if DateScanner.isDigit(next) {
        return readTriple(&scanner, value, count, dayFirst: dayFirst)
      }
      // `09-Sep-2015`; after a dot, as in `31.`, the month is read as a word of its own.
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

  /// Reads the rest of a date such as `09-Sep-2015` or `9-Sep-15`, from its first separator on.
  ///
  /// - Parameters:
  ///   - value: The number before the separator.
  ///   - count: Number of its digits.
  /// - Returns: Whether it is valid.
  private mutating func readDashed(
    _ scanner: inout DateScanner, _ value: Int, _ count: Int
  ) -> Bool {
    let separator = scanner.peek
    scanner.advance()
    guard day == nil, month == nil, count <= 2,
      let number = DateVocabulary.month(scanner.word()), scanner.take(separator),
      let (year, digits) = scanner.digits()
    else { return false }
    (day, month) = (value, number)
    return setYear(year, digits: digits)
  }

  /// Reads the rest of a date such as `2006/09/15`, `31.1.2026` or `1/31/2026`, from its first
  /// separator on.
  ///
  /// Between dots the day comes first. Between slashes the month comes first, as in the United
  /// States, unless `dayFirst` is set. Between dashes `dayFirst` must be set, else the date is
  /// refused, because a guess would be wrong for other dates of the feed.
  ///
  /// - Parameters:
  ///   - first: The number before the separator.
  ///   - count: Number of its digits.
  /// - Returns: Whether it is valid.
  private mutating func readTriple(
    _ scanner: inout DateScanner, _ first: Int, _ count: Int, dayFirst: Bool
  ) -> Bool {
    let separator = scanner.peek
    scanner.advance()
    guard day == nil, month == nil, let second = scanner.digits(upTo: 2), scanner.take(separator),
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
