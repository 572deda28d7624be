extension Unicode.Scalar {
  /// Whether a terminal interprets the character: control characters (C0, DEL, C1), line and
  /// paragraph separators, direction controls.
  package var commandsTerminal: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}

extension String {
  /// The text with characters that a terminal interprets as `\u{1B}`.
  ///
  /// - Parameters:
  ///   - lineBreaks: Whether line feeds are kept.
  ///   - tabs: Whether tabs are kept.
  package func printable(lineBreaks: Bool = false, tabs: Bool = false) -> String {
    func stays(_ scalar: Unicode.Scalar) -> Bool {
      !scalar.commandsTerminal || lineBreaks && scalar == "\n" || tabs && scalar == "\t"
    }
    guard !unicodeScalars.allSatisfy(stays) else { return self }
    var shown = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if stays(scalar) {
        shown.append(scalar)
      } else {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        shown.append(contentsOf: "\\u{\(digits)}".unicodeScalars)
      }
    }
    return String(shown)
  }
}

extension Double {
  /// The number with a fixed count of fractional digits; `-` where it is not finite.
  ///
  /// - Parameter digits: 0 to 6.
  package func fixed(_ digits: Int) -> String {
    guard isFinite else { return "-" }
    var factor = 1.0
    for _ in 0..<digits { factor *= 10 }
    let scaled = (magnitude * factor).rounded()
    // Beyond the whole numbers of a Double, digits say nothing.
    guard scaled < 1e15 else { return JSONWriter.digits(of: self) }
    let sign = self < 0 && scaled > 0 ? "-" : ""
    let whole = Int(scaled) / Int(factor)
    guard digits > 0 else { return sign + String(whole) }
    let rest = String(Int(scaled) % Int(factor))
    return "\(sign)\(whole)." + String(repeating: "0", count: digits - rest.count) + rest
  }
}

extension Double? {
  /// The number with a fixed count of fractional digits; `-` for none.
  package func fixed(_ digits: Int) -> String { self?.fixed(digits) ?? "-" }
}

extension Double {
  /// Points with two fractional digits, without `.00`.
  package var pointText: String {
    let text = fixed(2)
    return text.hasSuffix(".00") ? String(text.dropLast(3)) : text
  }
}

extension Int {
  /// A count with its digits in groups of three.
  package var grouped: String {
    var digits = Array(String(magnitude))
    var place = digits.count - 3
    while place > 0 {
      digits.insert(" ", at: place)
      place -= 3
    }
    return (self < 0 ? "-" : "") + String(digits)
  }
}
