/// Exponential deceleration of a list, as in UIScrollView.
///
/// Source: the integral of v(t) = v₀·d^(1000·t), where d is the rate per millisecond.
public struct Deceleration: Hashable, Sendable {
  /// Factor by which the velocity changes each millisecond, above 0 and below 1.
  public let ratePerMillisecond: Double

  /// Distance from the destination at which the list is at rest, in points.
  public static let restDistance = 0.5
  /// UIScrollView's normal deceleration: a factor of 0.998 per millisecond.
  public static let normal = Deceleration(unchecked: 0.998)
  /// UIScrollView's fast deceleration: a factor of 0.99 per millisecond.
  public static let fast = Deceleration(unchecked: 0.99)

  /// Exponent of the velocity per second: 1000 times the logarithm of the rate, below 0.
  private let exponent: Double

  private init(unchecked rate: Double) {
    ratePerMillisecond = rate
    exponent = 1000 * naturalLogarithm(rate)
  }

  /// Creates a deceleration; nil unless the rate is above 0 and below 1.
  public init?(ratePerMillisecond: Double) {
    guard ratePerMillisecond > 0, ratePerMillisecond < 1 else { return nil }
    self.init(unchecked: ratePerMillisecond)
  }

  /// Velocity after a time, in points per second.
  ///
  /// - Parameters:
  ///   - initial: Velocity at time 0, in points per second.
  ///   - time: In seconds, `>= 0`.
  public func velocity(initial: Double, at time: Double) -> Double {
    initial * exponential(exponent * time)
  }

  /// Distance covered after a time, in points.
  ///
  /// - Parameters:
  ///   - initial: Velocity at time 0, in points per second.
  ///   - time: In seconds, `>= 0`.
  public func distance(initial: Double, at time: Double) -> Double {
    initial * (exponential(exponent * time) - 1) / exponent
  }

  /// Distance that the whole motion covers, in points; `initial` is in points per second.
  public func destination(initial: Double) -> Double {
    -initial / exponent
  }

  /// Seconds until the list is within `restDistance` of its destination.
  ///
  /// The velocity `initial` is in points per second.
  public func duration(initial: Double) -> Double {
    let away = -exponent * Self.restDistance
    guard initial.magnitude > away else { return 0 }
    return naturalLogarithm(away / initial.magnitude) / exponent
  }
}
