import Cassowary
public import LayoutPrimitives

/// Where a row or a variable lives: which of the engine's solvers, and its index there.
struct Slot: Hashable, Sendable {
  var solver: Int
  var index: Int
}

/// What can be known of a template before any record: immutable, made once and shared by every engine
/// of the template and direction.
///
/// A class so that an engine, which is asked thousands of times a second, carries one reference
/// instead of all of this.
public final class LayoutPlan: Sendable {
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
    /// Priorities below required at which the root is asked to fit a target size; with any, its
    /// width is no longer known to be given.
    public var fittingPriorities: Set<Priority>

    /// Creates traits; by default every constraint holds for every record, nothing is asked, and
    /// the width is given.
    public init(
      optionalConstraints: Set<Int> = [], askedItems: Set<Int> = [],
      fittingPriorities: Set<Priority> = []
    ) {
      self.optionalConstraints = optionalConstraints
      self.askedItems = askedItems
      self.fittingPriorities = fittingPriorities
    }
  }

  /// The template.
  public let system: LayoutSystem
  /// The direction in which its leading edges run.
  public let direction: LayoutDirection
  /// How the two axes are solved.
  public let program: Program
  /// Text items that are measured at all, ascending.
  public let measuredItems: [Int]

  let traits: Traits
  let forms: [ConstraintForm]
  /// What stands on the right-hand side of each constraint besides its own constant.
  let offsets: ContiguousArray<ConstraintOffset>
  /// The widths on either side of each tying constraint; empty for the others.
  let tyingWidths: [(first: [AnchorForm.Part], second: [AnchorForm.Part])]
  /// Constraints by group; shape `[groups]`.
  let groupMembers: [[Int]]
  let rows: [LayoutRow]
  /// Measured items whose width depends on their own text, so that pass 1 is needed.
  let needsUnwrappedWidth: [Bool]
  /// Constraints that use a baseline of a text.
  let baselineConstraints: [Int]
  /// Constraints in which widths stand as constants of the vertical program.
  let tyingConstraints: [Int]
  /// The same as a flag a constraint.
  let isTying: [Bool]
  /// Constraints for which the axes are joined.
  let openTies: [OpenTie]
  /// For each constraint whether its multiplier is a coefficient of a solver's row.
  let multiplierIsCoefficient: [Bool]
  /// Whether one of them is required, so that it takes part in who has to give.
  let hasRequiredTie: Bool

  /// Analyses a template for one direction.
  public convenience init(
    _ system: LayoutSystem, direction: LayoutDirection, traits: Traits = Traits()
  ) {
    self.init(system, direction: direction, traits: traits, isJoined: false)
  }

  /// - Parameter isJoined: Whether both axes are one system whatever the analysis says.
  private init(
    _ system: LayoutSystem, direction: LayoutDirection, traits: Traits, isJoined: Bool
  ) {
    self.system = system
    self.direction = direction
    self.traits = traits
    let forms = system.constraints.map { ConstraintForm($0, system, direction) }
    let rows = documentRows(system, forms, fittingAt: traits.fittingPriorities)
    self.forms = forms
    self.rows = rows
    offsets = ContiguousArray(forms.map { ConstraintOffset($0) })
    tyingWidths = forms.map { form in
      func widths(_ parts: [AnchorForm.Part]?) -> [AnchorForm.Part] {
        parts?.filter { $0.variable.axis == .horizontal } ?? []
      }
      return (widths(form.first.parts), widths(form.second?.parts))
    }
    groupMembers = (0..<system.groupCount).map { group in
      system.groups.indices.filter { system.groups[$0] == group }
    }
    let analysis = PlanAnalysis(system: system, rows: rows, traits: traits)
    openTies = analysis.openTies
    let isApart = analysis.tiesAreDetermined && !isJoined
    program = isApart ? .axesApart : .joined
    let tyingConstraints = isApart ? analysis.tyingConstraints : []
    self.tyingConstraints = tyingConstraints
    var isTying = [Bool](repeating: false, count: forms.count)
    for index in tyingConstraints { isTying[index] = true }
    self.isTying = isTying
    // Of a tie only the vertical part is a term; where all of the second anchor is a width, its
    // multiplier is no coefficient.
    multiplierIsCoefficient = forms.indices.map { index in
      guard isTying[index], let second = forms[index].second else { return true }
      return second.parts.contains { $0.variable.axis == .vertical }
    }
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
    LayoutPlan(system, direction: direction, traits: traits, isJoined: true)
  }
}

/// A constraint that ties the axes over widths that are not decided before it.
struct OpenTie: Hashable, Sendable {
  var constraint: Int
  /// Items whose widths, or places across, are open.
  var items: [Int]
}

/// Finds out which extents the required equalities decide alone.
private struct PlanAnalysis {
  private(set) var openTies: [OpenTie] = []
  private(set) var tyingConstraints: [Int] = []
  private var always: Determination

  init(system: LayoutSystem, rows: [LayoutRow], traits: LayoutPlan.Traits) {
    let count = system.items.count * ItemVariable.allCases.count
    always = Determination(variables: count)
    for row in rows where Self.decides(row, traits) && Self.group(of: row, system) == nil {
      always.insert(Self.coefficients(row, count: count))
    }
    for (place, row) in rows.enumerated() {
      guard row.axes.count == 2, case .constraint(let index) = row.origin else { continue }
      tyingConstraints.append(index)
      // Whoever holds the constraint holds its group: with it, those rows are there as well.
      let group = system.groups[index]
      let known: Determination
      if group == nil, !row.priority.isRequired {
        known = always
      } else {
        var own = Determination(variables: count)
        for other in row.priority.isRequired ? rows[..<place] : rows[...]
        where Self.decides(other, traits) {
          let holder = Self.group(of: other, system)
          if holder == nil || holder == group {
            own.insert(Self.coefficients(other, count: count))
          }
        }
        known = own
      }
      var open: [Int] = []
      for part in row.parts where part.variable.axis == .horizontal {
        let isDecided = known.determines(Self.index(part.item, part.variable))
        if !isDecided, !open.contains(part.item) { open.append(part.item) }
      }
      if !open.isEmpty { openTies.append(OpenTie(constraint: index, items: open)) }
    }
  }

  /// Whether heights can be solved after widths.
  var tiesAreDetermined: Bool { openTies.isEmpty }

  /// Whether an item's extent has a single value whatever the record.
  func determines(_ item: Int, _ variable: ItemVariable) -> Bool {
    always.determines(Self.index(item, variable))
  }

  private static func index(_ item: Int, _ variable: ItemVariable) -> Int {
    item * ItemVariable.allCases.count + variable.rawValue
  }

  private static func coefficients(_ row: LayoutRow, count: Int) -> [Double] {
    var coefficients = [Double](repeating: 0, count: count)
    for part in row.parts { coefficients[index(part.item, part.variable)] += part.coefficient }
    return coefficients
  }

  /// Whether a row is a required equality along one axis that holds for every record.
  private static func decides(_ row: LayoutRow, _ traits: LayoutPlan.Traits) -> Bool {
    guard row.relation == .equal, row.priority.isRequired, row.origin != .environmentHeight,
      row.origin != .environmentWidth || traits.fittingPriorities.isEmpty, row.axes.count == 1
    else { return false }
    guard case .constraint(let index) = row.origin else { return true }
    return !traits.optionalConstraints.contains(index)
  }

  private static func group(of row: LayoutRow, _ system: LayoutSystem) -> Int? {
    guard case .constraint(let index) = row.origin else { return nil }
    return system.groups[index]
  }
}
