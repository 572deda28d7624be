import Cassowary
import LayoutPrimitives

/// Something in a template that makes each of its cells cost more, and could often be written otherwise.
public enum PerformanceDiagnostic: Hashable, Sendable {
  /// A constraint ties the axes over widths that required constraints do not decide, so that heights
  /// cannot be solved after widths: one larger system is solved over both.
  case joinedAxes(constraint: Int, openItems: [Int])
  /// A text is measured unwrapped for each record although a constraint that goes before its own
  /// size decides its width; only, that constraint is not required.
  case needlessUnwrappedWidth(item: Int, decidedBy: Int)
}

extension LayoutPlan {
  /// The costly habits of the template, in document order.
  ///
  /// Known of the template alone; works through every constraint, so asked for on request only.
  public func costlyHabits() -> [PerformanceDiagnostic] {
    joinedAxes() + needlessUnwrappedWidths()
  }

  /// Whether a multiplier that each record brings to a constraint makes a solver begin from nothing.
  ///
  /// It does where it is a coefficient; where it makes a height of a width that is solved before, it
  /// is a number on the right-hand side.
  public func solvesAfresh(forMultiplierOf constraint: Int) -> Bool {
    multiplierIsCoefficient[constraint]
  }

  /// The constraints for which the axes are joined.
  private func joinedAxes() -> [PerformanceDiagnostic] {
    openTies.map { .joinedAxes(constraint: $0.constraint, openItems: $0.items) }
  }

  /// Texts whose width something goes before and decides, though nothing required does.
  private func needlessUnwrappedWidths() -> [PerformanceDiagnostic] {
    var open = measuredItems.filter { needsUnwrappedWidth[$0] }
    guard !open.isEmpty else { return [] }
    var found: [Int: Int] = [:]
    let wishes = rows.filter { row in
      guard case .constraint(let index) = row.origin else { return false }
      return row.relation == .equal && row.axes == [.horizontal] && !row.priority.isRequired
        && isAlwaysThere(index)
    }.sorted { $0.priority > $1.priority }
    var known = PlanAnalysis.always(system, rows, traits)
    for wish in wishes {
      known.insert(wish)
      guard case .constraint(let index) = wish.origin else { continue }
      let decided = open.filter { known.determines($0, .width) }
      for item in decided {
        let own = system.items[item]
        if wish.priority > own.hugging.horizontal, wish.priority > own.compression.horizontal {
          found[item] = index
        }
      }
      open.removeAll(where: decided.contains)
    }
    return measuredItems.compactMap { item in
      found[item].map { .needlessUnwrappedWidth(item: item, decidedBy: $0) }
    }
  }

  /// Whether every record has a constraint in every state.
  private func isAlwaysThere(_ constraint: Int) -> Bool {
    system.groups[constraint] == nil && !traits.optionalConstraints.contains(constraint)
  }
}
