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
  /// The offset of its top, in points.
  public let offset: Double
  /// The offset of the top of the screen, in points.
  public let screenTop: Double
  /// Whether it is the anchor's own record, and not one that followed.
  public let isExact: Bool
}

extension ListSnapshot {
  /// The anchor of an offset in points; nil for an empty list.
  ///
  /// - Throws: `StoreError.corrupt`.
  public func anchor(atOffset offset: Double) throws -> ScrollAnchor? {
    try AnchoredList(list: self).anchor(atOffset: offset)
  }

  /// Where an anchor of any generation is in the list.
  ///
  /// The offset is inside the anchor's cell as before, at most at its bottom. Where the cell is
  /// gone, it is the top of the first record of `following` that is left.
  ///
  /// - Returns: nil where all of them are gone.
  /// - Throws: `StoreError.corrupt`.
  public func place(of anchor: ScrollAnchor) throws -> AnchorPlace? {
    try AnchoredList(list: self).place(of: anchor)
  }
}

extension SnapshotPlace {
  /// The anchor of an offset; nil for an empty list.
  ///
  /// - Parameters:
  ///   - offset: In points.
  ///   - list: A list of this place.
  /// - Throws: `ListError.outOfRange` for a list of another place.
  public func anchor(atOffset offset: Double, of list: SnapshotList) throws -> ScrollAnchor? {
    try AnchoredList(place: self, list: list).anchor(atOffset: offset)
  }

  /// Where an anchor of any generation is in a list, as `ListSnapshot.place(of:)` has it.
  ///
  /// - Parameters:
  ///   - anchor: The anchor.
  ///   - list: A list of this place.
  /// - Returns: nil where all of its records are gone.
  /// - Throws: `ListError.outOfRange` for a list of another place.
  public func place(of anchor: ScrollAnchor, in list: SnapshotList) throws -> AnchorPlace? {
    try AnchoredList(place: self, list: list).place(of: anchor)
  }
}

/// What anchors need of a list, in memory or in the file.
private struct AnchoredList {
  let count: Int
  let generation: Int
  let position: (_ offset: Double) throws -> Int?
  let offset: (_ position: Int) throws -> Double
  let id: (_ position: Int) throws -> String
  /// Position and height in points of a record's cell.
  let find: (_ id: String) throws -> (position: Int, height: Double)?

  init(list: ListSnapshot) {
    count = list.count
    generation = list.generation
    position = { try list.index(atOffset: $0) }
    offset = { try list.offset(of: $0) }
    id = { try list.cell(at: $0).recordID }
    find = { try list.find($0) }
  }

  init(place: SnapshotPlace, list: SnapshotList) {
    count = list.count
    generation = place.snapshot.generation.number
    position = { list.position(atOffset: $0) }
    offset = { try list.offset(of: $0) }
    id = { place.id(of: try place.cell(at: $0, of: list)) }
    find = { id in
      guard let cell = place.cell(id), let position = list.position(of: cell) else { return nil }
      return (position, place.scope.grid.points(cell.height))
    }
  }

  func anchor(atOffset asked: Double) throws -> ScrollAnchor? {
    guard let first = try position(asked) else { return nil }
    let last = min(count - 1, first + ScrollAnchor.maximumFollowing)
    let ids = try (first...last).map(id)
    return ScrollAnchor(
      id: ids[0], inside: asked - (try offset(first)), generation: generation,
      following: Array(ids.dropFirst()))
  }

  func place(of anchor: ScrollAnchor) throws -> AnchorPlace? {
    for (order, id) in ([anchor.id] + anchor.following).enumerated() {
      guard let found = try find(id) else { continue }
      let inside =
        order == 0 && anchor.inside.isFinite ? min(anchor.inside, found.height) : 0
      let top = try offset(found.position)
      return AnchorPlace(
        id: id, position: found.position, offset: top, screenTop: max(0, top + inside),
        isExact: order == 0)
    }
    return nil
  }
}
