import Foundation

/// The log of unattended builds, with the time in UTC at the beginning of each line.
struct NightlyLog {
  /// Number of rotated logs; `LOG.1` is the newest.
  static let keptFiles = 5
  /// Default size above which the log is rotated, in bytes.
  static let standardBytes = 1 << 20

  let path: String

  /// Rotates the log if it is too large, and creates it if it is missing.
  ///
  /// - Parameter bytes: The size above which it is rotated.
  init(_ path: String, rotatedAbove bytes: Int) throws(Failure) {
    self.path = path
    if let file = FileStatus(path), file.isRegular, file.size > bytes {
      for number in stride(from: Self.keptFiles - 1, through: 0, by: -1) {
        let old = number == 0 ? path : "\(path).\(number)"
        guard FileStatus(old)?.isRegular == true else { continue }
        guard rename(old, "\(path).\(number + 1)") == 0 else {
          throw Failure(.writeFailed, "cannot rotate the log \(path); is the disk full?")
        }
      }
    }
    guard append("") else {
      throw Failure(.cannotCreate, "cannot write the log \(path); check its permissions")
    }
  }

  /// Appends a line, ignoring errors, so that a full disk does not end a build.
  func note(_ line: String) { append("\(Date.now.ISO8601Format()) \(line)\n") }

  /// Opens the log for each line, so that other programs can rotate it.
  @discardableResult
  private func append(_ text: String) -> Bool {
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    guard file >= 0 else { return false }
    defer { close(file) }
    return write(file, text, text.utf8.count) == text.utf8.count
  }
}
