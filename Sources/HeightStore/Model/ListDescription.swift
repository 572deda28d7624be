public import LayoutPrimitives

/// A named order of a feed's records.
public struct ListDescription: Hashable, Sendable {
  /// The name.
  public var name: String
  /// Distance between cells, in points.
  public var spacing: Double
  /// Distances around all cells, in points.
  public var insets: Insets

  /// The name of the list in feed order.
  public static let feedOrder = "feed"

  /// Creates a list's description.
  public init(
    name: String = ListDescription.feedOrder, spacing: Double = 0, insets: Insets = Insets(all: 0)
  ) {
    self.name = name
    self.spacing = spacing
    self.insets = insets
  }
}

/// Row number of a list in one store.
public struct ListID: Hashable, Sendable {
  /// The row number.
  public let rawValue: Int64
}
