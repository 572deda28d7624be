/// How a feed writes its dates.
public enum FeedDateForm: String, Hashable, Sendable, CaseIterable {
  /// Whatever it looks like: numbers of 10¹¹ and more are milliseconds, `1/31/2026` is month first.
  case auto
  /// ISO 8601 or RFC 3339.
  case iso8601
  /// RFC 822 with its deviations, also `Wed Sep 09 10:12:55 +0800 2015`.
  case rfc822
  /// Seconds since 1970.
  case unix
  /// Milliseconds since 1970.
  case unixMilliseconds = "unix_ms"
  /// Like `auto`, but `31/1/2026` and `31-1-2026` are day first.
  case dayFirst = "day_first"
}
