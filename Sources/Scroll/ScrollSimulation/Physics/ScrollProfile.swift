internal import LayoutPrimitives

/// A named sequence of gestures.
public struct ScrollProfile: Hashable, Sendable {
  /// The repetition of a sequence of gestures, and its behavior at the ends of the list.
  ///
  /// At the first end that the list reaches, every velocity changes its sign, and a drag turns
  /// round. At the second end the scroll ends.
  public struct Repetition: Hashable, Sendable {
    /// How many cells must come on screen until the sequence is no longer repeated; 0 runs it once.
    public var cells: Int
    /// Most seconds from the last gesture to the repetition, which begins earlier if the list is at
    /// rest.
    ///
    /// nil always waits until the list is at rest.
    public var pause: Double?

    /// Creates a repetition.
    ///
    /// - Parameters:
    ///   - cells: The sequence is repeated until this many cells have come on screen.
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
  /// The repetition of the gestures; nil runs them once, whichever end the list reaches.
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
  ///   - repetition: How the gestures are repeated; nil for once.
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
  /// Whether the end of the list ends the scroll, because no later gesture moves it back.
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
  /// The reason why it cannot be run; nil if it can.
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

// No known source has a distribution of how fast people scroll: these are synthetic.

extension ScrollProfile {
  /// Cells until which the built-in profiles with flicks are repeated.
  public static let usualCells = 300

  /// Slow reading, with few new cells and a low clock; the finger never lifts.
  public static let readDrag = ScrollProfile(
    unchecked: "read-drag", "a finger drags at 150 pt/s for 60 s without lifting",
    [TimedGesture(start: 0, gesture: .drag(velocity: 150, seconds: 60))], Repetition(cells: 0))
  /// Single flicks with a long tail.
  public static let flickSlow = ScrollProfile(
    unchecked: "flick-slow", "a flick of 800 pt/s, again after 2 s, to 300 cells",
    [TimedGesture(start: 0, gesture: .flick(velocity: 800))],
    Repetition(cells: usualCells, pause: 2))
  /// Flicks as in normal use of a feed.
  public static let flickMedium = ScrollProfile(
    unchecked: "flick-medium", "3 flicks of 2000 pt/s, 0.6 s apart, again after 2 s, to 300 cells",
    [0, 0.6, 1.2].map { TimedGesture(start: $0, gesture: .flick(velocity: 2000)) },
    Repetition(cells: usualCells, pause: 2))
  /// Fast flicks, with the most new cells a second that people cause.
  public static let flickFast = ScrollProfile(
    unchecked: "flick-fast", "5 flicks of 5000 pt/s, 0.3 s apart, again after 1 s, to 300 cells",
    [0, 0.3, 0.6, 0.9, 1.2].map { TimedGesture(start: $0, gesture: .flick(velocity: 5000)) },
    Repetition(cells: usualCells, pause: 1))
  /// The fastest fling that platforms allow.
  public static let flingMax = ScrollProfile(
    unchecked: "fling-max", "a flick of 8000 pt/s, again when the list is at rest, to 300 cells",
    [TimedGesture(start: 0, gesture: .flick(velocity: 8000))], Repetition(cells: usualCells))
  /// Down fast and up slowly: jumps while scrolling up.
  public static let reverse = ScrollProfile(
    unchecked: "reverse",
    "a flick of 3000 pt/s, stopped after 1 s, then a drag of -300 pt/s for 1.5 s, to 300 cells",
    [
      TimedGesture(start: 0, gesture: .flick(velocity: 3000)),
      TimedGesture(start: 1, gesture: .drag(velocity: 0, seconds: 0.2)),
      TimedGesture(start: 1.2, gesture: .drag(velocity: -300, seconds: 1.5)),
    ], Repetition(cells: usualCells))
  /// The scroll bar's thumb, dragged far without a stop: offsets of cells that were never on
  /// screen.
  public static let scrub = ScrollProfile(
    unchecked: "scrub", "the thumb is dragged to 10 random offsets, in 0.5 s each",
    (0..<10).map { TimedGesture(start: Double($0) / 2, gesture: .thumb(seconds: 0.5)) })
  /// Opened at a saved anchor, then scrolled up into cells that were not measured yet.
  public static let restore = ScrollProfile(
    unchecked: "restore", "opened at a cell at 3/5 of the list, then a flick of -800 pt/s",
    [
      TimedGesture(start: 0, gesture: .restore),
      TimedGesture(start: 0.5, gesture: .flick(velocity: -800)),
    ])
  /// A tap on the status bar: a long way in a short time.
  public static let statusBarTop = ScrollProfile(
    unchecked: "status-bar-top", "opened at 3/5 of the list, then scrolled to the top in 0.5 s",
    [
      TimedGesture(start: 0, gesture: .restore),
      TimedGesture(start: 0.5, gesture: .scrollToTop(seconds: 0.5)),
    ])
  /// The device is turned between two flicks.
  public static let rotate = ScrollProfile(
    unchecked: "rotate", "a flick of 2000 pt/s, the other environment after 2 s, again a flick",
    [
      TimedGesture(start: 0, gesture: .flick(velocity: 2000)),
      TimedGesture(start: 2, gesture: .rotate),
      TimedGesture(start: 2.5, gesture: .flick(velocity: 2000)),
    ])

  /// The built-in profiles.
  public static let named = [
    readDrag, flickSlow, flickMedium, flickFast, flingMax, reverse, scrub, restore, statusBarTop,
    rotate,
  ]
  /// The names of the built-in profiles.
  public static let names = named.map(\.name)

  /// Returns the built-in profile with a name.
  ///
  /// - Throws: `SimulationError.unknownProfile` with the nearest name.
  public static func named(_ name: String) throws(SimulationError) -> ScrollProfile {
    guard let profile = named.first(where: { $0.name == name }) else {
      throw .unknownProfile(name, nearest: NearestName(names).closest(to: name), known: names)
    }
    return profile
  }
}

/// A movement of a list by a finger, a mouse, or the app itself.
public enum Gesture: Hashable, Sendable {
  /// The finger leaves the screen at a velocity, in points per second; positive scrolls down.
  case flick(velocity: Double)
  /// The finger drags the list at a velocity, in points per second, for a time in seconds.
  ///
  /// It stops before it lifts, so that the list does not fling.
  case drag(velocity: Double, seconds: Double)
  /// The scroll bar's thumb is dragged evenly to a random part of the range, in seconds.
  case thumb(seconds: Double)
  /// The list is opened at a saved anchor: the cell at 3/5 of the list, 37 points into it.
  case restore
  /// The app scrolls to the top in a time in seconds, slowly at both ends.
  case scrollToTop(seconds: Double)
  /// The list is exchanged for that of another environment, at the same anchor.
  case rotate
  /// A recording is repeated: the offsets of its points, with straight lines between them.
  ///
  /// The gesture's start is the time of the first point. Offsets outside the list show its end. A
  /// recording has no information on when a finger is on the screen.
  case trace([TracePoint])

  /// Seconds from its start to the end of the movement of the hand or the app.
  var seconds: Double {
    switch self {
    case .flick, .restore, .rotate: 0
    case .drag(_, let seconds), .thumb(let seconds), .scrollToTop(let seconds): seconds
    case .trace(let points): (points.last?.time ?? 0) - (points.first?.time ?? 0)
    }
  }
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

/// The scroll offset at a time of a recording.
public struct TracePoint: Hashable, Sendable {
  /// In seconds, from any time on.
  public var time: Double
  /// In points, from the top of the list.
  public var offset: Double

  /// Creates a point from a time in seconds and an offset in points.
  public init(time: Double, offset: Double) {
    self.time = time
    self.offset = offset
  }
}
