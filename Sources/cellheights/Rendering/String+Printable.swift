extension Unicode.Scalar {
  /// Whether a terminal interprets the character: control characters (C0, DEL, C1), line and
  /// paragraph separators, direction controls.
  var commandsTerminal: Bool {
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
  func printable(lineBreaks: Bool = false, tabs: Bool = false) -> String {
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
