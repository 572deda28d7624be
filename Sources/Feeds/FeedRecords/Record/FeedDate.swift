/// An instant in UTC, to the second.
public struct FeedDate: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Seconds since 1970-01-01T00:00:00Z, without fractions.
  public let secondsSince1970: Int64

  /// Creates an instant; `nil` outside the years 0 to 9999.
  public init?(secondsSince1970: Int64) {
    guard (-62_167_219_200...253_402_300_799).contains(secondsSince1970) else { return nil }
    self.secondsSince1970 = secondsSince1970
  }

  /// Creates an instant from a civil date and time, in a zone `offset` seconds east of UTC.
  ///
  /// It is `nil` if there is no such date or time. 24:00 is 00:00 of the next day. A leap second is
  /// read as the second after it.
  public init?(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0,
    offset: Int = 0
  ) {
    guard (0...9999).contains(year),
      (0...23).contains(hour) || (hour == 24 && minute == 0 && second == 0),
      (0...59).contains(minute), (0...60).contains(second), (-86_400...86_400).contains(offset),
      let days = Self.dayNumber(year: year, month: month, day: day)
    else { return nil }
    self.init(secondsSince1970: Int64(days * 86_400 + hour * 3600 + minute * 60 + second - offset))
  }

  /// The date in ISO 8601 and UTC, as in `2026-01-31T08:00:00Z`.
  public var description: String {
    let seconds = Int(secondsSince1970)
    let days = (seconds >= 0 ? seconds : seconds - 86_399) / 86_400
    let second = seconds - days * 86_400
    let (year, month, day) = Self.civil(days)
    var text: [UInt8] = []
    func put(_ value: Int, digits: Int = 2, _ mark: Unicode.Scalar) {
      for unit in [1000, 100, 10, 1].suffix(digits) {
        text.append(UInt8(ascii: "0") + UInt8(value / unit % 10))
      }
      text.append(UInt8(ascii: mark))
    }
    put(year, digits: 4, "-")
    put(month, "-")
    put(day, "T")
    put(second / 3600, ":")
    put(second / 60 % 60, ":")
    put(second % 60, "Z")
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether the left date is earlier.
  public static func < (left: FeedDate, right: FeedDate) -> Bool {
    left.secondsSince1970 < right.secondsSince1970
  }

  static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Days from 1970-01-01 in the proleptic Gregorian calendar; `nil` if there is no such day.
  ///
  /// The years are 0 to 9999. They are counted from March, so that the leap day comes last; 400
  /// years are 146,097 days.
  static func dayNumber(year: Int, month: Int, day: Int) -> Int? {
    guard (0...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= days(inMonth: month, of: year)
    else { return nil }
    let shifted = month <= 2 ? year - 1 : year
    let era = (shifted >= 0 ? shifted : shifted - 399) / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// The civil date of a day.
  ///
  /// - Parameter days: Days since 1970-01-01.
  static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let day = shifted - era * 146_097
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365
    let dayOfYear = day - (365 * year + year / 4 - year / 100)
    let month = (5 * dayOfYear + 2) / 153
    let civilMonth = month < 10 ? month + 3 : month - 9
    return (
      year + era * 400 + (civilMonth <= 2 ? 1 : 0), civilMonth,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }
}

/// The form in which a feed writes its dates.
public enum FeedDateForm: String, Hashable, Sendable, CaseIterable {
  /// Any form, detected from the text.
  ///
  /// Numbers from 10¹¹ on are milliseconds, smaller ones seconds. In `1/31/2026` the month comes
  /// first.
  case auto
  /// ISO 8601 or RFC 3339.
  case iso8601
  /// RFC 822 and usual deviations from it, such as `Wed Sep 09 10:12:55 +0800 2015`.
  case rfc822
  /// Seconds since 1970.
  case unix
  /// Milliseconds since 1970.
  case unixMilliseconds = "unix_ms"
  /// Like `auto`, except that the day comes first in `31/1/2026` and `31-1-2026`.
  case dayFirst = "day_first"
}

extension FeedDate {
  /// Parses a date in a form; `nil` if the text is not such a date.
  ///
  /// Without a zone, the date is in UTC. Years before 1000 are refused, because some generators
  /// write year 1 for a missing date.
  ///
  /// - Parameters:
  ///   - text: The date as a feed writes it.
  ///   - form: The form of the date.
  ///   - language: The tag of the language of the names of months, or `nil` if it is unknown. It
  ///     decides names that mean different months in two languages; English names are always read.
  public init?(_ text: String, form: FeedDateForm = .auto, language: String? = nil) {
    let scanner = DateScanner(text)
    guard (1...DateScanner.longest).contains(scanner.remaining) else { return nil }
    let date: FeedDate? =
      switch form {
      case .iso8601: DateParts(iso8601: scanner)?.date
      case .rfc822: DateParts(words: scanner, dayFirst: false, language: language)?.date
      case .unix, .unixMilliseconds: Self.number(scanner, form: form)
      case .auto, .dayFirst: Self.any(scanner, form: form, language: language)
      }
    guard let date else { return nil }
    self = date
  }

  /// Creates a date from seconds or milliseconds since 1970; `nil` when the number is out of range.
  ///
  /// The number is in milliseconds with `unixMilliseconds`, and also with `auto` and `dayFirst` if
  /// its absolute value is 10¹¹ or more. Otherwise it is in seconds. It is rounded down to whole
  /// seconds.
  public init?(number: Double, form: FeedDateForm = .auto) {
    let isAuto = form == .auto || form == .dayFirst
    let inMilliseconds = form == .unixMilliseconds || (isAuto && abs(number) >= 1e11)
    let seconds = (inMilliseconds ? number / 1000 : number).rounded(.down)
    guard seconds.isFinite, abs(seconds) < 1e12 else { return nil }
    self.init(secondsSince1970: Int64(seconds))
  }

  private static func any(
    _ scanner: DateScanner, form: FeedDateForm, language: String?
  ) -> FeedDate? {
    let digits = scanner.digitsAhead
    // 20260131080000 is a date and a time, not a number of milliseconds.
    if digits == 14, digits == scanner.remaining, let parts = DateParts(iso8601: scanner) {
      return parts.date
    }
    let isNumber = digits > 8 || (scanner.peek == UInt8(ascii: "-") && scanner.remaining > 8)
    if isNumber, let date = number(scanner, form: form) { return date }
    if digits >= 4, let parts = DateParts(iso8601: scanner) { return parts.date }
    let dayFirst = form == .dayFirst
    if let parts = DateParts(words: scanner, dayFirst: dayFirst, language: language) {
      return parts.date
    }
    // 1.632582318e9, as some programs write numbers in JSON.
    return digits > 0 && scanner.remaining > 8 ? number(scanner, form: form) : nil
  }

  private static func number(_ scanner: DateScanner, form: FeedDateForm) -> FeedDate? {
    var rest = scanner
    if scanner.remaining <= 15, let (value, _) = rest.digits(upTo: 15), rest.atEnd {
      return FeedDate(number: Double(value), form: form)
    }
    return Double(scanner.text).flatMap { FeedDate(number: $0, form: form) }
  }
}
