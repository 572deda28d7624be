internal import CICU
import TextMeasurement
import FeedRecords

/// ICU's format of dates and times in one locale and time zone.
final class ICUDateFormat {
  private let handle: OpaquePointer

  /// Opens a format, which takes ICU about 100 µs; `nil` when ICU fails.
  ///
  /// - Parameters:
  ///   - format: A format of dates or times.
  ///   - locale: ICU's name of the locale.
  ///   - zone: A known time zone.
  init?(_ format: BindingFormat, locale: String, zone: String) {
    let none = Int32(CICU_NONE)
    let handle: OpaquePointer?
    switch format {
    case .date(let style): handle = cicu_date_open(style.width, none, nil, 0, locale, zone)
    case .time(let style): handle = cicu_date_open(none, style.width, nil, 0, locale, zone)
    case .pattern(let pattern):
      let units = Array(pattern.utf16)
      handle = cicu_date_open(none, none, units, Int32(clamping: units.count), locale, zone)
    default: handle = nil
    }
    guard let handle else { return nil }
    self.handle = handle
  }

  deinit { cicu_date_close(handle) }

  /// The text of an instant, or `nil` when ICU fails.
  func text(secondsSince1970: Int64) -> String? {
    ICUText.make { cicu_date_write(handle, Double(secondsSince1970) * 1000, $0, $1) }
  }
}

extension BindingFormat.Style {
  fileprivate var width: Int32 {
    switch self {
    case .short: Int32(CICU_SHORT)
    case .medium: Int32(CICU_MEDIUM)
    case .long: Int32(CICU_LONG)
    case .full: Int32(CICU_FULL)
    }
  }
}

/// ICU's format of numbers in one locale.
final class ICUNumberFormat {
  private let handle: OpaquePointer

  /// The error when a pattern cannot be used.
  struct PatternError: Error {
    /// Offset of the error in the pattern, in UTF-16 units, or `nil` when it is unknown.
    var offset: Int?
  }

  /// Opens a format, which takes ICU about 50 µs.
  ///
  /// - Parameters:
  ///   - style: The style or pattern of numbers.
  ///   - locale: ICU's name of the locale.
  /// - Throws: `PatternError` for an invalid pattern, or if ICU has no memory or data.
  init(_ style: BindingFormat.NumberStyle, locale: String) throws(PatternError) {
    var place: Int32 = -1
    let handle: OpaquePointer?
    switch style {
    case .decimal: handle = cicu_number_open(Int32(CICU_DECIMAL), nil, 0, locale, &place)
    case .integer: handle = cicu_number_open(Int32(CICU_INTEGER), nil, 0, locale, &place)
    case .percent: handle = cicu_number_open(Int32(CICU_PERCENT), nil, 0, locale, &place)
    case .compact: handle = cicu_number_open(Int32(CICU_COMPACT), nil, 0, locale, &place)
    case .pattern(let pattern):
      let units = Array(pattern.utf16)
      handle = cicu_number_open(
        Int32(CICU_PATTERN), units, Int32(clamping: units.count), locale, &place)
    }
    guard let handle else { throw PatternError(offset: place >= 0 ? Int(place) : nil) }
    self.handle = handle
  }

  deinit { cicu_number_close(handle) }

  /// The text of a finite number, or `nil` when ICU fails.
  func text(_ number: Double) -> String? {
    ICUText.make { cicu_number_write(handle, number, $0, $1) }
  }
}

/// ICU's format of relative times in one locale.
final class ICURelativeFormat {
  private let handle: OpaquePointer

  /// Opens a format; `nil` when ICU fails.
  init?(_ style: BindingFormat.RelativeStyle, locale: String) {
    let width =
      switch style {
      case .long: CICU_LONG
      case .short: CICU_MEDIUM
      case .narrow: CICU_SHORT
      }
    guard let handle = cicu_relative_open(Int32(width), locale) else { return nil }
    self.handle = handle
  }

  deinit { cicu_relative_close(handle) }

  /// The text of a relative time, or `nil` when ICU fails.
  func text(_ distance: RelativeTime) -> String? {
    ICUText.make {
      cicu_relative_write(handle, Double(distance.count), distance.unit.rawValue, $0, $1)
    }
  }
}

/// ICU's plural rules of one locale.
final class ICUPluralRules {
  private let handle: OpaquePointer

  /// Opens the rules; `nil` when ICU fails.
  init?(locale: String) {
    guard let handle = cicu_plural_open(locale) else { return nil }
    self.handle = handle
  }

  deinit { cicu_plural_close(handle) }

  /// The plural form of a number.
  ///
  /// The number is first rounded to the number of fraction digits shown, at most three.
  func form(_ number: Double) -> PluralMessage.Form {
    let shown = abs(number) < 1e12 ? (number * 1000).rounded(.toNearestOrEven) / 1000 : number
    return PluralMessage.Form(rawValue: Int(cicu_plural_form(handle, shown))) ?? .other
  }
}

/// ICU's Gregorian calendar in one time zone.
final class ICUCalendar {
  /// A local date and time.
  struct Civil: Hashable, Comparable {
    /// Number of months since January of the year 0.
    var month: Int
    /// Day of the month, from 1.
    var day: Int
    var milliseconds: Int

    /// The same day and time `months` later; in a month that is too short, the last day of the
    /// month.
    func adding(months: Int) -> Civil {
      var moved = self
      moved.month += months
      moved.day = min(day, moved.daysInMonth)
      return moved
    }

    private var daysInMonth: Int {
      let year = month / 12
      switch month % 12 {
      case 1: return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
      case 3, 5, 8, 10: return 30
      default: return 31
      }
    }

    static func < (left: Civil, right: Civil) -> Bool {
      (left.month, left.day, left.milliseconds) < (right.month, right.day, right.milliseconds)
    }
  }

  private let handle: OpaquePointer
  /// The last converted date, which is kept because the clock is converted for every date; `nil` at
  /// first.
  private var last: (date: FeedDate, civil: Civil)?

  /// Opens a calendar; `nil` when ICU fails.
  init?(zone: String) {
    guard let handle = cicu_calendar_open(zone) else { return nil }
    self.handle = handle
  }

  deinit { cicu_calendar_close(handle) }

  /// Number of whole months from one instant to another, rounded towards zero.
  ///
  /// It is negative if the other instant is earlier.
  func months(from start: FeedDate, to end: FeedDate) -> Int {
    guard let from = remembered(start), let to = civil(end) else { return 0 }
    let months = to.month - from.month
    let reached = from.adding(months: months)
    if end >= start { return reached > to ? months - 1 : months }
    return reached < to ? months + 1 : months
  }

  private func remembered(_ date: FeedDate) -> Civil? {
    if let last, last.date == date { return last.civil }
    let civil = civil(date)
    last = civil.map { (date, $0) }
    return civil
  }

  private func civil(_ date: FeedDate) -> Civil? {
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 4) { fields in
      guard
        cicu_calendar_fields(handle, Double(date.secondsSince1970) * 1000, fields.baseAddress) != 0
      else { return nil }
      return Civil(
        month: Int(fields[0]) * 12 + Int(fields[1]), day: Int(fields[2]),
        milliseconds: Int(fields[3]))
    }
  }
}
