internal import LayoutPrimitives

/// The cells on screen.
struct Screen: Sendable {
  private(set) var cells = 0..<0
  /// Top of the first cell on screen when it was shown, in points.
  private var anchorTop: Double?
  let viewportHeight: Double
  let limit: Int

  /// Creates a screen without cells; `limit` is the maximum number of visible cells.
  init(viewportHeight: Double, limit: Int) {
    self.viewportHeight = viewportHeight
    self.limit = limit
  }

  /// Forgets the cells, as when the list is exchanged.
  mutating func clear() {
    cells = 0..<0
    anchorTop = nil
  }

  /// Shows a list at an offset.
  ///
  /// - Parameters:
  ///   - offset: In points.
  ///   - list: The list.
  ///   - arrive: Called for every cell that was not on screen; it may change offsets.
  /// - Returns: How far changed heights moved the first cell on screen, if it has been on screen
  ///   since; in points, positive is down.
  mutating func show(
    offset: Double, of list: any HeightSource, arrive: (Int) throws -> Void
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
      // The first cell ends above the screen if the offset is in the spacing after it.
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
