import FeedRecords

/// A distance in time in its largest whole unit, as in "3 days ago".
///
/// The remainder is dropped. Seconds to weeks have a fixed length. Months and years are those of
/// the calendar in the configured time zone.
struct RelativeTime: Hashable {
  /// The units of relative times, with the raw values that CICU expects.
  enum Unit: Int32 {
    case second, minute, hour, day, week, month, year
  }

  /// Number of units, negative in the past.
  var count: Int
  var unit: Unit

  /// Creates the distance from a clock to a date.
  ///
  /// - Parameter months: Returns the whole calendar months from one instant to another.
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
