extension Double {
  /// The number with a fixed count of fractional digits; `-` where it is not finite.
  ///
  /// - Parameter digits: 0 to 6.
  func fixed(_ digits: Int) -> String {
    guard isFinite else { return "-" }
    var factor = 1.0
    for _ in 0..<digits { factor *= 10 }
    let scaled = (magnitude * factor).rounded()
    // Beyond the whole numbers of a Double, digits say nothing.
    guard scaled < 1e15 else { return description }
    let sign = self < 0 && scaled > 0 ? "-" : ""
    let whole = Int(scaled) / Int(factor)
    guard digits > 0 else { return sign + String(whole) }
    let rest = String(Int(scaled) % Int(factor))
    return "\(sign)\(whole)." + String(repeating: "0", count: digits - rest.count) + rest
  }
}

extension Double? {
  /// The number with a fixed count of fractional digits; `-` for none.
  func fixed(_ digits: Int) -> String { self?.fixed(digits) ?? "-" }
}
