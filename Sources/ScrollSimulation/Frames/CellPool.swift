/// Views that wait to be used again, by template.
struct CellPool: Sendable {
  private var free: [Int: Int] = [:]
  private let limit: Int

  /// Creates an empty pool that keeps `limit` cells of each template.
  init(limit: Int) {
    self.limit = limit
  }

  /// Takes the views of a cell; false where there are none.
  mutating func take(_ template: Int) -> Bool {
    guard let count = free[template], count > 0 else { return false }
    free[template] = count - 1
    return true
  }

  /// Gives the views of a cell that left the screen.
  mutating func give(_ template: Int) {
    free[template] = min(limit, free[template, default: 0] + 1)
  }
}
