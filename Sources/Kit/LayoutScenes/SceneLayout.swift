public import AutoLayout
public import LayoutPrimitives

/// The layout of a scene: frames, margins, sizes of texts, and findings.
public struct SceneLayout: Hashable, Sendable {
  /// The items' alignment rectangles relative to the root's top-left corner, in points on the 2⁻²⁶
  /// grid; shape `[items]`.
  public var alignmentRects: [Rect]
  /// The items' frames: the alignment rectangles extended by the alignment insets, in points; shape
  /// `[items]`.
  public var frames: [Rect]
  /// The items' frames after their edges are snapped to device pixels, in pixels; shape `[items]`.
  public var pixelFrames: [PixelRect]
  /// The items' layout margins that this layout used, in points; shape `[items]`.
  public var margins: [Insets]
  /// The measured text size of each item; `nil` for items that were not measured; shape `[items]`.
  public var texts: [TextExtent?]
  /// Names of required constraints that were relaxed, in document order.
  public var relaxed: [String]
  /// The ambiguous item and attribute as `name.attribute`; `nil` for none.
  public var ambiguous: String?
  /// Names of the constraints that won a tie by document order, in document order.
  public var ties: [String]

  /// The items whose frame in the superview changed since the scene's last layout, in document
  /// order.
  ///
  /// In the first layout, these are all items; later, new items are included. An item that moves
  /// only with its superview is not included. A fitting size is not a layout: it changes no frame.
  /// `==` ignores this property.
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

  /// The frame of an item, in points; the item must belong to the scene of this layout.
  public subscript(item: SceneItem) -> Rect { frames[item.index] }

  /// The caveats of this layout: `relaxed` and `ambiguous`, if they apply; if empty, the layout is
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
  /// Lays out the scene for a width of the root and, optionally, a height.
  ///
  /// - Parameters:
  ///   - width: Width of the root, in points.
  ///   - height: Height of the root, in points; `nil` for the smallest height that fits.
  ///   - sizing: Measures the texts.
  /// - Throws: `SceneError` for invalid numbers; `.layout` if widths never settle or the solver
  ///   finds no answer; `.marginLoop` if margins never settle.
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
  ///   - height: Height of the root, in points; `nil` for the smallest height that fits.
  /// - Throws: `SceneError` for invalid numbers, or if there is a text to measure.
  public mutating func layout(
    width: Double, height: Double? = nil
  ) throws(SceneError) -> SceneLayout {
    var sizing = try noText()
    return try layout(width: width, height: height, sizing: &sizing)
  }

  /// Returns a sizing that measures nothing; throws if the scene has a text.
  func noText() throws(SceneError) -> NoText {
    if let text = tree.items.first(where: { $0.content == .text }) {
      throw .textNeedsSizing(text.name)
    }
    return NoText()
  }
}

/// The sizing for scenes without text; it measures nothing.
struct NoText: ContentSizing {
  func unwrapped(item: Int) -> TextExtent { .empty }
  func wrapped(item: Int, width: Double) -> TextExtent { .empty }
  func isSingleLine(item: Int) -> Bool { true }
}
