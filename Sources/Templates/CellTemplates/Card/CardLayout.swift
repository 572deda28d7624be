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
  /// The styles in the latest environments, with the values that a record without values gives.
  private var known: [(environment: Environment, styles: CardStyles)] = []

  /// Maximum number of environments whose styles are kept.
  private static let knownLimit = 32

  init(tree: CardTree) {
    self.tree = tree
    varies = tree.variesWithRecord
    hasFixedStyles = !varies.contains(true)
  }

  var enginesCreated: Int { 0 }
  var statistics: EngineStatistics { EngineStatistics() }
  mutating func forgetEngines() {}

  mutating func layOut(
    _ cell: inout BoundCell, in environment: PreparedEnvironment, height: Double?
  ) throws(CellError) -> LayoutOutcome {
    cell.instrument?.begin()
    let styles = styles(in: environment.environment)
    return try cell.layOut(
      tree, styles, varies: hasFixedStyles ? nil : varies, environment, height: height)
  }

  /// The styles that do not depend on a record.
  private mutating func styles(in environment: Environment) -> CardStyles {
    for one in known where one.environment == environment { return one.styles }
    let made = CardStyles(tree, ResolvedRecord(), environment)
    if known.count == Self.knownLimit { known.removeAll() }
    known.append((environment, made))
    return made
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
      boxes.append(SharedStyle(style.box))
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
        let bindings = declaration.value.bindings
        guard bindings.allSatisfy({ !$0.text(in: record).isEmpty }) else { continue }
        declarations.append((declaration.property, declaration.value.text(in: record)))
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

  fileprivate mutating func layOut(
    _ tree: CardTree, _ known: CardStyles, varies: [Bool]?, _ environment: PreparedEnvironment,
    height: Double?
  ) throws(CellError) -> LayoutOutcome {
    var caveats: Caveats = []
    var context = context(environment)
    var isHidden = tree.hidden(in: context)
    var containers: [Double?] = []
    labelHistory = []
    let limit = max(conditionRoundLimit, 1)
    for _ in 0..<limit {
      let styles =
        varies.map {
          CardStyles(
            tree, record, environment.environment, containers: containers, known: known, varies: $0)
        } ?? known
      if styles.hasInvalid { caveats.insert(.sizeUnknown) }
      var builder = CardBuilder(tree, styles, isHidden: isHidden, cell: self, environment)
      try builder.build()
      caveats.formUnion(builder.caveats)
      let solution = try arrange(builder, environment, height)
      let next = varies == nil ? containers : containerWidths(tree, builder, solution)
      let hasSettled = next == containers
      containers = next
      if plan.asksLabels {
        labelHistory.append(
          plan.template.labels.map {
            solved.texts[$0]?.lines ?? LabelLines(count: 0, truncated: false)
          })
        context.labels = labelHistory
      }
      // Without labels, conditions depend on nothing that a layout changes.
      let hidden = plan.asksLabels ? tree.hidden(in: context) : isHidden
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
      if builder.styles.styles[parent].box.containerType == .inlineSize,
        let box = builder.boxOf[parent],
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
