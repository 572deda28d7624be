public import Cassowary

/// Why a cell has no layout.
public enum LayoutError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The widths did not settle within the maximum number of passes.
  case feedbackLoop(FeedbackLoop)
  /// The solver has no answer.
  case solver(SolverError)

  /// The stable code of the error, such as `CH0107`.
  public var code: String {
    switch self {
    case .feedbackLoop: "CH0107"
    case .solver(.programDiffers), .solver(.diagnosisDiffers): "CH0111"
    case .solver: "CH0108"
    }
  }

  /// The error as one sentence for a person.
  public var description: String {
    switch self {
    case .feedbackLoop(let loop):
      "layout feedback loop: after \(loop.passes) passes the width of "
        + loop.views.map { "'\($0)'" }.joined(separator: ", ")
        + " still changes with the text measured at it: \(loop.variable) goes round "
        + loop.values.map { Quantity.literal(($0 * 1000).rounded() / 1000).description }
        .joined(separator: ", ") + " points"
    case .solver(let error): error.description
    }
  }
}
