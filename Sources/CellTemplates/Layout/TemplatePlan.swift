public import AutoLayout
public import LayoutPrimitives
import TextMeasurement

/// A template analysed for both directions: immutable, made once a build and shared by all workers.
public final class TemplatePlan: Sendable {
  /// The template.
  public let template: CellTemplate
  /// Views that have a frame in the output, as indices in `template.views`; the cell has none.
  public let framedViews: [Int]

  /// The place of each view in `framedViews`; -1 for views without a frame; shape `[views]`.
  let positions: [Int]
  /// Whether each view is a label whose text shrinks or tightens before it is cut.
  let shrinks: [Bool]
  /// The axes on which some required constraint holds each view at 0; shape `[views]`.
  let heldAtZero: [(width: Bool, height: Bool)?]
  /// Whether a condition asks what labels drew.
  let asksLabels: Bool
  /// What is switched by conditions.
  let switching: GroupSwitching
  /// Constraints that speak of layout margins, where those depend on the layout.
  let marginConstraints: [Int]

  /// What each item draws if it is a label; shape `[views]`.
  let labelsByItem: [LabelPlan?]
  /// Items with an intrinsic size that is no text, with where it comes from.
  let intrinsicItems: [(item: Int, content: IntrinsicContent)]

  /// A label's text with its limits.
  struct LabelPlan: Sendable {
    let text: BoundText
    /// The texts of its pieces; empty when it has one style.
    let pieces: [BoundText]
    let fitting: LineFitting
    let surroundings: BoundTexts.Surroundings
  }

  /// Where an intrinsic size comes from.
  struct IntrinsicContent: Sendable {
    let declared: IntrinsicSize?
    let image: ImageContent?
  }

  private let leftToRightMargins: LayoutMargins
  private let rightToLeftMargins: LayoutMargins
  private let leftToRight: LayoutPlan
  private let rightToLeft: LayoutPlan

  /// Analyses a template.
  public init(_ template: CellTemplate) {
    self.template = template
    framedViews = template.views.indices.filter { $0 > 0 && template.views[$0].kind.hasFrame }
    var positions = [Int](repeating: -1, count: template.views.count)
    for (position, view) in framedViews.enumerated() { positions[view] = position }
    self.positions = positions
    var heldAtZero = [(width: Bool, height: Bool)?](repeating: nil, count: template.views.count)
    for constraint in template.system.constraints
    where constraint.second == nil && constraint.constant == 0 && constraint.relation == .equal
      && constraint.priority == .required
    {
      let item = constraint.first.item
      let known = heldAtZero[item] ?? (false, false)
      switch constraint.first.attribute {
      case .width: heldAtZero[item] = (true, known.height)
      case .height: heldAtZero[item] = (known.width, true)
      default: break
      }
    }
    for bound in template.boundQuantities {
      // A number of the record is not written out.
      heldAtZero[template.system.constraints[bound.constraint].first.item] = nil
    }
    self.heldAtZero = heldAtZero
    shrinks = template.views.map { view in
      view.label.map { $0.minimumScale < 1 || $0.tightens } ?? false
    }
    labelsByItem = template.views.map { view in
      view.label.map {
        LabelPlan(
          text: $0.text, pieces: $0.pieces.map(\.text), fitting: LineFitting($0),
          surroundings: .init(padding: $0.padding, picture: $0.picture))
      }
    }
    intrinsicItems = template.views.indices.compactMap { item in
      guard template.system.items[item].content == .intrinsic else { return nil }
      let view = template.views[item]
      return (item, IntrinsicContent(declared: view.intrinsic, image: view.image))
    }
    asksLabels = !template.askedLabels.isEmpty
    switching = GroupSwitching(template)
    leftToRightMargins = LayoutMargins(template.system.items, direction: .leftToRight)
    rightToLeftMargins = LayoutMargins(template.system.items, direction: .rightToLeft)
    let constraints = template.system.constraints
    marginConstraints =
      leftToRightMargins.dependOnLayout
      ? constraints.indices.filter { constraints[$0].speaksOfMargins } : []
    // Multipliers by name change with the environment.
    let changing =
      template.boundQuantities.map(\.constraint)
      + template.namedQuantities.filter { $0.role == .multiplier }.map(\.constraint)
    let asked =
      template.askedLabels.compactMap {
        template.labels.indices.contains($0) ? template.labels[$0] : nil
      }
    let shared = template.stacks.filter(\.program.isProportional).flatMap(\.program.views)
    let traits = LayoutPlan.Traits(
      optionalConstraints: Set(changing), askedItems: Set(asked + shared))
    leftToRight = LayoutPlan(template.system, direction: .leftToRight, traits: traits)
    rightToLeft = LayoutPlan(template.system, direction: .rightToLeft, traits: traits)
  }

  /// The plan for one direction.
  public func layoutPlan(_ direction: LayoutDirection) -> LayoutPlan {
    direction == .leftToRight ? leftToRight : rightToLeft
  }

  /// The margins of the views for one direction.
  func margins(_ direction: LayoutDirection) -> LayoutMargins {
    direction == .leftToRight ? leftToRightMargins : rightToLeftMargins
  }
}
