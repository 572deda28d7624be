/// The limits of a fetch.
struct FetchLimits {
  /// The largest number that curl accepts.
  static let largest = 999_999_999_999_999

  /// Timeout of one attempt in seconds, 1 to `largest`, and half the time for starting retries.
  var seconds = 300
  /// Maximum size of a response after decompression in bytes, 1 to `largest`.
  var bytes = 1 << 30
  /// Number of retries, 0 to `largest`.
  var retries = 2
  /// Timeout of the connection, in seconds.
  let connectionSeconds = 15
  /// Maximum number of redirects.
  let redirects = 5

  /// The same for curl.
  var curl: Curl.Limits {
    Curl.Limits(
      seconds: seconds, connectionSeconds: connectionSeconds, redirects: redirects, bytes: bytes,
      retries: retries, retrySeconds: seconds * 2)
  }
}
