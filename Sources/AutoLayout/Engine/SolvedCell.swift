public import LayoutPrimitives

/// What an engine found for one record.
public struct SolvedCell: Hashable, Sendable {
  /// Frame of each item in points on the 2⁻²⁶ grid, physical, relative to the root's top-left.
  public var frames: [Rect]
  /// What each text item measured; `nil` for items that were not measured; shape `[items]`.
  public var texts: [TextExtent?]
  /// Required constraints that had to give, as names in document order.
  public var relaxed: [String]
  /// The item and attribute that the constraints left free, if any.
  public var ambiguous: String?
  /// Constraints at which document order decided a tie, as names in document order.
  public var ties: [String]

  /// Creates a cell without items, as room for an engine's answer.
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
