import Cassowary
import LayoutPrimitives

/// A property of a template that makes the layout of its cells slower.
public enum PerformanceDiagnostic: Hashable, Sendable {
  /// The constraint with index `constraint` relates a height to widths of the items with indices
  /// `openItems`, which required constraints do not decide.
  ///
  /// Both axes are then solved as one system.
  case joinedAxes(constraint: Int, openItems: [Int])
  /// The text with index `item` is measured unwrapped for each record, although the constraint with
  /// index `decidedBy` decides its width.
  ///
  /// This constraint is a preference stronger than the text's hugging and compression resistance.
  /// If it were required, the unwrapped measurement would be unnecessary.
  case needlessUnwrappedWidth(item: Int, decidedBy: Int)
}

extension LayoutPlan {
  /// Finds parts of the template that slow down layout: joined axes first, then unnecessary
  /// measurements.
  ///
  /// This search is slow.
  public func costlyHabits() -> [PerformanceDiagnostic] {
    joinedAxes() + needlessUnwrappedWidths()
  }

  /// Whether a new multiplier of a constraint makes the next solve start from scratch.
  ///
  /// It does if the multiplier is a coefficient of a solver. It does not if it multiplies a width
  /// that is solved earlier, because it then only changes a constant.
  public func solvesAfresh(forMultiplierOf constraint: Int) -> Bool {
    multiplierIsCoefficient[constraint]
  }

  /// Lists the constraints that force the axes to be joined.
  private func joinedAxes() -> [PerformanceDiagnostic] {
    openTies.map { .joinedAxes(constraint: $0.constraint, openItems: $0.items) }
  }

  /// Lists the texts whose width is decided by a preference stronger than their hugging and
  /// compression resistance.
  private func needlessUnwrappedWidths() -> [PerformanceDiagnostic] {
    var open = measuredItems.filter { needsUnwrappedWidth[$0] }
    guard !open.isEmpty else { return [] }
    var deciding: [Int: Int] = [:]
    let wishes = rows.filter { row in
      guard case .constraint(let index) = row.origin else { return false }
      return row.relation == .equal && row.axes == [.horizontal] && !row.priority.isRequired
        && isAlwaysThere(index)
    }.sorted { $0.priority > $1.priority }
    var determination = PlanAnalysis.always(system, rows, traits)
    for wish in wishes {
      determination.insert(wish)
      guard case .constraint(let index) = wish.origin else { continue }
      let decided = open.filter { determination.determines($0, .width) }
      for item in decided {
        let own = system.items[item]
        if wish.priority > own.hugging.horizontal, wish.priority > own.compression.horizontal {
          deciding[item] = index
        }
      }
      open.removeAll(where: decided.contains)
    }
    return measuredItems.compactMap { item in
      deciding[item].map { .needlessUnwrappedWidth(item: item, decidedBy: $0) }
    }
  }

  /// Whether a constraint applies to every record: it is in no group, and no record lacks it.
  private func isAlwaysThere(_ constraint: Int) -> Bool {
    system.groups[constraint] == nil && !traits.optionalConstraints.contains(constraint)
  }
}
