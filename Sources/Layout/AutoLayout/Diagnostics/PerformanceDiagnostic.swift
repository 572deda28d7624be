import Cassowary
import LayoutPrimitives

/// A habit of a template that makes its cells slower to lay out.
public enum PerformanceDiagnostic: Hashable, Sendable {
  /// A constraint relates a height to widths that required constraints do not decide, so that both
  /// axes are solved as one system.
  case joinedAxes(constraint: Int, openItems: [Int])
  /// A text is measured unwrapped for each record, although a constraint stronger than its content
  /// priorities decides its width.
  ///
  /// If that constraint were required, this measurement would be unnecessary.
  case needlessUnwrappedWidth(item: Int, decidedBy: Int)
}

extension LayoutPlan {
  /// Finds parts of the template that slow down layout: joined axes first, then unnecessary
  /// measurements.
  ///
  /// The search itself is slow.
  public func costlyHabits() -> [PerformanceDiagnostic] {
    joinedAxes() + needlessUnwrappedWidths()
  }

  /// Whether a new multiplier of a constraint makes a solver start from scratch.
  ///
  /// It does if the multiplier is a coefficient of the solver. If it multiplies a width that is
  /// solved before, it is part of the right-hand side.
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

  /// Whether a constraint always holds: it is in no group, and every record has it.
  private func isAlwaysThere(_ constraint: Int) -> Bool {
    system.groups[constraint] == nil && !traits.optionalConstraints.contains(constraint)
  }
}
