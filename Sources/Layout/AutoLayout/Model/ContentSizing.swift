public import LayoutPrimitives

/// The measured size, baselines and lines of a text.
public struct TextExtent: Hashable, Sendable {
  /// Width of the widest line as drawn, in points, rounded up to a pixel.
  public var width: Double
  /// Height of all lines, in points, rounded up to a pixel.
  public var height: Double
  /// Distance from the top edge to the first baseline, in points.
  public var firstBaseline: Double
  /// Distance from the bottom edge up to the last baseline, in points.
  public var lastBaselineFromBottom: Double
  /// Number of lines drawn, and whether the text is truncated.
  public var lines: LabelLines
  /// The reasons why the number of lines may be inexact.
  public var caveats: Caveats

  /// Creates the extent of a measured text.
  public init(
    width: Double, height: Double, firstBaseline: Double, lastBaselineFromBottom: Double,
    lines: LabelLines, caveats: Caveats = []
  ) {
    self.width = width
    self.height = height
    self.firstBaseline = firstBaseline
    self.lastBaselineFromBottom = lastBaselineFromBottom
    self.lines = lines
    self.caveats = caveats
  }

  /// The extent of an empty text: all lengths are zero.
  public static let empty = TextExtent(
    width: 0, height: 0, firstBaseline: 0, lastBaselineFromBottom: 0,
    lines: LabelLines(count: 0, truncated: false))
}

/// Measures texts for the layout engine.
public protocol ContentSizing {
  /// Measures a text item without wrapping: lines end only at hard breaks, and the number of lines
  /// is not limited.
  ///
  /// - Parameter item: Index of the item in the `LayoutSystem`.
  mutating func unwrapped(item: Int) -> TextExtent

  /// Measures a text item with its lines wrapped at a width.
  ///
  /// - Parameters:
  ///   - item: Index of the item in the `LayoutSystem`.
  ///   - width: Available width, in points, a whole number of pixels.
  mutating func wrapped(item: Int, width: Double) -> TextExtent

  /// Whether the item draws at most one line, so that its width is the unwrapped width.
  func isSingleLine(item: Int) -> Bool
}
