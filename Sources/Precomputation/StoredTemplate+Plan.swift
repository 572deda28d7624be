public import CellTemplates
public import HeightStore
import LayoutPrimitives

extension StoredTemplate {
  /// The stored description of a template: name, hash and views with frames.
  public init(_ plan: TemplatePlan) {
    self.init(
      name: plan.template.name, hash: plan.template.hash.description,
      views: plan.framedViews.map { index in
        let view = plan.template.views[index]
        return StoredView(id: view.id, kind: view.kind.rawValue, isLabel: view.label != nil)
      })
  }
}
