import AutoLayout
import CSSBoxes
import FeedRecords
import LayoutPrimitives
import TextMeasurement

/// Lays out the cells of a template of CSS boxes, without an engine.
struct CardLayout: ViewLayout {
  /// The card as the template declares it.
  private let declared: CardTree
  /// The card with the markup of the latest record.
  private var tree: CardTree
  private var boxes: DocumentBoxes
  /// Whether no style of the template depends on the record or on a container.
  private let hasFixedStyles: Bool
  /// Whether the template declares floats, around which blocks cannot be laid out by themselves.
  private let declaresFloats: Bool
  /// The number of the record whose markup is in `tree`; `nil` for none.
  private var markedRecord: Int?
  /// Makes the elements of markup; `nil` before the first record with markup.
  private var markupBuilder: MarkupBuilder?
  /// The caveats of the markup.
  private var markupCaveats: Caveats = []
  /// The contents of the latest record, which are those of all widths with the same boxes.
  private var lastContents: Contents?
  private var memory = LayoutMemory()
  /// The texts of labels in the latest layout, by view.
  private var texts: [Int: LaidOutText] = [:]

  /// The texts of the markup in the latest layout, if its blocks are kept.
  private(set) var markupTexts: [LaidOutLabel] = []

  /// Maximum number of layouts of single boxes of a cell.
  static let stepLimit = 2_000_000

  private struct Contents {
    let record: Int
    /// The environment without its width.
    let conditions: ConditionEnvironment
    let contents: DocumentContents
  }

  init(tree: CardTree) {
    var tree = tree
    tree.shareDeclarations()
    declared = tree
    self.tree = tree
    boxes = DocumentBoxes(tree.document)
    hasFixedStyles = boxes.hasFixedStyles
    declaresFloats =
      tree.sheet.declares("float")
      || tree.document.elements.contains { $0.declarations.contains { $0.property == "float" } }
  }

  var enginesCreated: Int { 0 }
  var statistics: EngineStatistics { EngineStatistics() }
  mutating func forgetEngines() {}

  func text(
    of item: Int, _ cell: borrowing BoundCell, in environment: PreparedEnvironment
  ) -> LaidOutLabel? {
    texts[item].map(LaidOutLabel.init)
  }

  /// The texts of labels by view, as far as they do not depend on the layout.
  mutating func texts(
    of cell: inout BoundCell, in environment: PreparedEnvironment
  ) throws(CellError) -> [Int: String] {
    addMarkup(of: cell)
    let isHidden = tree.hidden(in: cell.context(environment))
    let own = own(environment, cell)
    let generated = try generate(isHidden, [], own, &cell)
    var texts: [Int: String] = [:]
    for (run, text) in generated.texts(of: CardContent(tree: tree, record: cell.record), own) {
      if let view = tree.view(of: run) { texts[view] = text }
    }
    return texts
  }

  mutating func layOut(
    _ cell: inout BoundCell, in environment: PreparedEnvironment, height: Double?,
    into outcome: inout LayoutOutcome
  ) throws(CellError) {
    cell.instrument?.begin()
    if try !addGrowingMarkup(of: &cell, in: environment) { addMarkup(of: cell) }
    var caveats = markupCaveats
    var context = cell.context(environment)
    var isHidden = tree.hidden(in: context)
    var containers: [Double?] = []
    outcome.labelHistory.removeAll()
    let limit = max(cell.options.conditionRoundLimit, 1)
    for _ in 0..<limit {
      let contents = try contents(isHidden, containers, &cell, environment)
      if contents.generated.hasInvalidValues { caveats.insert(.sizeUnknown) }
      caveats.formUnion(contents.caveats)
      let layout = try arrange(
        contents, cell.plan, environment, height, keepsBlocks: cell.options.keepsBlocks,
        &outcome.solved)
      let next =
        boxes.hasFixedStyles
        ? containers : boxes.containerWidths(in: layout, of: contents.generated)
      let hasSettled = next == containers
      containers = next
      if cell.plan.asksLabels {
        let texts = outcome.solved.texts
        outcome.labelHistory.append(
          cell.plan.template.labels.map {
            texts[$0]?.lines ?? LabelLines(count: 0, truncated: false)
          })
        context.labels = outcome.labelHistory
      }
      // Without labels, conditions depend on nothing that a layout changes.
      let hidden = cell.plan.asksLabels ? tree.hidden(in: context) : isHidden
      if hidden == isHidden, hasSettled {
        if try dependsOnUnknownSizes(contents, cell.plan, environment, height, outcome) {
          caveats.insert(.sizeUnknown)
        }
        if declared.hasMarkup { caveats.formUnion(layout.caveats) }
        if outcome.solved.reachesGreatestLength(scale: environment.environment.scale) {
          caveats.insert(.limit)
        }
        outcome.caveats = caveats
        outcome.blocks = cell.options.keepsBlocks ? blocks(contents, layout) : []
        try outcome.checkRange(environment.grid, cell.plan.template.views)
        return
      }
      isHidden = hidden
    }
    throw .conditionLoop(rounds: limit, boxes: [])
  }

  /// Adds the elements of the record's markup, unless they are there.
  private mutating func addMarkup(of cell: borrowing BoundCell) {
    guard markedRecord != cell.boundRecords,
      declared.hasMarkup
    else { return }
    markedRecord = cell.boundRecords
    tree = declared
    markupCaveats = []
    // The builder is moved out while it is changed, to avoid a copy of its cache.
    var builder = removeBuilder(cell.measurer)
    defer { markupBuilder = builder }
    for (index, element) in declared.elements.enumerated() {
      guard let markup = element.markup else { continue }
      markupCaveats.formUnion(
        builder.add(
          markup, of: cell.record, isKept: cell.growing != nil || !hasFixedStyles, to: index,
          in: &tree))
    }
    boxes.replace(tree.document)
    lastContents = nil
  }

  private mutating func removeBuilder(_ measurer: TextMeasurer?) -> MarkupBuilder {
    defer { markupBuilder = nil }
    return markupBuilder
      ?? MarkupBuilder(
        sheet: declared.sheet,
        hasMonospace: measurer?.library.configuration.families.keys.contains {
          $0.lowercased() == "monospace"
        } ?? false)
  }

  /// Adds the elements of the markup of a record that grows.
  ///
  /// The blocks of Markdown that do not change any more were laid out before; the result is the same
  /// as that of the whole text.
  ///
  /// - Returns: Whether the markup is added; otherwise it has to be added as a whole.
  private mutating func addGrowingMarkup(
    of cell: inout BoundCell, in environment: PreparedEnvironment
  ) throws(CellError) -> Bool {
    guard cell.growing != nil, declared.hasMarkup, !cell.options.keepsBlocks, hasFixedStyles,
      !declaresFloats
    else {
      return false
    }
    var grown = declared
    var caveats: Caveats = []
    for (index, element) in declared.elements.enumerated() {
      guard let markup = element.markup, let (text, language) = markup.text(in: cell.record) else {
        continue
      }
      guard language == .markdown, text.utf8.count <= CardMarkup.byteLimit else { return false }
      let key = GrowingMarkup.Key(element: index, environment: environment.environment)
      var state = cell.growing?.removeMarkup(key) ?? GrowingMarkup()
      try extend(&state, by: text, of: markup, at: index, &cell, environment)
      for block in state.blocks { grown.append(.measured(block), CardElement(), parent: index) }
      var builder = removeBuilder(cell.measurer)
      let part = builder.add(
        part: String(decoding: text.utf8.dropFirst(state.source.count), as: UTF8.self),
        isReset: markup.isReset, follows: !state.blocks.isEmpty, precedes: false, to: index,
        in: &grown)
      markupBuilder = builder
      caveats.formUnion(state.caveats.union(part.caveats))
      let elements = state.elements + part.elements
      cell.growing?.setMarkup(state, key)
      guard elements < CardMarkup.elementLimit else { return false }
      // A float in raw HTML may be beside the blocks of another element.
      if part.hasRawHTML, declared.markupCount > 1 { return false }
    }
    markedRecord = nil
    (tree, markupCaveats) = (grown, caveats)
    boxes.replace(tree.document)
    lastContents = nil
    return true
  }

  /// Adds the blocks of a text that no longer change to those before.
  private mutating func extend(
    _ state: inout GrowingMarkup, by text: String, of markup: CardMarkup, at element: Int,
    _ cell: inout BoundCell, _ environment: PreparedEnvironment
  ) throws(CellError) {
    var text = text
    let end: Int? = text.withUTF8 { bytes in
      if !state.begins(bytes) { state = GrowingMarkup() }
      guard !state.isFull else { return state.source.count }
      return MarkdownBlocks.starts(in: bytes, from: state.source.count).map {
        $0.last ?? state.source.count
      }
    }
    guard let end else {
      // A definition changes links anywhere.
      state = GrowingMarkup()
      state.isFull = true
      return
    }
    guard end > state.source.count else { return }
    let part = String(
      decoding: text.utf8.dropFirst(state.source.count).prefix(end - state.source.count),
      as: UTF8.self)
    tree = declared
    markedRecord = nil
    var builder = removeBuilder(cell.measurer)
    let added = builder.add(
      part: part, isReset: markup.isReset, follows: !state.blocks.isEmpty, precedes: true,
      to: element, in: &tree)
    markupBuilder = builder
    boxes.replace(tree.document)
    lastContents = nil
    guard !added.hasRawHTML, !added.caveats.contains(.limit), boxes.hasFixedStyles else {
      state.isFull = true
      return
    }
    let isHidden = tree.hidden(in: cell.context(environment))
    let contents = try contents(isHidden, [], &cell, environment)
    guard !contents.generated.hasInvalidValues,
      let blocks = contents.measuredBlocks(inside: element)
    else {
      state.isFull = true
      return
    }
    state.add(
      part.utf8, blocks, elements: added.elements, added.caveats.union(contents.caveats),
      direction: contents.direction(of: element))
  }

  /// The boxes with the texts and pictures of the record, which are prepared once for all widths.
  private mutating func contents(
    _ isHidden: [Bool], _ containers: [Double?], _ cell: inout BoundCell,
    _ environment: PreparedEnvironment
  ) throws(CellError) -> DocumentContents {
    let own = own(environment, cell)
    let generated = try generate(isHidden, containers, own, &cell)
    let conditions = environment.conditions.with(width: 0)
    if let lastContents, lastContents.contents.generated === generated,
      lastContents.record == cell.boundRecords, lastContents.conditions == conditions
    {
      return lastContents.contents
    }
    let pictures = try generated.pictures.map { picture throws(CellError) in
      if let size = tree.elements[picture.element].natural {
        return DocumentContents.Picture(size: size, isPresent: true)
      }
      return try cell.picture(of: tree.elements[picture.element].view)
    }
    let contents: DocumentContents
    do throws(DocumentContents.Failure) {
      contents = try DocumentContents(
        generated, CardContent(tree: tree, record: cell.record), pictures: pictures, own,
        cell.measurer)
    } catch {
      let view = error.run.flatMap { tree.view(of: $0) }
      throw .text(
        error.error, view: view.map { cell.plan.template.views[$0].id } ?? cell.plan.template.name)
    }
    lastContents = Contents(
      record: cell.boundRecords, conditions: conditions, contents: contents)
    return contents
  }

  private func own(
    _ environment: PreparedEnvironment, _ cell: borrowing BoundCell
  ) -> CSSEnvironment {
    CSSEnvironment(
      environment.environment, rules: environment.rules,
      language: cell.record.text(at: cell.plan.template.language)
        ?? environment.environment.locale)
  }

  /// The boxes of the elements that are not hidden.
  private mutating func generate(
    _ isHidden: [Bool], _ containers: [Double?], _ environment: CSSEnvironment,
    _ cell: inout BoundCell
  ) throws(CellError) -> GeneratedBoxes {
    do throws(TextError) {
      return try boxes.generate(
        for: CardContent(tree: tree, record: cell.record),
        plain: CardContent(tree: tree, record: ResolvedRecord()), isHidden: isHidden,
        containers: containers, environment, cell.measurer)
    } catch {
      throw .text(error, view: cell.plan.template.name)
    }
  }

  /// Lays out the boxes, and stores the frames and texts of views.
  private mutating func arrange(
    _ contents: DocumentContents, _ plan: TemplatePlan, _ environment: PreparedEnvironment,
    _ height: Double?, keepsBlocks: Bool, _ solved: inout SolvedCell
  ) throws(CellError) -> CSSLayout {
    let width = environment.environment.width
    let views = plan.template.views
    let layout = contents.layout(
      width: width, height: height,
      needsFrame: { [tree] in keepsBlocks || tree.elements[$0].view != nil },
      stepLimit: Self.stepLimit, memory: &memory)
    guard let layout else { throw .boxLimit(steps: Self.stepLimit) }
    var frames = [Rect?](repeating: nil, count: views.count)
    solved = SolvedCell()
    solved.texts = [TextExtent?](repeating: nil, count: views.count)
    self.texts.removeAll(keepingCapacity: true)
    frames[0] = layout.frame(of: 0) ?? Rect(x: 0, y: 0, width: width, height: 0)
    for (box, element) in contents.generated.elements {
      guard let view = tree.elements[element].view, view > 0, let frame = layout.frame(of: box)
      else { continue }
      frames[view] = frames[view].map { $0.containing(frame) } ?? frame
    }
    markupTexts.removeAll(keepingCapacity: true)
    let texts = contents.texts(in: layout) { keepsBlocks || tree.view(of: $0) != nil }
    for text in texts {
      guard let view = tree.view(of: text.run) else {
        if keepsBlocks { markupTexts.append(LaidOutLabel(text)) }
        continue
      }
      if frames[view] == nil { frames[view] = text.frame }
      solved.texts[view] = LabelContentSizing.Surroundings(padding: text.insets)
        .outer(TextExtent(text.measure))
      self.texts[view] = text
    }
    let isLeftToRight = environment.environment.direction == .leftToRight
    // A view comes before its subviews.
    for view in views.indices where frames[view] == nil {
      let parent = views[view].parent.flatMap { frames[$0] }
      frames[view] = Rect(
        x: (isLeftToRight ? parent?.x : parent?.maxX) ?? 0, y: parent?.y ?? 0, width: 0, height: 0)
    }
    solved.frames = frames.compactMap(\.self)
    return layout
  }

  /// The boxes of the elements of markup.
  private func blocks(_ contents: DocumentContents, _ layout: CSSLayout) -> [MarkupBlock] {
    contents.generated.elements.compactMap { box, element in
      guard let name = tree.elements[element].markupName, let frame = layout.frame(of: box) else {
        return nil
      }
      return MarkupBlock(
        name: name, frame: frame, isPicture: tree.elements[element].natural != nil)
    }
  }

  /// Whether the layout depends on sizes of pictures that the record lacks.
  ///
  /// The cell is laid out with the unknown sides 0, and then with 16,384 points.
  private mutating func dependsOnUnknownSizes(
    _ contents: DocumentContents, _ plan: TemplatePlan, _ environment: PreparedEnvironment,
    _ height: Double?, _ known: LayoutOutcome
  ) throws(CellError) -> Bool {
    guard contents.hasUnknownSizes else { return false }
    let (texts, markupTexts) = (texts, markupTexts)
    defer { (self.texts, self.markupTexts) = (texts, markupTexts) }
    var other = SolvedCell()
    for extent in [0.0, 16_384] {
      _ = try arrange(
        contents.settingUnknownSides(to: extent), plan, environment, height, keepsBlocks: false,
        &other)
      if other.frames != known.solved.frames { return true }
    }
    return false
  }
}

extension CardTree {
  /// The view of the label whose text is a run; `nil` for a run without text.
  fileprivate func view(of run: InlineRun) -> Int? {
    run.texts.lazy.compactMap { elements[$0].view }.first
  }
}

extension BoundCell {
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
}

extension SolvedCell {
  /// Whether an edge of a frame is at the greatest length, where sums of lengths stop.
  fileprivate func reachesGreatestLength(scale: Double) -> Bool {
    // A few pixels are lost where Chromium rounds lengths in single precision.
    let limit = (LayoutUnit.max.pixels - 8) / scale
    return frames.contains {
      $0.maxX >= limit || $0.maxY >= limit || $0.x <= -limit || $0.y <= -limit
    }
  }
}
