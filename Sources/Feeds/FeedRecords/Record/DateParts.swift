// reason: a plain value
struct DateParts {
  var year: Int?
  var month: Int?
  var day: Int?
  var hour = 0
  var minute = 0
  var second = 0
  var hasTime = false
  /// `true` for an hour marked `pm`, `false` for `am`, or `nil` without a mark.
  var afternoon: Bool?
  var hasZone = false
  /// Offset of the zone, in seconds east of UTC.
  var offset = 0
  /// The language in which the names of months are written, as a tag, or `nil` if it is unknown.
  var language: String?
  /// The month that the first word may name; it may also be a day of the week, as in `mar. 5 août`.
  var firstMonth: Int?
  /// Whether the month has a Thai name; Thai years are counted from 543 BC.
  var usesBuddhistYears = false

  /// The date, or `nil` when a part is missing or out of range.
  var date: FeedDate? {
    guard var year, year >= 1000, let month = month ?? firstMonth, let day else { return nil }
    if usesBuddhistYears, year > 2400 { year -= 543 }
    var hour = hour
    // In `15:07 PM`, the `PM` is redundant.
    if let afternoon, hour <= 12 { hour = hour % 12 + (afternoon ? 12 : 0) }
    return FeedDate(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      offset: offset)
  }

  /// Sets the year.
  ///
  /// Two digits are read as in POSIX: 69 is 1969 and 68 is 2068. To a year of three digits 1900 is
  /// added, as in RFC 5322.
  ///
  /// - Returns: Whether the year is valid.
  mutating func setYear(_ value: Int, digits: Int) -> Bool {
    guard year == nil, digits <= 4, value > 0 || digits == 2 else { return false }
    switch digits {
    case 1, 2: year = value + (value < 69 ? 2000 : 1900)
    case 3: year = value + 1900
    default: year = value
    }
    return true
  }

  /// Reads the rest of a time after its hour: `:12`, `:12:55` or `:12:55.3`.
  ///
  /// - Returns: Whether the time is valid.
  mutating func readTime(_ scanner: inout DateScanner, hour: Int) -> Bool {
    guard !hasTime, scanner.consume(UInt8(ascii: ":")), let minute = scanner.digits(upTo: 2) else {
      return false
    }
    hasTime = true
    (self.hour, self.minute) = (hour, minute.value)
    guard scanner.consume(UInt8(ascii: ":")) else { return true }
    guard let second = scanner.digits(upTo: 2) else { return false }
    self.second = second.value
    skipFraction(&scanner)
    return true
  }

  func skipFraction(_ scanner: inout DateScanner) {
    guard scanner.peek == UInt8(ascii: ".") || scanner.peek == UInt8(ascii: ","),
      DateScanner.isDigit(scanner.byte(after: 1))
    else { return }
    scanner.advance()
    scanner.skipDigits()
  }

  /// Reads an offset such as `+01:00`, `-0800` or `+1`, also with seconds.
  ///
  /// - Returns: Whether the offset is valid.
  mutating func readOffset(_ scanner: inout DateScanner) -> Bool {
    let isMinus: Bool
    switch scanner.peek {
    case UInt8(ascii: "+"): isMinus = false
    case UInt8(ascii: "-"): isMinus = true
    default: return false
    }
    scanner.advance()
    guard let (value, count) = scanner.digits(upTo: 6) else { return false }
    var (hours, minutes, seconds) = (value, 0, 0)
    switch count {
    case 1, 2:
      if scanner.consume(UInt8(ascii: ":")) {
        guard let value = scanner.digits(exactly: 2) else { return false }
        minutes = value
        if scanner.consume(UInt8(ascii: ":")) {
          guard let value = scanner.digits(exactly: 2) else { return false }
          seconds = value
        }
      }
    case 3, 4: (hours, minutes) = (value / 100, value % 100)
    case 6: (hours, minutes, seconds) = (value / 10_000, value / 100 % 100, value % 100)
    default: return false
    }
    guard hours < 24, minutes < 60, seconds < 60 else { return false }
    hasZone = true
    offset = (hours * 3600 + minutes * 60 + seconds) * (isMinus ? -1 : 1)
    return true
  }

  /// Reads a word after a time: `AM`, `PM` or a zone.
  ///
  /// An unknown zone counts as UTC.
  ///
  /// - Returns: Whether the word is valid.
  mutating func readZone(_ word: DateWord, _ scanner: inout DateScanner) -> Bool {
    if let half = DateVocabulary.afternoon(word) {
      afternoon = half
      return true
    }
    // Reads `a.m.` or `p.m.`.
    if word == "a" || word == "p", scanner.peek == UInt8(ascii: "."),
      scanner.byte(after: 1) | 0x20 == UInt8(ascii: "m")
    {
      scanner.advance(2)
      if !scanner.consume(UInt8(ascii: ".")) { return false }
      afternoon = word == "p"
      return true
    }
    // In `+0100 CET` the offset comes before the zone, in `GMT+0100` after it.
    if hasZone { return true }
    hasZone = true
    offset = DateVocabulary.zone(word) ?? 0
    guard scanner.peek == UInt8(ascii: "+") || scanner.peek == UInt8(ascii: "-") else {
      return true
    }
    return readOffset(&scanner)
  }
}

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
    guard scanner.consume(separator) else { return scanner.atEnd && count == 2 }
    guard let (number, _) = scanner.digits(upTo: 2) else { return false }
    day = number
    return true
  }

  /// Reads the rest of a week after its letter `W`, such as `05-6`, `056` or `05`.
  ///
  /// The first week contains January 4th.
  ///
  /// - Returns: Whether the week is valid.
  private mutating func readWeek(_ scanner: inout DateScanner) -> Bool {
    guard let year, let week = scanner.digits(exactly: 2), (1...53).contains(week) else {
      return false
    }
    let hasDash = scanner.consume(UInt8(ascii: "-"))
    let day = scanner.digits(exactly: 1)
    guard (1...7).contains(day ?? 1), !hasDash || day != nil,
      let fourth = FeedDate.dayNumber(year: year, month: 1, day: 4)
    else { return false }
    // 1970-01-01, day 0, was a Thursday. Days are counted from Monday here.
    let monday = fourth - (fourth % 7 + 10) % 7
    (self.year, month, self.day) = FeedDate.civil(monday + (week - 1) * 7 + (day ?? 1) - 1)
    return week < 53 || isWeek53(year, starting: monday + 52 * 7)
  }

  /// Whether a year has a week 53, whose Thursday must be in that year.
  ///
  /// - Parameter day: Monday of week 53, in days since 1970-01-01.
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
  /// - Returns: Whether the time is valid.
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
      if DateScanner.isLetter(scanner.peek) {
        let word = scanner.word()
        guard hasTime || word == "z", readZone(word, &scanner) else { return false }
      } else {
        guard !hasZone, readOffset(&scanner) else { return false }
      }
    }
  }
}
