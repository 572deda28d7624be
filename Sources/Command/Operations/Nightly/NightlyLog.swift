package import CommandSettings
package import Foundation
import StructuredDocuments

/// The log of unattended builds, with a JSON document or a text on each line.
package struct NightlyLog {
  /// The form of a line.
  package enum Form: String, CaseIterable {
    case json, text
  }

  /// The severity of a line.
  package enum Level: String {
    case info
    case warning = "warn"
    case error
  }

  /// The event that a line reports; the values are a contract.
  package enum Event: String, CaseIterable {
    case started, output, fetched, unchanged, built
    case document, feedFailed = "feed_failed", failed
    case metrics, ping, summary
  }

  /// The members of a line besides its message.
  package struct Fields {
    package var feed: String?
    package var generation: Int?
    package var milliseconds: Int?
    package var exit: Int32?
    /// The build document, on one line.
    package var document: String?
    /// The feeds that failed; only the summary line has them.
    package var failedFeeds: [String]?
  }

  /// The rule for rotating the log and for removing rotated logs.
  package struct Retention {
    /// The largest number of rotated logs.
    package static let largest = 1000

    /// Number of rotated logs, 0 to `largest`; `LOG.1` is the newest.
    package let files: Int
    /// Age above which a rotated log is removed, in days; `nil` for any age.
    package let days: Int?
    /// Size above which the log is rotated, in bytes.
    package let bytes: Int

    package init(files: Int = 5, days: Int? = nil, bytes: Int = 1 << 20) {
      (self.files, self.days, self.bytes) = (files, days, bytes)
    }
  }

  package let path: String
  package let form: Form
  /// The identifier of the run, which every line contains.
  package let run: String

  /// Prepares the log for a run.
  ///
  /// A log that is too large is rotated, old rotated logs are removed, and a missing log is
  /// created.
  ///
  /// - Parameters:
  ///   - form: The form of lines; `nil` for text on a terminal and JSON elsewhere.
  ///   - now: The time of the run.
  /// - Throws: `Failure` if the log cannot be rotated or written.
  package init(
    _ path: String, _ retention: Retention = Retention(), form: Form? = nil, run: String,
    now: Date
  ) throws(Failure) {
    self.path = path
    self.run = run
    if let file = FileStatus(path), file.isRegular, file.size > retention.bytes {
      try Self.rotate(path, retention.files)
    }
    Self.sweep(path, retention, now: now)
    self.form = form ?? (Self.isTerminal(path) ? .text : .json)
    guard append([]) else {
      throw Failure(.cannotCreate, "cannot write the log \(path); check its permissions")
    }
  }

  /// Appends a line.
  ///
  /// - Returns: Whether the line was written. A full disk does not end a run.
  @discardableResult
  package func append(
    _ event: Event, _ message: String, level: Level = .info, _ fields: Fields = Fields()
  ) -> Bool {
    let time = Date.now.utcText
    switch form {
    case .text:
      let document = fields.document.map { " \($0)" } ?? ""
      let line = "\(time) \((message + document).printable(tabs: true))\n"
      return append(Array(line.utf8))
    case .json:
      var json = JSONWriter()
      json.object { json in
        json.member("ts", time)
        json.member("level", level.rawValue)
        json.member("msg", message)
        json.member("event", event.rawValue)
        json.member("run_id", run)
        if let generation = fields.generation { json.member("generation", generation) }
        if let feed = fields.feed { json.member("feed", feed) }
        if let milliseconds = fields.milliseconds { json.member("duration_ms", milliseconds) }
        if let exit = fields.exit { json.member("exit", Int(exit)) }
        if let feeds = fields.failedFeeds { json.strings("failed_feeds", feeds) }
        if let document = fields.document {
          json.key("document")
          json.literal(document)
        }
      }
      return append(JSONLineEscapes.escaping(json.bytes) + [UInt8(ascii: "\n")])
    }
  }

  /// Appends bytes to the log, which is opened each time, so that other programs can rotate it.
  ///
  /// - Returns: Whether all bytes were written.
  private func append(_ bytes: [UInt8]) -> Bool {
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
    guard file >= 0 else { return false }
    defer { close(file) }
    return write(file, bytes, bytes.count) == bytes.count
  }

  private static func isTerminal(_ path: String) -> Bool {
    let file = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    return isatty(file) == 1
  }

  /// Renames the log and the rotated logs, so that the number of each rises by 1.
  private static func rotate(_ path: String, _ files: Int) throws(Failure) {
    for number in stride(from: files, through: 0, by: -1) {
      let old = number == 0 ? path : "\(path).\(number)"
      guard FileStatus(old)?.isRegular == true else { continue }
      guard rename(old, "\(path).\(number + 1)") == 0 else {
        throw Failure(.writeFailed, "cannot rotate the log \(path); is the disk full?")
      }
    }
  }

  /// Removes rotated logs beyond the maximum number or age.
  private static func sweep(_ path: String, _ retention: Retention, now: Date) {
    for number in 1...Retention.largest + 1 {
      let file = "\(path).\(number)"
      guard let status = FileStatus(file), status.isRegular else { continue }
      let days = (now.timeIntervalSince1970 - Double(status.modified) / 1e9) / 86_400
      if number > retention.files || days > Double(retention.days ?? Int.max) { unlink(file) }
    }
  }
}
