/// The fling of Android's OverScroller: a curve of 100 samples, whose length and duration follow
/// from the velocity.
///
/// Source: `SplineOverScroller` and `ViewConfiguration` of the Android Open Source Project. As
/// there, a fling covers whole pixels in whole milliseconds. Points are Android's dp.
public struct SplineFling: Hashable, Sendable {
  /// Device pixels per point.
  public let density: Double
  /// The friction of `ViewConfiguration`.
  public let friction: Double

  /// The usual one: 2.75 pixels per point, Android's default friction of 0.015.
  public static let standard = SplineFling(unchecked: 2.75, 0.015)
  /// A slower finger does not fling, in points per second.
  public static let minimumVelocity = 50.0
  /// The highest velocity of a finger, in points per second.
  public static let maximumVelocity = 8000.0

  /// ln 0.78 / ln 0.9, `DECELERATION_RATE`.
  private static let rate = naturalLogarithm(0.78) / naturalLogarithm(0.9)
  /// Where the curve begins to slow down: `INFLEXION`.
  private static let inflexion = 0.35
  /// Parts of the distance after each hundredth of the duration: `SPLINE_POSITION`.
  private static let samples: [Double] = {
    // The tension is 0.5 at the start and 1 at the end.
    let curve = UnitBezier(time: [0.5 * inflexion, inflexion], value: [0.5, 1])
    return [0] + (1..<100).map { curve.value(at: Double($0) / 100) } + [1]
  }()

  private init(unchecked density: Double, _ friction: Double) {
    self.density = density
    self.friction = friction
  }

  /// Creates the fling of a device; nil unless both are above 0, `density` at most 64 and
  /// `friction` at most 1000.
  ///
  /// - Parameters:
  ///   - density: Device pixels per point.
  ///   - friction: As in `ViewConfiguration.getScrollFriction()`.
  public init?(density: Double = 2.75, friction: Double = 0.015) {
    guard density > 0, density <= 64, friction > 0, friction <= 1000 else { return nil }
    self.init(unchecked: density, friction)
  }

  /// Distance that the whole fling covers, in points; `velocity` is in points per second.
  public func distance(velocity: Double) -> Double {
    guard let deceleration = deceleration(velocity) else { return 0 }
    let pixels =
      resistance * density * exponential(Self.rate / (Self.rate - 1) * deceleration)
    let points = pixels.rounded(.down) / density
    return velocity < 0 ? -points : points
  }

  /// Seconds that the whole fling takes; `velocity` is in points per second.
  public func duration(velocity: Double) -> Double {
    guard let deceleration = deceleration(velocity) else { return 0 }
    return (1000 * exponential(deceleration / (Self.rate - 1))).rounded(.down) / 1000
  }

  /// Friction times `mPhysicalCoeff`, in points per square second: gravity in inches, at 160 points
  /// an inch, and 0.84 for the look.
  private var resistance: Double { friction * 9.80665 * 39.37 * 160 * 0.84 }

  /// `getSplineDeceleration`; nil for a velocity of 0.
  private func deceleration(_ velocity: Double) -> Double? {
    guard velocity != 0, velocity.isFinite else { return nil }
    return naturalLogarithm(Self.inflexion * velocity.magnitude / resistance)
  }

  /// The part of the distance covered after a time, and its change per part of the duration.
  static func sample(at time: Double, of duration: Double) -> (part: Double, slope: Double) {
    guard duration > 0, time < duration else { return (1, 0) }
    let place = max(0, time / duration * 100)
    let index = min(99, Int(place))
    let slope = samples[index + 1] - samples[index]
    return (samples[index] + (place - Double(index)) * slope, slope * 100)
  }
}

/// A cubic Bézier curve from (0, 0) to (1, 1), as a function of its first coordinate.
struct UnitBezier: Hashable, Sendable {
  /// First coordinates of the two control points, 0 to 1 and not falling.
  let time: SIMD2<Double>
  /// Second coordinates of the two control points.
  let value: SIMD2<Double>

  /// Slow at both ends: the curve that Core Animation calls ease in, ease out.
  static let easeInOut = UnitBezier(time: [0.42, 0.58], value: [0, 1])

  /// The second coordinate for a first coordinate of `fraction`, 0 to 1.
  func value(at fraction: Double) -> Double {
    Self.coordinate(value, parameter(at: fraction))
  }

  /// The slope for a first coordinate of `fraction`, 0 to 1.
  func slope(at fraction: Double) -> Double {
    let parameter = parameter(at: fraction)
    return Self.derivative(value, parameter) / max(Self.derivative(time, parameter), 1e-9)
  }

  /// The curve's parameter for a first coordinate of `fraction`.
  private func parameter(at fraction: Double) -> Double {
    bisect(0, 1) { Self.coordinate(time, $0) < fraction }
  }

  private static func coordinate(_ control: SIMD2<Double>, _ t: Double) -> Double {
    3 * t * (1 - t) * ((1 - t) * control.x + t * control.y) + t * t * t
  }

  private static func derivative(_ control: SIMD2<Double>, _ t: Double) -> Double {
    3 * (1 - t) * (1 - t) * control.x + 6 * t * (1 - t) * (control.y - control.x)
      + 3 * t * t * (1 - control.y)
  }
}

/// The greatest value between `lower` and `upper` for which a condition is true, to the last bits.
///
/// The condition is true at `lower`.
func bisect(_ lower: Double, _ upper: Double, holds: (Double) -> Bool) -> Double {
  var (lower, upper) = (lower, upper)
  // Halving 60 times leaves less than the precision of a double.
  for _ in 0..<60 {
    let middle = lower + (upper - lower) / 2
    guard middle > lower, middle < upper else { break }
    if holds(middle) { lower = middle } else { upper = middle }
  }
  return upper
}
