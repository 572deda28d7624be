/// The templates of a feed and the rules that choose between them.
public struct TemplateSelector: Sendable {
  /// The templates, each once, the first for records for which no rule is true.
  public private(set) var plans: [TemplatePlan]
  /// The rules in order, each with the index of its template.
  private var rules: [(rule: TemplateRule, plan: Int)] = []

  /// Creates a choice of one template.
  public init(_ plan: TemplatePlan) {
    plans = [plan]
  }

  /// Creates a choice.
  ///
  /// - Parameters:
  ///   - standard: The template of records for which no rule is true.
  ///   - rules: The rules, of which the first that is true chooses.
  public init(standard: TemplatePlan, rules: [(rule: TemplateRule, plan: TemplatePlan)]) {
    plans = [standard]
    for (rule, plan) in rules {
      if let known = plans.firstIndex(where: { $0.template.hash == plan.template.hash }) {
        self.rules.append((rule, known))
      } else {
        self.rules.append((rule, plans.count))
        plans.append(plan)
      }
    }
  }

  /// The index in `plans` of a record's template.
  public func index(for record: some BindingSource) -> Int {
    rules.first { $0.rule.holds(for: record) }?.plan ?? 0
  }

  /// The templates of `plans`.
  public var templates: [CellTemplate] { plans.map(\.template) }

  /// The states of all templates, each once, in their order.
  ///
  /// A cell in a state that its template does not declare is in that template's first one.
  public var states: [String] {
    var states: [String] = []
    for state in plans.flatMap(\.template.states) where !states.contains(state) {
      states.append(state)
    }
    return states
  }
}
