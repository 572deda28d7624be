import Foundation

/// A failure of a nightly run or of one of its feeds.
struct NightlyTrouble: Error, Equatable {
  /// The exit code, which may be that of the build.
  let code: Int32
  /// The message.
  let sentence: String
  /// Whether the run ends at once.
  var endsNight = false
  /// Whether the build itself reports the reason.
  var isOfBuild = false

  init(_ status: ExitStatus, _ sentence: String) {
    code = status.rawValue
    self.sentence = sentence
  }

  /// A build that failed.
  init(buildEndedWith code: Int32) {
    self.code = code
    sentence = "the build ended with exit \(code)"
    isOfBuild = true
  }

  init(interruptedBy signal: Int32) {
    self.init(signal == SIGINT ? .interrupted : .terminated, "interrupted")
    endsNight = true
  }
}
