/// One of the two axes of a layout.
public enum Axis: Int, Hashable, Sendable, CaseIterable {
  /// Along x: widths, leading and trailing edges.
  case horizontal
  /// Along y: heights, top and bottom edges, baselines.
  case vertical
}

/// The direction in which text and leading edges run.
public enum LayoutDirection: String, Hashable, Sendable, CaseIterable {
  /// The leading edge is the left one.
  case leftToRight = "ltr"
  /// The leading edge is the right one.
  case rightToLeft = "rtl"
}
