internal import CICU

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
