public import Cassowary

/// Why a cell has no layout.
public enum LayoutError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Text heights kept changing widths: the items whose widths never settled.
  case feedbackLoop(passes: Int, items: [String])
  /// The solver has no answer.
  case solver(SolverError)

  /// Stable code of the error.
  public var code: String {
    switch self {
    case .feedbackLoop: "CH0107"
    case .solver: "CH0108"
    }
  }

  /// One sentence for a person.
  public var description: String {
    switch self {
    case .feedbackLoop(let passes, let items):
      "layout feedback loop: after \(passes) passes the width of "
        + items.map { "'\($0)'" }.joined(separator: ", ")
        + " still changes with the text measured at it"
    case .solver(let error): error.description
    }
  }
}
