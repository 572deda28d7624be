/// How much of a server's time and data a night takes.
struct FetchLimits {
  /// The largest number that curl takes for each.
  static let largest = 999_999_999_999_999

  /// Seconds of one attempt, 1 to `largest`; all attempts begin within twice of it.
  var seconds = 300
  /// Bytes of an answer, unpacked, 1 to `largest`.
  var bytes = 1 << 30
  /// Attempts after the first, 0 to `largest`.
  var retries = 2
  /// Seconds until a connection stands.
  let connectionSeconds = 15
  /// Redirects that are followed.
  let redirects = 5

  /// The arguments with which curl keeps to them.
  var arguments: [String] {
    [
      "--max-redirs", "\(redirects)", "--connect-timeout", "\(connectionSeconds)",
      "--max-time", "\(seconds)", "--max-filesize", "\(bytes)", "--retry", "\(retries)",
      "--retry-connrefused", "--retry-max-time", "\(seconds * 2)",
    ]
  }
}
