import AutoLayout
import CSSBoxes
import LayoutPrimitives
import TextMeasurement

/// Lays out the cells of a template of CSS boxes, without an engine.
struct CardLayout: ViewLayout {
  private let tree: CardTree
  private var boxes: DocumentBoxes
  /// The contents of the latest record, which are those of all widths with the same boxes.
  private var lastContents: Contents?

  private struct Contents {
    let record: Int
    /// The environment without its width.
    let conditions: ConditionEnvironment
    let contents: DocumentContents
  }

  init(tree: CardTree) {
    self.tree = tree
    boxes = DocumentBoxes(tree.document)
  }

  var enginesCreated: Int { 0 }
  var statistics: EngineStatistics { EngineStatistics() }
  mutating func forgetEngines() {}

  mutating func layOut(
    _ cell: inout BoundCell, in environment: PreparedEnvironment, height: Double?
  ) throws(CellError) -> LayoutOutcome {
    cell.instrument?.begin()
    var caveats: Caveats = []
    var context = cell.context(environment)
    var isHidden = tree.hidden(in: context)
    var containers: [Double?] = []
    cell.labelHistory = []
    let limit = max(cell.conditionRoundLimit, 1)
    for _ in 0..<limit {
      let contents = try contents(isHidden, containers, &cell, environment)
      if contents.generated.hasInvalidValues { caveats.insert(.sizeUnknown) }
      caveats.formUnion(contents.caveats)
      let layout = try cell.arrange(contents, tree, environment, height)
      let next =
        boxes.hasFixedStyles
        ? containers : boxes.containerWidths(in: layout, of: contents.generated)
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
        if try cell.dependsOnUnknownSizes(contents, tree, environment, height) {
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

  /// The boxes with the texts and pictures of the record, which are prepared once for all widths.
  private mutating func contents(
    _ isHidden: [Bool], _ containers: [Double?], _ cell: inout BoundCell,
    _ environment: PreparedEnvironment
  ) throws(CellError) -> DocumentContents {
    let content = CardContent(tree: tree, record: cell.record)
    let own = CSSEnvironment(
      environment.environment, rules: environment.rules,
      language: cell.record.text(at: cell.plan.template.language)
        ?? environment.environment.locale)
    let generated: GeneratedBoxes
    do throws(TextError) {
      generated = try boxes.generate(
        for: content, plain: CardContent(tree: tree, record: ResolvedRecord()),
        isHidden: isHidden, containers: containers, own, cell.measurer)
    } catch {
      throw .text(error, view: cell.plan.template.name)
    }
    let conditions = environment.conditions.with(width: 0)
    if let lastContents, lastContents.contents.generated === generated,
      lastContents.record == cell.boundRecords, lastContents.conditions == conditions
    {
      return lastContents.contents
    }
    let pictures = try generated.pictures.map { picture throws(CellError) in
      try cell.picture(of: tree.elements[picture.element].view)
    }
    let contents: DocumentContents
    do throws(DocumentContents.Failure) {
      contents = try DocumentContents(
        generated, content, pictures: pictures, own, cell.measurer)
    } catch {
      let view = error.run.flatMap { tree.view(of: $0) }
      throw .text(
        error.error, view: view.map { cell.plan.template.views[$0].id } ?? cell.plan.template.name)
    }
    lastContents = Contents(
      record: cell.boundRecords, conditions: conditions, contents: contents)
    return contents
  }
}

extension CardTree {
  /// The view of the label whose text is a run; `nil` for a run without text.
  fileprivate func view(of run: InlineRun) -> Int? {
    run.texts.lazy.compactMap { elements[$0].view }.first
  }
}

extension BoundCell {
  /// Maximum number of layouts of single boxes of a cell.
  static let boxStepLimit = 2_000_000

  /// The picture of a view.
  fileprivate func picture(of view: Int?) throws(CellError) -> DocumentContents.Picture {
    guard let content = view.flatMap({ plan.intrinsicContents[$0] }) else {
      return DocumentContents.Picture(size: NaturalSize(width: 0, height: 0), isPresent: false)
    }
    let size = try content.size(in: record)
    return DocumentContents.Picture(
      size: NaturalSize(width: size.known.width, height: size.known.height),
      isPresent: !content.isAbsent(in: record))
  }

  /// Lays out the boxes, and stores the frames and texts of views.
  fileprivate mutating func arrange(
    _ contents: DocumentContents, _ tree: CardTree, _ environment: PreparedEnvironment,
    _ height: Double?
  ) throws(CellError) -> CSSLayout {
    let width = environment.environment.width
    let layout = contents.layout(width: width, height: height, stepLimit: Self.boxStepLimit)
    guard let layout else { throw .boxLimit(steps: Self.boxStepLimit) }
    let count = plan.template.views.count
    var frames = [Rect?](repeating: nil, count: count)
    solved = SolvedCell()
    solved.texts = [TextExtent?](repeating: nil, count: count)
    frames[0] = layout.frame(of: 0) ?? Rect(x: 0, y: 0, width: width, height: 0)
    // An element without a text has none, either, of the last record.
    for view in 0..<count {
      texts.texts[view] = nil
      cardTexts[view] = nil
    }
    for (box, element) in contents.generated.elements {
      guard let view = tree.elements[element].view, view > 0, let frame = layout.frame(of: box)
      else { continue }
      frames[view] = frames[view].map { $0.containing(frame) } ?? frame
    }
    for text in contents.texts(in: layout) {
      guard let view = tree.view(of: text.run) else { continue }
      if frames[view] == nil { frames[view] = text.frame }
      let surroundings = LabelContentSizing.Surroundings(padding: text.insets)
      solved.texts[view] = surroundings.outer(TextExtent(text.measure))
      texts.texts[view] = LabelContentSizing.Text(
        prepared: text.prepared, size: nil, fitting: text.fitting, surroundings: surroundings)
      cardTexts[view] = text
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
    _ contents: DocumentContents, _ tree: CardTree, _ environment: PreparedEnvironment,
    _ height: Double?
  ) throws(CellError) -> Bool {
    guard contents.hasUnknownSizes else { return false }
    let kept = (solved, texts, cardTexts)
    defer { (solved, texts, cardTexts) = kept }
    for extent in [0.0, 16_384] {
      _ = try arrange(contents.settingUnknownSides(to: extent), tree, environment, height)
      if solved.frames != kept.0.frames { return true }
    }
    return false
  }
}
