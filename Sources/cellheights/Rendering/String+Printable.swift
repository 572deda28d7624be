extension String {
  /// The text fit for a terminal: control characters, which could move the cursor or break the line,
  /// are shown as U+FFFD.
  ///
  /// - Parameter lineBreaks: Whether line feeds stay.
  func printable(lineBreaks: Bool = false) -> String {
    guard unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      return self
    }
    var shown = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      let isKept = scalar.properties.generalCategory != .control || lineBreaks && scalar == "\n"
      shown.append(isKept ? scalar : "\u{FFFD}")
    }
    return String(shown)
  }
}
