// The standard library has neither function, and a system's mathematics library may differ from
// another's in the last bit; positions decide which cells appear in which frame, so they must not.

/// The leading bits of ln 2, with trailing zeros so that its multiples are exact.
private let ln2High = 0x1.62e42fee00000p-1
/// The rest of ln 2, without the leading bits in `ln2High`.
private let ln2Low = 0x1.a39ef35793c76p-33

/// eˣ, reproducible on every platform, with a relative error below 2⁻⁵⁰.
///
/// - Parameter x: Any number; the result is 0 below -700 and infinity above 700.
func exponential(_ x: Double) -> Double {
  guard x > -700 else { return x.isNaN ? x : 0 }
  guard x < 700 else { return .infinity }
  // eˣ = 2ᵏ·eʳ with |r| <= ln 2 / 2, where 17 terms of the series suffice.
  let k = (x / (ln2High + ln2Low)).rounded()
  let r = (x - k * ln2High) - k * ln2Low
  var sum = 1.0
  for term in stride(from: 17.0, through: 1, by: -1) {
    sum = 1 + sum * r / term
  }
  return Double(sign: .plus, exponent: Int(k), significand: 1) * sum
}

/// ln x, reproducible on every platform, with a relative or absolute error below 2⁻⁵⁰.
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
