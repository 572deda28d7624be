/// The format of a binding's value, as in `{published, date, short}`.
///
/// The formats have the names that ICU's message format uses.
public indirect enum BindingFormat: Hashable, Sendable {
  /// The length of a date or time.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// A length of the locale data, from short to full.
    case short, medium, long, full
  }

  /// The style of a number.
  public enum NumberStyle: Hashable, Sendable {
    /// Written with at most three fraction digits.
    case decimal
    /// Rounded to a whole number.
    case integer
    /// A hundred times the number, with the percent sign.
    case percent
    /// Shortened, as in `1.2K`.
    case compact
    /// Written by a pattern of UTS 35, such as `#,##0.00`.
    case pattern(String)
  }

  /// The length of a relative time.
  public enum RelativeStyle: String, Hashable, Sendable, CaseIterable {
    /// A length of the locale data: "2 hours ago", "2 hr. ago", "2h ago".
    case long, short, narrow
  }

  /// The date without the time of day.
  case date(Style)
  /// The time of day without the date.
  case time(Style)
  /// A date and time by a pattern of UTS 35, such as `d MMM yyyy`.
  case pattern(String)
  /// A time relative to the clock, such as `2 hours ago`.
  case relative(RelativeStyle)
  /// A number in a style.
  case number(NumberStyle)
  /// A message that is chosen by the plural form of a number.
  case plural(PluralMessage)
  /// The number of elements of a list.
  case count

  /// Whether the formatted value is a number, which may be compared and used in constraints.
  var isNumber: Bool { self == .count }

  /// The uses of a path whose value has this format.
  var use: PathUse {
    switch self {
    case .date, .time, .pattern, .relative: .date
    case .number: .number
    case .plural: [.number, .count]
    case .count: .count
    }
  }

  /// Whether the formatted text depends on the clock.
  var readsClock: Bool {
    switch self {
    case .relative: true
    case .plural(let message): message.bindings.contains { $0.format?.readsClock ?? false }
    default: false
    }
  }
}
