import FeedRecords

/// A distance in time in its largest whole unit, as in "3 days ago".
///
/// The remainder is dropped. Up to weeks, units are fixed numbers of seconds. Months and years are
/// those of the calendar in the configured time zone.
struct RelativeTime: Hashable {
  /// A unit, with the raw values of CICU.
  enum Unit: Int32 {
    case second, minute, hour, day, week, month, year
  }

  /// Units, below 0 in the past.
  var count: Int
  var unit: Unit

  /// The distance from a clock to a date.
  ///
  /// - Parameter months: Whole months of the calendar from one instant to another.
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
