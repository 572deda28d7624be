internal import LayoutPrimitives

/// The method by which a client gets the height and the frames of a cell that appears.
public enum ScrollStrategy: Hashable, Sendable {
  /// Looks up heights and frames; text is laid out only once, for drawing.
  case stored
  /// Looks up heights, frames and the lines of all texts, so that no text is laid out.
  case storedLines
  /// Uses one long-lived engine, as for a cell in the window.
  case live
  /// Makes an engine for each cell and sets its frames, as for a cell outside of the window.
  case fresh
  /// Makes an engine for the height of each cell, and uses a long-lived one for the frames.
  ///
  /// Apps that call `systemLayoutSizeFitting` work like this.
  case selfSizing
  /// Computes heights and frames with hand-written code.
  case manual
  /// Self-sizing cells, whose heights are an estimate until they appear; the value is in points.
  case estimate(Double)

  /// The names of the strategies; `estimate` is followed by `:H`, the estimate in points.
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

  /// Parses the name of a strategy.
  ///
  /// - Throws: `SimulationError.strategy` for an unknown name, or an estimate out of range.
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

  /// Whether heights are known before the cells appear.
  public var knowsHeights: Bool {
    if case .estimate = self { false } else { true }
  }

  /// Whether cells are looked up instead of laid out.
  public var looksUp: Bool { self == .stored || self == .storedLines }
}

/// Computes the cost of a cell that appears, from the strategy and a table of costs.
struct StrategyWork: Sendable {
  let strategy: ScrollStrategy
  let table: CostTable

  /// The cost of the work before a cell appears: everything except drawing.
  ///
  /// - Parameter isReused: Whether the reuse pool has views for the cell.
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

  /// The cost of the work in the frame that shows the cell: drawing.
  func drawing(of facts: CellFacts, template: String) -> CostParts {
    let cell = table.templates[template] ?? table.cell
    var parts = CostParts(.draw, cell.draw)
    if strategy != .storedLines { parts[.text] = Self.text(facts, cell) }
    return parts
  }

  /// The cost of computing the height of a cell before the first screen, in milliseconds.
  ///
  /// A list without estimates computes all heights at that time.
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
  /// The number of layouts for a cell that appears.
  var layoutsPerCell: Int {
    switch self {
    case .stored, .storedLines: 0
    case .live, .fresh, .manual: 1
    case .selfSizing, .estimate: 2
    }
  }

  /// The number of engines that are made for a cell that appears.
  var enginesPerCell: Int {
    switch self {
    case .stored, .storedLines, .live, .manual: 0
    case .fresh, .selfSizing, .estimate: 1
    }
  }
}
