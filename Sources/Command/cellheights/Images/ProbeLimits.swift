/// The limits of fetching pictures.
struct ProbeLimits {
  /// Maximum number of transfers at once.
  var parallel = 8
  /// Timeout of one transfer, in seconds.
  var seconds = 20
  /// First bytes of a picture that are fetched.
  static let headBytes = 65_536
  /// Number of pictures for which curl is started once.
  static let batch = 64
  /// Timeout of a connection, in seconds.
  static let connectionSeconds = 10
  /// Maximum number of redirects.
  static let redirects = 5
  /// Maximum length of an address, in bytes.
  static let addressBytes = 8192

  /// The same for curl.
  var curl: Curl.Limits {
    Curl.Limits(
      seconds: seconds, connectionSeconds: Self.connectionSeconds, redirects: Self.redirects)
  }
}
