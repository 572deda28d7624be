import AutoLayout
import BoxLayouts
import CSSBoxes
import LayoutPrimitives
import TextMeasurement

/// Lays out the cells of a template of CSS boxes, without an engine.
struct CardLayout: ViewLayout {
  let tree: CardTree
  /// The styles of the last environment, if they do not depend on records.
  private var fixed: (environment: Environment, styles: [CardStyle])?

  init(tree: CardTree) { self.tree = tree }

  var enginesCreated: Int { 0 }
  var statistics: EngineStatistics { EngineStatistics() }
  mutating func forgetEngines() {}

  mutating func layOut(
    _ cell: inout BoundCell, in environment: PreparedEnvironment, height: Double?
  ) throws(CellError) -> LayoutOutcome {
    cell.instrument?.begin()
    var styles: [CardStyle]?
    if tree.hasFixedStyles {
      if let fixed, fixed.environment == environment.environment {
        styles = fixed.styles
      } else {
        let made = CardStyles(tree, cell.record, environment.environment).styles
        fixed = (environment.environment, made)
        styles = made
      }
    }
    return try cell.layOut(tree, fixed: styles, environment, height: height)
  }
}

/// The computed styles of all elements of a card.
struct CardStyles {
  private(set) var styles: [CardStyle] = []
  /// Whether a value of the record was not valid, so that its declaration was dropped.
  private(set) var hasInvalid = false

  /// Computes the styles.
  ///
  /// - Parameters:
  ///   - containers: The width of the content box of the nearest container of each element, in CSS
  ///     pixels; `nil` for elements without one. Without the list, no query of a container holds.
  init(
    _ tree: CardTree, _ record: ResolvedRecord, _ environment: Environment,
    containers: [Double?] = []
  ) {
    for (index, element) in tree.elements.enumerated() {
      let parent = element.parent.map { styles[$0] }
      if element.isText {
        styles.append(parent?.ofText ?? CardStyle())
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
        let bindings = declaration.value.bindings
        guard bindings.allSatisfy({ !$0.text(in: record).isEmpty }) else { continue }
        declarations.append((declaration.property, declaration.value.text(in: record)))
      }
      let computed = CardStyle.computed(
        declarations, in: parent, direction: environment.direction)
      if !computed.invalid.isEmpty { hasInvalid = true }
      styles.append(computed.style)
    }
  }
}

extension BoundCell {
  /// Maximum number of layouts of single boxes of a cell.
  static let boxStepLimit = 2_000_000

  fileprivate mutating func layOut(
    _ tree: CardTree, fixed: [CardStyle]?, _ environment: PreparedEnvironment, height: Double?
  ) throws(CellError) -> LayoutOutcome {
    var caveats: Caveats = []
    var context = context(environment)
    var isHidden = tree.elements.map {
      $0.isHidden || $0.hiddenWhen?.holds(in: context) ?? false
    }
    var containers: [Double?] = []
    labelHistory = []
    let limit = max(conditionRoundLimit, 1)
    for _ in 0..<limit {
      let computed =
        fixed == nil
        ? CardStyles(tree, record, environment.environment, containers: containers) : nil
      if computed?.hasInvalid ?? false { caveats.insert(.sizeUnknown) }
      let styles = fixed ?? computed?.styles ?? []
      var builder = CardBuilder(tree, styles, isHidden: isHidden, cell: self, environment)
      try builder.build()
      caveats.formUnion(builder.caveats)
      let solution = try arrange(builder, environment, height)
      let next = fixed == nil ? containerWidths(tree, builder, solution) : containers
      let hasSettled = next == containers
      containers = next
      if plan.asksLabels {
        labelHistory.append(
          plan.template.labels.map {
            solved.texts[$0]?.lines ?? LabelLines(count: 0, truncated: false)
          })
        context.labels = labelHistory
      }
      let hidden = tree.elements.map {
        $0.isHidden || $0.hiddenWhen?.holds(in: context) ?? false
      }
      if hidden == isHidden, hasSettled {
        if try dependsOnUnknownSizes(builder, environment, height) { caveats.insert(.sizeUnknown) }
        try checkRange(environment.grid)
        return LayoutOutcome(caveats: caveats)
      }
      isHidden = hidden
    }
    throw .conditionLoop(rounds: limit, boxes: [])
  }

  /// Lays out the boxes, and stores the frames and texts of views.
  private mutating func arrange(
    _ builder: CardBuilder, _ environment: PreparedEnvironment, _ height: Double?
  ) throws(CellError) -> CSSLayout {
    let layout = CSSLayout(
      builder.boxes, width: environment.environment.width, height: height,
      scale: environment.environment.scale, stepLimit: Self.boxStepLimit)
    guard let layout else { throw .boxLimit(steps: Self.boxStepLimit) }
    let count = plan.template.views.count
    var frames = [Rect?](repeating: nil, count: count)
    solved = SolvedCell()
    solved.texts = [TextExtent?](repeating: nil, count: count)
    let root = layout.frames[0] ?? Rect(x: 0, y: 0, width: environment.environment.width, height: 0)
    frames[0] = root
    for (box, view) in builder.views {
      if let frame = layout.frames[box] { frames[view] = frame }
    }
    for label in builder.labels {
      guard let frame = layout.frames[label.box] else { continue }
      let insets = layout.insets[label.box] ?? Insets(all: 0)
      if frames[label.view] == nil { frames[label.view] = frame }
      var text = label.text
      text.surroundings.padding = insets
      if let sizes = layout.lines[label.box] {
        let width = LayoutUnit.rounded(
          (frame.width - insets.leading - insets.trailing) * environment.environment.scale)
        text.prepared = label.lines.text(sizes, width: width)
      }
      texts.texts[label.view] = text
      solved.texts[label.view] = text.wrapped(width: frame.width)
      cardTexts[label.view] = label.content
      cardTexts[label.view]?.padding = insets
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

  /// The widths of the nearest containers' content boxes, by element.
  private func containerWidths(
    _ tree: CardTree, _ builder: CardBuilder, _ layout: CSSLayout
  ) -> [Double?] {
    var widths: [Double?] = []
    for element in tree.elements {
      guard let parent = element.parent else {
        widths.append(nil)
        continue
      }
      if builder.styles[parent].box.containerType == .inlineSize, let box = builder.boxOf[parent],
        let frame = layout.frames[box]
      {
        let insets = layout.insets[box] ?? Insets(all: 0)
        widths.append(frame.width - insets.leading - insets.trailing)
      } else {
        widths.append(widths[parent])
      }
    }
    return widths
  }

  /// Whether the layout depends on sizes of pictures that the record lacks.
  ///
  /// The cell is laid out with the unknown sides 0, and then with 16,384 points.
  private mutating func dependsOnUnknownSizes(
    _ builder: CardBuilder, _ environment: PreparedEnvironment, _ height: Double?
  ) throws(CellError) -> Bool {
    guard !builder.unknown.isEmpty else { return false }
    let kept = (solved, texts, cardTexts)
    defer { (solved, texts, cardTexts) = kept }
    for extent in [0.0, 16_384] {
      var other = builder
      other.setUnknown(to: extent)
      _ = try arrange(other, environment, height)
      if solved.frames != kept.0.frames { return true }
    }
    return false
  }
}
