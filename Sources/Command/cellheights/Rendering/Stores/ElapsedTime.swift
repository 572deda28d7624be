/// A time since something happened, in words.
struct ElapsedTime {
  /// Whole seconds; negative if the clock was set back.
  let seconds: Int

  /// Such as `3 hours ago`.
  var words: String {
    switch seconds {
    case ..<(-60): "in the future, by this machine's clock"
    case ..<60: "just now"
    case ..<3_600: counted(seconds / 60, "minute") + " ago"
    case ..<(48 * 3_600): counted(seconds / 3_600, "hour") + " ago"
    default: counted(seconds / 86_400, "day") + " ago"
    }
  }
}
