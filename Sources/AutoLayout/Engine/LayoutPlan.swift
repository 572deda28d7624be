import Cassowary
public import LayoutPrimitives

/// The analysis of a template for one direction: immutable, and shared by all engines.
///
/// A class, so that copies of an engine only copy a reference.
public final class LayoutPlan: Sendable {
  /// How the two axes are solved.
  public enum Program: Hashable, Sendable {
    /// Widths first, then heights.
    case axesApart
    /// One system over both axes, because a constraint ties them and its width is not determined.
    case joined
  }

  /// Traits of the template that do not follow from its constraints.
  public struct Traits: Sendable {
    /// Constraints that some records do not have or whose multiplier they bind.
    public var optionalConstraints: Set<Int>
    /// Text items whose lines or truncation conditions use.
    public var askedItems: Set<Int>
    /// Priorities below required at which the root fits a target size; with any, its width may not
    /// be given.
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

  /// The template.
  public let system: LayoutSystem
  /// The layout direction.
  public let direction: LayoutDirection
  /// How the two axes are solved.
  public let program: Program
  /// Text items that are measured, ascending.
  public let measuredItems: [Int]

  let traits: Traits
  let forms: [ConstraintForm]
  /// The margins and baselines on each constraint's right-hand side.
  let offsets: ContiguousArray<ConstraintOffset>
  /// The widths on either side of each tying constraint; empty for the others.
  let tyingWidths: [(first: [AnchorForm.Part], second: [AnchorForm.Part])]
  /// Constraints by group; shape `[groups]`.
  let groupMembers: [[Int]]
  let rows: [LayoutRow]
  let slots: SolverSlots
  /// Measured items whose width depends on their own text, so that pass 1 is needed.
  let needsUnwrappedWidth: [Bool]
  /// Constraints that use a baseline of a text.
  let baselineConstraints: [Int]
  /// Constraints whose widths are constants of the vertical solver.
  let tyingConstraints: [Int]
  /// The same as a flag for each constraint.
  let isTying: [Bool]
  /// Constraints for which the axes are joined.
  let openTies: [OpenTie]
  /// For each constraint whether its multiplier is a coefficient of a solver's row.
  let multiplierIsCoefficient: [Bool]
  /// Whether a tying constraint is required.
  let hasRequiredTie: Bool

  /// Analyses a template for one direction.
  public convenience init(
    _ system: LayoutSystem, direction: LayoutDirection, traits: Traits = Traits()
  ) {
    self.init(system, direction: direction, traits: traits, isJoined: false)
  }

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
    // Only the vertical parts of a tie are terms. Where the second anchor is a width, its
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
    var measured: [Int] = []
    var needsUnwrapped = [Bool](repeating: false, count: system.items.count)
    for (item, layoutItem) in system.items.enumerated() where layoutItem.content == .text {
      let widthIsDecided = analysis.determines(item, .width)
      needsUnwrapped[item] = !widthIsDecided
      if asked.contains(item) || !widthIsDecided || !analysis.determines(item, .height) {
        measured.append(item)
      }
    }
    measuredItems = measured
    needsUnwrappedWidth = needsUnwrapped
  }

  /// The same template as one system over both axes.
  func joined() -> LayoutPlan {
    LayoutPlan(system, direction: direction, traits: traits, isJoined: true)
  }
}

/// A constraint that ties the axes and whose widths are not determined before it.
struct OpenTie: Hashable, Sendable {
  var constraint: Int
  /// Items whose widths or horizontal positions are not determined.
  var items: [Int]
}

/// Decides which extents the required equalities determine.
struct PlanAnalysis {
  private(set) var openTies: [OpenTie] = []
  private(set) var tyingConstraints: [Int] = []
  private var always: Determination

  init(system: LayoutSystem, rows: [LayoutRow], traits: LayoutPlan.Traits) {
    always = Self.always(system, rows, traits)
    // Determined by required rows before a tie that are in no group.
    var before = Determination(items: system.items.count)
    for (place, row) in rows.enumerated() {
      let group = Self.group(of: row, system)
      if Self.decides(row, traits), group == nil { before.insert(row) }
      guard row.axes.count == 2, case .constraint(let index) = row.origin else { continue }
      tyingConstraints.append(index)
      // The rows of its group hold whenever the constraint does.
      var known = row.priority.isRequired ? before : always
      if let group {
        for other in row.priority.isRequired ? rows[..<place] : rows[...]
        where Self.decides(other, traits) && Self.group(of: other, system) == group {
          known.insert(other)
        }
      }
      var open: [Int] = []
      for part in row.parts where part.variable.axis == .horizontal {
        if !known.determines(part.item, part.variable), !open.contains(part.item) {
          open.append(part.item)
        }
      }
      if !open.isEmpty { openTies.append(OpenTie(constraint: index, items: open)) }
    }
  }

  /// The variables that required equalities determine for every record.
  static func always(
    _ system: LayoutSystem, _ rows: [LayoutRow], _ traits: LayoutPlan.Traits
  ) -> Determination {
    var always = Determination(items: system.items.count)
    for row in rows where decides(row, traits) && group(of: row, system) == nil {
      always.insert(row)
    }
    return always
  }

  /// Whether heights can be solved after widths.
  var tiesAreDetermined: Bool { openTies.isEmpty }

  /// Whether an item's extent is determined for every record.
  mutating func determines(_ item: Int, _ variable: ItemVariable) -> Bool {
    always.determines(item, variable)
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
