/// What a list does from a time on.
struct ScrollMotion: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// It stays at an offset.
    case rest(Double)
    /// It was let go at an offset.
    case fling(from: Double, Fling)
    /// It springs back to its end, or to its start.
    case spring(EdgeSpring, toEnd: Bool)
    /// A finger drags it; `from` is where the finger would have it without ends.
    case drag(from: Double, velocity: Double, seconds: Double)
    /// The app scrolls it to the top.
    case animation(from: Double, seconds: Double)
    /// The thumb goes from one part of the range to another.
    case thumb(from: Double, to: Double, seconds: Double)
    /// It follows a recording; `next` is the first point that is not yet passed.
    case trace([TracePoint], next: Int)
  }

  /// In seconds from the beginning of the scroll.
  var start: Double
  var kind: Kind

  /// The offset and the velocity of the list, in points and points per second.
  typealias Moment = (offset: Double, velocity: Double)

  /// Where the list is at a time that is not before `start`.
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

  /// The place of a recording; `next` is the first of its points that is not before `time`, which
  /// is in seconds from its first point.
  private static func moment(of points: [TracePoint], next: Int, at time: Double) -> Moment {
    guard let first = points.first, let last = points.last else { return (0, 0) }
    guard next > 0 else { return (first.offset, 0) }
    guard next < points.count else { return (last.offset, 0) }
    let (before, after) = (points[next - 1], points[next])
    let slope = (after.offset - before.offset) / (after.time - before.time)
    return (before.offset + slope * (time - (before.time - first.time)), slope)
  }
}
