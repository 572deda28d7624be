/// Reasons why a cell's height may be off; none means exact.
public struct CellDoubts: OptionSet, Hashable, Sendable {
  /// The bits, one a reason, as published.
  public let rawValue: UInt8

  /// Creates a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// A declared font was replaced by another.
  public static let substituteFont = CellDoubts(rawValue: 1 << 0)
  /// The layout depends on a size or a number that is missing.
  public static let sizeUnknown = CellDoubts(rawValue: 1 << 1)
  /// A required constraint was relaxed.
  public static let relaxed = CellDoubts(rawValue: 1 << 2)
  /// The constraints are ambiguous.
  public static let ambiguous = CellDoubts(rawValue: 1 << 3)
  /// Text was cut by a limit other than the template's line limit.
  public static let limit = CellDoubts(rawValue: 1 << 4)
  /// The height is 0 although a visible view has content.
  public static let collapsed = CellDoubts(rawValue: 1 << 5)
}
