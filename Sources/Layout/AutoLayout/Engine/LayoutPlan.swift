import Cassowary
public import LayoutPrimitives

/// The analysis of a template for one layout direction: which texts are measured, and how the axes
/// are solved.
///
/// It is immutable and shared by all engines. It is a class, so that copies of an engine copy only
/// a reference.
public final class LayoutPlan: Sendable {
  /// Whether the two axes are solved one after the other or as one system.
  public enum Program: Hashable, Sendable {
    /// Widths are solved first, then heights.
    case axesApart
    /// Both axes are solved as one system, because a constraint relates a height to a width that
    /// the required equalities do not determine.
    case joined
  }

  /// Properties of a template that the analysis uses in addition to items and constraints.
  public struct Traits: Sendable {
    /// Indices of the constraints that some records lack, or whose multiplier a record sets.
    public var optionalConstraints: Set<Int>
    /// Indices of the text items whose number of lines or truncation is used in conditions.
    public var askedItems: Set<Int>
    /// Priorities below required at which the root may prefer a target size; if there are any, the
    /// root's width may be without a fixed value.
    public var fittingPriorities: Set<Priority>

    /// Creates traits; by default every record has every constraint and the width is given.
    public init(
      optionalConstraints: Set<Int> = [], askedItems: Set<Int> = [],
      fittingPriorities: Set<Priority> = []
    ) {
      self.optionalConstraints = optionalConstraints
      self.askedItems = askedItems
      self.fittingPriorities = fittingPriorities
    }
  }

  /// The items and constraints of the template.
  public let system: LayoutSystem
  /// The layout direction.
  public let direction: LayoutDirection
  /// Whether the two axes are solved one after the other or as one system.
  public let program: Program
  /// Indices of the text items that are measured, ascending.
  public let measuredItems: [Int]

  let traits: Traits
  let forms: [ConstraintForm]
  /// The margins and baselines that each constraint adds to its right-hand side; shape
  /// `[constraints]`.
  let offsets: ContiguousArray<ConstraintOffset>
  /// The horizontal terms on the left- and right-hand side of each constraint; shape
  /// `[constraints]`.
  let tyingWidths: [(first: [AnchorForm.Part], second: [AnchorForm.Part])]
  /// The indices of the constraints of each group; shape `[groups]`.
  let groupMembers: [[Int]]
  let rows: [LayoutRow]
  let slots: SolverSlots
  /// For each item, whether its unwrapped width is measured first; true for a text whose width may
  /// depend on the text.
  let needsUnwrappedWidth: [Bool]
  /// Indices of the constraints that use a baseline of a text item.
  let baselineConstraints: [Int]
  /// Indices of the constraints that relate a height to widths; the widths are constants of the
  /// vertical solver.
  let tyingConstraints: [Int]
  /// For each constraint, whether it is in `tyingConstraints`.
  let isTying: [Bool]
  /// The constraints that force the axes to be joined.
  let openTies: [OpenTie]
  /// For each constraint, whether its multiplier is a coefficient of a solver's row; otherwise it
  /// affects only the right-hand side.
  let multiplierIsCoefficient: [Bool]
  /// Whether any constraint in `tyingConstraints` is required.
  let hasRequiredTie: Bool

  /// Analyzes a template for one direction.
  public convenience init(
    _ system: LayoutSystem, direction: LayoutDirection, traits: Traits = Traits()
  ) {
    self.init(system, direction: direction, traits: traits, isJoined: false)
  }

  /// Analyzes a template for one direction.
  ///
  /// - Parameter isJoined: Whether to join the axes regardless of the analysis.
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
    var analysis = PlanAnalysis(system: system, rows: rows, traits: traits)
    openTies = analysis.openTies
    let isApart = analysis.tiesAreDetermined && !isJoined
    program = isApart ? .axesApart : .joined
    slots = SolverSlots(items: system.items.count, rows: rows, program: program)
    let tyingConstraints = isApart ? analysis.tyingConstraints : []
    self.tyingConstraints = tyingConstraints
    var isTying = [Bool](repeating: false, count: forms.count)
    for index in tyingConstraints { isTying[index] = true }
    self.isTying = isTying
    // Only the vertical parts of a tying constraint are terms. If its second anchor is a width, its
    // multiplier is not a coefficient.
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
    var measured: [Int] = []
    var needsUnwrapped = [Bool](repeating: false, count: system.items.count)
    for (item, layoutItem) in system.items.enumerated() where layoutItem.content == .text {
      let (wide, high) = (layoutItem.contentWidthItem, layoutItem.contentHeightItem)
      let widthIsDecided = analysis.determines(wide ?? item, .width)
      needsUnwrapped[item] = !widthIsDecided
      if asked.contains(item) || !widthIsDecided || !analysis.determines(high ?? item, .height) {
        measured.append(item)
      }
    }
    measuredItems = measured
    needsUnwrappedWidth = needsUnwrapped
  }

  /// Makes a plan of the same template that solves both axes as one system.
  func joined() -> LayoutPlan {
    LayoutPlan(system, direction: direction, traits: traits, isJoined: true)
  }
}

/// A constraint that relates a height to widths that required equalities do not determine.
struct OpenTie: Hashable, Sendable {
  var constraint: Int
  /// Indices of the items whose widths or horizontal positions are not determined.
  var items: [Int]
}

/// Decides which variables the required equalities determine, and which constraints relate the
/// axes.
struct PlanAnalysis {
  private(set) var openTies: [OpenTie] = []
  private(set) var tyingConstraints: [Int] = []
  private var always: Determination

  init(system: LayoutSystem, rows: [LayoutRow], traits: LayoutPlan.Traits) {
    always = Self.always(system, rows, traits)
    // The equations of the required rows before the current one, without rows in groups.
    var before = Determination(items: system.items.count)
    for (number, row) in rows.enumerated() {
      let group = Self.group(of: row, system)
      if Self.decides(row, traits), group == nil { before.insert(row) }
      guard row.axes.count == 2, case .constraint(let index) = row.origin else { continue }
      tyingConstraints.append(index)
      // While the constraint is active, the other rows of its group are active too.
      var determination = row.priority.isRequired ? before : always
      if let group {
        for other in row.priority.isRequired ? rows[..<number] : rows[...]
        where Self.decides(other, traits) && Self.group(of: other, system) == group {
          determination.insert(other)
        }
      }
      var open: [Int] = []
      for part in row.parts where part.variable.axis == .horizontal {
        if !determination.determines(part.item, part.variable), !open.contains(part.item) {
          open.append(part.item)
        }
      }
      if !open.isEmpty { openTies.append(OpenTie(constraint: index, items: open)) }
    }
  }

  /// Collects the required equalities that apply to every record.
  static func always(
    _ system: LayoutSystem, _ rows: [LayoutRow], _ traits: LayoutPlan.Traits
  ) -> Determination {
    var always = Determination(items: system.items.count)
    for row in rows where decides(row, traits) && group(of: row, system) == nil {
      always.insert(row)
    }
    return always
  }

  /// Whether widths can be solved before heights, because every constraint that relates the axes
  /// uses determined widths.
  var tiesAreDetermined: Bool { openTies.isEmpty }

  /// Whether required equalities determine a variable of an item for every record.
  mutating func determines(_ item: Int, _ variable: ItemVariable) -> Bool {
    always.determines(item, variable)
  }

  /// Whether a row is a required equality that applies to every record and involves one axis.
  ///
  /// The row's group is ignored.
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

/// Decides which variables a set of required equalities determines without other constraints.
///
/// If these equalities apply to every record, such a variable does not depend on preferences,
/// groups or measured texts. So no unwrapped width is measured for it, and it does not join the
/// axes.
struct Determination {
  private var elimination: Elimination

  /// Begins without equations.
  ///
  /// - Parameter items: Number of items of the layout.
  init(items: Int) {
    elimination = Elimination(variables: items * ItemVariable.allCases.count)
  }

  /// Adds the equation of a row; only its left-hand side matters.
  mutating func insert(_ row: LayoutRow) {
    elimination.add(row.parts.map { Term(Self.index($0.item, $0.variable), $0.coefficient) })
  }

  /// Whether the equations added so far determine a variable of an item.
  mutating func determines(_ item: Int, _ variable: ItemVariable) -> Bool {
    elimination.determines([Term(Self.index(item, variable), 1)])
  }

  private static func index(_ item: Int, _ variable: ItemVariable) -> Int {
    item * ItemVariable.allCases.count + variable.rawValue
  }
}
