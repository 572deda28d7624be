/// How a feed writes its dates.
public enum FeedDateForm: String, Hashable, Sendable, CaseIterable {
  /// Whatever it looks like: numbers of 10¹¹ and more are milliseconds.
  case auto
  /// ISO 8601 or RFC 3339.
  case iso8601
  /// RFC 822 with its deviations, also `Wed Sep 09 10:12:55 +0800 2015`.
  case rfc822
  /// Seconds since 1970.
  case unix
  /// Milliseconds since 1970.
  case unixMilliseconds = "unix_ms"
}

extension FeedDate {
  /// Parses a date; a date without a zone is UTC.
  ///
  /// Years before 1000 are refused: some generators write year 1 where they have no date.
  public init?(_ text: String, form: FeedDateForm = .auto) {
    let trimmed = text.trimmed
    switch form {
    case .iso8601: self.init(iso: trimmed)
    case .rfc822: self.init(words: trimmed)
    case .unix, .unixMilliseconds:
      guard let number = Double(trimmed) else { return nil }
      self.init(number: number, form: form)
    case .auto:
      if let number = Double(trimmed), trimmed.utf8.count > 8 {
        self.init(number: number, form: .auto)
      } else if let date = FeedDate(iso: trimmed) {
        self = date
      } else {
        self.init(words: trimmed)
      }
    }
  }

  /// Reads a number of seconds or milliseconds.
  public init?(number: Double, form: FeedDateForm = .auto) {
    let inMilliseconds = form == .unixMilliseconds || (form == .auto && abs(number) >= 1e11)
    let seconds = (inMilliseconds ? number / 1000 : number).rounded(.down)
    guard seconds.isFinite, abs(seconds) < 1e12 else { return nil }
    self.init(secondsSince1970: Int64(seconds))
  }

  /// `2026-01-31`, with or without a time and a zone; also `/`, `.` or nothing between the parts.
  private init?(iso text: String) {
    var scanner = DateScanner(text)
    guard let year = scanner.digits(exactly: 4) else { return nil }
    var (month, day) = (1, 1)
    var (hour, minute, second, offset) = (0, 0, 0, 0)
    let separated = scanner.skip(oneOf: "-/.")
    if let value = scanner.digits(exactly: 2) ?? (separated ? scanner.digits(exactly: 1) : nil) {
      month = value
      let again = scanner.skip(oneOf: "-/.")
      if let value = scanner.digits(exactly: 2) ?? (again ? scanner.digits(exactly: 1) : nil) {
        day = value
      }
    }
    if scanner.skip(oneOf: "Tt ") {
      scanner.skipSpaces()
      if let value = scanner.digits(exactly: 2) {
        hour = value
        if scanner.skip(oneOf: ":") || scanner.atDigit {
          guard let value = scanner.digits(exactly: 2) else { return nil }
          minute = value
        }
        if scanner.skip(oneOf: ":") || scanner.atDigit {
          guard let value = scanner.digits(exactly: 2) else { return nil }
          second = value
        }
        if scanner.skip(oneOf: ".,") { scanner.skipDigits() }
      }
      scanner.skipSpaces()
      if !scanner.atEnd {
        guard let zone = Self.zone(scanner.rest) else { return nil }
        offset = zone
      }
    }
    guard year >= 1000, scanner.atEnd || offset != 0 || Self.zone(scanner.rest) != nil else {
      return nil
    }
    self.init(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      offset: offset)
  }

  /// A date with the month as a word, its parts in any usual order.
  private init?(words text: String) {
    var (year, month, day): (Int?, Int?, Int?) = (nil, nil, nil)
    var time: (Int, Int, Int)?
    var (offset, afternoon): (Int, Bool?) = (0, nil)
    for word in text.split(whereSeparator: { " ,\t\n\r".contains($0) }) {
      let lower = word.lowercased()
      if let clock = Self.clock(word), time == nil {
        time = clock
      } else if lower == "am" || lower == "pm" {
        afternoon = lower == "pm"
      } else if let found = Self.month(lower), month == nil {
        month = found
      } else if let parts = Self.dashed(word), month == nil {
        (day, month, year) = parts
      } else if let number = Self.number(word) {
        if day == nil, number <= 31, word.utf8.count <= 2 {
          day = number
        } else if year == nil {
          year = word.utf8.count <= 2 ? number + (number < 70 ? 2000 : 1900) : number
        }
      } else if time != nil, let zone = Self.zone(word) {
        offset = zone
      }
    }
    guard let year, year >= 1000, let month, let day else { return nil }
    var (hour, minute, second) = time ?? (0, 0, 0)
    if let afternoon { hour = hour % 12 + (afternoon ? 12 : 0) }
    self.init(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      offset: offset)
  }

  /// A number, also `3rd`.
  private static func number(_ word: Substring) -> Int? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard ["", "st", "nd", "rd", "th", "."].contains(word.dropFirst(digits.count).lowercased())
    else { return nil }
    return Int(digits)
  }

  /// `10:12` or `10:12:55.3`.
  private static func clock(_ word: Substring) -> (Int, Int, Int)? {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), let hour = Int(parts[0]), let minute = Int(parts[1]),
      let first = word.first, first != "+", first != "-"
    else { return nil }
    let second = parts.count == 3 ? Int(parts[2].prefix { $0 != "." }) : 0
    return second.map { (hour, minute, $0) }
  }

  /// `09-Sep-2015`.
  private static func dashed(_ word: Substring) -> (Int, Int, Int)? {
    let parts = word.split(separator: "-")
    guard parts.count == 3, let day = Int(parts[0]), let month = month(parts[1].lowercased()),
      let year = Int(parts[2])
    else { return nil }
    return (day, month, year < 70 ? year + 2000 : year < 100 ? year + 1900 : year)
  }

  private static func month(_ word: String) -> Int? {
    let names = [
      "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
    ]
    guard word.utf8.count >= 3, let index = names.firstIndex(of: String(word.prefix(3))),
      word.allSatisfy({ $0.isLetter || $0 == "." })
    else { return nil }
    return index + 1
  }

  /// The offset of a zone in seconds: `Z`, `+01:00`, `-0800`, `GMT+1`, or a usual abbreviation.
  private static func zone(_ word: Substring) -> Int? {
    var rest = word.trimmed.uppercased()[...]
    for name in ["GMT", "UTC"] where rest.count > 3 && rest.hasPrefix(name) {
      rest = rest.dropFirst(3)
    }
    if let sign = rest.first, sign == "+" || sign == "-" {
      let digits = rest.dropFirst().filter { $0 != ":" }
      guard let number = Int(digits), (1...4).contains(digits.count) else { return nil }
      let seconds = digits.count <= 2 ? number * 3600 : number / 100 * 3600 + number % 100 * 60
      return sign == "-" ? -seconds : seconds
    }
    let hours: [String: Int] = [
      "Z": 0, "UT": 0, "UTC": 0, "GMT": 0, "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7,
      "MDT": -6, "PST": -8, "PDT": -7, "AKST": -9, "AKDT": -8, "HST": -10, "WET": 0, "WEST": 1,
      "BST": 1, "CET": 1, "CEST": 2, "MET": 1, "MEST": 2, "EET": 2, "EEST": 3, "MSK": 3,
      "JST": 9, "KST": 9, "AEST": 10, "AEDT": 11,
    ]
    return hours[String(rest)].map { $0 * 3600 }
  }
}

/// Reads digits off the front of a text.
private struct DateScanner {
  private(set) var rest: Substring

  init(_ text: String) { rest = text[...] }

  var atEnd: Bool { rest.isEmpty }
  var atDigit: Bool { rest.first.map { $0.isASCII && $0.isNumber } ?? false }

  mutating func digits(exactly count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    rest = rest.dropFirst(count)
    return Int(digits)
  }

  mutating func skip(oneOf characters: String) -> Bool {
    guard let first = rest.first, characters.contains(first) else { return false }
    rest = rest.dropFirst()
    return true
  }

  mutating func skipDigits() { rest = rest.drop { $0.isASCII && $0.isNumber } }
  mutating func skipSpaces() { rest = rest.drop { $0 == " " } }
}
