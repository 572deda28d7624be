/// Where a profile would scroll an endless list, as a function of time alone.
///
/// A new gesture stops the motion before it and begins at its own velocity: UIScrollView has no
/// flywheel.
public struct ScrollPath: Hashable, Sendable {
  /// One gesture's stretch of time.
  private struct Segment: Hashable, Sendable {
    var start: Double
    var end: Double
    var origin: Double
    var gesture: Gesture
  }

  private let segments: [Segment]
  private let deceleration: Deceleration

  /// When the list is at rest for good, in seconds.
  public let duration: Double

  /// Follows a profile from offset 0.
  public init(_ profile: ScrollProfile, deceleration: Deceleration = .normal) {
    var segments: [Segment] = []
    var origin = 0.0
    for (index, timed) in profile.gestures.enumerated() {
      let length =
        switch timed.gesture {
        case .flick(let velocity): deceleration.duration(initial: velocity)
        case .drag(_, let seconds): seconds
        }
      let next = index + 1 < profile.gestures.count ? profile.gestures[index + 1].start : .infinity
      let segment = Segment(
        start: timed.start, end: min(timed.start + length, next), origin: origin,
        gesture: timed.gesture)
      origin = Self.position(in: segment, at: segment.end, deceleration)
      segments.append(segment)
    }
    self.segments = segments
    self.deceleration = deceleration
    duration = segments.last?.end ?? 0
  }

  /// Offset at a time, in points from where the profile began.
  ///
  /// - Parameter time: In seconds; before the first gesture the offset is 0.
  public func position(at time: Double) -> Double {
    guard let segment = segments.last(where: { $0.start <= time }) else { return 0 }
    return Self.position(in: segment, at: min(time, segment.end), deceleration)
  }

  /// Whether a gesture that is not over at a time scrolls up.
  public func turnsBack(after time: Double) -> Bool {
    segments.contains { segment in
      guard segment.end > time else { return false }
      return switch segment.gesture {
      case .flick(let velocity), .drag(let velocity, _): velocity < 0
      }
    }
  }

  private static func position(
    in segment: Segment, at time: Double, _ deceleration: Deceleration
  ) -> Double {
    let elapsed = time - segment.start
    return switch segment.gesture {
    case .flick(let velocity):
      segment.origin + deceleration.distance(initial: velocity, at: elapsed)
    case .drag(let velocity, _): segment.origin + velocity * elapsed
    }
  }
}
