import Cassowary
public import LayoutPrimitives

/// Where a row or a variable lives: which of the engine's solvers, and its index there.
struct Slot: Hashable, Sendable {
  var solver: Int
  var index: Int
}

/// What can be known of a template before any record: a plain value, made once and shared by every
/// engine of the template and direction.
public struct LayoutPlan: Sendable {
  /// How the two axes are solved.
  public enum Program: Hashable, Sendable {
    /// Widths first, then heights: no constraint needs both at once.
    case axesApart
    /// One system over both axes, because a constraint ties them and its width is open.
    case joined
  }

  /// Traits of the template that its constraints alone do not show.
  public struct Traits: Sendable {
    /// Constraints that some records leave out or whose multiplier they bring.
    public var optionalConstraints: Set<Int>
    /// Text items of which conditions ask lines or truncation.
    public var askedItems: Set<Int>

    /// Creates traits; by default every constraint holds for every record and nothing is asked.
    public init(optionalConstraints: Set<Int> = [], askedItems: Set<Int> = []) {
      self.optionalConstraints = optionalConstraints
      self.askedItems = askedItems
    }
  }

  /// The template.
  public let system: LayoutSystem
  /// The direction in which its leading edges run.
  public let direction: LayoutDirection
  /// How the two axes are solved.
  public private(set) var program: Program
  /// Text items that are measured at all, ascending.
  public let measuredItems: [Int]

  let traits: Traits
  let forms: [ConstraintForm]
  let rows: [LayoutRow]
  /// Measured items whose width depends on their own text, so that pass 1 is needed.
  let needsUnwrappedWidth: [Bool]
  /// Constraints that use a baseline of a text.
  let baselineConstraints: [Int]
  /// Constraints in which widths stand as constants of the vertical program.
  private(set) var tyingConstraints: [Int]
  /// The same as a flag a constraint.
  private(set) var isTying: [Bool]
  /// Whether one of them is required, so that it takes part in who has to give.
  let hasRequiredTie: Bool

  /// Analyses a template for one direction.
  public init(_ system: LayoutSystem, direction: LayoutDirection, traits: Traits = Traits()) {
    self.system = system
    self.direction = direction
    self.traits = traits
    let forms = system.constraints.map { ConstraintForm($0, system, direction) }
    let rows = documentRows(system, forms)
    self.forms = forms
    self.rows = rows
    let analysis = PlanAnalysis(system: system, rows: rows, traits: traits)
    program = analysis.tiesAreDetermined ? .axesApart : .joined
    tyingConstraints = analysis.tiesAreDetermined ? analysis.tyingConstraints : []
    var isTying = [Bool](repeating: false, count: forms.count)
    for index in tyingConstraints { isTying[index] = true }
    self.isTying = isTying
    hasRequiredTie = tyingConstraints.contains { system.constraints[$0].priority.isRequired }
    baselineConstraints = forms.indices.filter {
      forms[$0].first.baseline != nil || forms[$0].second?.baseline != nil
    }
    var asked = traits.askedItems
    for index in baselineConstraints {
      for form in [forms[index].first, forms[index].second] {
        if let item = form?.baseline?.item { asked.insert(item) }
      }
    }
    measuredItems = system.items.indices.filter {
      system.items[$0].content == .text
        && (asked.contains($0) || !analysis.determines($0, .width)
          || !analysis.determines($0, .height))
    }
    needsUnwrappedWidth = system.items.indices.map {
      system.items[$0].content == .text && !analysis.determines($0, .width)
    }
  }

  /// The same template as one system over both axes.
  func joined() -> LayoutPlan {
    var plan = self
    plan.program = .joined
    plan.tyingConstraints = []
    plan.isTying = [Bool](repeating: false, count: isTying.count)
    return plan
  }
}

/// Finds out which extents the required equalities decide alone.
private struct PlanAnalysis {
  private(set) var tiesAreDetermined = true
  private(set) var tyingConstraints: [Int] = []
  private var all: Determination

  init(system: LayoutSystem, rows: [LayoutRow], traits: LayoutPlan.Traits) {
    let count = system.items.count * ItemVariable.allCases.count
    all = Determination(variables: count)
    var ties: [(row: LayoutRow, before: Determination)] = []
    for row in rows {
      let isTie = row.axes.count == 2
      if isTie, case .constraint(let index) = row.origin {
        tyingConstraints.append(index)
        ties.append((row, all))
      }
      guard row.relation == .equal, row.priority.isRequired, row.origin != .environmentHeight,
        Self.isAlwaysThere(row, system, traits), !isTie
      else { continue }
      var coefficients = [Double](repeating: 0, count: count)
      for part in row.parts {
        coefficients[Self.index(part.item, part.variable)] += part.coefficient
      }
      all.insert(coefficients)
    }
    for (row, before) in ties {
      let known = row.priority.isRequired ? before : all
      for part in row.parts where part.variable.axis == .horizontal {
        if !known.determines(Self.index(part.item, part.variable)) { tiesAreDetermined = false }
      }
    }
  }

  /// Whether an item's extent has a single value whatever the record.
  func determines(_ item: Int, _ variable: ItemVariable) -> Bool {
    all.determines(Self.index(item, variable))
  }

  private static func index(_ item: Int, _ variable: ItemVariable) -> Int {
    item * ItemVariable.allCases.count + variable.rawValue
  }

  private static func isAlwaysThere(
    _ row: LayoutRow, _ system: LayoutSystem, _ traits: LayoutPlan.Traits
  ) -> Bool {
    guard case .constraint(let index) = row.origin else { return true }
    return system.groups[index] == nil && !traits.optionalConstraints.contains(index)
  }
}
