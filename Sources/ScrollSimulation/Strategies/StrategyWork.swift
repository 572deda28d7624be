/// What one cell that comes on screen costs, by strategy, with a table of costs.
struct StrategyWork: Sendable {
  let strategy: ScrollStrategy
  let table: CostTable

  /// What can be done before the cell is on screen: all but drawing.
  ///
  /// - Parameter isReused: Whether the pool has views for it.
  func preparation(of facts: CellFacts, template: String, isReused: Bool) -> CostParts {
    let cell = table.templates[template] ?? table.cell
    var parts = CostParts(.bind, cell.bind)
    if !isReused { parts[.create] = cell.create }
    let text = Self.text(facts, cell)
    switch strategy {
    case .stored, .storedLines: parts[.lookup] = cell.lookup
    case .live:
      parts[.layout] = cell.window
      parts[.measure] = text
    case .fresh:
      parts[.layout] = cell.offWindow
      parts[.measure] = text
    case .selfSizing, .estimate:
      parts[.layout] = cell.fitting + cell.window
      parts[.measure] = 2 * text
    case .manual:
      parts[.layout] = cell.manual
      parts[.measure] = text
    }
    return parts
  }

  /// What is left for the frame that shows the cell.
  func drawing(of facts: CellFacts, template: String) -> CostParts {
    let cell = table.templates[template] ?? table.cell
    var parts = CostParts(.draw, cell.draw)
    if strategy != .storedLines { parts[.text] = Self.text(facts, cell) }
    return parts
  }

  /// What asking for the height of a cell costs before the first screen, in milliseconds.
  ///
  /// A list without estimates does that for every cell.
  func height(of facts: CellFacts, template: String) -> Double {
    let cell = table.templates[template] ?? table.cell
    let text = Self.text(facts, cell)
    return switch strategy {
    case .stored, .storedLines, .estimate: 0
    case .live: cell.window + text
    case .fresh, .selfSizing: cell.fitting + text
    case .manual: cell.manual + text
    }
  }

  private static func text(_ facts: CellFacts, _ cell: CostTable.Cell) -> Double {
    Double(facts.labels) * cell.label + Double(facts.lines) * cell.line
  }
}

extension ScrollStrategy {
  /// Layouts of one cell that comes on screen.
  var layoutsPerCell: Int {
    switch self {
    case .stored, .storedLines: 0
    case .live, .fresh, .manual: 1
    case .selfSizing, .estimate: 2
    }
  }

  /// Engines made for one cell that comes on screen.
  var enginesPerCell: Int {
    switch self {
    case .stored, .storedLines, .live, .manual: 0
    case .fresh, .selfSizing, .estimate: 1
    }
  }
}
