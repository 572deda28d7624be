internal import LayoutPrimitives

/// A named sequence of gestures.
public struct ScrollProfile: Hashable, Sendable {
  /// How often a sequence of gestures is carried out, and what happens at the ends of the list.
  ///
  /// At the first end that the list reaches, every velocity changes its sign, and a drag turns
  /// round; at the second end the scroll is over.
  public struct Repetition: Hashable, Sendable {
    /// The sequence is repeated until as many cells have come on screen; 0 carries it out once.
    public var cells: Int
    /// A repetition begins so many seconds after the last gesture, or when the list is at rest if
    /// this is sooner; nil always waits for the rest.
    public var pause: Double?

    /// Creates a repetition.
    ///
    /// - Parameters:
    ///   - cells: The sequence is repeated until as many cells have come on screen.
    ///   - pause: Seconds from the last gesture to the next sequence; nil waits until the list is
    ///     at rest.
    public init(cells: Int, pause: Double? = nil) {
      self.cells = cells
      self.pause = pause
    }
  }

  /// The name on the command line and in reports.
  public let name: String
  /// A short description of the gestures.
  public let summary: String
  /// The gestures, in the order of their starts.
  public let gestures: [TimedGesture]
  /// How the gestures are repeated; nil carries them out once, wherever the list ends.
  public let repetition: Repetition?

  /// Maximum start time of a gesture, and maximum duration of a gesture or a pause, in seconds.
  public static let maximumSeconds = 3_600.0
  /// Maximum absolute velocity of a gesture, in points per second.
  public static let maximumVelocity = 100_000.0
  /// Maximum number of gestures.
  public static let maximumGestures = 10_000
  /// Maximum number of cells until which a profile is repeated.
  public static let maximumCells = 1_000_000

  /// Creates a profile.
  ///
  /// - Parameters:
  ///   - name: The name on the command line and in reports.
  ///   - summary: A short description.
  ///   - gestures: At least one, in order of their start.
  ///   - repetition: How the gestures are repeated; nil carries them out once.
  /// - Throws: `SimulationError.profile` for no gesture, too many, a wrong order, or numbers out of
  ///   range.
  public init(
    name: String, summary: String, gestures: [TimedGesture], repetition: Repetition? = nil
  ) throws(SimulationError) {
    guard !gestures.isEmpty else { throw .profile(name, "it has no gesture") }
    guard gestures.count <= Self.maximumGestures else {
      throw .profile(name, "it has \(gestures.count) gestures, more than 10000")
    }
    var last = 0.0
    for timed in gestures {
      guard timed.start >= last, timed.start <= Self.maximumSeconds else {
        throw .profile(name, "its gestures must be in order, within 3600 seconds")
      }
      last = timed.start
      if let fault = timed.gesture.fault { throw .profile(name, fault) }
    }
    if let repetition {
      guard (0...Self.maximumCells).contains(repetition.cells) else {
        throw .profile(name, "it is repeated until \(repetition.cells) cells; 0 to 1000000 can be")
      }
      guard (0...Self.maximumSeconds).contains(repetition.pause ?? 0) else {
        throw .profile(name, "the pause between repetitions is not within 0 to 3600 seconds")
      }
    }
    self.init(unchecked: name, summary, gestures, repetition)
  }

  /// Creates the profile that repeats a recording.
  ///
  /// - Parameters:
  ///   - name: The name in reports.
  ///   - trace: The recording.
  public init(name: String, trace: ScrollTrace) {
    self.init(
      unchecked: name, "a recording of \(trace.points.count) offsets",
      [TimedGesture(start: 0, gesture: .trace(trace.points))])
  }

  init(
    unchecked name: String, _ summary: String, _ gestures: [TimedGesture],
    _ repetition: Repetition? = nil
  ) {
    self.name = name
    self.summary = summary
    self.gestures = gestures
    self.repetition = repetition
  }
}

extension ScrollProfile {
  /// Whether the end of the list ends the scroll: nothing that comes later moves it back.
  var endsWithList: Bool {
    repetition == nil
      && gestures.allSatisfy {
        switch $0.gesture {
        case .flick(let velocity), .drag(let velocity, _): velocity >= 0
        case .thumb, .restore, .scrollToTop, .rotate, .trace: false
        }
      }
  }
}

extension Gesture {
  /// Why it cannot be carried out; nil if it can.
  fileprivate var fault: String? {
    switch self {
    case .flick(let velocity), .drag(let velocity, _):
      guard velocity.magnitude <= ScrollProfile.maximumVelocity else {
        return "a velocity is not within -100000 to 100000 pt/s"
      }
    case .trace(let points):
      if let fault = ScrollTrace.fault(of: points) { return fault.description }
    case .thumb, .restore, .scrollToTop, .rotate: break
    }
    guard (0...ScrollProfile.maximumSeconds).contains(seconds) else {
      return "a gesture does not last 0 to 3600 seconds"
    }
    return nil
  }
}
