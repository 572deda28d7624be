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

  /// Seconds until a list that came back too fast to stop at its end passes it; nil if it stops.
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
