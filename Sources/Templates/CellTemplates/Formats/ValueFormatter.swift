internal import CICU
import FeedRecords

/// Formats the values of bindings in one locale.
///
/// The formats are opened once for all records. It is a class and not `Sendable`, because formats
/// of ICU are not thread-safe.
public final class ValueFormatter {
  /// An opened format of ICU.
  private enum Opened {
    case date(ICUDateFormat)
    case number(ICUNumberFormat)
    case relative(ICURelativeFormat)
  }

  /// The locale, as written in the environment.
  let locale: String
  private let settings: FormatSettings
  private let formats: [Opened]
  private let plurals: ICUPluralRules?
  private let calendar: ICUCalendar?
  /// The last value of each format and its text.
  ///
  /// They are kept, because the same value recurs for every width and text size.
  private var last: [(value: UInt64, text: String)?]

  /// Opens the formats of a template in a locale.
  ///
  /// - Parameter wanted: The formats, which are later referred to by their indices.
  /// - Throws: `CellError.noFormats` when ICU has no data or memory.
  init(
    locale: String, settings: FormatSettings, formats wanted: [BindingFormat]
  ) throws(CellError) {
    self.locale = locale
    self.settings = settings
    let name = try Self.icuName(of: locale)
    var opened: [Opened] = []
    var needsCalendar = false
    for format in wanted {
      guard let one = Self.open(format, locale: name, settings) else {
        throw .noFormats(locale: locale)
      }
      if case .relative = one { needsCalendar = true }
      opened.append(one)
    }
    formats = opened
    last = Array(repeating: nil, count: opened.count)
    plurals = ICUPluralRules(locale: name)
    calendar = needsCalendar ? ICUCalendar(zone: settings.timeZone) : nil
    if plurals == nil || (needsCalendar && calendar == nil) {
      throw .noFormats(locale: locale)
    }
  }

  /// The text of a date in the format with the given index; `nil` when ICU cannot write the date.
  func text(_ date: FeedDate, format: Int) -> String? {
    guard formats.indices.contains(format) else { return nil }
    let value = UInt64(bitPattern: date.secondsSince1970)
    if let last = last[format], last.value == value { return last.text }
    let text: String?
    switch formats[format] {
    case .date(let format): text = format.text(secondsSince1970: date.secondsSince1970)
    case .relative(let format): text = distance(to: date).flatMap { format.text($0) }
    case .number: text = nil
    }
    return remember(text, of: value, format)
  }

  /// The text of a finite number in the format with the given index; `nil` when ICU cannot write
  /// it.
  func text(_ number: Double, format: Int) -> String? {
    guard formats.indices.contains(format), case .number(let opened) = formats[format] else {
      return nil
    }
    if let last = last[format], last.value == number.bitPattern { return last.text }
    return remember(opened.text(number), of: number.bitPattern, format)
  }

  func form(_ number: Double) -> PluralMessage.Form { plurals?.form(number) ?? .other }

  private func remember(_ text: String?, of value: UInt64, _ format: Int) -> String? {
    last[format] = text.map { (value, $0) }
    return text
  }

  private func distance(to date: FeedDate) -> RelativeTime? {
    guard let clock = settings.clock, let calendar else { return nil }
    return RelativeTime(of: date, from: clock) { calendar.months(from: $0, to: $1) }
  }

  private static func open(
    _ format: BindingFormat, locale: String, _ settings: FormatSettings
  ) -> Opened? {
    switch format {
    case .date, .time, .pattern:
      return ICUDateFormat(format, locale: locale, zone: settings.timeZone).map { .date($0) }
    case .relative(let style):
      return ICURelativeFormat(style, locale: locale).map { .relative($0) }
    case .number(let style):
      do throws(ICUNumberFormat.PatternError) {
        return .number(try ICUNumberFormat(style, locale: locale))
      } catch {
        return nil
      }
    case .plural, .count: return nil
    }
  }

  private static func icuName(of locale: String) throws(CellError) -> String {
    let capacity = 160
    var isKnown = false
    let name = String(unsafeUninitializedCapacity: capacity) { buffer in
      buffer.withMemoryRebound(to: CChar.self) { room in
        isKnown = cicu_locale(locale, room.baseAddress, Int32(capacity)) != 0
        return isKnown ? room.firstIndex(of: 0) ?? 0 : 0
      }
    }
    guard isKnown else { throw .noFormats(locale: locale) }
    return name
  }
}

/// A distance in time, in the largest unit that it fills at least once, as in "3 days ago".
///
/// The remainder is dropped. Units from seconds to weeks have a fixed length. Months and years
/// follow the calendar in the configured time zone.
struct RelativeTime: Hashable {
  /// The units of relative times, with the raw values that CICU expects.
  enum Unit: Int32 {
    case second, minute, hour, day, week, month, year
  }

  /// Number of units; negative for a date in the past.
  var count: Int
  var unit: Unit

  /// Creates the distance from a clock to a date.
  ///
  /// - Parameter months: Returns the number of whole calendar months from one instant to another.
  init(of date: FeedDate, from clock: FeedDate, months: (FeedDate, FeedDate) -> Int) {
    let seconds = Int(date.secondsSince1970 - clock.secondsSince1970)
    let days = seconds / 86_400
    if abs(days) >= 28 {
      let whole = months(clock, date)
      if abs(whole) >= 12 {
        (count, unit) = (whole / 12, .year)
        return
      }
      if whole != 0 {
        (count, unit) = (whole, .month)
        return
      }
    }
    switch abs(seconds) {
    case ..<60: (count, unit) = (seconds, .second)
    case ..<3600: (count, unit) = (seconds / 60, .minute)
    case ..<86_400: (count, unit) = (seconds / 3600, .hour)
    case ..<604_800: (count, unit) = (days, .day)
    default: (count, unit) = (days / 7, .week)
    }
  }
}
