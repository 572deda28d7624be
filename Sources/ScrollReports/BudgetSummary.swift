internal import ScrollSimulation

/// One threshold over all runs that it applies to.
struct BudgetSummary {
  /// A run that the threshold applies to, and what it had.
  struct Judged {
    var run: String
    var result: ThresholdResult
  }

  /// The threshold, as written.
  let text: String
  /// The runs that breach it, in the order of the runs.
  let breaches: [Judged]
  /// Number of runs that it applies to.
  let count: Int
  /// Of the runs that keep it, the one nearest to its limit.
  let nearest: Judged?

  var passed: Bool { breaches.isEmpty }

  /// The thresholds of runs, each once, in the order of the first run that each applies to.
  static func all(of runs: [SimulatedRun]) -> [BudgetSummary] {
    var order: [String] = []
    var judged: [String: [Judged]] = [:]
    for run in runs {
      for result in run.thresholds {
        let text = result.threshold.text
        if judged[text] == nil { order.append(text) }
        judged[text, default: []].append(Judged(run: run.name, result: result))
      }
    }
    return order.map { BudgetSummary($0, judged[$0] ?? []) }
  }

  private init(_ text: String, _ judged: [Judged]) {
    self.text = text
    count = judged.count
    breaches = judged.filter { !$0.result.passed }
    func distance(_ one: Judged) -> Double {
      guard let measured = one.result.measured else { return .infinity }
      return (one.result.threshold.value - measured).magnitude
    }
    nearest = judged.filter(\.result.passed).min { distance($0) < distance($1) }
  }
}
