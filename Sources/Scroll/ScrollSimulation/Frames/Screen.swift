internal import LayoutPrimitives

/// The cells that are on the screen.
struct Screen: Sendable {
  /// The positions of the visible cells in the list.
  private(set) var cells = 0..<0
  /// The offset of the first visible cell when it was last shown, in points.
  private var anchorTop: Double?
  let viewportHeight: Double
  let limit: Int

  /// Creates a screen without cells, with a maximum number of visible cells.
  init(viewportHeight: Double, limit: Int) {
    self.viewportHeight = viewportHeight
    self.limit = limit
  }

  /// Removes all cells, because another list replaces this one.
  mutating func clear() {
    cells = 0..<0
    anchorTop = nil
  }

  /// Shows a list at an offset.
  ///
  /// - Parameters:
  ///   - offset: The offset of the top of the screen, in points.
  ///   - list: The list to show.
  ///   - arrive: Called for every cell that appears; it may change the heights of the list.
  /// - Returns: The distance in points by which changed heights moved the cell that was first
  ///   before; positive is down. It is 0 if that cell is no longer visible.
  mutating func show(
    offset: Double, of list: any ScrolledList, arrive: (Int) throws -> Void
  ) throws -> Double {
    let anchor = cells.isEmpty ? nil : cells.lowerBound
    let before = anchorTop
    let bottom = offset + viewportHeight
    guard let first = try list.index(atOffset: offset) else { return 0 }
    var lower: Int?
    var index = first
    while index < list.count {
      let top = try list.offset(of: index)
      guard top < bottom else { break }
      // If the offset is in the spacing after a cell, that cell is found first but is not visible.
      let isAbove = try lower == nil && list.height(at: index).map { top + $0 <= offset } ?? false
      if !isAbove {
        let start = lower ?? index
        guard index - start < limit else {
          throw SimulationError.tooManyCells(limit: limit, index: start)
        }
        lower = start
        if !cells.contains(index) { try arrive(index) }
      }
      index += 1
    }
    cells = lower.map { $0..<index } ?? first..<first
    let isStillShown = anchor.map(cells.contains) ?? false
    let jump =
      if let anchor, let before, isStillShown { try list.offset(of: anchor) - before } else { 0.0 }
    anchorTop = cells.isEmpty ? nil : try list.offset(of: cells.lowerBound)
    return jump
  }
}
