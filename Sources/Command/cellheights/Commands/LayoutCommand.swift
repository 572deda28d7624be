import ArgumentParser
import CommandSettings
import Heights
import CellTemplates
import FeedRecords
import HeightStore
import LayoutPrimitives
import Operations
import Precomputation
import StructuredDocuments
import TextMeasurement

struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract: "Lay out records from standard input, one cell a line on standard output.",
    discussion: """
      Each input line is a record as `cellheights records` prints it, or any JSON object with the \
      same words. For each record, environment and state there is exactly one output line, in \
      order; an input line that is no record gives one error line. The last line is {"eof":N}, N \
      being the lines read that were not blank. Output is flushed whenever input pauses.
      """)

  @OptionGroup var template: TemplateOption
  @OptionGroup var environment: EnvironmentOption
  @OptionGroup var formatOptions: FormatOptions
  @OptionGroup var fonts: FontOptions
  @OptionGroup var imageSizes: ImageSizesOption

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A word of each input object that its output lines carry as it is; may be repeated.",
      valueName: "name"))
  var carry: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "What lines hold: the cell, or also what import needs to store it.",
      valueName: "plain|store"))
  var cells = CellsChoice.plain

  @OptionGroup var trace: TraceOption
  @OptionGroup var configured: ConfigurationOption

  /// What the lines of cells hold.
  enum CellsChoice: String, ExpressibleByArgument, CaseIterable {
    case plain
    case store
  }

  func validate() throws {
    for name in carry {
      if name.isEmpty || CarriedWords.taken.contains(name) {
        throw ValidationError("--carry '\(name)': output lines have a member of this name")
      }
    }
    guard Set(carry).count == carry.count else {
      throw ValidationError("--carry names a word twice")
    }
  }

  func run() throws {
    let recorder = try trace.recorder()
    let result = Result { try layOut(recorder) }
    try trace.write(recorder)
    try result.get()
  }

  private func layOut(_ recorder: TraceRecorder?) throws {
    let settings = try configured.settings(template, environment, formatOptions, fonts, imageSizes)
    let choice = try settings.templateSelector()
    let environments = try settings.checkedEnvironments(for: choice)
      .withStates(choice.states)
    if cells == .store {
      for environment in environments { try environment.checkSingleWidth(for: "--cells store") }
    }
    let formats = try settings.formats(for: choice.templates)
    let library = try settings.fontLibrary(for: choice.templates)
    let measurer = try TextMeasurer(library: library, limits: settings.textLimits)
    StandardError.write(ImportNoteSummary(of: choice.templates).lines)
    let lane = recorder?.lane("layout")
    var layouters = choice.plans.map { plan in
      var layouter = CellLayouter(plan: plan, measurer: measurer, formats: formats)
      if let lane {
        layouter.instrument = CellInstrument(
          template: plan.template, trace: lane, examines: false, clock: lane.now)
      }
      return layouter
    }
    var tally = FeedTally(
      feed: "stdin", plans: choice.plans, environments: environments.map(\.key))
    let stored = choice.plans.map { StoredTemplate($0) }
    let fingerprints =
      try cells == .store
      ? choice.templates.map { template in
        try environments.map { environment in
          try CellFingerprint(
            template: template, fonts: library, environment: environment,
            limits: settings.textLimits, formats: formats)
        }
      } : nil
    let decoder = RecordLineDecoder(
      imageSizes: try settings.pictureSizes(tell: StandardError.write(_:)))
    var carried = CarriedWords(carry)
    var input = try LineInput(path: "-", limits: settings.feedLimits)
    var output = BufferedOutput(to: StandardOutput.write(_:))
    if cells == .store {
      output.write(
        CellsHeader(
          engineVersion: EngineVersion.current, fonts: library.fingerprint,
          environments: environments, templates: stored
        ).text)
    }
    var count = 0
    var good = 0
    while let line = try input.next(whenIdle: { output.flush() }) {
      guard !line.isBlank else { continue }
      count += 1
      carried.read(line)
      let record: FeedRecord
      do throws(RecordFailure) {
        if let failure = line.failure { throw failure }
        record = try decoder.record(line.bytes, number: line.number)
      } catch {
        output.write(
          ErrorDocument(line: line.number, code: error.code.rawValue, message: error.message)
            .text(adding: carried.write))
        continue
      }
      let start = lane?.now()
      defer { if let start { lane?.span("record", since: start, [.init("id", .text(record.id))]) } }
      let template = choice.index(for: record)
      tally.begin(record, template: template)
      let content = fingerprints?[template].first?.content(of: record, version: record.version)
      for (index, environment) in environments.enumerated() {
        func members(_ layout: CellLayout?) -> StoreMembers? {
          guard let content, let fingerprint = fingerprints?[template][index] else { return nil }
          return StoreMembers(
            template: stored[template], fingerprint: fingerprint.fingerprint(content: content),
            version: record.version, layout: layout)
        }
        do throws(CellError) {
          let cell = try layouters[template].layout(record, in: environment)
          tally.count(
            cell.layout.findings, template: template, record: record.id, environment: index)
          good += 1
          output.write(
            CellDocument(
              id: record.id, version: record.version, template: stored[template],
              environment: environment, layout: cell.layout
            ).line { json in
              members(cell.layout)?.write(to: &json)
              carried.write(to: &json)
            })
        } catch {
          output.write(
            ErrorDocument(
              line: line.number, id: record.id, environment: environment.key, code: error.code,
              message: error.description
            ).text { json in
              members(nil)?.write(to: &json)
              carried.write(to: &json)
            })
        }
      }
    }
    output.write("{\"eof\":\(count)}")
    output.flush()
    for line in FindingLines([tally.findings]).lines { StandardError.write(line) }
    if count > 0, good == 0 {
      throw Failure(.badData, "none of the \(counted(count, "line")) could be laid out")
    }
  }
}
