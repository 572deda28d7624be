import Glibc

/// How many files the process may have open, connections among them.
enum OpenFiles {
  /// Raises the limit as far as it may be raised, and gives it.
  static func raiseLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return standard
    }
    if limit.rlim_cur < limit.rlim_max {
      var raised = limit
      raised.rlim_cur = limit.rlim_max
      if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// What systems allow where the limit is not known.
  private static let standard = 1_024
  /// Files besides connections: the store's, logs, the server's own.
  static let reserved = 64
}
