/// The solved state for one set of active constraints.
///
/// Costs do not depend on constants, so it stays optimal for any of them and is made feasible by the
/// dual simplex alone, mostly without a pivot.
struct SolvedBasis: Sendable {
  /// The active constraints, a bit each.
  var pattern: [UInt64]
  var tableau: Tableau
  var sides: [Sides]
  var rowSides: ContiguousArray<Int8>
  var rowIsFixed: ContiguousArray<Bool>
  var levels: [Int]
  var gradients: ContiguousArray<Double>
  var components: [OrderComponent]
  var weakDirections: [WeakDirection]
  var weakDirectionsAreCurrent: Bool
  var degenerateFaces: [DegenerateFace]
}

extension SimplexSolver {
  /// Most solved states that are kept besides the present one; the oldest is forgotten first.
  static let basisCapacity = 32
  /// Most tableau entries that those states hold together, at least one state; 64 MB.
  static let basisEntryCapacity = 8_000_000

  /// Changes to the state that was solved for the constraints which are active now, if there is one.
  ///
  /// A feed whose records switch the same few groups on and off comes back to it at every other
  /// record. The result is the same either way: the optimum is unique.
  mutating func recallBasis() {
    // With a strength that changed since, the tableau is not that of its pattern any more.
    guard activePattern != solvedPattern, restyled.isEmpty else { return }
    let present = SolvedBasis(
      pattern: solvedPattern, tableau: tableau, sides: sides, rowSides: rowSides,
      rowIsFixed: rowIsFixed, levels: levels, gradients: gradients, components: components,
      weakDirections: weakDirections, weakDirectionsAreCurrent: weakDirectionsAreCurrent,
      degenerateFaces: degenerateFaces)
    guard let known = bases.firstIndex(where: { $0.pattern == activePattern }) else {
      let room = Self.basisEntryCapacity / max(1, tableau.entries.count)
      if bases.count >= max(1, min(room, Self.basisCapacity)) { bases.removeFirst() }
      bases.append(present)
      return
    }
    let recalled = bases[known]
    // In its place, so that nothing but the solver refers to what it is about to change.
    bases[known] = present
    tableau = recalled.tableau
    sides = recalled.sides
    rowSides = recalled.rowSides
    rowIsFixed = recalled.rowIsFixed
    levels = recalled.levels
    gradients = recalled.gradients
    components = recalled.components
    weakDirections = recalled.weakDirections
    weakDirectionsAreCurrent = recalled.weakDirectionsAreCurrent
    degenerateFaces = recalled.degenerateFaces
    solvedPattern = activePattern
  }

  /// Notes that a constraint is active or not.
  mutating func notePattern(_ index: Int, _ isActive: Bool) {
    let word = index >> 6
    while activePattern.count <= word { activePattern.append(0) }
    let bit: UInt64 = 1 << UInt64(index & 63)
    if isActive { activePattern[word] |= bit } else { activePattern[word] &= ~bit }
  }
}
