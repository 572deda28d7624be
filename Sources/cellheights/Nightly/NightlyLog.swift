import Foundation

/// The log of unattended builds: lines that begin with the time in UTC.
struct NightlyLog {
  /// Old logs that are kept, the newest as `LOG.1`.
  static let keptFiles = 5
  /// Size at which a log is rotated where nobody says another, in bytes.
  static let standardBytes = 1 << 20

  let path: String

  /// Rotates the log where it is too large, and makes it where it is missing.
  ///
  /// - Parameter bytes: The size above which it is rotated.
  /// - Throws: `Failure` when it cannot be rotated or written.
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

  /// Adds a line; a disk that fills up later must not end a build for want of one.
  func note(_ line: String) { append("\(Date.now.ISO8601Format()) \(line)\n") }

  /// Opens the log anew each time, so that others may rotate it too.
  @discardableResult
  private func append(_ text: String) -> Bool {
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    guard file >= 0 else { return false }
    defer { close(file) }
    return write(file, text, text.utf8.count) == text.utf8.count
  }
}
