import Foundation

/// The metrics of a run as a text file in the Prometheus format.
package struct NightlyMetrics {
  /// The time at which the run ended, in seconds since 1970.
  package var time: Int
  package var exit: Int32
  package var seconds: Double
  /// The counts of the build; `nil` if the run published nothing.
  package var account: BuildAccount?
  /// The generation of the last successful build; `nil` before the first.
  package var generation: Int?
  /// Size of the store in bytes; `nil` without a store.
  package var storeBytes: Int?
  /// The feeds that failed, with their exit codes.
  package var failedFeeds: [(feed: String, exit: Int32)] = []

  private static let lastSuccess = "cellheights_build_last_success_timestamp_seconds"

  /// The content of the metrics file.
  ///
  /// - Parameter previous: The content of the file after the last run. If this run failed, the time
  ///   of the last success is copied from there.
  package func text(after previous: String) -> String {
    var lines: [String] = []
    func add(_ name: String, _ help: String, _ samples: [(labels: String, value: String)]) {
      guard !samples.isEmpty else { return }
      lines += ["# HELP \(name) \(help)", "# TYPE \(name) gauge"]
      lines += samples.map { "\(name)\($0.labels) \($0.value)" }
    }
    func one(_ value: Int?) -> [(labels: String, value: String)] {
      value.map { [("", "\($0)")] } ?? []
    }
    add(
      Self.lastSuccess, "Time of the last run that ended with exit 0.",
      one(exit == 0 ? time : Self.value(of: Self.lastSuccess, in: previous)))
    add("cellheights_build_last_run_timestamp_seconds", "Time of the last run.", one(time))
    add("cellheights_build_last_exit_code", "Exit code of the last run.", one(Int(exit)))
    add(
      "cellheights_build_duration_seconds", "Duration of the last run.",
      [("", String(format: "%.3f", seconds))])
    if let account {
      let cells = account.cells
      let results = [
        ("computed", cells.computed), ("reused", cells.reused), ("failed", cells.failed),
        ("removed", cells.removed), ("ambiguous", account.trust?["ambiguous"] ?? 0),
        ("recovered", account.trust?["relaxed"] ?? 0),
      ]
      add(
        "cellheights_build_items_total", "Cells of the last run by result.",
        results.map { ("{result=\"\($0.0)\"}", "\($0.1)") })
    }
    for (name, help, value) in [
      (
        "records", "Records of a feed in the last run, failed ones included.",
        \BuildAccount.BuiltFeed.records
      ),
      ("failed_records", "Records of a feed that failed in the last run.", \.failedRecords),
    ] {
      add(
        "cellheights_build_feed_\(name)", help,
        (account?.feeds ?? []).map { (Self.label($0.feed), "\($0[keyPath: value])") })
    }
    add("cellheights_build_generation", "The generation that is served.", one(generation))
    add("cellheights_build_db_size_bytes", "Size of the store.", one(storeBytes))
    add(
      "cellheights_build_feed_exit_code", "Exit code of a feed that failed in the last run.",
      failedFeeds.map { (Self.label($0.feed), "\($0.exit)") })
    return lines.map { $0 + "\n" }.joined()
  }

  /// The value of a metric without labels; nil if it is missing or not a whole number.
  package static func value(of name: String, in text: String) -> Int? {
    for line in text.split(separator: "\n") where line.hasPrefix(name + " ") {
      return Int(line.dropFirst(name.count + 1))
    }
    return nil
  }

  /// The label that names a feed, escaped for the Prometheus format.
  private static func label(_ feed: String) -> String {
    let name = feed.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return "{feed=\"\(name.replacing("\n", with: "\\n"))\"}"
  }
}
