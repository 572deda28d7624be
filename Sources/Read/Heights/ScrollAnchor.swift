/// The scroll position of a list: a cell instead of an offset.
///
/// Save it with the app's state. After cells were added, removed or laid out again,
/// `CellList.resolve(_:)` finds the same content.
public struct ScrollAnchor: Hashable, Sendable, Codable {
  /// Id of the record whose cell is at the top of the screen.
  public let id: String
  /// Distance of the top of the screen below the cell's top, in points; negative above the first
  /// cell.
  public let inside: Double
  /// Number of the generation in which it was taken.
  public let generation: Int
  /// Ids of the records below, nearest first; the first that still exists replaces a removed
  /// record.
  public let following: [String]

  /// Maximum number of ids in `following`.
  public static let maximumFollowing = 8

  /// Creates an anchor; only the first `maximumFollowing` of `following` are kept.
  public init(id: String, inside: Double, generation: Int, following: [String]) {
    self.id = id
    self.inside = inside
    self.generation = generation
    self.following = Array(following.prefix(Self.maximumFollowing))
  }
}

/// The location of an anchor in a list.
public struct ResolvedAnchor: Hashable, Sendable {
  /// Id of the record whose cell was found.
  public let id: String
  /// Position of its cell in the list.
  public let position: Int
  /// The offset of its top, in points.
  public let offset: Double
  /// The offset of the top of the screen, in points, at least 0.
  public let screenTop: Double
  /// Whether it is the anchor's own record, and not one of those below it.
  public let isExact: Bool
}

/// The cells of a list in one environment of one generation, in order.
///
/// They are in a store's file, in memory, or loaded from published files.
public protocol CellList: Sendable {
  /// The error of reading a cell; `Never` for a list in memory.
  associatedtype Failure: Error

  /// Number of the generation.
  var generationNumber: Int { get }
  /// Number of cells.
  var count: Int { get }
  /// Id of the record at an index, `0..<count`.
  func id(at index: Int) throws(Failure) -> String
  /// The position of a record's cell; nil if it is not in the list.
  func index(of id: String) throws(Failure) -> Int?
  /// Height of a cell without its spacing, in points; nil for an invalid index.
  func height(at index: Int) throws(Failure) -> Double?
  /// Offset of a cell's top, in points, as in `ListGeometry.offset(of:)`.
  func top(of index: Int) throws(Failure) -> Double
  /// The last cell whose top is at or above an offset in points; the first for an offset above all.
  ///
  /// - Returns: nil for an empty list, and for NaN.
  func index(atOffset offset: Double) throws(Failure) -> Int?
}

extension CellList {
  /// The anchor of an offset, such as that of the top of the screen.
  ///
  /// - Parameter offset: In points.
  /// - Returns: nil for an empty list, and for an offset that is not finite.
  public func anchor(atOffset offset: Double) throws(Failure) -> ScrollAnchor? {
    guard offset.isFinite, let first = try index(atOffset: offset) else { return nil }
    var following: [String] = []
    for index in (first + 1)..<max(first + 1, min(count, first + 1 + ScrollAnchor.maximumFollowing))
    {
      following.append(try id(at: index))
    }
    return ScrollAnchor(
      id: try id(at: first), inside: offset - (try top(of: first)), generation: generationNumber,
      following: following)
  }

  /// Finds an anchor of any generation.
  ///
  /// The screen begins inside the anchor's cell as before, at most at its bottom. If the cell was
  /// removed, it begins at the top of the first remaining record of `following`.
  ///
  /// - Returns: nil if all of them were removed.
  public func resolve(_ anchor: ScrollAnchor) throws(Failure) -> ResolvedAnchor? {
    for (order, id) in ([anchor.id] + anchor.following).enumerated() {
      guard let position = try index(of: id), let height = try height(at: position) else {
        continue
      }
      let inside = order == 0 && anchor.inside.isFinite ? min(anchor.inside, height) : 0
      let offset = try top(of: position)
      return ResolvedAnchor(
        id: id, position: position, offset: offset, screenTop: max(0, offset + inside),
        isExact: order == 0)
    }
    return nil
  }
}
