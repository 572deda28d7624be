import AutoLayout
import CellTemplates
import ScrollReports
import ScrollSimulation

/// The constraint changes when a cell of a template appears on the screen, by containing view.
struct TemplateChurn {
  private let template: CellTemplate

  init(_ template: CellTemplate) {
    self.template = template
  }

  /// The changes for one cell with a strategy; empty for strategies without an engine.
  ///
  /// A new engine adds every constraint, and removes it with the cell. A live engine only changes
  /// two sizes per label, and the numbers that come from the record.
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

  /// The index of the nearest view that contains both views of a constraint.
  private func superview(of constraint: LayoutConstraint) -> Int {
    let first = lineage(of: constraint.first.item)
    guard let second = constraint.second else { return first.first ?? 0 }
    let other = Set(lineage(of: second.item))
    return first.first(where: other.contains) ?? 0
  }

  /// The views that contain a view, from the nearest to the cell; the cell contains itself.
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
