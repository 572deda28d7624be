public import AutoLayout
import FeedRecords
public import LayoutPrimitives
import TextMeasurement

/// An analyzed template, which is immutable and shared by all workers.
public final class TemplatePlan: Sendable {
  /// The template that was analyzed.
  public let template: CellTemplate
  /// Indices into `template.views` of the views with a frame in the output, except the cell.
  public let framedViews: [Int]

  /// For each view of the template, its index in `framedViews`, or -1 without a frame.
  let positions: [Int]
  /// For each view of the template, whether its text shrinks or tightens before it is truncated.
  let shrinks: [Bool]
  /// For each view of the template, the axes on which a required constraint sets its length to 0.
  ///
  /// The element is `nil` for a view without such a constraint.
  let heldAtZero: [(width: Bool, height: Bool)?]
  /// Whether a condition depends on the lines of labels.
  let asksLabels: Bool
  /// Turns the constraints of groups, stacks and grids on and off.
  let switching: GroupSwitching
  /// Indices of the constraints on layout margins.
  ///
  /// The list is empty if margins do not depend on the layout.
  let marginConstraints: [Int]

  /// For each path of `template.paths`, its index in `template.recordPaths`; `nil` for a path that is
  /// not among them.
  let textIndices: [Int?]

  /// The labels and titles, indexed as `template.views`; `nil` for other views.
  let labelsByItem: [LabelPlan?]
  /// The items with an intrinsic size that does not come from text, each with the content that
  /// gives the size.
  let intrinsicItems: [(item: Int, content: IntrinsicContent)]
  /// The declared sizes and pictures, indexed as `template.views`; `nil` for other views.
  let intrinsicContents: [IntrinsicContent?]

  /// The text of a label with its settings.
  ///
  /// It is a class, because it is passed on for every record.
  final class LabelPlan: Sendable {
    let text: BoundText
    /// The texts of the label's pieces; empty when the text has one style.
    let pieces: [BoundText]
    /// The bindings that may show the content of a record.
    let contentBindings: [Binding]
    /// The declared size of the label; `nil` if none is declared, so that its text is measured.
    let size: DeclaredSize?
    /// Whether a constraint uses one of the label's baselines.
    let asksBaseline: Bool
    let fitting: LineFitting
    let surroundings: LabelContentSizing.Surroundings

    init(_ label: LabelContent, size: DeclaredSize?, asksBaseline: Bool) {
      text = label.text
      pieces = label.pieces.map(\.text)
      contentBindings = label.text.bindings.filter { binding in
        binding.paths.contains { $0.recordPath?.mayLeadToContent ?? false }
      }
      self.size = size
      self.asksBaseline = asksBaseline
      fitting = LineFitting(label)
      surroundings = LabelContentSizing.Surroundings(
        padding: label.padding, picture: label.picture)
    }
  }

  /// The margins for left to right, followed by the margins for right to left.
  private let margins: [LayoutMargins]
  /// Whether margins depend on the layout in at least one direction.
  let marginsDependOnLayout: Bool
  private let plans: [LayoutPlan]

  /// Analyzes a template.
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
      // A number from the record may differ from 0.
      heldAtZero[template.system.constraints[bound.constraint].first.item] = nil
    }
    self.heldAtZero = heldAtZero
    let recordPaths = template.recordPaths
    textIndices = template.paths.paths.map { recordPaths.firstIndex(of: $0) }
    shrinks = template.views.map { view in
      view.label.map { $0.minimumScale < 1 || $0.tightens } ?? false
    }
    let baselines = Set(template.system.constraints.flatMap(\.itemsOfBaselines))
    labelsByItem = template.views.indices.map { item in
      let view = template.views[item]
      return view.label.map {
        LabelPlan(
          $0, size: DeclaredSize(of: view), asksBaseline: baselines.contains(item))
      }
    }
    let contents = template.views.map { IntrinsicContent(of: $0) }
    intrinsicContents = contents
    intrinsicItems = template.views.indices.compactMap { item in
      guard template.system.items[item].content == .intrinsic else { return nil }
      return contents[item].map { (item, $0) }
    }
    asksLabels = !template.askedLabels.isEmpty
    switching = GroupSwitching(template)
    let directions: [LayoutDirection] = [.leftToRight, .rightToLeft]
    margins = directions.map { LayoutMargins(template.system.items, direction: $0) }
    marginsDependOnLayout = margins.contains { $0.dependOnLayout }
    let constraints = template.system.constraints
    marginConstraints =
      margins[0].dependOnLayout
      ? constraints.indices.filter { constraints[$0].speaksOfMargins } : []
    // A multiplier that comes from a constant changes with the environment.
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
    plans = directions.map { LayoutPlan(template.system, direction: $0, traits: traits) }
  }

  /// The plan of the engine for one direction.
  public func layoutPlan(_ direction: LayoutDirection) -> LayoutPlan {
    plans[direction == .leftToRight ? 0 : 1]
  }

  func margins(_ direction: LayoutDirection) -> LayoutMargins {
    margins[direction == .leftToRight ? 0 : 1]
  }
}

extension LayoutConstraint {
  /// The items whose baselines the constraint uses.
  fileprivate var itemsOfBaselines: [Int] {
    [first, second].compactMap { anchor in
      guard let anchor, [.firstBaseline, .lastBaseline].contains(anchor.attribute) else {
        return nil
      }
      return anchor.item
    }
  }
}
