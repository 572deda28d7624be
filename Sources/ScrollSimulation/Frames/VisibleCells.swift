internal import LayoutPrimitives

/// The cells on screen.
struct VisibleCells {
  /// How one frame changed the visible cells.
  struct Step {
    /// Number of cells that came on screen and were laid out.
    var newCells = 0
    /// How far changed heights moved the cell that was first on screen, in points; positive is
    /// down.
    var jump = 0.0
  }

  private(set) var range = 0..<0
  let viewportHeight: Double
  let limit: Int

  /// Creates a screen without cells; `limit` is the maximum number of visible cells.
  init(viewportHeight: Double, limit: Int) {
    self.viewportHeight = viewportHeight
    self.limit = limit
  }

  /// Shows the list at an offset and lays out new cells.
  ///
  /// All queries go to the source, so that the frame includes their cost.
  mutating func show(offset: Double, of source: any HeightSource) throws -> Step {
    var step = Step()
    let anchor = range.isEmpty ? nil : range.lowerBound
    let anchorBefore = try anchor.map { try source.offset(of: $0) }
    let bottom = offset + viewportHeight
    guard let first = try source.index(atOffset: offset) else { return step }
    var lower: Int?
    var index = first
    while index < source.count {
      let top = try source.offset(of: index)
      guard top < bottom else { break }
      // The first cell ends above the screen if the offset is in the spacing after it.
      let hidden = try lower == nil && source.height(at: index).map { top + $0 <= offset } ?? false
      if !hidden {
        let start = lower ?? index
        guard index - start < limit else {
          throw SimulationError.tooManyCells(limit: limit, index: start)
        }
        lower = start
        if !range.contains(index) {
          _ = try source.layout(at: index)
          step.newCells += 1
        }
      }
      index += 1
    }
    range = lower.map { $0..<index } ?? first..<first
    if let anchor, let anchorBefore {
      step.jump = try source.offset(of: anchor) - anchorBefore
    }
    return step
  }
}
