import CellTemplates

/// What the views of a template are called in `template frames`.
struct FrameNames {
  /// A name for each view, `nil` for one that is not shown; shape as `CellTemplate.views`.
  let names: [String?]
  private let template: CellTemplate

  /// Names the views by their ids, or by their object ids, where a view without one is not shown.
  init(_ template: CellTemplate, usesObjects: Bool) {
    self.template = template
    names = template.views.map { usesObjects ? $0.objectID : $0.id }
  }

  /// A table of sizes by the names shown, by the views' ids; without names that no view has.
  func views(of sizes: [String: IntrinsicSize]) -> [String: IntrinsicSize] {
    var result: [String: IntrinsicSize] = [:]
    for (name, size) in sizes {
      guard let index = names.firstIndex(of: name) else { continue }
      result[template.views[index].id] = size
    }
    return result
  }
}
