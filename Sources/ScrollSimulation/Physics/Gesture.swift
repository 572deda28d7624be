/// What moves a list: a finger, a mouse, or the app itself.
public enum Gesture: Hashable, Sendable {
  /// The finger leaves the screen at a velocity, in points per second; positive scrolls down.
  case flick(velocity: Double)
  /// The finger drags the list at a velocity, in points per second, for a time in seconds, and
  /// lifts when it has stopped.
  case drag(velocity: Double, seconds: Double)
  /// The scroll bar's thumb is dragged evenly to a random part of the range, in seconds.
  case thumb(seconds: Double)
  /// The list is opened at a saved anchor: the cell at 3/5 of the list, 37 points into it.
  case restore
  /// The app scrolls to the top in a time in seconds, slowly at both ends.
  case scrollToTop(seconds: Double)
  /// The list is exchanged for that of another environment, at the same anchor.
  case rotate
  /// A recording is repeated: the offsets of its points, with straight lines between them. The
  /// gesture's start is the time of the first point. Offsets outside the list show its end. It does
  /// not tell when a finger is on the screen.
  case trace([TracePoint])

  /// Seconds from its start until the hand, or the app, is done.
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
