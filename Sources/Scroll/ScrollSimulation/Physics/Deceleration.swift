/// The exponential deceleration of a list, as in UIScrollView.
///
/// Source: the integral of v(t) = v₀·d^(1000·t), where d is `ratePerMillisecond`.
public struct Deceleration: Hashable, Sendable {
  /// The factor by which the velocity changes in a millisecond, above 0 and below 1.
  public let ratePerMillisecond: Double

  /// The distance from the destination at which the list counts as at rest, in points.
  public static let restDistance = 0.5
  /// UIScrollView's normal deceleration: a factor of 0.998 per millisecond.
  public static let normal = Deceleration(unchecked: 0.998)
  /// UIScrollView's fast deceleration: a factor of 0.99 per millisecond.
  public static let fast = Deceleration(unchecked: 0.99)

  /// The exponent of the velocity per second: 1000 times the logarithm of the rate; below 0.
  private let exponent: Double

  private init(unchecked rate: Double) {
    ratePerMillisecond = rate
    exponent = 1000 * naturalLogarithm(rate)
  }

  /// Creates a deceleration; nil if the rate is not above 0 and below 1.
  public init?(ratePerMillisecond: Double) {
    guard ratePerMillisecond > 0, ratePerMillisecond < 1 else { return nil }
    self.init(unchecked: ratePerMillisecond)
  }

  /// The velocity after a time, in points per second.
  ///
  /// - Parameters:
  ///   - initial: The velocity at time 0, in points per second.
  ///   - time: The time in seconds, `>= 0`.
  public func velocity(initial: Double, at time: Double) -> Double {
    initial * exponential(exponent * time)
  }

  /// The distance after a time, in points.
  ///
  /// - Parameters:
  ///   - initial: The velocity at time 0, in points per second.
  ///   - time: The time in seconds, `>= 0`.
  public func distance(initial: Double, at time: Double) -> Double {
    initial * (exponential(exponent * time) - 1) / exponent
  }

  /// The distance of the whole motion in points; `initial` is in points per second.
  public func destination(initial: Double) -> Double {
    -initial / exponent
  }

  /// The time until the list is within `restDistance` of its destination, in seconds.
  ///
  /// The velocity `initial` is in points per second.
  public func duration(initial: Double) -> Double {
    let away = -exponent * Self.restDistance
    guard initial.magnitude > away else { return 0 }
    return naturalLogarithm(away / initial.magnitude) / exponent
  }
}

// These functions replace those of the mathematics libraries, whose results may differ in the last
// bit between systems. Positions decide which cells appear in which frame, so they must be equal on
// all systems.

/// The leading bits of ln 2, with trailing zeros so that its multiples are exact.
private let ln2High = 0x1.62e42fee00000p-1
/// The rest of ln 2, which `ln2High` does not contain.
private let ln2Low = 0x1.a39ef35793c76p-33

/// eˣ with the same result on every platform, and a relative error below 2⁻⁵⁰.
///
/// - Parameter x: Any number; the result is 0 below -700, and infinity above 700.
func exponential(_ x: Double) -> Double {
  guard x > -700 else { return x.isNaN ? x : 0 }
  guard x < 700 else { return .infinity }
  // eˣ = 2ᵏ·eʳ with |r| <= ln 2 / 2; then 17 terms of the series suffice.
  let k = (x / (ln2High + ln2Low)).rounded()
  let r = (x - k * ln2High) - k * ln2Low
  var sum = 1.0
  for term in stride(from: 17.0, through: 1, by: -1) {
    sum = 1 + sum * r / term
  }
  return Double(sign: .plus, exponent: Int(k), significand: 1) * sum
}

/// ln x with the same result on every platform, and a relative or absolute error below 2⁻⁵⁰.
///
/// - Parameter x: A normal number above 0; otherwise the result is NaN.
func naturalLogarithm(_ x: Double) -> Double {
  guard x.isNormal, x > 0 else { return .nan }
  var exponent = Double(x.exponent)
  var mantissa = x.significand
  if mantissa > 1.4142135623730951 {
    mantissa /= 2
    exponent += 1
  }
  // ln m = 2·artanh((m-1)/(m+1)), |s| < 0.172.
  let s = (mantissa - 1) / (mantissa + 1)
  let square = s * s
  var sum = 0.0
  for odd in stride(from: 25.0, through: 1, by: -2) {
    sum = sum * square + 1 / odd
  }
  return exponent * ln2High + (exponent * ln2Low + 2 * s * sum)
}
