/// The format of a binding's value, as in `{published, date, short}`.
///
/// The words are those of ICU's message format.
public indirect enum BindingFormat: Hashable, Sendable {
  /// The length of a date or time.
  public enum Style: String, Hashable, Sendable, CaseIterable {
    /// A length of the locale data, from the shortest to the longest.
    case short, medium, long, full
  }

  /// How a number is written.
  public enum NumberStyle: Hashable, Sendable {
    /// With at most three fraction digits.
    case decimal
    /// Rounded to a whole number.
    case integer
    /// A hundred times the number, with the percent sign.
    case percent
    /// Shortened, as in `1.2K`.
    case compact
    /// By a pattern of UTS 35, as in `#,##0.00`.
    case pattern(String)
  }

  /// The length of a relative time.
  public enum RelativeStyle: String, Hashable, Sendable, CaseIterable {
    /// A length of the locale data: "2 hours ago", "2 hr. ago", "2h ago".
    case long, short, narrow
  }

  /// The day.
  case date(Style)
  /// The time of day.
  case time(Style)
  /// A date by a pattern of UTS 35, as in `d MMM yyyy`.
  case pattern(String)
  /// A time relative to the clock.
  case relative(RelativeStyle)
  /// A number.
  case number(NumberStyle)
  /// A message chosen by a number.
  case plural(PluralMessage)
  /// The number of elements of a list.
  case count

  /// Whether the format makes a number, which may be compared and used in constraints.
  var isNumber: Bool { self == .count }

  /// The use of a path whose value has this format.
  var use: PathUse {
    switch self {
    case .date, .time, .pattern, .relative: .date
    case .number: .number
    case .plural: [.number, .count]
    case .count: .count
    }
  }

  /// Whether its text depends on the clock.
  var readsClock: Bool {
    switch self {
    case .relative: true
    case .plural(let message): message.bindings.contains { $0.format?.readsClock ?? false }
    default: false
    }
  }
}
