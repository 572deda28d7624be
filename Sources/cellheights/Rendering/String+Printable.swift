import StructuredDocuments

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
