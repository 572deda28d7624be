internal import LayoutPrimitives

/// How a client finds the height and the frames of a cell that comes on screen.
public enum ScrollStrategy: Hashable, Sendable {
  /// Looks up heights and frames; text is laid out once, to draw it.
  case stored
  /// Looks up heights, frames and the lines of every text, so that no text is laid out.
  case storedLines
  /// Uses one long-lived engine, as a cell in the window does.
  case live
  /// Makes an engine for every cell and sets its frames, as a cell off the window does.
  case fresh
  /// Makes an engine for the height, and uses a long-lived one for the frames.
  ///
  /// An app with `systemLayoutSizeFitting` does this.
  case selfSizing
  /// Computes frames by hand-written code.
  case manual
  /// Self-sizing cells, whose heights are an estimate in points until they come on screen.
  case estimate(Double)

  /// The names; `estimate` is followed by `:H`, an estimate in points.
  public static let names = [
    "stored", "stored-lines", "live", "fresh", "self-sizing", "manual", "estimate",
  ]

  /// The name in reports and on the command line, such as `estimate:100`.
  public var name: String {
    switch self {
    case .stored: "stored"
    case .storedLines: "stored-lines"
    case .live: "live"
    case .fresh: "fresh"
    case .selfSizing: "self-sizing"
    case .manual: "manual"
    case .estimate(let height): "estimate:\(height.plainDecimal)"
    }
  }

  /// Reads a name.
  ///
  /// - Throws: `SimulationError.strategy` with the nearest name, or for an estimate out of range.
  public init(parsing text: String) throws(SimulationError) {
    switch text {
    case "stored": self = .stored
    case "stored-lines": self = .storedLines
    case "live": self = .live
    case "fresh": self = .fresh
    case "self-sizing": self = .selfSizing
    case "manual": self = .manual
    default: self = .estimate(try Self.estimate(text))
    }
  }

  private static func estimate(_ text: String) throws(SimulationError) -> Double {
    guard text.hasPrefix("estimate") else {
      throw .strategy(
        text, "does not exist; did you mean '\(NearestName(names).closest(to: text))'?")
    }
    let digits = text.dropFirst("estimate:".count)
    guard text.hasPrefix("estimate:"),
      digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }),
      let height = Double(digits),
      (1...100_000).contains(height)
    else { throw .strategy(text, "needs an estimate of 1 to 100000 points, as in estimate:100") }
    return height
  }

  /// Whether heights are available before their cells come on screen.
  public var knowsHeights: Bool {
    if case .estimate = self { false } else { true }
  }

  /// Whether cells are looked up and not laid out.
  public var looksUp: Bool { self == .stored || self == .storedLines }
}

/// The cost of one cell that comes on screen, by strategy, with a table of costs.
struct StrategyWork: Sendable {
  let strategy: ScrollStrategy
  let table: CostTable

  /// The work that can be done before the cell is on screen: all but drawing.
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

  /// The work that remains for the frame that shows the cell.
  func drawing(of facts: CellFacts, template: String) -> CostParts {
    let cell = table.templates[template] ?? table.cell
    var parts = CostParts(.draw, cell.draw)
    if strategy != .storedLines { parts[.text] = Self.text(facts, cell) }
    return parts
  }

  /// The cost of computing the height of a cell before the first screen, in milliseconds.
  ///
  /// A list without estimates computes the heights of all cells then.
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
