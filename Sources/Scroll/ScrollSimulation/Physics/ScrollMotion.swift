/// A motion of a list from a moment on, in points and seconds.
struct ScrollMotion: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// The list stays at an offset.
    case rest(Double)
    /// The list flings from an offset.
    case fling(from: Double, Fling)
    /// The list springs back to its end, or to its start.
    case spring(EdgeSpring, toEnd: Bool)
    /// A finger drags the list; `from` is the finger's offset, which the ends do not limit.
    case drag(from: Double, velocity: Double, seconds: Double)
    /// The app scrolls the list to the top.
    case animation(from: Double, seconds: Double)
    /// The thumb of the scroll bar moves between two fractions of the range.
    case thumb(from: Double, to: Double, seconds: Double)
    /// The list follows a recording; `next` is the index of the first point after the current time.
    case trace([TracePoint], next: Int)
  }

  /// The time at which the motion begins, in seconds from the beginning of the scroll.
  var start: Double
  var kind: Kind

  /// The offset and velocity of the list, in points and points per second.
  typealias Moment = (offset: Double, velocity: Double)

  /// The offset and velocity at a time, which must not be before `start`.
  func moment(at seconds: Double, _ range: ScrollRange, bounces: Bool) -> Moment {
    let time = max(0, seconds - start)
    switch kind {
    case .rest(let offset):
      return (offset, 0)
    case .fling(let origin, let fling):
      return (origin + fling.distance(at: time), fling.velocity(at: time))
    case .spring(let spring, let toEnd):
      let (past, velocity) = (spring.displacement(at: time), spring.velocity(at: time))
      return toEnd ? (range.upper + past, velocity) : (-past, -velocity)
    case .drag(let origin, let velocity, _):
      let finger = origin + velocity * time
      guard bounces else {
        return (range.clamped(finger), range.contains(finger) ? velocity : 0)
      }
      return (range.stretched(finger), velocity * range.stretchedSlope(finger))
    case .animation(let origin, let seconds):
      guard time < seconds else { return (0, 0) }
      let part = time / seconds
      let curve = UnitBezier.easeInOut
      return (
        range.clamped(origin * (1 - curve.value(at: part))),
        -origin * curve.slope(at: part) / seconds
      )
    case .thumb(let origin, let target, let seconds):
      return (
        Self.fraction(from: origin, to: target, at: time, of: seconds) * range.upper,
        time < seconds ? (target - origin) * range.upper / seconds : 0
      )
    case .trace(let points, let next):
      let wanted = Self.moment(of: points, next: next, at: time)
      return (range.clamped(wanted.offset), range.contains(wanted.offset) ? wanted.velocity : 0)
    }
  }

  /// The fraction of the range at which the thumb of the scroll bar is at a time.
  static func fraction(
    from origin: Double, to target: Double, at time: Double, of seconds: Double
  ) -> Double {
    time < seconds ? origin + (target - origin) * (time / seconds) : target
  }

  /// The offset and velocity in a recording at a time.
  ///
  /// - Parameters:
  ///   - points: The points of the recording.
  ///   - next: The index of the first point that is not before `time`.
  ///   - time: The time from the first point, in seconds.
  private static func moment(of points: [TracePoint], next: Int, at time: Double) -> Moment {
    guard let first = points.first, let last = points.last else { return (0, 0) }
    guard next > 0 else { return (first.offset, 0) }
    guard next < points.count else { return (last.offset, 0) }
    let (before, after) = (points[next - 1], points[next])
    let slope = (after.offset - before.offset) / (after.time - before.time)
    return (before.offset + slope * (time - (before.time - first.time)), slope)
  }
}

/// A spring that brings a list back to its end.
///
/// It has mass 1 and stiffness 100, as in open implementations of UIScrollView. It is critically
/// damped: x(t) = (x₀ + (v₀ + ω·x₀)·t)·e^(-ω·t) with ω = 10.
struct EdgeSpring: Hashable, Sendable {
  /// The distance of the list beyond its end at time 0, in points, `>= 0`.
  let displacement: Double
  /// The velocity away from the end at time 0, in points per second.
  let velocity: Double

  /// The distance from the end at which the list counts as at rest, in points.
  static let restDistance = 0.1

  /// ω: the square root of stiffness divided by mass.
  private static let frequency = 10.0

  private var slope: Double { velocity + Self.frequency * displacement }

  /// The distance of the list beyond its end after a time in seconds, in points.
  func displacement(at time: Double) -> Double {
    (displacement + slope * time) * exponential(-Self.frequency * time)
  }

  /// The velocity away from the end after a time in seconds, in points per second.
  func velocity(at time: Double) -> Double {
    (slope - Self.frequency * (displacement + slope * time)) * exponential(-Self.frequency * time)
  }

  /// The time at which a fast list passes its end, in seconds; nil if the list stops there.
  var crossing: Double? {
    slope < 0 ? displacement / -slope : nil
  }

  /// The time after which the list stays within `restDistance` of its end, in seconds.
  var duration: Double {
    let highest = slope > 0 ? max(0, 1 / Self.frequency - displacement / slope) : 0
    guard displacement(at: highest) > Self.restDistance else { return highest }
    return bisect(highest, highest + 10) { displacement(at: $0) > Self.restDistance }
  }
}

/// The range of offsets of a list, `0...upper`, with the rubber band beyond its ends.
struct ScrollRange: Hashable, Sendable {
  /// The largest offset in points, `>= 0`.
  let upper: Double
  /// The height of the screen in points, `>= 0`.
  let viewport: Double

  /// The fraction of a finger's movement that the list follows directly beyond its end.
  private static let stiffness = 0.55

  init(_ list: ListState) {
    viewport = list.viewport.isFinite ? max(0, list.viewport) : 0
    upper = list.extent.isFinite ? max(0, list.extent - viewport) : 0
  }

  func contains(_ offset: Double) -> Bool { offset >= 0 && offset <= upper }

  /// The nearest offset in the range.
  func clamped(_ offset: Double) -> Double { min(max(offset, 0), upper) }

  /// The offset of a list for the offset of a finger, which the ends do not limit.
  ///
  /// Source: b = (1 - 1/(x·c/d + 1))·d with c = 0.55, as in open implementations of UIScrollView. x
  /// is the distance of the finger beyond the end, and d is the height of the screen.
  func stretched(_ finger: Double) -> Double {
    let edge = clamped(finger)
    let past = (finger - edge).magnitude
    guard past > 0, viewport > 0 else { return edge }
    let band = (1 - 1 / (past * Self.stiffness / viewport + 1)) * viewport
    return edge + (finger < edge ? -band : band)
  }

  /// The fraction of the finger's velocity with which the list moves.
  func stretchedSlope(_ finger: Double) -> Double {
    let past = (finger - clamped(finger)).magnitude
    guard past > 0 else { return 1 }
    guard viewport > 0 else { return 0 }
    let tension = past * Self.stiffness / viewport + 1
    return Self.stiffness / (tension * tension)
  }

  /// The offset of the finger for an offset of the list: the inverse of `stretched`.
  func unstretched(_ offset: Double) -> Double {
    let edge = clamped(offset)
    guard offset != edge, viewport > 0 else { return edge }
    // A spring may move the list farther than any finger can.
    let band = min((offset - edge).magnitude, 0.99 * viewport)
    let past = band / (Self.stiffness * (1 - band / viewport))
    return edge + (offset < edge ? -past : past)
  }
}
