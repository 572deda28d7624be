public import AutoLayout
public import LayoutPrimitives

/// The result of laying out a scene.
public struct SceneLayout: Hashable, Sendable {
  /// Physical alignment rectangles relative to the root's top-left corner, in points on the 2⁻²⁶
  /// grid; shape `[items]`.
  public var alignmentRects: [Rect]
  /// Frames, which are the alignment rectangles extended by the alignment insets, in points; shape
  /// `[items]`.
  public var frames: [Rect]
  /// Frames with edges snapped to device pixels, in pixels; shape `[items]`.
  public var pixelFrames: [PixelRect]
  /// Layout margins in effect, in points; shape `[items]`.
  public var margins: [Insets]
  /// The measured text size of each item; `nil` for items that were not measured; shape `[items]`.
  public var texts: [TextExtent?]
  /// Names of required constraints that were relaxed, in document order.
  public var relaxed: [String]
  /// The ambiguous item and attribute as `name.attribute`; `nil` for none.
  public var ambiguous: String?
  /// Names of the constraints whose own errors decided ties, in document order.
  public var ties: [String]

  /// The items that this layout moved or resized in their superviews since the scene's last layout,
  /// in document order; in the first layout all items, in later ones also the new items.
  ///
  /// Items that only move with their superview are not included. A fitting size places nothing and
  /// does not count as a layout. `==` ignores this property.
  public internal(set) var changed: [SceneItem] = []

  /// Whether two layouts are equal, regardless of earlier layouts.
  public static func == (left: SceneLayout, right: SceneLayout) -> Bool {
    left.alignmentRects == right.alignmentRects && left.frames == right.frames
      && left.pixelFrames == right.pixelFrames && left.margins == right.margins
      && left.texts == right.texts && left.relaxed == right.relaxed
      && left.ambiguous == right.ambiguous && left.ties == right.ties
  }

  /// Hashes the properties that `==` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(alignmentRects)
    hasher.combine(frames)
    hasher.combine(pixelFrames)
    hasher.combine(margins)
    hasher.combine(texts)
    hasher.combine(relaxed)
    hasher.combine(ambiguous)
    hasher.combine(ties)
  }

  /// The frame of an item of the scene that was laid out, in points.
  public subscript(item: SceneItem) -> Rect { frames[item.index] }

  /// The caveats of this layout: `relaxed` and `ambiguous`, as far as they apply; empty means
  /// exact.
  public var caveats: Caveats {
    var caveats: Caveats = []
    if !relaxed.isEmpty { caveats.insert(.relaxed) }
    if ambiguous != nil { caveats.insert(.ambiguous) }
    return caveats
  }

  /// The size of the root, in points.
  public var size: Size {
    Size(width: frames.first?.width ?? 0, height: frames.first?.height ?? 0)
  }
}

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

  /// Returns a sizing that measures nothing, or throws if the scene has text.
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
