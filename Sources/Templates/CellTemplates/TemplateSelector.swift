import AutoLayout
public import FeedRecords
public import LayoutPrimitives
import StructuredDocuments

/// The templates of a feed, and the rules that choose between them.
public struct TemplateSelector: Sendable {
  /// The templates, each listed once.
  ///
  /// The first one is used for records for which no rule is true.
  public private(set) var plans: [TemplatePlan]
  /// The rules in order, each with its template's index in `plans`.
  private var rules: [(rule: TemplateRule, plan: Int)] = []
  /// The templates of the cells that lists have besides those of records, as indices in `plans`.
  private var listCells: [(list: String, kind: ListEntryKind, plan: Int)] = []

  /// Creates a selector with one template.
  public init(_ plan: TemplatePlan) {
    plans = [plan]
  }

  /// Creates a selector with a default template and with rules.
  ///
  /// - Parameters:
  ///   - standard: The template for records for which no rule is true.
  ///   - rules: The rules in order. The first rule that is true chooses the template.
  public init(standard: TemplatePlan, rules: [(rule: TemplateRule, plan: TemplatePlan)]) {
    plans = [standard]
    for (rule, plan) in rules {
      if let known = index(of: plan) {
        self.rules.append((rule, known))
      } else {
        self.rules.append((rule, plans.count))
        plans.append(plan)
      }
    }
  }

  /// Adds the template of the cells of a kind that a list has besides those of records.
  ///
  /// The ids of such cells name their list, except those of the first list that is added.
  public mutating func add(_ plan: TemplatePlan, for kind: ListEntryKind, ofList list: String) {
    let known = index(of: plan)
    if known == nil { plans.append(plan) }
    listCells.append((list, kind, known ?? plans.count - 1))
  }

  /// The indices in `plans` of templates that cells of lists have, and no record.
  public var listCellPlans: Set<Int> {
    Set(listCells.map(\.plan)).subtracting(rules.map(\.plan)).subtracting([0])
  }

  /// The index in `plans` of a template; `nil` if it is not there.
  public func index(of plan: TemplatePlan) -> Int? {
    plans.firstIndex { $0.template.hash == plan.template.hash }
  }

  /// The index in `plans` of the template for a record, or for a cell that a list has besides those
  /// of records, as a record.
  public func index(for record: FeedRecord) -> Int {
    if !listCells.isEmpty, ListCellID.isReserved(record.id), let id = ListCellID(record.id) {
      let isOfList = id.kind == .listHeader || id.kind == .listFooter
      let list = id.list ?? listCells[0].list
      let cell = listCells.first {
        // The name of the list is a name in an id like any other.
        $0.kind == id.kind
          && (isOfList ? ListCellID(id.kind, name: $0.list).name == id.name : $0.list == list)
      }
      if let cell { return cell.plan }
    }
    return chosen(for: record)
  }

  /// The index in `plans` of the template for a record.
  public func index(for record: some BindingSource) -> Int { chosen(for: record) }

  private func chosen(for record: some BindingSource) -> Int {
    rules.first { $0.rule.holds(for: record) }?.plan ?? 0
  }

  /// The templates of `plans`.
  public var templates: [CellTemplate] { plans.map(\.template) }

  /// The states of all templates in order, each listed once.
  ///
  /// A template that does not declare a state uses its first state instead.
  public var states: [String] {
    var states: [String] = []
    for state in plans.flatMap(\.template.states) where !states.contains(state) {
      states.append(state)
    }
    return states
  }
}

/// A rule that chooses a template for a record, by a condition on the record.
public struct TemplateRule: Hashable, Sendable {
  /// The error when a rule's condition cannot be used.
  public struct Failure: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error in one sentence, which also says what is expected.
    public var description: String
  }

  /// The condition, which depends only on the record.
  public let condition: Condition
  /// The condition, as it is written.
  public let text: String

  /// Parses a rule's condition, which may depend only on the record.
  ///
  /// A template is chosen once for all environments, states and languages.
  ///
  /// - Parameter text: A condition in the syntax of a template's groups, such as `{reblog}`.
  /// - Throws: `Failure` when the condition is invalid, or depends on more than the record.
  public init(when text: String) throws(Failure) {
    let condition: Condition
    do throws(ConditionError) {
      condition = try ConditionParser.parse(text, names: ConditionNames())
    } catch {
      let notation = error.notation
      throw Failure(
        description: "\(notation.found) at character \(notation.offset + 1) of "
          + "'\(DocumentNode.shortened(text))'; expected \(notation.expected)")
    }
    guard condition.subjects.isSubset(of: .record) else {
      throw Failure(
        description: "'\(DocumentNode.shortened(text))' asks more than the record; a rule is the "
          + "same for all environments, so ask {bindings} only")
    }
    if condition.bindings.contains(where: { !($0.format?.isNumber ?? true) }) {
      throw Failure(
        description: "'\(DocumentNode.shortened(text))' has a format that depends on the language; "
          + "of formats a rule may have count only")
    }
    self.condition = condition
    self.text = text
  }

  /// Whether the rule's condition is true for a record.
  public func holds(for record: some BindingSource) -> Bool {
    condition.holds(
      in: ConditionContext(record: record, environment: ConditionEnvironment(width: 0)))
  }
}
