import Glibc

/// A moment, as logs write it.
struct UTCTime: Sendable {
  /// As in `2026-01-31T08:00:00.123Z`.
  let text: String

  /// The time of the system's clock.
  static var now: UTCTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return UTCTime(time)
  }

  private init(_ time: timespec) {
    var seconds = time.tv_sec
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func digits(_ number: Int, _ width: Int) -> String {
      let text = String(number)
      return String(repeating: "0", count: max(0, width - text.count)) + text
    }
    let date =
      digits(Int(parts.tm_year) + 1900, 4) + "-" + digits(Int(parts.tm_mon) + 1, 2) + "-"
      + digits(Int(parts.tm_mday), 2)
    let clock =
      digits(Int(parts.tm_hour), 2) + ":" + digits(Int(parts.tm_min), 2) + ":"
      + digits(Int(parts.tm_sec), 2) + "." + digits(time.tv_nsec / 1_000_000, 3)
    text = "\(date)T\(clock)Z"
  }
}
