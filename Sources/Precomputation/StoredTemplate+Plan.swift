public import CellTemplates
public import HeightStore
import LayoutPrimitives

extension StoredTemplate {
  /// What the store keeps of a template: its name, its content's hash and the views with frames.
  public init(_ plan: TemplatePlan) {
    self.init(
      name: plan.template.name, hash: plan.template.hash.description,
      views: plan.framedViews.map { index in
        let view = plan.template.views[index]
        return StoredView(id: view.id, kind: view.kind.rawValue, isLabel: view.label != nil)
      })
  }
}
