public import LayoutPrimitives

/// The layout of one record.
public struct SolvedCell: Hashable, Sendable {
  /// Physical frame of each item relative to the root's top-left corner, in points on the 2⁻²⁶
  /// grid; shape `[items]`.
  public var frames: [Rect]
  /// The measured text size of each item; `nil` for items that were not measured; shape `[items]`.
  public var texts: [TextExtent?]
  /// Names of required constraints that were relaxed, in document order.
  public var relaxed: [String]
  /// The ambiguous item and attribute as `name.attribute`; `nil` for none.
  public var ambiguous: String?
  /// Names of the constraints whose own errors decided ties, in document order.
  public var ties: [String]

  /// Creates an empty cell for `LayoutEngine.layout`.
  public init() {
    frames = []
    texts = []
    relaxed = []
    ambiguous = nil
    ties = []
  }

  /// The caveats of this layout: `relaxed` and `ambiguous`, as far as they apply.
  public var caveats: Caveats {
    var caveats: Caveats = []
    if !relaxed.isEmpty { caveats.insert(.relaxed) }
    if ambiguous != nil { caveats.insert(.ambiguous) }
    return caveats
  }
}
