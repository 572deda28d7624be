public import LayoutPrimitives

/// The scroll position of a list, expressed by a cell instead of an offset.
///
/// Save it with the state of the app. After cells were added, removed or laid out again,
/// `CellList.resolve(_:)` finds the position of the same content.
public struct ScrollAnchor: Hashable, Sendable, Codable {
  /// Id of the record whose cell is at the top of the screen, or else of the first record below it.
  ///
  /// Sections appear and vanish, so that their cells are anchors only if no record follows them.
  public let id: String
  /// Distance from the top of the cell down to the top of the screen, in points.
  ///
  /// It is negative if the top of the screen is above the cell.
  public let inside: Double
  /// Height of the cell when the anchor was created, in points; nil if it is unknown.
  ///
  /// If the cell has another height later, `inside` becomes the same fraction of that height.
  public let height: Double?
  /// Number of the generation in which the anchor was created.
  public let generation: Int
  /// Ids of the records below, nearest first.
  ///
  /// If the record was removed, the first of these records that still exists replaces it.
  public let following: [String]

  /// Maximum number of ids in `following`.
  public static let maximumFollowing = 8

  /// Creates an anchor; only the first `maximumFollowing` ids of `following` are kept.
  public init(
    id: String, inside: Double, height: Double? = nil, generation: Int, following: [String]
  ) {
    self.id = id
    self.inside = inside
    self.height = height
    self.generation = generation
    self.following = Array(following.prefix(Self.maximumFollowing))
  }

  /// The distance from the top of the cell to the top of the screen, for a height of the cell in
  /// points.
  ///
  /// It is at most the height, or at the same height as before, in the gap below the cell.
  ///
  /// - Parameters:
  ///   - now: The height of the cell, in points.
  ///   - gap: Returns the distance from the bottom of the cell to the next one, in points.
  func inside<Failure: Error>(
    ofHeight now: Double, gap: () throws(Failure) -> Double
  ) throws(Failure) -> Double {
    guard inside.isFinite else { return 0 }
    guard let height, height.isFinite, height > 0, inside > 0 else { return min(inside, now) }
    guard height == now else { return min(inside / height, 1) * now }
    return inside > now ? min(inside, now + (try gap())) : inside
  }
}

/// The position of an anchor's content in a list.
public struct ResolvedAnchor: Hashable, Sendable {
  /// Id of the record whose cell was found.
  public let id: String
  /// Position of the record's cell in the list.
  public let position: Int
  /// The offset of the top of the cell, in points.
  public let offset: Double
  /// The offset of the top of the screen, in points; at least 0.
  public let screenTop: Double
  /// Whether the record is the one of the anchor; false if it is one of the `following` records.
  public let isExact: Bool
}

/// The cells of a list in one environment of one generation, in order.
///
/// They are in the file of a store, in memory, or loaded from published files.
public protocol CellList: Sendable {
  /// The error of reading a cell; `Never` if reading cannot fail.
  associatedtype Failure: Error

  /// Number of the generation.
  var generationNumber: Int { get }
  /// Number of cells.
  var count: Int { get }
  /// The sections, and the kinds of the cells; nil for a list of records alone.
  var sections: ListSections? { get }
  /// Id of the record at an index in `0..<count`.
  func id(at index: Int) throws(Failure) -> String
  /// The index of a record's cell; nil if the list does not contain the cell.
  func index(of id: String) throws(Failure) -> Int?
  /// Height of a cell without spacing, in points; nil if the index is invalid.
  func height(at index: Int) throws(Failure) -> Double?
  /// Offset of the top of a cell, in points; the same as `ListGeometry.offset(of:)`.
  func top(of index: Int) throws(Failure) -> Double
  /// Finds the last cell whose top is at or above an offset in points.
  ///
  /// - Returns: The index of the cell; 0 if all tops are below the offset; nil if the list is empty
  ///   or the offset is NaN.
  func index(atOffset offset: Double) throws(Failure) -> Int?
}

extension CellList {
  /// The anchor for an offset, such as the offset of the top of the screen.
  ///
  /// - Parameter offset: The offset, in points.
  /// - Returns: nil if the list is empty or the offset is not finite.
  public func anchor(atOffset offset: Double) throws(Failure) -> ScrollAnchor? {
    guard offset.isFinite, let top = try index(atOffset: offset) else { return nil }
    var first = top
    while first < count, try !isRecord(at: first) { first += 1 }
    if first == count { first = top }
    var following: [String] = []
    var next = first + 1
    while next < count, following.count < ScrollAnchor.maximumFollowing {
      if try isRecord(at: next) { following.append(try id(at: next)) }
      next += 1
    }
    return ScrollAnchor(
      id: try id(at: first), inside: offset - (try self.top(of: first)),
      height: try height(at: first),
      generation: generationNumber, following: following)
  }

  /// Finds the position of an anchor, which may be of any generation.
  ///
  /// The top of the screen is as far below the top of the anchor's cell as before, but not below
  /// the bottom of the cell and the gap there. If the cell has another height than before, as at another width, the
  /// distance is the same fraction of its height. If the cell was removed, the top of the screen is the top of the first
  /// record in `following` that still exists.
  ///
  /// - Returns: nil if the list contains none of these records.
  public func resolve(_ anchor: ScrollAnchor) throws(Failure) -> ResolvedAnchor? {
    for (order, id) in ([anchor.id] + anchor.following).enumerated() {
      guard let position = try index(of: id), let height = try height(at: position) else {
        continue
      }
      let offset = try top(of: position)
      var inside = 0.0
      if order == 0 {
        inside = try anchor.inside(ofHeight: height) { () throws(Failure) -> Double in
          position + 1 < count ? try top(of: position + 1) - offset - height : 0
        }
      }
      return ResolvedAnchor(
        id: id, position: position, offset: offset, screenTop: max(0, offset + inside),
        isExact: order == 0)
    }
    return nil
  }
}
