/// The priority of a constraint: 1000 is required; smaller ones are violated first.
public struct Priority: Hashable, Sendable, Comparable {
  /// The priority as a number in 1...1000.
  public let value: Int

  /// Creates a priority; `nil` for a number outside 1...1000.
  public init?(_ value: Int) {
    guard (1...1000).contains(value) else { return nil }
    self.value = value
  }

  private init(known value: Int) { self.value = value }

  /// The priority of required constraints, 1000.
  public static let required = Priority(known: 1000)
  /// The default priority of compression resistance, 750.
  public static let defaultCompression = Priority(known: 750)
  /// The default priority of content hugging, 250.
  public static let defaultHugging = Priority(known: 250)
  /// The priority at which a cell prefers the smallest size, 50.
  public static let fitting = Priority(known: 50)

  /// Whether the priority is 1000.
  public var isRequired: Bool { value == 1000 }

  /// Whether the left priority is the smaller one.
  public static func < (left: Priority, right: Priority) -> Bool { left.value < right.value }
}
