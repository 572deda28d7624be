import Cassowary
import LayoutPrimitives

/// The number of the solver that has a row or a variable, and the index of the row or variable
/// there.
struct Slot: Hashable, Sendable {
  let solver: Int
  let index: Int
}

/// The slots of every variable and row of a template.
struct SolverSlots: Sendable {
  /// The slot of a row by which the root prefers a target extent, with the row's axis and priority.
  struct FittingRow: Sendable {
    let axis: Axis
    let priority: Priority
    let slot: Slot
  }

  /// Domains of each solver's variables; shape `[solvers][variables]`.
  ///
  /// There is one solver per axis, or one for both axes.
  private(set) var domains: [[VariableDomain]]
  /// Index of each item's variables in the solver of their axis, by `ItemVariable`, or -1 for the
  /// root's position; shape `[items × 4]`.
  private(set) var variables: ContiguousArray<Int32> = []
  /// Indices in `LayoutPlan.rows` of the rows in each solver, in the solver's order.
  private(set) var rows: [[Int]]
  /// The slot of each template constraint's row; shape `[constraints]`.
  private(set) var constraints: ContiguousArray<Slot> = []
  /// Index of each item's hugging row in the solver of its axis, by axis, or -1 for none; shape
  /// `[items × 2]`.
  private(set) var hugging: ContiguousArray<Int32>
  private(set) var compression: ContiguousArray<Int32>
  /// The slot of the row that fixes the root's width.
  private(set) var width = Slot(solver: 0, index: 0)
  private(set) var height = Slot(solver: 0, index: 0)
  /// The rows by which the root prefers target sizes.
  private(set) var fitting: [FittingRow] = []
  private let isJoined: Bool

  /// Numbers the variables and rows of every solver.
  ///
  /// Variables are ordered by item; the order within an item is height, width, top, leading. The
  /// root's position is the origin and has no variables.
  init(items: Int, rows: [LayoutRow], program: LayoutPlan.Program) {
    isJoined = program == .joined
    domains = isJoined ? [[]] : [[], []]
    self.rows = domains.map { _ in [] }
    hugging = ContiguousArray(repeating: -1, count: items * 2)
    compression = hugging
    for item in 0..<items {
      for variable in ItemVariable.allCases {
        let isPosition = variable == .top || variable == .leading
        guard item > 0 || !isPosition else {
          variables.append(-1)
          continue
        }
        variables.append(Int32(domains[solver(of: variable.axis)].count))
        domains[solver(of: variable.axis)].append(isPosition ? .free : .nonNegative)
      }
    }
    for (index, row) in rows.enumerated() {
      let solver = self.solver(of: row.axes.contains(.vertical) ? .vertical : .horizontal)
      let slot = Slot(solver: solver, index: self.rows[solver].count)
      self.rows[solver].append(index)
      switch row.origin {
      case .environmentWidth: width = slot
      case .environmentHeight: height = slot
      case .fittingPull:
        let axis = row.parts[0].variable.axis
        fitting.append(FittingRow(axis: axis, priority: row.priority, slot: slot))
      case .fixed: break
      case .hugging(let item, let axis): hugging[item * 2 + axis.rawValue] = Int32(slot.index)
      case .compression(let item, let axis):
        compression[item * 2 + axis.rawValue] = Int32(slot.index)
      case .constraint: constraints.append(slot)
      }
    }
  }

  /// The number of an axis's solver: 0 for widths and 1 for heights, or 0 for both if the axes are
  /// joined.
  func solver(of axis: Axis) -> Int { isJoined ? 0 : axis.rawValue }

  /// The slot of an item's variable; `nil` for the root's position, which is not a variable.
  func slot(of item: Int, _ variable: ItemVariable) -> Slot? {
    let index = Int(variables[item * ItemVariable.allCases.count + variable.rawValue])
    return index < 0 ? nil : Slot(solver: solver(of: variable.axis), index: index)
  }

  /// The item and kind of the variable in a slot; `nil` if the slot has no variable.
  func owner(of slot: Slot) -> (item: Int, variable: ItemVariable)? {
    let kinds = ItemVariable.allCases
    for (position, index) in variables.enumerated() where Int(index) == slot.index {
      let (item, kind) = position.quotientAndRemainder(dividingBy: kinds.count)
      if solver(of: kinds[kind].axis) == slot.solver { return (item, kinds[kind]) }
    }
    return nil
  }

  /// The terms of a linear form whose variables are in the given solver.
  func terms(_ parts: [AnchorForm.Part], in solver: Int) -> [Term] {
    parts.compactMap { part in
      guard let slot = slot(of: part.item, part.variable), slot.solver == solver else {
        return nil
      }
      return Term(slot.index, part.coefficient)
    }
  }
}
