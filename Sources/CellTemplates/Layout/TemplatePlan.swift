public import AutoLayout
public import LayoutPrimitives

/// A template analysed for both directions: made once a build and shared by all workers.
public struct TemplatePlan: Sendable {
  /// The template.
  public let template: CellTemplate
  /// Views that have a frame in the output, as indices in `template.views`; the cell has none.
  public let framedViews: [Int]

  /// Whether a condition asks what labels drew.
  let asksLabels: Bool

  private let leftToRight: LayoutPlan
  private let rightToLeft: LayoutPlan

  /// Analyses a template.
  public init(_ template: CellTemplate) {
    self.template = template
    framedViews = template.views.indices.filter { $0 > 0 && template.views[$0].kind.hasFrame }
    asksLabels = !template.askedLabels.isEmpty
    let traits = LayoutPlan.Traits(
      optionalConstraints: Set(template.boundQuantities.map(\.constraint)),
      askedItems: Set(
        template.askedLabels.compactMap {
          template.labels.indices.contains($0) ? template.labels[$0] : nil
        }))
    leftToRight = LayoutPlan(template.system, direction: .leftToRight, traits: traits)
    rightToLeft = LayoutPlan(template.system, direction: .rightToLeft, traits: traits)
  }

  /// The plan for one direction.
  public func layoutPlan(_ direction: LayoutDirection) -> LayoutPlan {
    direction == .leftToRight ? leftToRight : rightToLeft
  }
}
