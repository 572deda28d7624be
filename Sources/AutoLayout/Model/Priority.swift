/// The priority of a constraint: 1000 is required; smaller ones are violated first.
public struct Priority: Hashable, Sendable, Comparable {
  /// The number, in 1...1000.
  public let value: Int

  /// Creates a priority, or nothing outside 1...1000.
  public init?(_ value: Int) {
    guard (1...1000).contains(value) else { return nil }
    self.value = value
  }

  private init(known value: Int) { self.value = value }

  /// Satisfied whenever possible.
  public static let required = Priority(known: 1000)
  /// Default compression resistance.
  public static let defaultCompression = Priority(known: 750)
  /// Default hugging.
  public static let defaultHugging = Priority(known: 250)
  /// The preference of a cell for the smallest size.
  public static let fitting = Priority(known: 50)

  /// Whether it is 1000.
  public var isRequired: Bool { value == 1000 }

  /// Whether the left one is smaller.
  public static func < (left: Priority, right: Priority) -> Bool { left.value < right.value }
}
