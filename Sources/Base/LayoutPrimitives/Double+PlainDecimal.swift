extension Double {
  /// The shortest decimal that is read as the same value, without exponent and without `.0`.
  ///
  /// Examples: `390`, `2.625`, `0.00001`; `-0` is `0`. Infinities and NaN are `inf`, `-inf` and
  /// `nan`.
  public var plainDecimal: String {
    guard isFinite else { return description }
    guard self != 0 else { return "0" }
    let text = magnitude.description
    let parts = text.split(separator: "e")
    let mantissa = parts[0].split(separator: ".")
    let fraction = mantissa.count > 1 && mantissa[1] != "0" ? mantissa[1] : ""
    let sign = self < 0 ? "-" : ""
    guard parts.count > 1, let exponent = Int(parts[1]) else {
      return fraction.isEmpty ? sign + mantissa[0] : "\(sign)\(mantissa[0]).\(fraction)"
    }
    let digits = String(mantissa[0] + fraction)
    if exponent < 0 {
      return sign + "0." + String(repeating: "0", count: -exponent - 1) + digits
    }
    // Swift writes exponents only from 2⁵⁴ on, where no digits follow the point.
    return sign + digits + String(repeating: "0", count: max(0, exponent + 1 - digits.count))
  }
}
