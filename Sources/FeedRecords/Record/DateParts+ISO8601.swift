extension DateParts {
  /// Reads a date in ISO 8601 or a similar form; `nil` when the text is not one.
  ///
  /// Dates are `2026-01-31`, `20260131`, `2026-01`, `2026`, weeks (`2026-W05-6`) and days of the
  /// year (`2026-031`). Instead of `-` there may be `/` or `.`, and then months and days of one
  /// digit. A time and a zone may follow after `T` or a space, with or without colons.
  init?(iso8601 scanner: DateScanner) {
    var scanner = scanner
    let digits = scanner.digitsAhead
    guard let year = scanner.digits(exactly: 4) else { return nil }
    self.year = year
    switch digits {
    case 4: guard readParts(&scanner) else { return nil }
    case 7: guard let day = scanner.digits(exactly: 3), setDayOfYear(day) else { return nil }
    case 8, 12, 14:
      (month, day) = (scanner.digits(exactly: 2), scanner.digits(exactly: 2))
      if digits > 8 { guard readCompactTime(&scanner) else { return nil } }
    default: return nil
    }
    if scanner.atEnd {
      month = month ?? 1
      day = day ?? 1
      return
    }
    guard day != nil, hasTime || readISOTime(&scanner), readISOZone(&scanner) else { return nil }
  }

  /// Reads the rest of a date after its four-digit year: month and day, week, or day of the year.
  private mutating func readParts(_ scanner: inout DateScanner) -> Bool {
    if scanner.atEnd { return true }
    let separator = scanner.peek
    let isDash = separator == UInt8(ascii: "-")
    if isDash || separator == UInt8(ascii: "/") || separator == UInt8(ascii: ".") {
      scanner.advance()
    } else if separator | 0x20 != UInt8(ascii: "w") {
      return false
    }
    if scanner.peek | 0x20 == UInt8(ascii: "w") {
      scanner.advance()
      return readWeek(&scanner)
    }
    guard let (number, count) = scanner.digits(upTo: 3) else { return false }
    if count == 3 { return isDash && setDayOfYear(number) }
    month = number
    guard scanner.take(separator) else { return scanner.atEnd && count == 2 }
    guard let (number, _) = scanner.digits(upTo: 2) else { return false }
    day = number
    return true
  }

  /// Reads a week after its `W`, as `05-6`, `056` or `05`.
  ///
  /// The first week contains January 4th.
  ///
  /// - Returns: Whether it is valid.
  private mutating func readWeek(_ scanner: inout DateScanner) -> Bool {
    guard let year, let week = scanner.digits(exactly: 2), (1...53).contains(week) else {
      return false
    }
    let hasDash = scanner.take(UInt8(ascii: "-"))
    let day = scanner.digits(exactly: 1)
    guard (1...7).contains(day ?? 1), !hasDash || day != nil,
      let fourth = FeedDate.dayNumber(year: year, month: 1, day: 4)
    else { return false }
    // 1970-01-01, day 0, was a Thursday. Days are counted from Monday here.
    let monday = fourth - (fourth % 7 + 10) % 7
    (self.year, month, self.day) = FeedDate.civil(monday + (week - 1) * 7 + (day ?? 1) - 1)
    return week < 53 || isWeek53(year, starting: monday + 52 * 7)
  }

  /// Whether a year has a week 53: the week's Thursday must be in that year.
  ///
  /// - Parameter day: Monday of that week, in days since 1970-01-01.
  private func isWeek53(_ year: Int, starting day: Int) -> Bool {
    FeedDate.civil(day + 3).year == year
  }

  private mutating func setDayOfYear(_ number: Int) -> Bool {
    guard let year, number >= 1,
      let first = FeedDate.dayNumber(year: year, month: 1, day: 1)
    else { return false }
    let civil = FeedDate.civil(first + number - 1)
    (month, day) = (civil.month, civil.day)
    return civil.year == year
  }

  private mutating func readISOTime(_ scanner: inout DateScanner) -> Bool {
    if scanner.peek | 0x20 == UInt8(ascii: "t") {
      scanner.advance()
    } else if isSpace(scanner.peek) {
      scanner.skipSpaces()
    } else {
      return true  // a zone alone, as XML Schema's dates may have
    }
    let digits = scanner.digitsAhead
    if digits > 2 { return readCompactTime(&scanner) }
    guard let hour = scanner.digits(upTo: 2) else { return false }
    if scanner.peek == UInt8(ascii: ":") { return readTime(&scanner, hour: hour.value) }
    (self.hour, hasTime) = (hour.value, true)
    return hour.count == 2
  }

  /// Reads a time without colons, `0812` or `081255`.
  ///
  /// - Returns: Whether it is valid.
  private mutating func readCompactTime(_ scanner: inout DateScanner) -> Bool {
    let digits = scanner.digitsAhead
    guard digits == 4 || digits == 6, let hour = scanner.digits(exactly: 2),
      let minute = scanner.digits(exactly: 2)
    else { return false }
    (self.hour, self.minute, hasTime) = (hour, minute, true)
    if digits == 6 {
      second = scanner.digits(exactly: 2) ?? 0
      skipFraction(&scanner)
    }
    return true
  }

  private mutating func readISOZone(_ scanner: inout DateScanner) -> Bool {
    while true {
      guard scanner.skipBetweenWords() else { return false }
      if scanner.atEnd { return true }
      if DateScanner.isLetter(scanner.peek), scanner.peek != 0xE2 {
        let word = scanner.word()
        guard hasTime || word == "z", readZone(word, &scanner) else { return false }
      } else {
        guard !hasZone, readOffset(&scanner) else { return false }
      }
    }
  }
}
