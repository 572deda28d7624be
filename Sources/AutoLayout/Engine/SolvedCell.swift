public import LayoutPrimitives

/// The layout of one record.
public struct SolvedCell: Hashable, Sendable {
  /// Frame of each item in points on the 2⁻²⁶ grid, physical, relative to the root's top-left.
  public var frames: [Rect]
  /// The measured size of each text; `nil` for items that were not measured; shape `[items]`.
  public var texts: [TextExtent?]
  /// Names of required constraints that were relaxed, in document order.
  public var relaxed: [String]
  /// The ambiguous item and attribute, if any.
  public var ambiguous: String?
  /// Names of constraints whose single errors decided ties, in document order.
  public var ties: [String]

  /// Creates an empty cell for `LayoutEngine.layout`.
  public init() {
    frames = []
    texts = []
    relaxed = []
    ambiguous = nil
    ties = []
  }

  /// `relaxed` and `ambiguous` where they apply.
  public var caveats: Caveats {
    var caveats: Caveats = []
    if !relaxed.isEmpty { caveats.insert(.relaxed) }
    if ambiguous != nil { caveats.insert(.ambiguous) }
    return caveats
  }
}
