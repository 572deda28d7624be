/// Why a simulation or a threshold is invalid.
public enum SimulationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A setting, given by its name, is out of range.
  case setting(String, found: String, allowed: String)
  /// A profile, given by its name, is invalid for the reason given.
  case profile(String, String)
  /// No profile has that name.
  case unknownProfile(String, nearest: String, known: [String])
  /// The list has no cells.
  case emptyList
  /// A frame shows more cells than the limit.
  case tooManyCells(limit: Int, index: Int)
  /// A threshold is not written as `METRIC OP VALUE [@RATE/PROFILE/STRATEGY/DEVICE]`.
  case threshold(String, String)
  /// A threshold names an unknown metric.
  case unknownMetric(String, nearest: String, threshold: String)
  /// A threshold names an unknown strategy.
  case unknownStrategy(String, nearest: String, threshold: String)
  /// A strategy cannot be what is written, for the reason given.
  case strategy(String, String)

  /// One sentence: what was found, where, and what to do.
  public var description: String {
    switch self {
    case .setting(let name, let found, let allowed):
      "\(name) '\(found)' is not \(allowed)"
    case .profile(let name, let why):
      "scroll profile '\(name)' cannot be followed: \(why)"
    case .unknownProfile(let name, let nearest, let known):
      "scroll profile '\(name)' does not exist; did you mean '\(nearest)'? Known are "
        + known.joined(separator: ", ")
    case .emptyList:
      "the list has no cells to scroll; build a feed with records first"
    case .tooManyCells(let limit, let index):
      "more than \(limit) cells would be visible at once from cell \(index) on; "
        + "are their heights 0? Raise the limit if this is meant"
    case .threshold(let text, let why):
      "threshold '\(text)' \(why); write METRIC OP VALUE [@RATE/PROFILE/STRATEGY/DEVICE], "
        + "as in hitch.time_ratio_ms_per_s<5 @120/flick-medium"
    case .unknownMetric(let name, let nearest, let threshold):
      "threshold '\(threshold)' names the metric '\(name)', which no report has; "
        + "did you mean '\(nearest)'?"
    case .strategy(let name, let why):
      "strategy '\(name)' \(why)"
    case .unknownStrategy(let name, let nearest, let threshold):
      "threshold '\(threshold)' names the strategy '\(name)', which does not exist; "
        + "did you mean '\(nearest)'?"
    }
  }
}
