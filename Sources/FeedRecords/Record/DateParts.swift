// reason: a plain value
struct DateParts {
  var year: Int?
  var month: Int?
  var day: Int?
  var hour = 0
  var minute = 0
  var second = 0
  var hasTime = false
  /// Whether the hour is marked `pm` rather than `am`, or `nil` when it is marked neither.
  var afternoon: Bool?
  var hasZone = false
  /// Offset of the zone, in seconds east of UTC.
  var offset = 0

  /// The date, or `nil` when a part is missing or out of range.
  var date: FeedDate? {
    guard let year, year >= 1000, let month, let day else { return nil }
    var hour = hour
    // In `15:07 PM`, the `PM` is redundant.
    if let afternoon, hour <= 12 { hour = hour % 12 + (afternoon ? 12 : 0) }
    return FeedDate(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      offset: offset)
  }

  /// Sets the year.
  ///
  /// 69 means 1969 and 68 means 2068, as in POSIX; to three digits 1900 is added, as in RFC 5322.
  ///
  /// - Returns: Whether it is valid.
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
  /// - Returns: Whether it is valid.
  mutating func readTime(_ scanner: inout DateScanner, hour: Int) -> Bool {
    guard !hasTime, scanner.take(UInt8(ascii: ":")), let minute = scanner.digits(upTo: 2) else {
      return false
    }
    hasTime = true
    (self.hour, self.minute) = (hour, minute.value)
    guard scanner.take(UInt8(ascii: ":")) else { return true }
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

  /// Reads an offset such as `+01:00`, `-0800` or `+1`, also with seconds or with U+2212 as its
  /// sign.
  ///
  /// - Returns: Whether it is valid.
  mutating func readOffset(_ scanner: inout DateScanner) -> Bool {
    let isMinus: Bool
    switch scanner.peek {
    case UInt8(ascii: "+"): isMinus = false
    case UInt8(ascii: "-"): isMinus = true
    case 0xE2 where scanner.byte(after: 1) == 0x88 && scanner.byte(after: 2) == 0x92:
      isMinus = true
      scanner.advance(2)
    default: return false
    }
    scanner.advance()
    guard let (value, count) = scanner.digits(upTo: 6) else { return false }
    var (hours, minutes, seconds) = (value, 0, 0)
    switch count {
    case 1, 2:
      if scanner.take(UInt8(ascii: ":")) {
        guard let value = scanner.digits(exactly: 2) else { return false }
        minutes = value
        if scanner.take(UInt8(ascii: ":")) {
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
  /// - Returns: Whether it is valid.
  mutating func readZone(_ word: DateWord, _ scanner: inout DateScanner) -> Bool {
    if let half = DateVocabulary.afternoon(word) {
      afternoon = half
      return true
    }
    // a.m. and p.m.
    if word == "a" || word == "p", scanner.peek == UInt8(ascii: "."),
      scanner.byte(after: 1) | 0x20 == UInt8(ascii: "m")
    {
      scanner.advance(2)
      if !scanner.take(UInt8(ascii: ".")) { return false }
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
