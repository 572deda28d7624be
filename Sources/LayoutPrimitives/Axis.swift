/// One of the two axes of a layout.
public enum Axis: Int, Hashable, Sendable, CaseIterable {
  /// Along x: widths, leading and trailing edges.
  case horizontal
  /// Along y: heights, top and bottom edges, baselines.
  case vertical
}

/// The direction in which text and leading edges run.
public enum LayoutDirection: String, Hashable, Sendable, CaseIterable {
  /// Leading is left.
  case leftToRight = "ltr"
  /// Leading is right.
  case rightToLeft = "rtl"
}
