import LayoutPrimitives

extension Environment {
  /// Refuses a range of widths where frames are needed.
  ///
  /// - Parameter what: What needs a single width, such as `inspect`.
  /// - Throws: `Failure`.
  func checkSingleWidth(for what: String) throws {
    guard lastWidth != nil else { return }
    throw Failure(
      .usage,
      "\(key) is a range of widths, which has heights and no frames; \(what) needs a single width, "
        + "such as \(width.plainDecimal)")
  }
}
