internal import CICU
import FeedRecords

/// ICU's Gregorian calendar in one time zone.
final class ICUCalendar {
  /// A local date and time.
  struct Civil: Hashable, Comparable {
    /// Number of months since January of the year 0.
    var month: Int
    /// Day of the month, from 1.
    var day: Int
    var milliseconds: Int

    /// The same day and time `months` later, or the last day of a month that is too short.
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
  /// The last converted date, kept because the clock is the same for every date.
  private var last: (date: FeedDate, civil: Civil)?

  /// Opens a calendar; `nil` when ICU fails.
  init?(zone: String) {
    guard let handle = cicu_calendar_open(zone) else { return nil }
    self.handle = handle
  }

  deinit { cicu_calendar_close(handle) }

  /// Number of whole months from one instant to another, rounded towards zero; negative backward.
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
