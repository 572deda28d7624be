public import LayoutPrimitives

/// What a scene looks like at one size.
public struct SceneLayout: Hashable, Sendable {
  /// Rectangles of which the constraints speak, in points on the 2⁻²⁶ grid, physical, relative to
  /// the root's top-left; shape `[items]`.
  public var alignmentRects: [Rect]
  /// Frames: the alignment rectangles with their alignment insets; shape `[items]`.
  public var frames: [Rect]
  /// Frames in device pixels, edges snapped; shape `[items]`.
  public var pixelFrames: [PixelRect]
  /// Layout margins in effect, in points; shape `[items]`.
  public var margins: [Insets]
  /// What each text measured; `nil` for items that were not measured; shape `[items]`.
  public var texts: [TextExtent?]
  /// Required constraints that had to give, as names in document order.
  public var relaxed: [String]
  /// The item and attribute that the constraints left free, if any.
  public var ambiguous: String?
  /// Constraints at which document order decided a tie, as names in document order.
  public var ties: [String]

  /// The frame of an item of the scene that was laid out.
  public subscript(item: SceneItem) -> Rect { frames[item.index] }

  /// Why the layout may be off; empty means exact.
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
