public import LayoutPrimitives

/// A layout of a scene.
public struct SceneLayout: Hashable, Sendable {
  /// Alignment rectangles, in points on the 2⁻²⁶ grid, physical, relative to the root's top-left;
  /// shape `[items]`.
  public var alignmentRects: [Rect]
  /// Frames: the alignment rectangles with their alignment insets; shape `[items]`.
  public var frames: [Rect]
  /// Frames in device pixels, edges snapped; shape `[items]`.
  public var pixelFrames: [PixelRect]
  /// Layout margins in effect, in points; shape `[items]`.
  public var margins: [Insets]
  /// The measured size of each text; `nil` for items that were not measured; shape `[items]`.
  public var texts: [TextExtent?]
  /// Names of required constraints that were relaxed, in document order.
  public var relaxed: [String]
  /// The ambiguous item and attribute, if any.
  public var ambiguous: String?
  /// Names of constraints whose single errors decided ties, in document order.
  public var ties: [String]

  /// The frame of an item of the scene that was laid out.
  public subscript(item: SceneItem) -> Rect { frames[item.index] }

  /// `relaxed` and `ambiguous` where they apply; empty means exact.
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
