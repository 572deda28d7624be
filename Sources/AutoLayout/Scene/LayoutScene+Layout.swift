import LayoutPrimitives

extension LayoutScene {
  /// Lays out the scene for a width and, if given, a height of the root.
  ///
  /// - Parameters:
  ///   - width: Width of the root, in points.
  ///   - height: Height of the root, in points; `nil` for the height that fits.
  ///   - sizing: Measures the texts.
  /// - Throws: `SceneError` for invalid numbers; `SceneError.layout` or `.marginLoop` for a
  ///   feedback loop.
  public mutating func layout<Sizing: ContentSizing>(
    width: Double, height: Double? = nil, sizing: inout Sizing
  ) throws(SceneError) -> SceneLayout {
    try tree.checkExtent(width, "the width of the scene")
    if let height { try tree.checkExtent(height, "the height of the scene") }
    return try solve(.cell(width: width, height: height), &sizing)
  }

  /// Lays out a scene without text.
  ///
  /// - Parameters:
  ///   - width: Width of the root, in points.
  ///   - height: Height of the root, in points; `nil` for the height that fits.
  /// - Throws: `SceneError` for invalid numbers, or when there is a text to measure.
  public mutating func layout(
    width: Double, height: Double? = nil
  ) throws(SceneError) -> SceneLayout {
    var sizing = try noText()
    return try layout(width: width, height: height, sizing: &sizing)
  }

  /// Returns a sizing that measures nothing, or throws where the scene has text.
  func noText() throws(SceneError) -> NoText {
    if let text = tree.items.first(where: { $0.content == .text }) {
      throw .textNeedsSizing(text.name)
    }
    return NoText()
  }
}

/// The sizing of scenes without text.
struct NoText: ContentSizing {
  func unwrapped(item: Int) -> TextExtent { .empty }
  func wrapped(item: Int, width: Double) -> TextExtent { .empty }
  func isSingleLine(item: Int) -> Bool { true }
}
