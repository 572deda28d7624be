/// Reasons why a cell's height may be off; an empty set means exact.
public struct Caveats: OptionSet, Hashable, Sendable {
  /// The set's bits, one per reason, as stored.
  public let rawValue: Int

  /// Creates a set from its stored bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// A declared font was replaced by another, as `system` is by Inter.
  public static let substituteFont = Caveats(rawValue: 1 << 0)
  /// The layout depends on a size or a bound number that is missing.
  public static let sizeUnknown = Caveats(rawValue: 1 << 1)
  /// A required constraint was relaxed.
  public static let relaxed = Caveats(rawValue: 1 << 2)
  /// The constraints are ambiguous.
  public static let ambiguous = Caveats(rawValue: 1 << 3)
  /// Text was cut by a limit other than the template's line limit.
  public static let limit = Caveats(rawValue: 1 << 4)
  /// The height is 0 although a visible view has content, because no constraint determines the
  /// bottom.
  public static let collapsed = Caveats(rawValue: 1 << 5)

  /// Every reason with its name in output, in the order of output.
  public static let named: [(name: String, reason: Caveats)] = [
    ("substitute-font", .substituteFont),
    ("size-unknown", .sizeUnknown),
    ("relaxed", .relaxed),
    ("ambiguous", .ambiguous),
    ("limit", .limit),
    ("collapsed", .collapsed),
  ]

  /// The names of the reasons present, in the order of output.
  public var names: [String] {
    Self.named.filter { contains($0.reason) }.map(\.name)
  }

  /// Creates the set of one reason from its output name; `nil` for an unknown name.
  public init?(name: String) {
    guard let match = Self.named.first(where: { $0.name == name }) else { return nil }
    self = match.reason
  }
}
