import Cassowary
import LayoutPrimitives

/// What the root's extent is along one axis.
enum RootExtent: Hashable, Sendable {
  /// Given, in points: held before everything else.
  case fixed(Double)
  /// As near to a number of points as the rest allows, at a priority below required.
  case pulled(to: Double, Priority)
}

/// What the root's extents are.
struct RootExtents: Hashable, Sendable {
  var horizontal: RootExtent
  var vertical: RootExtent

  /// The root of a cell: its width is given, its height as well or as small as it fits.
  static func cell(width: Double, height: Double?) -> RootExtents {
    RootExtents(
      horizontal: .fixed(width),
      vertical: height.map(RootExtent.fixed) ?? .pulled(to: 0, .fitting))
  }

  /// The extent along an axis.
  subscript(axis: Axis) -> RootExtent { axis == .horizontal ? horizontal : vertical }
}

/// The row that pulls the root to a target along an axis.
struct FittingRow: Hashable, Sendable {
  var axis: Axis
  var priority: Priority
  var slot: Slot
}

extension LayoutEngine {
  /// Brings the rows of the environment up to date.
  ///
  /// A root that is pulled at a priority needs a plan whose traits name it, but for the pull of
  /// heights at `Priority.fitting`, which every plan has.
  mutating func setRoot(_ extents: RootExtents) {
    for axis in Axis.allCases {
      let slot = axis == .horizontal ? widthSlot : heightSlot
      if case .fixed(let extent) = extents[axis] {
        solvers[slot.solver].setActive(slot.index, true)
        solvers[slot.solver].setConstant(slot.index, extent)
      } else {
        solvers[slot.solver].setActive(slot.index, false)
      }
      for target in fittingRows where target.axis == axis {
        let slot = target.slot
        // Beside a height that is given the pull of every cell stays, and costs what it costs.
        let isCellsPull = axis == .vertical && target.priority == .fitting
        switch extents[axis] {
        case .pulled(let extent, let priority):
          solvers[slot.solver].setActive(slot.index, priority == target.priority)
          solvers[slot.solver].setConstant(slot.index, extent)
        case .fixed:
          solvers[slot.solver].setActive(slot.index, isCellsPull)
          if isCellsPull { solvers[slot.solver].setConstant(slot.index, 0) }
        }
      }
    }
  }
}
