/// The motion of a list from a time on.
struct ScrollMotion: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// It stays at an offset.
    case rest(Double)
    /// It was let go at an offset.
    case fling(from: Double, Fling)
    /// It springs back to its end, or to its start.
    case spring(EdgeSpring, toEnd: Bool)
    /// A finger drags it; `from` is the offset that the finger would give it without ends.
    case drag(from: Double, velocity: Double, seconds: Double)
    /// The app scrolls it to the top.
    case animation(from: Double, seconds: Double)
    /// The thumb moves from one part of the range to another.
    case thumb(from: Double, to: Double, seconds: Double)
    /// It follows a recording; `next` is the first point that is not yet passed.
    case trace([TracePoint], next: Int)
  }

  /// In seconds from the beginning of the scroll.
  var start: Double
  var kind: Kind

  /// The offset and the velocity of the list, in points and points per second.
  typealias Moment = (offset: Double, velocity: Double)

  /// The position of the list at a time that is not before `start`.
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

  /// The part of the range at which a thumb is.
  static func fraction(
    from origin: Double, to target: Double, at time: Double, of seconds: Double
  ) -> Double {
    time < seconds ? origin + (target - origin) * (time / seconds) : target
  }

  /// The position in a recording.
  ///
  /// - Parameters:
  ///   - points: The points of the recording.
  ///   - next: Index of the first point that is not before `time`.
  ///   - time: Seconds from the first point.
  private static func moment(of points: [TracePoint], next: Int, at time: Double) -> Moment {
    guard let first = points.first, let last = points.last else { return (0, 0) }
    guard next > 0 else { return (first.offset, 0) }
    guard next < points.count else { return (last.offset, 0) }
    let (before, after) = (points[next - 1], points[next])
    let slope = (after.offset - before.offset) / (after.time - before.time)
    return (before.offset + slope * (time - (before.time - first.time)), slope)
  }
}

/// The spring that brings a list back to its end.
///
/// It has the mass 1 and the stiffness 100 of open implementations of UIScrollView, and is
/// critically damped: x(t) = (x₀ + (v₀ + ω·x₀)·t)·e^(-ω·t) with ω = 10.
struct EdgeSpring: Hashable, Sendable {
  /// How far the list is past its end at time 0, in points, `>= 0`.
  let displacement: Double
  /// Velocity away from the list at time 0, in points per second.
  let velocity: Double

  /// Distance from the end at which the list is at rest, in points: less than a pixel.
  static let restDistance = 0.1

  /// The square root of stiffness by mass.
  private static let frequency = 10.0

  private var slope: Double { velocity + Self.frequency * displacement }

  /// How far the list is past its end after a time in seconds, in points.
  func displacement(at time: Double) -> Double {
    (displacement + slope * time) * exponential(-Self.frequency * time)
  }

  /// Velocity away from the list after a time in seconds, in points per second.
  func velocity(at time: Double) -> Double {
    (slope - Self.frequency * (displacement + slope * time)) * exponential(-Self.frequency * time)
  }

  /// Seconds until a list that returns too fast to stop at its end passes it; nil if it stops.
  var crossing: Double? {
    slope < 0 ? displacement / -slope : nil
  }

  /// Seconds until the list is and stays within `restDistance` of its end.
  var duration: Double {
    let highest = slope > 0 ? max(0, 1 / Self.frequency - displacement / slope) : 0
    guard displacement(at: highest) > Self.restDistance else { return highest }
    return bisect(highest, highest + 10) { displacement(at: $0) > Self.restDistance }
  }
}

/// The offsets of a list within its ends, `0...upper`, and the rubber band beyond them.
struct ScrollRange: Hashable, Sendable {
  /// The last offset, in points, `>= 0`.
  let upper: Double
  /// Height of the screen, in points, `>= 0`.
  let viewport: Double

  /// The share of a finger's movement that the list follows directly after its end.
  private static let stiffness = 0.55

  init(_ list: ListState) {
    viewport = list.viewport.isFinite ? max(0, list.viewport) : 0
    upper = list.extent.isFinite ? max(0, list.extent - viewport) : 0
  }

  func contains(_ offset: Double) -> Bool { offset >= 0 && offset <= upper }

  /// The nearest offset of the range.
  func clamped(_ offset: Double) -> Double { min(max(offset, 0), upper) }

  /// The offset of a list whose finger would have dragged it to `finger` without ends.
  ///
  /// Source: b = (1 - 1/(x·c/d + 1))·d with c = 0.55, as open implementations have UIScrollView's
  /// rubber band; x is how far the finger is past the end, d the height of the screen.
  func stretched(_ finger: Double) -> Double {
    let edge = clamped(finger)
    let past = (finger - edge).magnitude
    guard past > 0, viewport > 0 else { return edge }
    let band = (1 - 1 / (past * Self.stiffness / viewport + 1)) * viewport
    return edge + (finger < edge ? -band : band)
  }

  /// The part of the finger's speed that the list has.
  func stretchedSlope(_ finger: Double) -> Double {
    let past = (finger - clamped(finger)).magnitude
    guard past > 0 else { return 1 }
    guard viewport > 0 else { return 0 }
    let tension = past * Self.stiffness / viewport + 1
    return Self.stiffness / (tension * tension)
  }

  /// The offset of the finger that stretched the list to an offset.
  func unstretched(_ offset: Double) -> Double {
    let edge = clamped(offset)
    guard offset != edge, viewport > 0 else { return edge }
    // A spring may go farther than any finger can.
    let band = min((offset - edge).magnitude, 0.99 * viewport)
    let past = band / (Self.stiffness * (1 - band / viewport))
    return edge + (offset < edge ? -past : past)
  }
}
