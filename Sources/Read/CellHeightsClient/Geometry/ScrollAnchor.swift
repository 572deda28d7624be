/// Where a reader is in a list, in words that outlast the list: a cell instead of an offset.
///
/// Save it with the app's state. After a new generation, `ListGeometry.offset(of:)` finds the same
/// content again, whatever was added above it or deleted.
public struct ScrollAnchor: Hashable, Sendable, Codable {
  /// Maximum number of ids in `following`.
  public static let maximumFollowing = 8

  /// Id of the cell at the top of what is visible.
  public let id: String
  /// Distance from the cell's top to the top of what is visible, in points; negative above the
  /// first cell.
  public let inside: Double
  /// Number of the generation in which it was taken.
  public let generation: Int
  /// Ids of the next cells, which stand in for one that is gone.
  public let following: [String]

  /// Creates an anchor; of the ids the first eight are kept.
  public init(id: String, inside: Double, generation: Int, following: [String]) {
    self.id = id
    self.inside = inside
    self.generation = generation
    self.following = Array(following.prefix(Self.maximumFollowing))
  }
}
