import ScrollSimulation
import StructuredDocuments

extension ConfigurationReader {
  /// Maximum number of budgets.
  static let maximumBudgets = 1_000

  /// Reads `budgets`: a list of thresholds.
  func budgets(_ node: DocumentNode) throws(DocumentProblem) -> [Resolved<Threshold>] {
    let what = "a list of budgets such as hitch.time_ratio_ms_per_s<5 @120/flick-medium"
    let nodes = try node.elements(of: what)
    guard nodes.count <= Self.maximumBudgets else {
      throw node.problem("\(nodes.count) budgets are more than \(Self.maximumBudgets)")
    }
    var budgets: [Resolved<Threshold>] = []
    for element in nodes {
      let text = try element.requiredText("a budget such as frameOverrunMs.P99<0")
      let budget: Threshold
      do throws(SimulationError) {
        // A device may be one of a file that only simulate knows.
        budget = try Threshold(parsing: text, strategies: ScrollStrategy.names)
      } catch {
        throw element.problem(error.description)
      }
      guard !budgets.contains(where: { $0.value == budget }) else {
        throw element.problem("the budget '\(text)' is written twice")
      }
      budgets.append(Resolved(budget, origin(element)))
    }
    return budgets
  }
}
