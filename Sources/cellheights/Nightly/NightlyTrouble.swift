import Foundation

/// Why a night, or one feed of it, is not as it should be.
struct NightlyTrouble: Error, Equatable {
  /// The exit code: one of ours, or that of the build.
  let code: Int32
  /// What is said of it.
  let sentence: String
  /// Whether nothing more is tried.
  var endsNight = false
  /// Whether the build itself reports the reason.
  var isOfBuild = false

  init(_ status: ExitStatus, _ sentence: String) {
    code = status.rawValue
    self.sentence = sentence
  }

  /// A build that ended with a code other than 0.
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
