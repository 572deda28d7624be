import AutoLayout
import BoxLayouts
import CSSBoxes
import LayoutPrimitives
import TextMeasurement

/// Lays out the cells of a template of CSS boxes, without an engine.
struct CardLayout: ViewLayout {
  let tree: CardTree
  /// Whether the style of each element depends on the record or on a container.
  private let varies: [Bool]
  private let hasFixedStyles: Bool
  /// The queries of the environment's width, each once.
  private let queries: [CardQuery]
  /// Whether a length refers to the environment's width.
  private let hasViewportLengths: Bool
  /// The styles and boxes of a record without values.
  private var known: [Known] = []
  /// The contents of the latest record, which are those of all widths with the same boxes.
  private var lastContents: Contents?
  /// The latest environment, and its place in `known`.
  private var last: (environment: Environment, place: Int)?

  /// Maximum number of elements of `known`.
  private static let knownLimit = 32

  private struct Contents {
    let record: Int
    /// The environment without its width.
    let conditions: ConditionEnvironment
    let contents: CardContents
  }

  /// The styles and boxes that do not depend on a record.
  private struct Known {
    let conditions: CardStyleConditions
    let styles: CardStyles
    /// The boxes by the elements that are hidden.
    var trees: [[Bool]: CardBoxTree] = [:]

    /// Maximum number of trees of boxes.
    static let treeLimit = 32
  }

  init(tree: CardTree) {
    self.tree = tree
    varies = tree.variesWithRecord
    hasFixedStyles = !varies.contains(true)
    queries = tree.mediaQueries
    hasViewportLengths = tree.hasViewportLengths
  }

  var enginesCreated: Int { 0 }
  var statistics: EngineStatistics { EngineStatistics() }
  mutating func forgetEngines() {}

  mutating func layOut(
    _ cell: inout BoundCell, in environment: PreparedEnvironment, height: Double?
  ) throws(CellError) -> LayoutOutcome {
    cell.instrument?.begin()
    let known = place(of: environment.environment)
    var caveats: Caveats = []
    var context = cell.context(environment)
    var isHidden = tree.hidden(in: context)
    var containers: [Double?] = []
    cell.labelHistory = []
    let limit = max(cell.conditionRoundLimit, 1)
    for _ in 0..<limit {
      let boxes = try boxTree(known, isHidden, containers, cell, environment)
      if boxes.styles.hasInvalid { caveats.insert(.sizeUnknown) }
      let contents = try contents(of: boxes, &cell, environment)
      caveats.formUnion(contents.caveats)
      let solution = try cell.arrange(contents, environment, height)
      let next = hasFixedStyles ? containers : boxes.containerWidths(tree, solution)
      let hasSettled = next == containers
      containers = next
      if cell.plan.asksLabels {
        cell.labelHistory.append(
          cell.plan.template.labels.map {
            cell.solved.texts[$0]?.lines ?? LabelLines(count: 0, truncated: false)
          })
        context.labels = cell.labelHistory
      }
      // Without labels, conditions depend on nothing that a layout changes.
      let hidden = cell.plan.asksLabels ? tree.hidden(in: context) : isHidden
      if hidden == isHidden, hasSettled {
        if try cell.dependsOnUnknownSizes(contents, environment, height) {
          caveats.insert(.sizeUnknown)
        }
        try cell.checkRange(environment.grid)
        return LayoutOutcome(caveats: caveats)
      }
      isHidden = hidden
    }
    throw .conditionLoop(rounds: limit, boxes: [])
  }

  /// The texts and pictures of the record in boxes, which are prepared once for all widths.
  private mutating func contents(
    of boxes: CardBoxTree, _ cell: inout BoundCell, _ environment: PreparedEnvironment
  ) throws(CellError) -> CardContents {
    let conditions = environment.conditions.with(width: 0)
    if let lastContents, lastContents.contents.tree === boxes,
      lastContents.record == cell.boundRecords, lastContents.conditions == conditions
    {
      return lastContents.contents
    }
    let contents = try cell.contents(of: boxes, environment)
    lastContents = Contents(
      record: cell.boundRecords, conditions: conditions, contents: contents)
    return contents
  }

  /// The boxes of a record, which are kept if they do not depend on it.
  ///
  /// - Parameter place: The place in `known` of the environment.
  private mutating func boxTree(
    _ place: Int, _ isHidden: [Bool], _ containers: [Double?], _ cell: borrowing BoundCell,
    _ environment: PreparedEnvironment
  ) throws(CellError) -> CardBoxTree {
    let styles = known[place].styles
    guard hasFixedStyles else {
      let own = CardStyles(
        tree, cell.record, environment.environment, containers: containers, known: styles,
        varies: varies)
      return try CardBoxTree(tree, own, isHidden: isHidden, plan: cell.plan, environment)
    }
    if let known = known[place].trees[isHidden] { return known }
    let made = try CardBoxTree(tree, styles, isHidden: isHidden, plan: cell.plan, environment)
    if known[place].trees.count == Known.treeLimit { known[place].trees.removeAll() }
    known[place].trees[isHidden] = made
    return made
  }

  /// The place in `known` of an environment, whose styles are computed if they are not known.
  private mutating func place(of environment: Environment) -> Int {
    if let last, last.environment == environment { return last.place }
    let conditions = CardStyleConditions(
      environment, queries, hasViewportLengths: hasViewportLengths)
    let place: Int
    if let found = known.firstIndex(where: { $0.conditions == conditions }) {
      place = found
    } else {
      if known.count == Self.knownLimit { known.removeAll() }
      place = known.count
      known.append(
        Known(conditions: conditions, styles: CardStyles(tree, ResolvedRecord(), environment)))
    }
    last = (environment, place)
    return place
  }
}

/// What styles and boxes without values of a record depend on in an environment.
///
/// Widths between two conditions of `@media` have the same styles.
private struct CardStyleConditions: Hashable {
  private let scale: Double
  private let direction: LayoutDirection
  private let rules: TextRules
  /// The width, if a length of the styles refers to it.
  private let width: Double?
  /// Whether each query of the environment's width holds.
  private let queries: [Bool]

  init(_ environment: Environment, _ queries: [CardQuery], hasViewportLengths: Bool) {
    (scale, direction, rules) = (environment.scale, environment.direction, environment.rules)
    width = hasViewportLengths ? environment.width : nil
    self.queries = queries.map { $0.holds(for: environment.width) }
  }
}

/// The computed styles of all elements of a card.
final class CardStyles: Sendable {
  let styles: [CardStyle]
  /// The styles of the elements' boxes.
  let boxes: [SharedStyle]
  /// The styles of the elements' texts.
  let texts: [TextStyle]
  /// Whether a value of the record was not valid, so that its declaration was dropped.
  let hasInvalid: Bool

  /// Computes the styles.
  ///
  /// - Parameters:
  ///   - containers: The width of the content box of the nearest container of each element, in CSS
  ///     pixels; `nil` for elements without one. Without the list, no query of a container holds.
  ///   - known: The styles of the elements that do not vary.
  ///   - varies: Whether the style of each element differs from the known one.
  init(
    _ tree: CardTree, _ record: ResolvedRecord, _ environment: Environment,
    containers: [Double?] = [], known: CardStyles? = nil, varies: [Bool] = []
  ) {
    var styles: [CardStyle] = []
    var boxes: [SharedStyle] = []
    var texts: [TextStyle] = []
    styles.reserveCapacity(tree.elements.count)
    boxes.reserveCapacity(tree.elements.count)
    texts.reserveCapacity(tree.elements.count)
    var hasInvalid = known?.hasInvalid ?? false
    func append(_ style: CardStyle) {
      styles.append(style)
      boxes.append(SharedStyle(style.box, scale: environment.scale))
      texts.append(TextStyle(card: style.text))
    }
    for (index, element) in tree.elements.enumerated() {
      if let known, !varies[index] {
        styles.append(known.styles[index])
        boxes.append(known.boxes[index])
        texts.append(known.texts[index])
        continue
      }
      let parent = element.parent.map { styles[$0] }
      if element.isText {
        append(parent?.ofText ?? CardStyle())
        continue
      }
      var declarations: [(property: String, value: String)] = []
      for declaration in element.declarations {
        if let query = declaration.query {
          if query.isOfContainer {
            guard index < containers.count, let width = containers[index], query.holds(for: width)
            else { continue }
          } else if !query.holds(for: environment.width) {
            continue
          }
        }
        guard let value = declaration.value(in: record) else { continue }
        declarations.append((declaration.property, value))
      }
      let computed = CardStyle.computed(
        declarations, in: parent, direction: environment.direction)
      if !computed.invalid.isEmpty { hasInvalid = true }
      append(computed.style)
    }
    self.styles = styles
    self.boxes = boxes
    self.texts = texts
    self.hasInvalid = hasInvalid
  }
}

extension BoundCell {
  /// Maximum number of layouts of single boxes of a cell.
  static let boxStepLimit = 2_000_000

  /// The texts and pictures of the record in boxes.
  fileprivate mutating func contents(
    of tree: CardBoxTree, _ environment: PreparedEnvironment
  ) throws(CellError) -> CardContents {
    try CardContents(
      tree, record, plan: plan,
      language: record.text(at: plan.template.language) ?? environment.environment.locale,
      environment: environment, measurer: measurer)
  }

  /// Lays out the boxes, and stores the frames and texts of views.
  fileprivate mutating func arrange(
    _ contents: CardContents, _ environment: PreparedEnvironment, _ height: Double?
  ) throws(CellError) -> CSSLayout {
    let layout = CSSLayout(
      contents.boxes, contents: contents.contents, width: environment.environment.width,
      height: height, stepLimit: Self.boxStepLimit)
    guard let layout else { throw .boxLimit(steps: Self.boxStepLimit) }
    let count = plan.template.views.count
    var frames = [Rect?](repeating: nil, count: count)
    solved = SolvedCell()
    solved.texts = [TextExtent?](repeating: nil, count: count)
    let root =
      layout.frame(of: 0) ?? Rect(x: 0, y: 0, width: environment.environment.width, height: 0)
    frames[0] = root
    for (box, view) in contents.tree.views {
      if let frame = layout.frame(of: box) {
        frames[view] = frames[view].map { $0.containing(frame) } ?? frame
      }
    }
    for label in contents.labels {
      let run = label.lines.run
      guard let frame = layout.frame(of: run.box) else { continue }
      let insets = layout.insets(of: run.box)
      if frames[label.view] == nil { frames[label.view] = frame }
      let width = LayoutUnit.rounded(
        (frame.width - insets.leading - insets.trailing) * environment.environment.scale)
      let boxes = layout.lines[run.box] ?? []
      let limit = layout.lineLimits[run.box]
      let text = LabelContentSizing.Text(
        prepared: label.lines.text(boxes, width: width), size: nil,
        fitting: run.fitting(limit: limit),
        surroundings: LabelContentSizing.Surroundings(padding: insets))
      solved.texts[label.view] = text.wrapped(width: frame.width)
      texts.texts[label.view] = text
      cardTexts[label.view] = CardText(
        text: label.text, lines: label.lines, boxes: boxes, width: width, limit: limit,
        padding: insets)
    }
    let isLeftToRight = environment.environment.direction == .leftToRight
    // A view comes before its subviews.
    for view in plan.template.views.indices where frames[view] == nil {
      let parent = plan.template.views[view].parent.flatMap { frames[$0] }
      frames[view] = Rect(
        x: (isLeftToRight ? parent?.x : parent?.maxX) ?? 0, y: parent?.y ?? 0, width: 0, height: 0)
      texts.texts[view] = nil
      cardTexts[view] = nil
    }
    solved.frames = frames.compactMap(\.self)
    return layout
  }

  /// Whether the layout depends on sizes of pictures that the record lacks.
  ///
  /// The cell is laid out with the unknown sides 0, and then with 16,384 points.
  fileprivate mutating func dependsOnUnknownSizes(
    _ contents: CardContents, _ environment: PreparedEnvironment, _ height: Double?
  ) throws(CellError) -> Bool {
    guard !contents.unknown.isEmpty else { return false }
    let kept = (solved, texts, cardTexts)
    defer { (solved, texts, cardTexts) = kept }
    for extent in [0.0, 16_384] {
      var other = contents
      other.setUnknown(to: extent)
      _ = try arrange(other, environment, height)
      if solved.frames != kept.0.frames { return true }
    }
    return false
  }
}

extension CardBoxTree {
  /// The widths of the nearest containers' content boxes, by element.
  fileprivate func containerWidths(_ tree: CardTree, _ layout: CSSLayout) -> [Double?] {
    var widths: [Double?] = []
    for element in tree.elements {
      guard let parent = element.parent else {
        widths.append(nil)
        continue
      }
      if styles.styles[parent].box.containerType == .inlineSize,
        let box = boxOf[parent], let frame = layout.frame(of: box)
      {
        let insets = layout.insets(of: box)
        widths.append(frame.width - insets.leading - insets.trailing)
      } else {
        widths.append(widths[parent])
      }
    }
    return widths
  }
}
