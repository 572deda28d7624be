import Foundation

/// A lock that excludes two unattended builds of one store.
///
/// Child processes inherit it, so that it is held until the last process of the run has ended. It
/// is not released explicitly, and the file remains.
struct NightlyLock {
  /// Maximum length of the holder's note, in bytes.
  private static let noteBytes = 256

  /// Takes the lock and writes a note on its holder.
  init(_ path: String) throws(Failure) {
    // Not truncated before it is locked.
    let file = open(path, O_RDWR | O_CREAT, 0o666)
    guard file >= 0 else {
      throw Failure(
        .cannotCreate, "cannot make the lock \(path); check the permissions of its folder")
    }
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      var bytes = [UInt8](repeating: 0, count: Self.noteBytes)
      let count = max(read(file, &bytes, bytes.count), 0)
      let holder = String(decoding: bytes[..<count].prefix { $0 != 10 }, as: UTF8.self)
      let remark = Self.hasEnded(holder) ? ", which was killed; what it started still works" : ""
      throw Failure(
        .tryAgain,
        "another run holds \(path) (\(holder.isEmpty ? "just started" : holder)\(remark)); "
          + "nothing was done")
    }
    let note = "\(Self.words(getpid())) since \(Date.now.ISO8601Format())\n"
    guard ftruncate(file, 0) == 0, pwrite(file, note, note.utf8.count, 0) == note.utf8.count else {
      throw Failure(
        .writeFailed, "cannot write \(path); is the disk full? Nothing was done")
    }
  }

  /// The words for a process of this host in a note.
  private static func words(_ process: pid_t) -> String {
    "process \(process) on \(ProcessInfo.processInfo.hostName)"
  }

  /// Whether a note is of a process of this host that has ended.
  private static func hasEnded(_ note: String) -> Bool {
    guard let process = note.split(separator: " ").dropFirst().first.flatMap({ pid_t($0) }),
      process > 0, note.hasPrefix(words(process) + " ")
    else { return false }
    return kill(process, 0) != 0 && errno == ESRCH
  }
}
