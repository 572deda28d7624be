import CellTemplates

/// The names of a template's views in the output of `template frames`.
struct FrameNames {
  /// The name of each view, `nil` for one that is omitted; shape as `CellTemplate.views`.
  let names: [String?]
  private let template: CellTemplate

  /// Names the views by their ids, or by their object ids if they have one.
  init(_ template: CellTemplate, usesObjects: Bool) {
    self.template = template
    names = template.views.map { usesObjects ? $0.objectID : $0.id }
  }

  /// Maps sizes by displayed name to sizes by view id.
  func views(of sizes: [String: IntrinsicSize]) -> [String: IntrinsicSize] {
    var result: [String: IntrinsicSize] = [:]
    for (name, size) in sizes {
      guard let index = names.firstIndex(of: name) else { continue }
      result[template.views[index].id] = size
    }
    return result
  }
}
