import AutoLayout
import CellTemplates
import ScrollReports
import ScrollSimulation

/// Constraint churn of a cell of a template that comes on screen, by the view around the
/// constraints.
struct TemplateChurn {
  private let template: CellTemplate

  init(_ template: CellTemplate) {
    self.template = template
  }

  /// The churn of one cell with a strategy; none for strategies without an engine.
  ///
  /// A new engine gets every constraint and loses it with the cell. In a live one only the two
  /// sizes of each label and the numbers from the record are set again.
  func churn(with strategy: ScrollStrategy) -> [SuperviewChurn] {
    let makesEngine: Bool
    let hasLive: Bool
    switch strategy {
    case .stored, .storedLines, .manual: return []
    case .live: (makesEngine, hasLive) = (false, true)
    case .fresh: (makesEngine, hasLive) = (true, false)
    case .selfSizing, .estimate: (makesEngine, hasLive) = (true, true)
    }
    var parts: [Int: SuperviewChurn] = [:]
    func change(_ view: Int, _ edit: (inout SuperviewChurn) -> Void) {
      let empty = SuperviewChurn(
        superview: template.views[view].id, added: 0, removed: 0, changed: 0, labelShare: 0)
      edit(&parts[view, default: empty])
    }
    if makesEngine {
      for constraint in template.system.constraints {
        change(superview(of: constraint)) { part in
          part.added += 1
          part.removed += 1
        }
      }
    }
    for label in template.labels {
      change(template.views[label].parent ?? 0) { part in
        if hasLive { part.changed += 2 }
        part.labelShare += 1 / Double(template.labels.count)
      }
    }
    if hasLive {
      for quantity in template.boundQuantities {
        change(superview(of: template.system.constraints[quantity.constraint])) { part in
          part.changed += 1
        }
      }
    }
    return parts.sorted { $0.key < $1.key }.map(\.value)
  }

  /// The nearest view that contains both views of a constraint.
  private func superview(of constraint: LayoutConstraint) -> Int {
    let first = lineage(of: constraint.first.item)
    guard let second = constraint.second else { return first.first ?? 0 }
    let other = Set(lineage(of: second.item))
    return first.first(where: other.contains) ?? 0
  }

  /// The views around a view, from the nearest to the cell; the cell is around itself.
  private func lineage(of item: Int) -> [Int] {
    guard template.views.indices.contains(item) else { return [0] }
    var views: [Int] = []
    var view = template.views[item].parent ?? 0
    while true {
      views.append(view)
      guard let parent = template.views[view].parent else { return views }
      view = parent
    }
  }
}
