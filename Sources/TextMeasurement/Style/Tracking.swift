/// Distance between characters that depends on the font size.
public enum Tracking: String, Hashable, Sendable, CaseIterable {
  /// No tracking.
  case none
  /// Apple's published values for SF Pro, for a font that replaces it.
  case sanFrancisco

  /// Additional distance after each grapheme at a font size, both in points; may be negative.
  ///
  /// Interpolated between two sizes of the table, and constant beyond its ends.
  /// Source: Apple, Human Interface Guidelines, Typography, SF Pro tracking values of iOS.
  func points(atSize size: Double) -> Double {
    guard self == .sanFrancisco, size.isFinite else { return 0 }
    let place = size - Self.firstSize
    guard place > 0 else { return Self.whole[0] }
    let last = Double(Self.whole.count - 1)
    if place < last {
      let low = place.rounded(.down)
      let values = (Self.whole[Int(low)], Self.whole[Int(low) + 1])
      return values.0 + (values.1 - values.0) * (place - low)
    }
    for (low, high) in zip(Self.large, Self.large.dropFirst()) where size < high.size {
      return low.points
        + (high.points - low.points) * (size - low.size) / (high.size - low.size)
    }
    return 0
  }

  private static let firstSize = 6.0
  /// Tracking at font sizes of 6, 7, 8, … 54 points, in points.
  private static let whole: [Double] = [
    0.24, 0.23, 0.21, 0.17, 0.12, 0.06, 0, -0.08, -0.15, -0.23, -0.31, -0.43, -0.44, -0.45, -0.45,
    -0.36, -0.26, -0.1, 0.07, 0.15, 0.22, 0.29, 0.38, 0.4, 0.4, 0.39, 0.41, 0.4, 0.4, 0.38, 0.37,
    0.36, 0.37, 0.38, 0.37, 0.36, 0.37, 0.38, 0.37, 0.35, 0.36, 0.37, 0.35, 0.33, 0.34, 0.35,
    0.33, 0.31, 0.32,
  ]
  private static let large: [(size: Double, points: Double)] = [
    (54, 0.32), (56, 0.3), (58, 0.28), (60, 0.26), (62, 0.24), (64, 0.22), (66, 0.19), (68, 0.17),
    (70, 0.14), (72, 0.14), (76, 0.07), (80, 0), (84, 0), (88, 0), (92, 0), (96, 0),
  ]
}
