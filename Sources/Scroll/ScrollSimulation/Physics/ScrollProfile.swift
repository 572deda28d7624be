internal import LayoutPrimitives

/// A sequence of gestures with a name.
public struct ScrollProfile: Hashable, Sendable {
  /// The rule by which the gestures are repeated.
  ///
  /// When the list reaches its first end, all velocities change their sign, and a current drag
  /// turns round. When it reaches its second end, the scroll ends.
  public struct Repetition: Hashable, Sendable {
    /// The number of cells that must appear until the gestures are no longer repeated; 0 to perform
    /// the gestures once.
    public var cells: Int
    /// Maximum time from the last gesture to the repetition, in seconds; nil for no maximum.
    ///
    /// The repetition begins earlier if the list is at rest.
    public var pause: Double?

    /// Creates a repetition.
    ///
    /// - Parameters:
    ///   - cells: The gestures are repeated until this number of cells has appeared.
    ///   - pause: Maximum time from the last gesture to the repetition, in seconds; nil to wait
    ///     until the list is at rest.
    public init(cells: Int, pause: Double? = nil) {
      self.cells = cells
      self.pause = pause
    }
  }

  /// The name on the command line and in reports.
  public let name: String
  /// A short description of the gestures.
  public let summary: String
  /// The gestures, in the order of their start times.
  public let gestures: [TimedGesture]
  /// The rule for repetition; nil to perform the gestures once, even if the list reaches an end.
  public let repetition: Repetition?

  /// Maximum start time and duration of a gesture, and maximum pause, in seconds.
  public static let maximumSeconds = 3_600.0
  /// Maximum absolute velocity of a gesture, in points per second.
  public static let maximumVelocity = 100_000.0
  /// Maximum number of gestures.
  public static let maximumGestures = 10_000
  /// Maximum value of `Repetition.cells`.
  public static let maximumCells = 1_000_000

  /// Creates a profile.
  ///
  /// - Parameters:
  ///   - name: The name on the command line and in reports.
  ///   - summary: A short description of the gestures.
  ///   - gestures: The gestures, at least one, in the order of their start times.
  ///   - repetition: The rule for repetition; nil to perform the gestures once.
  /// - Throws: `SimulationError.profile` for no or too many gestures, a wrong order, or a number
  ///   out of range.
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

  /// Creates a profile that follows a recording.
  ///
  /// - Parameters:
  ///   - name: The name in reports.
  ///   - trace: The recording to follow.
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
  /// Whether the end of the list ends the scroll, because no later gesture scrolls back.
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
  /// The reason why the gesture is invalid; nil if it is valid.
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

// No source with a distribution of scroll velocities is known, so these profiles are synthetic.

extension ScrollProfile {
  /// Built-in profiles with flicks are repeated until this number of cells has appeared.
  public static let usualCells = 300

  /// Slow reading with few new cells and a low clock; the finger stays on the screen.
  public static let readDrag = ScrollProfile(
    unchecked: "read-drag", "a finger drags at 150 pt/s for 60 s without lifting",
    [TimedGesture(start: 0, gesture: .drag(velocity: 150, seconds: 60))], Repetition(cells: 0))
  /// Single flicks with long flings.
  public static let flickSlow = ScrollProfile(
    unchecked: "flick-slow", "a flick of 800 pt/s, again after 2 s, to 300 cells",
    [TimedGesture(start: 0, gesture: .flick(velocity: 800))],
    Repetition(cells: usualCells, pause: 2))
  /// Flicks as in the normal use of a feed.
  public static let flickMedium = ScrollProfile(
    unchecked: "flick-medium", "3 flicks of 2000 pt/s, 0.6 s apart, again after 2 s, to 300 cells",
    [0, 0.6, 1.2].map { TimedGesture(start: $0, gesture: .flick(velocity: 2000)) },
    Repetition(cells: usualCells, pause: 2))
  /// Fast flicks, with the largest rate of new cells that people cause.
  public static let flickFast = ScrollProfile(
    unchecked: "flick-fast", "5 flicks of 5000 pt/s, 0.3 s apart, again after 1 s, to 300 cells",
    [0, 0.3, 0.6, 0.9, 1.2].map { TimedGesture(start: $0, gesture: .flick(velocity: 5000)) },
    Repetition(cells: usualCells, pause: 1))
  /// A flick with the maximum velocity of Android, 8000 points per second.
  public static let flingMax = ScrollProfile(
    unchecked: "fling-max", "a flick of 8000 pt/s, again when the list is at rest, to 300 cells",
    [TimedGesture(start: 0, gesture: .flick(velocity: 8000))], Repetition(cells: usualCells))
  /// A fast scroll down, and a slow scroll up, in which jumps become visible.
  public static let reverse = ScrollProfile(
    unchecked: "reverse",
    "a flick of 3000 pt/s, stopped after 1 s, then a drag of -300 pt/s for 1.5 s, to 300 cells",
    [
      TimedGesture(start: 0, gesture: .flick(velocity: 3000)),
      TimedGesture(start: 1, gesture: .drag(velocity: 0, seconds: 0.2)),
      TimedGesture(start: 1.2, gesture: .drag(velocity: -300, seconds: 1.5)),
    ], Repetition(cells: usualCells))
  /// Drags of the scroll bar's thumb over long distances, which need offsets of cells that never
  /// appeared.
  public static let scrub = ScrollProfile(
    unchecked: "scrub", "the thumb is dragged to 10 random offsets, in 0.5 s each",
    (0..<10).map { TimedGesture(start: Double($0) / 2, gesture: .thumb(seconds: 0.5)) })
  /// A start at a saved anchor, and a scroll up to cells that are not measured yet.
  public static let restore = ScrollProfile(
    unchecked: "restore", "opened at a cell at 3/5 of the list, then a flick of -800 pt/s",
    [
      TimedGesture(start: 0, gesture: .restore),
      TimedGesture(start: 0.5, gesture: .flick(velocity: -800)),
    ])
  /// A tap on the status bar, which scrolls a long way in a short time.
  public static let statusBarTop = ScrollProfile(
    unchecked: "status-bar-top", "opened at 3/5 of the list, then scrolled to the top in 0.5 s",
    [
      TimedGesture(start: 0, gesture: .restore),
      TimedGesture(start: 0.5, gesture: .scrollToTop(seconds: 0.5)),
    ])
  /// Two flicks, with a rotation of the device between them.
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
  /// The names of the built-in profiles, in their order.
  public static let names = named.map(\.name)

  /// Finds the built-in profile with a name.
  ///
  /// - Throws: `SimulationError.unknownProfile`, which contains the nearest name.
  public static func named(_ name: String) throws(SimulationError) -> ScrollProfile {
    guard let profile = named.first(where: { $0.name == name }) else {
      throw .unknownProfile(name, nearest: NearestName(names).closest(to: name), known: names)
    }
    return profile
  }
}

/// A movement of a list by a finger, a mouse, or the app itself.
public enum Gesture: Hashable, Sendable {
  /// A finger leaves the screen with a velocity in points per second; positive scrolls down.
  case flick(velocity: Double)
  /// A finger drags the list with a velocity in points per second, for a time in seconds.
  ///
  /// The finger stops before it leaves the screen, so the list does not fling.
  case drag(velocity: Double, seconds: Double)
  /// The scroll bar's thumb is dragged to a random fraction of its range, for a time in seconds.
  case thumb(seconds: Double)
  /// The list opens at a saved anchor: the top of the screen is 37 points below the top of a cell.
  ///
  /// Three fifths of the cells are before that cell.
  case restore
  /// The app scrolls to the top in a time in seconds; the motion is slow at both ends.
  case scrollToTop(seconds: Double)
  /// The list of another environment replaces this list, at the same anchor.
  case rotate
  /// The list follows a recording, with linear interpolation between its points.
  ///
  /// The gesture starts with the first point. Offsets beyond the list are limited to its ends. A
  /// recording does not contain touches.
  case trace([TracePoint])

  /// The time from the start to the end of the movement of the hand or the app, in seconds.
  var seconds: Double {
    switch self {
    case .flick, .restore, .rotate: 0
    case .drag(_, let seconds), .thumb(let seconds), .scrollToTop(let seconds): seconds
    case .trace(let points): (points.last?.time ?? 0) - (points.first?.time ?? 0)
    }
  }
}

/// A gesture with its start time.
public struct TimedGesture: Hashable, Sendable {
  /// The time from the beginning of the gestures, or of their repetition, in seconds.
  public let start: Double
  /// The gesture, which replaces the previous motion.
  public let gesture: Gesture

  /// Creates a gesture with a start time in seconds.
  public init(start: Double, gesture: Gesture) {
    self.start = start
    self.gesture = gesture
  }
}

/// A point of a recording: a time and a scroll offset.
public struct TracePoint: Hashable, Sendable {
  /// The time in seconds, from an arbitrary moment.
  public var time: Double
  /// The offset from the top of the list, in points.
  public var offset: Double

  /// Creates a point with a time in seconds and an offset in points.
  public init(time: Double, offset: Double) {
    self.time = time
    self.offset = offset
  }
}
