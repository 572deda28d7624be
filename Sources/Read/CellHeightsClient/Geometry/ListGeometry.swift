/// The heights and offsets of a list in one environment of one generation, in memory.
///
/// It never changes and asks nobody: every answer is there before a list view asks. Heights and
/// offsets are whole steps of the screen's grid, in points; none is a sum of rounded numbers. It
/// takes about 13 bytes a cell, the ids and an index over them.
public struct ListGeometry: Sendable {
  /// Which list it is.
  public let name: ListName
  /// The generation.
  public let generation: PinnedGeneration
  /// The ids in list order.
  public let ids: [String]
  /// Steps per point of the numbers that offsets are summed from.
  public let stepsPerPoint: Double
  /// Distance between cells, in points.
  public let gap: Double
  /// Distances around all cells, in points.
  public let insets: Insets

  /// Distances from four edges, in points.
  public struct Insets: Hashable, Sendable {
    /// Above the first cell.
    public let top: Double
    /// Before the cells, in the direction of reading.
    public let leading: Double
    /// Below the last cell.
    public let bottom: Double
    /// Behind the cells, in the direction of reading.
    public let trailing: Double
  }

  /// Tops of the cells and of one that would follow, in steps; shape `[count + 1]`.
  private let tops: [Int]
  private let doubts: [UInt8]
  private let spacing: Int
  /// Height of the whole list, in steps.
  private let steps: Int
  private let positions: [String: Int]

  init(
    _ name: ListName, _ generation: PinnedGeneration, measures: ListMeasures, cells: ListCells
  ) {
    self.name = name
    self.generation = generation
    stepsPerPoint = measures.stepsPerPoint
    spacing = measures.gap
    func points(_ steps: Int) -> Double { Double(steps) / measures.stepsPerPoint }
    gap = points(measures.gap)
    insets = Insets(
      top: points(measures.top), leading: points(measures.leading),
      bottom: points(measures.bottom), trailing: points(measures.trailing))
    ids = cells.ids
    doubts = cells.doubts
    var tops = [measures.top]
    tops.reserveCapacity(cells.heights.count + 1)
    var top = measures.top
    for height in cells.heights {
      top += Int(height) + measures.gap
      tops.append(top)
    }
    self.tops = tops
    steps = top - (cells.heights.isEmpty ? 0 : measures.gap) + measures.bottom
    positions = Dictionary(zip(cells.ids, cells.ids.indices)) { first, _ in first }
  }

  /// Number of cells.
  public var count: Int { ids.count }

  /// Height of the whole list with gaps and insets, in points.
  public var extent: Double { points(steps) }

  /// The position of a record; nil for one that is not in the list.
  public func index(of id: String) -> Int? { positions[id] }

  /// Height of a cell without its gap, in points; nil for a position that is not there.
  public func height(at index: Int) -> Double? {
    guard ids.indices.contains(index) else { return nil }
    return points(tops[index + 1] - tops[index] - spacing)
  }

  /// Height of a record's cell without its gap, in points; nil for one that is not in the list.
  public func height(of id: String) -> Double? { positions[id].flatMap { height(at: $0) } }

  /// Offset of a cell's top, in points; nil for a position that is not there.
  public func offset(at index: Int) -> Double? {
    ids.indices.contains(index) ? points(tops[index]) : nil
  }

  /// Why the height of a cell may be off; none for a position that is not there.
  public func doubts(at index: Int) -> CellDoubts {
    ids.indices.contains(index) ? CellDoubts(rawValue: doubts[index]) : []
  }

  /// The last cell whose top is at or above an offset; the first for an offset above all.
  ///
  /// - Parameter offset: In points.
  /// - Returns: nil for an empty list, and for no number.
  /// - Complexity: O(log n).
  public func index(atOffset offset: Double) -> Int? {
    guard count > 0, !offset.isNaN else { return nil }
    return max(0, firstIndex { points(tops[$0]) > offset } - 1)
  }

  /// The cells that are seen between two offsets, also in part.
  ///
  /// - Parameter offsets: Upper and lower edge of what is visible, in points.
  /// - Returns: Their positions; none where a gap, an inset or nothing is visible.
  /// - Complexity: O(log n).
  public func range(visible offsets: Range<Double>) -> Range<Int> {
    let first = firstIndex { points(tops[$0 + 1] - spacing) > offsets.lowerBound }
    let end = firstIndex { points(tops[$0]) >= offsets.upperBound }
    return first..<max(first, end)
  }

  /// The anchor for an offset, such as that of the top of what is visible.
  ///
  /// - Parameter offset: In points.
  /// - Returns: nil for an empty list.
  public func anchor(atOffset offset: Double) -> ScrollAnchor? {
    guard offset.isFinite, let index = index(atOffset: offset) else { return nil }
    return ScrollAnchor(
      id: ids[index], inside: offset - points(tops[index]), generation: generation.number,
      following: Array(ids[(index + 1)...].prefix(ScrollAnchor.maximumFollowing)))
  }

  /// The offset at which a reader goes on, in points.
  ///
  /// - Returns: The anchor's place in its cell, at most at the cell's bottom; where that cell is
  ///   gone, the top of the first of the cells that followed it; nil where all of them are gone.
  public func offset(of anchor: ScrollAnchor) -> Double? {
    if let index = positions[anchor.id], let height = height(at: index) {
      let inside = anchor.inside.isFinite ? min(anchor.inside, height) : 0
      return max(0, points(tops[index]) + inside)
    }
    for id in anchor.following {
      if let index = positions[id] { return max(0, points(tops[index])) }
    }
    return nil
  }

  /// The same expression as everywhere, for equal rounding.
  private func points(_ steps: Int) -> Double { Double(steps) / stepsPerPoint }

  /// The first position for which a condition holds that holds for an end; the count for none.
  private func firstIndex(where holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// The numbers of a list beside its cells, in steps.
struct ListMeasures {
  let stepsPerPoint: Double
  let gap: Int
  let top: Int
  let leading: Int
  let bottom: Int
  let trailing: Int
}

/// The cells of a list, in its order.
struct ListCells {
  private(set) var ids: [String] = []
  /// In steps.
  private(set) var heights: [UInt32] = []
  private(set) var doubts: [UInt8] = []

  mutating func append(
    ids more: some Sequence<String>, heights: some Sequence<UInt32>, doubts: some Sequence<UInt8>
  ) {
    ids.append(contentsOf: more)
    self.heights.append(contentsOf: heights)
    self.doubts.append(contentsOf: doubts)
  }
}
