import HeightStore
import LayoutPrimitives

/// Where a reader is in a list, so that the place is found again after cells were added, removed
/// or laid out anew.
public struct ScrollAnchor: Hashable, Sendable {
  /// Id of the record whose cell is at the top of the screen.
  public let id: String
  /// Distance of the top of the screen below the cell's top, in points; negative above the first
  /// cell.
  public let inside: Double
  /// Number of the generation in which it was taken.
  public let generation: Int
  /// Ids of the records below, nearest first, one of which is taken where the first is gone.
  public let following: [String]

  /// Maximum number of records in `following`.
  public static let maximumFollowing = 8

  /// Creates an anchor; of `following` the first `maximumFollowing` are kept.
  public init(id: String, inside: Double, generation: Int, following: [String]) {
    self.id = id
    self.inside = inside
    self.generation = generation
    self.following = Array(following.prefix(Self.maximumFollowing))
  }
}

/// Where an anchor is now.
public struct AnchorPlace: Hashable, Sendable {
  /// Id of the record whose cell was found.
  public let id: String
  /// Position of its cell in the list.
  public let position: Int
  /// The offset of the top of the screen, in points.
  public let offset: Double
  /// Whether it is the anchor's own record, and not one that followed.
  public let isExact: Bool
}

extension SnapshotPlace {
  /// The anchor of an offset in points; nil for an empty list.
  ///
  /// - Parameter list: A list of this place.
  /// - Throws: `ListError.outOfRange` for a list of another place.
  public func anchor(
    atOffset offset: Double, of list: SnapshotList
  ) throws(ListError) -> ScrollAnchor? {
    guard let position = list.position(atOffset: offset) else { return nil }
    var ids: [String] = []
    let last = min(list.count - 1, position + ScrollAnchor.maximumFollowing)
    for position in position...last { ids.append(id(of: try cell(at: position, of: list))) }
    return ScrollAnchor(
      id: ids[0], inside: offset - (try list.offset(of: position)),
      generation: snapshot.generation.number, following: Array(ids.dropFirst()))
  }

  /// Where an anchor of any generation is in a list.
  ///
  /// The offset is inside the anchor's cell as before, at most at its bottom. Where the cell is
  /// gone, it is the top of the first record of `following` that is left.
  ///
  /// - Parameter list: A list of this place.
  /// - Returns: nil where all of them are gone.
  /// - Throws: `ListError.outOfRange` for a list of another place.
  public func place(
    of anchor: ScrollAnchor, in list: SnapshotList
  ) throws(ListError) -> AnchorPlace? {
    for (order, id) in ([anchor.id] + anchor.following).enumerated() {
      guard let cell = cell(id), let position = list.position(of: cell) else { continue }
      let top = try list.offset(of: position)
      let height = scope.grid.points(cell.height)
      let inside = order == 0 && anchor.inside.isFinite ? min(anchor.inside, height) : 0
      return AnchorPlace(
        id: id, position: position, offset: max(0, top + inside), isExact: order == 0)
    }
    return nil
  }
}
