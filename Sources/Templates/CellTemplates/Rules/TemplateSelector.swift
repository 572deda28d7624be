/// The templates of a feed, and the rules that choose between them.
public struct TemplateSelector: Sendable {
  /// The templates, each listed once.
  ///
  /// The first is for records for which no rule is true.
  public private(set) var plans: [TemplatePlan]
  /// The rules in order, each with its template's index in `plans`.
  private var rules: [(rule: TemplateRule, plan: Int)] = []

  /// Creates a selector with one template.
  public init(_ plan: TemplatePlan) {
    plans = [plan]
  }

  /// Creates a selector.
  ///
  /// - Parameters:
  ///   - standard: The template for records for which no rule is true.
  ///   - rules: The rules in order. The first that is true chooses the template.
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

  /// The index in `plans` of the template for a record.
  public func index(for record: some BindingSource) -> Int {
    rules.first { $0.rule.holds(for: record) }?.plan ?? 0
  }

  /// The templates of `plans`.
  public var templates: [CellTemplate] { plans.map(\.template) }

  /// The states of all templates in order, each listed once.
  ///
  /// A cell in a state that its template does not declare is in that template's first state.
  public var states: [String] {
    var states: [String] = []
    for state in plans.flatMap(\.template.states) where !states.contains(state) {
      states.append(state)
    }
    return states
  }
}
