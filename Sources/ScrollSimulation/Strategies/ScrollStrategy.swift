internal import LayoutPrimitives

/// How a client finds the height and the frames of a cell that comes on screen.
public enum ScrollStrategy: Hashable, Sendable {
  /// Looks them up; text is laid out once, to draw it.
  case stored
  /// Looks them up with the lines of every text, so that no text is laid out.
  case storedLines
  /// Asks one long-lived engine, as a cell in the window does.
  case live
  /// Makes an engine for every cell and sets its frames, as a cell off the window does.
  case fresh
  /// Makes an engine for the height, and asks a long-lived one for the frames: what an app with
  /// `systemLayoutSizeFitting` does.
  case selfSizing
  /// Computes frames by hand-written code.
  case manual
  /// Self-sizing cells whose heights are an estimate, in points, until they come on screen.
  case estimate(Double)

  /// The names, as written; `estimate` is followed by `:H`, an estimate in points.
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

  /// Whether heights are known before their cells come on screen.
  public var knowsHeights: Bool {
    if case .estimate = self { false } else { true }
  }

  /// Whether cells are looked up and not laid out.
  public var looksUp: Bool { self == .stored || self == .storedLines }
}
