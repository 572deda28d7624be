import FeedRecords
import StructuredDocuments

/// The progress of a run in one line.
struct ProgressLine {
  var state: ReadingProgress
  /// Seconds since the run began.
  var seconds: Double

  /// Such as `12 000 records, 4 000 a second, 3.2 MB/s, 40 %, 5 s left`.
  ///
  /// The remaining time requires a source of known size.
  var text: String {
    let rate = Double(state.records) / max(seconds, 0.001)
    var parts = [counted(state.records, "record"), "\(grouped(Int(rate.rounded()))) a second"]
    if state.bytesRead > 0 {
      parts.append("\((Double(state.bytesRead) / 1e6 / max(seconds, 0.001)).fixed(1)) MB/s")
    }
    guard let expected = state.bytesExpected, expected > 0, state.bytesRead > 0 else {
      return (parts + [Self.duration(seconds)]).joined(separator: ", ")
    }
    // Layout and writing lag behind reading, so that there is no estimate at the end.
    guard state.bytesRead < expected else {
      return (parts + ["all read", Self.duration(seconds)]).joined(separator: ", ")
    }
    let share = Double(state.bytesRead) / Double(expected)
    parts.append("\(Int(share * 100)) %")
    parts.append("\(Self.duration(seconds * (1 - share) / share)) left")
    return parts.joined(separator: ", ")
  }

  /// A duration: `7 s`, `3 min 20 s`, `2 h 05 min`.
  static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds < 360_000 else { return "days" }
    let whole = Int(seconds.rounded())
    if whole < 60 { return "\(whole) s" }
    let (minutes, rest) = (whole / 60, whole % 60)
    if minutes < 60 { return "\(minutes) min \(rest < 10 ? "0" : "")\(rest) s" }
    return "\(minutes / 60) h \(minutes % 60 < 10 ? "0" : "")\(minutes % 60) min"
  }
}
