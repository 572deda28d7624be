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
    let known = place(of: environment, cell)
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
        if cell.reachesGreatestLength(scale: environment.environment.scale) {
          caveats.insert(.limit)
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
        tree, cell.record, environment, cell.measurer, containers: containers, known: styles,
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
  private mutating func place(
    of prepared: PreparedEnvironment, _ cell: borrowing BoundCell
  ) -> Int {
    let environment = prepared.environment
    if let last, last.environment == environment { return last.place }
    let conditions = CardStyleConditions(
      environment, queries, height: tree.viewportHeight, hasViewportLengths: hasViewportLengths)
    let place: Int
    if let found = known.firstIndex(where: { $0.conditions == conditions }) {
      place = found
    } else {
      if known.count == Self.knownLimit { known.removeAll() }
      place = known.count
      known.append(
        Known(
          conditions: conditions,
          styles: CardStyles(tree, ResolvedRecord(), prepared, cell.measurer)))
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
  /// The language, on which the width of a zero may depend.
  private let locale: String
  /// The width, if a length of the styles refers to it.
  private let width: Double?
  /// Whether each query of the environment's width holds.
  private let queries: [Bool]

  init(
    _ environment: Environment, _ queries: [CardQuery], height: Double?, hasViewportLengths: Bool
  ) {
    (scale, direction, rules) = (environment.scale, environment.direction, environment.rules)
    locale = environment.locale
    width = hasViewportLengths ? environment.width : nil
    self.queries = queries.map { $0.holds(width: environment.width, height: height) }
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
  ///   - measurer: Measures the width of a zero; `nil` for cards without text.
  ///   - containers: The width of the content box of each container, in CSS pixels; `nil` for other
  ///     elements. Without the list, no query of a container holds.
  ///   - known: The styles of the elements that do not vary.
  ///   - varies: Whether the style of each element differs from the known one.
  init(
    _ tree: CardTree, _ record: ResolvedRecord, _ environment: PreparedEnvironment,
    _ measurer: TextMeasurer?, containers: [Double?] = [], known: CardStyles? = nil,
    varies: [Bool] = []
  ) {
    var styles: [CardStyle] = []
    var boxes: [SharedStyle] = []
    var texts: [TextStyle] = []
    styles.reserveCapacity(tree.elements.count)
    boxes.reserveCapacity(tree.elements.count)
    texts.reserveCapacity(tree.elements.count)
    var hasInvalid = known?.hasInvalid ?? false
    let width = environment.environment.width
    var surroundings = CardStyle.Surroundings(
      direction: environment.environment.direction, units: tree.units(width: width))
    surroundings.zeroWidth = { style in
      // A text in a font that is missing fails the cell by itself.
      try? measurer?.zeroWidth(
        TextStyle(card: style), language: environment.environment.locale, rules: environment.rules)
    }
    /// The width of the nearest container of an element, or of the nearest one of a name.
    func containerWidth(_ element: CardElement, _ name: String?) -> Double? {
      var next = element.parent
      while let index = next {
        let box = styles[index].box
        if box.containerType == .inlineSize, name.map({ box.containerNames.contains($0) }) ?? true {
          return index < containers.count ? containers[index] : nil
        }
        next = tree.elements[index].parent
      }
      return nil
    }
    func append(_ style: CardStyle) {
      styles.append(style)
      boxes.append(SharedStyle(style.box, scale: environment.environment.scale))
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
      var declarations: [(property: String, value: CSSValue)] = []
      for declaration in element.declarations {
        switch declaration.query?.subject {
        case nil: break
        case .viewport:
          guard declaration.query?.holds(width: width, height: tree.viewportHeight) ?? true
          else { continue }
        case .container(let name):
          guard let width = containerWidth(element, name),
            declaration.query?.holds(width: width) ?? true
          else { continue }
        }
        if let literal = declaration.literal {
          declarations.append((declaration.property, literal))
          continue
        }
        guard let text = declaration.value(in: record) else { continue }
        do throws(CSSError) {
          declarations.append((declaration.property, try CSSValue(text, isBound: true)))
        } catch {
          hasInvalid = true
        }
      }
      surroundings.units.containerWidth =
        declarations.contains { $0.value.references.contains(.container) }
        ? containerWidth(element, nil) : nil
      let computed = CardStyle.computed(declarations, in: parent, surroundings)
      if computed.invalid.contains(where: { $0.value?.isBound ?? false }) { hasInvalid = true }
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
    // An element without a text has none, either, of the last record.
    for view in 0..<count {
      texts.texts[view] = nil
      cardTexts[view] = nil
    }
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
    }
    solved.frames = frames.compactMap(\.self)
    return layout
  }

  /// Whether an edge of a frame is at the greatest length, where sums of lengths stop.
  fileprivate func reachesGreatestLength(scale: Double) -> Bool {
    // A few pixels are lost where Chromium rounds lengths in single precision.
    let limit = (LayoutUnit.max.pixels - 8) / scale
    return solved.frames.contains {
      $0.maxX >= limit || $0.maxY >= limit || $0.x <= -limit || $0.y <= -limit
    }
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
  /// The widths of the content boxes of containers, by element; `nil` for other elements.
  fileprivate func containerWidths(_ tree: CardTree, _ layout: CSSLayout) -> [Double?] {
    tree.elements.indices.map { element in
      guard styles.styles[element].box.containerType == .inlineSize, let box = boxOf[element],
        let frame = layout.frame(of: box)
      else { return nil }
      let insets = layout.insets(of: box)
      return frame.width - insets.leading - insets.trailing
    }
  }
}
