/// The scroll offset over time that the gestures of a profile cause on an endless list.
///
/// A new gesture stops the previous motion, because UIScrollView does not accumulate velocity.
public struct ScrollPath: Hashable, Sendable {
  /// The motion of one gesture: its interval in seconds, and the offset at its start in points.
  private struct Segment: Hashable, Sendable {
    var start: Double
    var end: Double
    var origin: Double
    var gesture: Gesture
  }

  private let segments: [Segment]
  private let deceleration: Deceleration

  /// Time from the beginning of the profile until the list is at rest, in seconds.
  public let duration: Double

  /// Creates the path of a profile that begins at offset 0.
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

  /// Scroll offset at a time, in points.
  ///
  /// - Parameter time: Seconds from the beginning of the profile.
  public func position(at time: Double) -> Double {
    guard let segment = segments.last(where: { $0.start <= time }) else { return 0 }
    return Self.position(in: segment, at: min(time, segment.end), deceleration)
  }

  /// Whether any gesture that ends after a time, in seconds, scrolls up.
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
