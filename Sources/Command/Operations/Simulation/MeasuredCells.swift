import AutoLayout
import CellTemplates
import FeedRecords
import HandWrittenCells
import LayoutPrimitives
import Precomputation
import ScrollSimulation
import TextMeasurement

/// The inputs for laying out records when costs are measured.
struct LayoutInputs {
  let templates: TemplateSelector
  let formats: FormatSettings
  let fonts: FontLibrary
  let limits: TextLimits
  let environment: Environment
  /// The records of the list, in its order.
  let records: [FeedRecord]

  /// The same inputs with another environment.
  func `in`(_ environment: Environment) -> LayoutInputs {
    LayoutInputs(
      templates: templates, formats: formats, fonts: fonts, limits: limits,
      environment: environment, records: records)
  }

  /// A measurer that caches words but no texts, so that each text is measured each time.
  func forgetfulMeasurer() throws(TextError) -> TextMeasurer {
    var limits = limits
    limits.paragraphCacheEntries = 0
    return try TextMeasurer(library: fonts, limits: limits)
  }

  /// One layouter per template, each with its own caches.
  func layouters() throws(TextError) -> [CellLayouter] {
    let measurer = try forgetfulMeasurer()
    return templates.plans.map { CellLayouter(plan: $0, measurer: measurer, formats: formats) }
  }
}

/// Does the work of a strategy for a cell that appears on the screen, so that it can be timed.
///
/// No measurer caches texts, so a cell is measured each time it appears, as a reused view is. It is
/// a class because engines and caches have identity.
final class MeasuredCells {
  private let strategy: ScrollStrategy
  private let inputs: LayoutInputs
  private let lookUp: (Int) throws -> CellLayout
  /// The layouters that compute heights, and frames if the strategy needs no second layout.
  private var layouters: [CellLayouter]
  /// The layouters of the second layout, which computes the frames of self-sizing cells.
  private var framers: [CellLayouter]
  private let drawer: TextMeasurer
  private let manual: PostCell?
  /// The layouters that determine the texts before the measured time.
  private var readers: [CellLayouter]
  private var texts: (index: Int, texts: CellTexts)?

  /// Prepares a strategy with new engines and empty caches.
  ///
  /// - Parameters:
  ///   - strategy: The strategy.
  ///   - inputs: The records, and the inputs for laying them out.
  ///   - lookUp: Looks up the cell at a position.
  init(
    _ strategy: ScrollStrategy, _ inputs: LayoutInputs,
    lookUp: @escaping (Int) throws -> CellLayout
  ) throws {
    self.strategy = strategy
    self.inputs = inputs
    self.lookUp = lookUp
    layouters = try inputs.layouters()
    framers = try inputs.layouters()
    readers = try inputs.layouters()
    drawer = try inputs.forgetfulMeasurer()
    manual =
      strategy == .manual
      ? try PostCell(
        measurer: try inputs.forgetfulMeasurer(),
        environment: inputs.environment) : nil
  }

  /// Number of engines that were created so far.
  var enginesCreated: Int {
    (layouters + framers).reduce(0) { $0 + $1.enginesCreated }
  }

  /// Determines the texts of a cell before the measured time, because a client already has them.
  func prepare(_ index: Int) throws {
    guard strategy != .storedLines, texts?.index != index else { return }
    let record = inputs.records[index]
    let content = try readers[template(of: record)].content(of: record, in: inputs.environment)
    texts = (index, try CellTexts(content, inputs.environment))
  }

  /// Does the work of the strategy for one cell.
  func layout(_ index: Int) throws -> CellLayout {
    switch strategy {
    case .stored, .storedLines: return try lookUp(index)
    case .manual: return try manualLayout(index)
    case .live: return try lay(out: index, &layouters)
    case .fresh:
      layouters[template(of: inputs.records[index])].forgetEngines()
      return try lay(out: index, &layouters)
    case .selfSizing, .estimate:
      layouters[template(of: inputs.records[index])].forgetEngines()
      _ = try lay(out: index, &layouters)
      return try lay(out: index, &framers)
    }
  }

  /// Lays out the texts of a cell, as drawing requires; stored lines do not need it.
  func draw(_ index: Int) throws {
    guard strategy != .storedLines, let texts, texts.index == index else { return }
    try texts.texts.layOut(with: drawer)
  }

  private func lay(out index: Int, _ layouters: inout [CellLayouter]) throws -> CellLayout {
    let record = inputs.records[index]
    return try layouters[template(of: record)].cellLayout(record, in: inputs.environment)
  }

  private func manualLayout(_ index: Int) throws -> CellLayout {
    guard let manual, let texts, texts.index == index else { return try lookUp(index) }
    let record = inputs.records[index]
    let picture = record.image.flatMap { image in
      image.url.isEmpty
        ? nil
        : PostPicture(
          size: image.width.flatMap { width in
            image.height.map { Size(width: width, height: $0) }
          })
    }
    return try manual.layout(
      texts.texts.post(record, inputs.environment), picture: picture)
  }

  private func template(of record: FeedRecord) -> Int {
    inputs.templates.plans.count > 1 ? inputs.templates.index(for: record) : 0
  }
}

/// The texts of a cell, and the widths at which they are drawn.
private struct CellTexts {
  private let parts: [(text: CellContent.Text, width: Double)]
  private let language: String?
  private let environment: Environment
  private let rules: MeasurementRules

  package init(_ content: CellContent, _ environment: Environment) throws {
    self.environment = environment
    rules = try MeasurementRules(rules: environment.rules, scale: environment.scale)
    language = content.language
    // The first items of the engine are the views.
    parts = zip(content.views, content.solved.frames).compactMap { view, frame in
      guard !view.isHidden, let text = view.text else { return nil }
      return (text, environment.grid.points(environment.grid.snap(frame).width))
    }
  }

  /// Lays out the texts, as drawing them requires.
  package func layOut(with measurer: TextMeasurer) throws {
    for part in parts {
      let prepared = try measurer.prepare(
        part.text.text, style: part.text.style, language: language,
        direction: environment.direction, rules: rules)
      _ = prepared.wrapped(width: part.width, fitting: part.text.fitting)
    }
  }

  /// The title, date and body: the labels of the template `post`, in this order.
  package func post(_ record: FeedRecord, _ environment: Environment) -> PostTexts {
    func text(_ index: Int) -> String {
      parts.indices.contains(index) ? parts[index].text.text.text : ""
    }
    return PostTexts(
      title: text(0), date: text(1), body: text(2),
      language: record.language ?? environment.locale)
  }
}

/// A list whose cells do the work of a strategy, so that it can be timed.
final class MeasuredList: ScrolledList {
  private let list: ExactList
  private let cells: MeasuredCells

  init(_ list: ExactList, _ cells: MeasuredCells) {
    self.list = list
    self.cells = cells
  }

  var count: Int { list.count }
  var enginesCreated: Int { cells.enginesCreated }
  var templates: [String] { list.templates }

  func height(at index: Int) throws -> Double? { try list.height(at: index) }
  func offset(of index: Int) throws -> Double { try list.offset(of: index) }
  func trueOffset(of index: Int) throws -> Double { try list.offset(of: index) }
  func index(atOffset offset: Double) throws -> Int? { try list.index(atOffset: offset) }
  func id(at index: Int) throws -> String { try list.id(at: index) }
  func layout(at index: Int) throws -> CellLayout { try list.layout(at: index) }
  func draw(at index: Int) throws { try cells.draw(index) }

  /// Called before `layout(at:)`, outside the measured time; prepares the texts.
  func facts(at index: Int) throws -> CellFacts {
    try cells.prepare(index)
    return try list.facts(at: index)
  }
}
