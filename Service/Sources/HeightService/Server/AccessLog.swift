import Dispatch
import Glibc
import StructuredDocuments
import Synchronization

/// Writes one JSON line for each request.
///
/// If the file is slow, lines wait in memory up to a limit. Lines beyond the limit are dropped and
/// counted, and so are lines that cannot be written.
package final class AccessLog: Sendable {
  /// Maximum total size of waiting lines, in bytes.
  static let maximumWaiting = 4 << 20

  private struct Waiting {
    var bytes: [UInt8] = []
    var isDraining = false
    var dropped = 0
  }

  private let waiting = Mutex(Waiting())
  private let descriptor: Int32
  private let queue = DispatchQueue(label: "access-log")

  /// Writes to an open file, which the caller must close.
  package init(descriptor: Int32) { self.descriptor = descriptor }

  /// The number of dropped lines.
  var dropped: Int { waiting.withLock(\.dropped) }

  /// The content of a line.
  ///
  /// `bytes` is the size of the sent body. `generation` is nil if the request was refused before a
  /// generation was chosen.
  struct Entry: Sendable {
    let time: String
    let id: String
    let method: String
    let target: String
    let route: String
    let status: Int
    let bytes: Int
    let seconds: Double
    let generation: Int?
    /// The code of the problem; nil if the answer is not a problem.
    let problem: String?
  }

  func write(_ entry: Entry) {
    var json = JSONWriter()
    json.object { json in
      json.member("schema", "cellheights.access/1")
      json.member("time", entry.time)
      json.member("request", entry.id)
      json.member("method", entry.method)
      json.member("target", entry.target)
      json.member("route", entry.route)
      json.member("status", entry.status)
      json.member("bytes", entry.bytes)
      json.member("milliseconds", (entry.seconds * 1e6).rounded() / 1e3)
      if let generation = entry.generation { json.member("generation", generation) }
      if let problem = entry.problem { json.member("problem", problem) }
    }
    json.endLine()
    let line = json.bytes
    let mustDrain = waiting.withLock { waiting in
      guard waiting.bytes.count + line.count <= Self.maximumWaiting else {
        waiting.dropped += 1
        return false
      }
      waiting.bytes += line
      defer { waiting.isDraining = true }
      return !waiting.isDraining
    }
    // A slow file must not block the threads that answer requests.
    if mustDrain { queue.async { self.drain() } }
  }

  /// Waits until all lines so far are written to the file, or dropped.
  package func flush() { queue.sync { drain() } }

  private func drain() {
    while true {
      let bytes = waiting.withLock { waiting in
        defer { waiting.bytes = [] }
        waiting.isDraining = !waiting.bytes.isEmpty
        return waiting.bytes
      }
      if bytes.isEmpty { return }
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0 {
          if errno == EINTR { continue }
          // A log that cannot be written must not stop the service, so its lines are dropped.
          waiting.withLock { $0.dropped += rest.count { $0 == UInt8(ascii: "\n") } }
          break
        }
        rest = rest.dropFirst(count)
      }
    }
  }
}

/// A moment in UTC, in the form for logs.
struct UTCTime: Sendable {
  /// The text, as in `2026-01-31T08:00:00.123Z`.
  let text: String

  /// The current time of the system clock.
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
