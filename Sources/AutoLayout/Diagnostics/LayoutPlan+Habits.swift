import Cassowary
import LayoutPrimitives

/// A part of a template that makes its cells slower to lay out.
public enum PerformanceDiagnostic: Hashable, Sendable {
  /// A constraint ties the axes, and required constraints do not decide its widths. So one system
  /// is solved over both axes.
  case joinedAxes(constraint: Int, openItems: [Int])
  /// A text is measured unwrapped for each record, although a constraint of a higher priority
  /// decides its width, because this constraint is not required.
  case needlessUnwrappedWidth(item: Int, decidedBy: Int)
}

extension LayoutPlan {
  /// Finds the slow parts of the template, in document order; slow itself.
  public func costlyHabits() -> [PerformanceDiagnostic] {
    joinedAxes() + needlessUnwrappedWidths()
  }

  /// Whether a bound multiplier of a constraint makes a solver begin from nothing.
  ///
  /// It does where it is a coefficient. Where it multiplies a width that is solved before, it is
  /// part of the right-hand side.
  public func solvesAfresh(forMultiplierOf constraint: Int) -> Bool {
    multiplierIsCoefficient[constraint]
  }

  /// The constraints for which the axes are joined.
  private func joinedAxes() -> [PerformanceDiagnostic] {
    openTies.map { .joinedAxes(constraint: $0.constraint, openItems: $0.items) }
  }

  /// Texts whose width a preference decides before their own size does.
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
