extension String {
  /// Without white space at its ends.
  var trimmingWhitespace: String {
    let start = drop { $0.isWhitespace }
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
