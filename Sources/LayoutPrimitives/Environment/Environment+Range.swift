extension Environment {
  /// The whole device pixels of a range of widths; nil for a single width.
  ///
  /// A pixel is `1 / scale` points wide under all text rules.
  public var widthPixels: ClosedRange<Int>? {
    lastWidth.map { Self.pixels(from: width, to: $0, scale: scale) }
  }

  /// The environments of the single widths that a range stands for, in ascending order; only itself
  /// for a single width.
  public var singleWidths: [Environment] {
    guard let widthPixels else { return [self] }
    return widthPixels.map { Environment(self, width: Double($0) / scale) }
  }

  /// Checks that a range has at least two widths, and at most `maximumWidthsInRange`.
  static func check(
    width: Double, lastWidth: Double, scale: Double
  ) throws(EnvironmentError) {
    let text = "\(width.plainDecimal)..\(lastWidth.plainDecimal)"
    guard lastWidth.isFinite, lastWidth > width, lastWidth <= maximumWidth,
      (lastWidth * scale).rounded(.down) > (width * scale).rounded(.up)
    else { throw .range(text) }
    let pixels = pixels(from: width, to: lastWidth, scale: scale)
    guard pixels.count <= maximumWidthsInRange else {
      throw .wideRange(text, widths: pixels.count)
    }
  }

  private static func pixels(from: Double, to: Double, scale: Double) -> ClosedRange<Int> {
    Int((from * scale).rounded(.up))...Int((to * scale).rounded(.down))
  }
}
