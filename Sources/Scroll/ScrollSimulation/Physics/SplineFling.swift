/// The fling of Android's OverScroller: a curve of 100 samples.
///
/// The velocity determines the distance and the duration.
///
/// Source: `SplineOverScroller` and `ViewConfiguration` of the Android Open Source Project. As in
/// these, distances are whole pixels and durations are whole milliseconds. A point is a dp of
/// Android.
public struct SplineFling: Hashable, Sendable {
  /// The number of device pixels per point.
  public let density: Double
  /// The friction, as in `ViewConfiguration`.
  public let friction: Double

  /// The usual fling, with 2.75 pixels per point and Android's default friction of 0.015.
  public static let standard = SplineFling(unchecked: 2.75, 0.015)
  /// The velocity of a finger below which a list does not fling, in points per second.
  public static let minimumVelocity = 50.0
  /// The maximum velocity of a finger, in points per second.
  public static let maximumVelocity = 8000.0

  /// `DECELERATION_RATE` of Android: ln 0.78 / ln 0.9.
  private static let rate = naturalLogarithm(0.78) / naturalLogarithm(0.9)
  /// `INFLEXION` of Android: the part of the curve at which it begins to slow down.
  private static let inflexion = 0.35
  /// `SPLINE_POSITION` of Android: the fraction of the distance at each hundredth of the duration.
  private static let samples: [Double] = {
    // The tension is 0.5 at the start and 1 at the end.
    let curve = UnitBezier(time: [0.5 * inflexion, inflexion], value: [0.5, 1])
    return [0] + (1..<100).map { curve.value(at: Double($0) / 100) } + [1]
  }()

  private init(unchecked density: Double, _ friction: Double) {
    self.density = density
    self.friction = friction
  }

  /// Creates the fling of a device; nil if a value is not allowed.
  ///
  /// Both values must be above 0. The density must be at most 64, the friction at most 1000.
  ///
  /// - Parameters:
  ///   - density: The number of device pixels per point.
  ///   - friction: The friction, as in `ViewConfiguration.getScrollFriction()`.
  public init?(density: Double = 2.75, friction: Double = 0.015) {
    guard density > 0, density <= 64, friction > 0, friction <= 1000 else { return nil }
    self.init(unchecked: density, friction)
  }

  /// The distance of the whole fling in points; `velocity` is in points per second.
  public func distance(velocity: Double) -> Double {
    guard let deceleration = deceleration(velocity) else { return 0 }
    let pixels =
      resistance * density * exponential(Self.rate / (Self.rate - 1) * deceleration)
    let points = pixels.rounded(.down) / density
    return velocity < 0 ? -points : points
  }

  /// The duration of the whole fling in seconds; `velocity` is in points per second.
  public func duration(velocity: Double) -> Double {
    guard let deceleration = deceleration(velocity) else { return 0 }
    return (1000 * exponential(deceleration / (Self.rate - 1))).rounded(.down) / 1000
  }

  /// The friction times `mPhysicalCoeff` of Android, in points per square second.
  ///
  /// The factors are gravity in inches, 160 points per inch, and 0.84, which Android chose for the
  /// look.
  private var resistance: Double { friction * 9.80665 * 39.37 * 160 * 0.84 }

  /// The result of Android's `getSplineDeceleration`; nil if the velocity is 0.
  private func deceleration(_ velocity: Double) -> Double? {
    guard velocity != 0, velocity.isFinite else { return nil }
    return naturalLogarithm(Self.inflexion * velocity.magnitude / resistance)
  }

  /// The covered fraction of the distance at a time, and its slope per fraction of the duration.
  static func sample(at time: Double, of duration: Double) -> (part: Double, slope: Double) {
    guard duration > 0, time < duration else { return (1, 0) }
    let position = max(0, time / duration * 100)
    let index = min(99, Int(position))
    let slope = samples[index + 1] - samples[index]
    return (samples[index] + (position - Double(index)) * slope, slope * 100)
  }
}

/// A cubic Bézier curve from (0, 0) to (1, 1), as a function of the first coordinate.
struct UnitBezier: Hashable, Sendable {
  /// The first coordinates of the control points, from 0 to 1 and not decreasing.
  let time: SIMD2<Double>
  /// The second coordinates of the control points.
  let value: SIMD2<Double>

  /// The curve that Core Animation calls ease in, ease out: slow at both ends.
  static let easeInOut = UnitBezier(time: [0.42, 0.58], value: [0, 1])

  /// The second coordinate at a first coordinate, which is from 0 to 1.
  func value(at fraction: Double) -> Double {
    Self.coordinate(value, parameter(at: fraction))
  }

  /// The slope at a first coordinate, which is from 0 to 1.
  func slope(at fraction: Double) -> Double {
    let parameter = parameter(at: fraction)
    return Self.derivative(value, parameter) / max(Self.derivative(time, parameter), 1e-9)
  }

  /// The parameter of the curve at a first coordinate.
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

/// The value between `lower` and `upper` at which a condition becomes false, by bisection.
///
/// The condition must be true at `lower`. If it is true everywhere, the result is `upper`. The
/// result is exact except for the last bits.
func bisect(_ lower: Double, _ upper: Double, holds: (Double) -> Bool) -> Double {
  var (lower, upper) = (lower, upper)
  // 60 halvings leave an interval smaller than the precision of a double.
  for _ in 0..<60 {
    let middle = lower + (upper - lower) / 2
    guard middle > lower, middle < upper else { break }
    if holds(middle) { lower = middle } else { upper = middle }
  }
  return upper
}
