public import AutoLayout
public import LayoutPrimitives
public import TextMeasurement

/// Lays out records in one template, by constraints, boxes or CSS boxes.
///
/// With constraints, there is one engine per direction, which is reused for all records. The result
/// for a record and an environment does not depend on earlier records.
public struct CellLayouter {
  /// The bound record, with the options of the layout.
  private(set) var cell: BoundCell
  private var layout: any ViewLayout
  /// The latest layout.
  private(set) var outcome = LayoutOutcome()
  /// The environment in which the bound record was laid out last; `nil` before its first layout and
  /// after one that failed.
  private(set) var latest: PreparedEnvironment?
  private let formats: FormatSettings
  /// Formatters of dates and numbers, one per locale.
  private var formatters: [ValueFormatter] = []
  private var environments = PreparedEnvironments()

  /// Creates a layouter for one template.
  ///
  /// Its engines are created on first use.
  ///
  /// - Parameters:
  ///   - plan: The analyzed template, which several layouters may share.
  ///   - measurer: Measures texts, and is shared by all layouters of one worker; `nil` for a
  ///     template whose sizes come from a table.
  ///   - formats: Time zone and clock for the template's formats.
  public init(
    plan: TemplatePlan, measurer: TextMeasurer?, formats: FormatSettings = FormatSettings()
  ) {
    self.formats = formats
    cell = BoundCell(plan, measurer: measurer)
    layout =
      if let boxes = plan.template.boxes {
        BoxLayout(boxes: boxes)
      } else if let card = plan.template.card {
        CardLayout(tree: card)
      } else {
        ConstraintLayout()
      }
  }

  /// The analyzed template.
  public var plan: TemplatePlan { cell.plan }

  /// Number of engines created so far, including discarded ones.
  public var enginesCreated: Int { layout.enginesCreated }

  /// Observes the layouts for a trace or an examination; `nil` for none.
  public var instrument: CellInstrument? {
    get { cell.instrument }
    set { cell.instrument = newValue }
  }

  /// Whether every cell of a compiled program is compared with the solver's result.
  ///
  /// This is slow and intended for debugging. A cell whose results differ fails with CH0111.
  public var verifiesPrograms: Bool {
    get { cell.options.verifiesPrograms }
    set { cell.options.verifiesPrograms = newValue }
  }

  /// Maximum number of times that the boxes of a cell are arranged; numbers below 1 count as 1.
  ///
  /// Boxes are arranged repeatedly while conditions on labels hide or show boxes. A cell that needs
  /// more rounds fails with CH0107.
  public var conditionRoundLimit: Int {
    get { cell.options.conditionRoundLimit }
    set { cell.options.conditionRoundLimit = newValue }
  }

  // reason: an option
  /// Whether layouts have the lines of their labels; heights of a range of widths have none.
  public var keepsLines = false

  /// Whether layouts have the boxes of the markup of records; see `blocks`.
  public var keepsBlocks: Bool {
    get { cell.options.keepsBlocks }
    set { cell.options.keepsBlocks = newValue }
  }

  /// The boxes of the elements of the record's markup in the latest layout, in the order of the
  /// markup; empty unless they are kept.
  public var blocks: [MarkupBlock] { latest == nil ? [] : outcome.blocks }

  /// The texts of the markup in the latest layout, if blocks are kept.
  var markupTexts: [LaidOutLabel] { latest == nil ? [] : layout.markupTexts }

  /// The prepared texts of the next record, if it grows; `nil` for records that do not grow.
  public var growing: GrowingTexts? {
    get { cell.growing }
    set { cell.growing = newValue }
  }

  /// Counts of the work of the current engines, each since it was created.
  ///
  /// All are 0 after `forgetEngines()`, and for templates of boxes.
  public var statistics: EngineStatistics { layout.statistics }

  /// Discards the engines; the next record creates a new one.
  public mutating func forgetEngines() { layout.forgetEngines() }

  /// Lays out one record, and returns the layout with all details.
  ///
  /// For a range of widths, the layout has a height for each width, but no frames and no lines of
  /// labels.
  ///
  /// - Parameters:
  ///   - record: The record, for the template's bindings.
  ///   - environment: Width or widths, scale, text size, direction, locale, rules and state.
  ///   - height: A fixed height of the cell, in points; `nil` for the height that fits.
  /// - Throws: `CellError` if the record cannot be laid out.
  public mutating func layout(
    _ record: some BindingSource, in environment: Environment, height: Double? = nil
  ) throws(CellError) -> LaidOutCell {
    LaidOutCell(
      layout: try cellLayout(record, in: environment, height: height), solved: outcome.solved)
  }

  /// Lays out one record, and returns only the part of the layout that is stored.
  ///
  /// It has the parameters and errors of `layout(_:in:height:)`.
  public mutating func cellLayout(
    _ record: some BindingSource, in environment: Environment, height: Double? = nil
  ) throws(CellError) -> CellLayout {
    bind(record)
    return try boundCellLayout(in: environment, height: height)
  }

  /// Looks up the values of a record; `boundCellLayout` uses them in any number of environments.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - texts: The record's texts at `CellTemplate.recordPaths`, if they were looked up before;
  ///     otherwise empty.
  public mutating func bind(_ record: some BindingSource, texts: [String?] = []) {
    cell.bind(record, texts: texts)
    latest = nil
  }

  /// Lays out the record that was bound last.
  ///
  /// It has the parameters and errors of `layout(_:in:height:)`.
  public mutating func boundCellLayout(
    in environment: Environment, height: Double? = nil
  ) throws(CellError) -> CellLayout {
    if let pixels = environment.widthPixels {
      return try heights(in: environment, first: pixels.lowerBound, height: height)
    }
    return try boundCellLayout(in: try prepare(environment), height: height)
  }

  /// The values that depend on an environment with a single width.
  mutating func prepare(_ environment: Environment) throws(CellError) -> PreparedEnvironment {
    try environments.prepare(environment, for: plan)
  }

  /// Lays out the record that was bound last at each width of a range, and returns the heights.
  ///
  /// - Parameter first: The first width, in device pixels.
  private mutating func heights(
    in range: Environment, first: Int, height: Double?
  ) throws(CellError) -> CellLayout {
    let keepsLines = keepsLines
    self.keepsLines = false
    defer { self.keepsLines = keepsLines }
    var all = CellLayout(height: 0, exactHeight: 0, frames: [], labels: [], caveats: [])
    var heights = HeightRuns()
    let widths = try environments.prepare(range: range, for: plan)
    for (index, width) in widths.enumerated() {
      let layout: CellLayout
      do throws(CellError) {
        layout = try boundCellLayout(in: width, height: height)
      } catch {
        throw .atWidth(width.environment.width, error)
      }
      // The height is in range, because `checkRange` limits it.
      heights.append(height: Int32(layout.height), atWidth: Int32(first + index))
      if index == 0 { (all.height, all.exactHeight) = (layout.height, layout.exactHeight) }
      // Of hundreds of widths, a few are near the limit of a text.
      all.caveats.formUnion(layout.caveats.subtracting(.nearLimit))
      all.findings.formUnion(layout.findings)
    }
    all.heights = heights
    // The texts of labels are those at the first width.
    if plan.template.textsDependOnEnvironment, let first = widths.first {
      _ = try boundCellLayout(in: first, height: height)
    }
    return all
  }

  private mutating func boundCellLayout(
    in prepared: PreparedEnvironment, height: Double?
  ) throws(CellError) -> CellLayout {
    latest = nil
    try format(in: prepared.environment.locale)
    let start = cell.instrument?.now()
    defer { if let start { noteCell(in: prepared.environment, since: start) } }
    try layout.layOut(&cell, in: prepared, height: height, into: &outcome)
    latest = prepared
    var result = outcome.snapped(plan, prepared.grid)
    if keepsLines { result.lineFragments = try lineFragments(of: result, in: prepared) }
    cell.addFindings(of: outcome, to: &result, prepared)
    return result
  }

  /// The text of a label in the latest layout; `nil` for other views, and for labels of cards that
  /// are hidden.
  func text(of item: Int, in environment: PreparedEnvironment) -> LaidOutLabel? {
    layout.text(of: item, cell, in: environment)
  }

  /// The texts of the labels of a card by view, without a layout; `nil` for other templates.
  mutating func cardTexts(in environment: PreparedEnvironment) throws(CellError) -> [Int: String]? {
    guard var card = layout as? CardLayout else { return nil }
    defer { layout = card }
    return try card.texts(of: &cell, in: environment)
  }

  /// The lines of the labels of a layout, in the template's label order.
  ///
  /// A label that is hidden or was not measured has no lines. Neither has one whose text is moved by
  /// inline boxes, because its lines do not contain the positions of their parts.
  private mutating func lineFragments(
    of layout: CellLayout, in environment: PreparedEnvironment
  ) throws(CellError) -> [LabelFragments] {
    var fragments = [LabelFragments](repeating: .none, count: layout.labels.count)
    guard let measurer = cell.measurer else { return fragments }
    for (index, item) in plan.template.labels.enumerated() where layout.labels[index].count > 0 {
      guard let label = text(of: item, in: environment), let prepared = label.prepared,
        !label.isMoved
      else { continue }
      let frame = environment.grid.snapped(outcome.solved.frames[item])
      guard frame.width > 0, frame.height > 0 else { continue }
      let padding = label.surroundings.padding
      do throws(TextError) {
        var lines = try measurer.fragments(
          of: prepared, text: label.text.text, width: label.surroundings.inner(frame.width),
          fitting: label.fitting, direction: label.direction,
          height: max(0, frame.height - padding.top - padding.bottom))
        let top = environment.grid.pixel(ofEdge: padding.top)
        if top != 0 { for line in lines.lines.indices { lines.lines[line].baseline += top } }
        fragments[index] = lines
      } catch {
        throw .text(error, view: plan.template.views[item].id)
      }
    }
    return fragments
  }

  /// Sets the formatter of a locale, if the template formats dates or numbers.
  mutating func format(in locale: String) throws(CellError) {
    guard !plan.template.paths.formats.isEmpty else { return }
    cell.format(by: try formatter(locale))
  }

  /// The formatter of dates and numbers in a locale.
  private mutating func formatter(_ locale: String) throws(CellError) -> ValueFormatter {
    if let known = cell.record.formatter, known.locale == locale { return known }
    if let known = formatters.first(where: { $0.locale == locale }) { return known }
    if plan.template.readsClock, formats.clock == nil {
      throw .noClock(template: plan.template.name)
    }
    if formatters.count >= PreparedEnvironment.capacity { formatters.removeFirst() }
    let made = try ValueFormatter(
      locale: locale, settings: formats, formats: plan.template.paths.formats)
    formatters.append(made)
    return made
  }

  /// Adds the span of a cell and the counts of the engines to the trace.
  private mutating func noteCell(in environment: Environment, since start: UInt64) {
    guard let trace = cell.instrument?.trace else { return }
    trace.span("cell", since: start, [.init("environment", .text(environment.key))])
    let work = statistics
    trace.count(
      "solver",
      [
        .init("pivots", .count(work.pivots)), .init("basisHits", .count(work.programEvaluations)),
        .init("basisMisses", .count(work.basisMisses)),
      ])
    trace.count("engines", [.init("created", .count(enginesCreated))])
  }
}
