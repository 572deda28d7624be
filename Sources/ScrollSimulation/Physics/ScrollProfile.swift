import LayoutPrimitives

/// A scroll gesture of a finger.
public enum Gesture: Hashable, Sendable {
  /// The finger leaves the screen at a velocity, in points per second; positive scrolls down.
  case flick(velocity: Double)
  /// The finger drags the list at a velocity, in points per second, for a time in seconds.
  case drag(velocity: Double, seconds: Double)
}

/// A gesture and when it begins.
public struct TimedGesture: Hashable, Sendable {
  /// Seconds from the beginning of the profile.
  public let start: Double
  /// The gesture, which ends the previous motion.
  public let gesture: Gesture

  /// Creates a gesture that begins at a time, in seconds.
  public init(start: Double, gesture: Gesture) {
    self.start = start
    self.gesture = gesture
  }
}

/// A named sequence of synthetic gestures.
public struct ScrollProfile: Hashable, Sendable {
  /// The name on the command line and in reports.
  public let name: String
  /// A short description of the gestures.
  public let summary: String
  /// The gestures, in the order of their starts.
  public let gestures: [TimedGesture]

  /// Maximum start time of a gesture and maximum duration of a drag, in seconds.
  public static let maximumSeconds = 3_600.0
  /// Maximum absolute velocity of a gesture, in points per second.
  public static let maximumVelocity = 100_000.0

  /// Creates a profile.
  ///
  /// - Parameters:
  ///   - name: The name on the command line and in reports.
  ///   - summary: A short description.
  ///   - gestures: At least one, in order of their start.
  /// - Throws: `SimulationError.profile` for no gesture, a wrong order, or numbers out of range.
  public init(
    name: String, summary: String, gestures: [TimedGesture]
  ) throws(SimulationError) {
    var last = 0.0
    guard !gestures.isEmpty else { throw .profile(name, "it has no gesture") }
    for timed in gestures {
      guard timed.start >= last, timed.start <= Self.maximumSeconds else {
        throw .profile(name, "its gestures must be in order, within 3600 seconds")
      }
      last = timed.start
      let (velocity, seconds) =
        switch timed.gesture {
        case .flick(let velocity): (velocity, 0.0)
        case .drag(let velocity, let seconds): (velocity, seconds)
        }
      guard velocity.magnitude <= Self.maximumVelocity, (0...Self.maximumSeconds).contains(seconds)
      else { throw .profile(name, "a velocity is above 100000 pt/s or a drag above 3600 seconds") }
    }
    self.init(unchecked: name, summary, gestures)
  }

  private init(unchecked name: String, _ summary: String, _ gestures: [TimedGesture]) {
    self.name = name
    self.summary = summary
    self.gestures = gestures
  }

  /// Flicks as in normal use of a feed.
  public static let flickMedium = ScrollProfile(
    unchecked: "flick-medium", "3 flicks of 2000 pt/s, 0.6 s apart",
    [0, 0.6, 1.2].map { TimedGesture(start: $0, gesture: .flick(velocity: 2000)) })
  /// A slow drag as in reading, with few new cells.
  public static let readDrag = ScrollProfile(
    unchecked: "read-drag", "a finger drags at 150 pt/s for 10 s",
    [TimedGesture(start: 0, gesture: .drag(velocity: 150, seconds: 10))])
  /// The built-in profiles.
  public static let named = [flickMedium, readDrag]

  /// Returns the built-in profile with a name.
  ///
  /// - Throws: `SimulationError.unknownProfile` with the nearest name.
  public static func named(_ name: String) throws(SimulationError) -> ScrollProfile {
    guard let profile = named.first(where: { $0.name == name }) else {
      let names = named.map(\.name)
      throw .unknownProfile(name, nearest: NearestName(names).closest(to: name), known: names)
    }
    return profile
  }
}
