import ArgumentParser
import CellTemplates
import FeedRecords
import HeightStore
import LayoutPrimitives
import Precomputation
import TextMeasurement

/// `cellheights layout`.
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
  @OptionGroup var fonts: FontOptions
  @OptionGroup var trace: TraceOption
  @OptionGroup var configured: ConfigurationOption

  func run() throws {
    let recorder = try trace.recorder()
    let result = Result { try layOut(recorder) }
    try trace.write(recorder)
    try result.get()
  }

  private func layOut(_ recorder: TraceRecorder?) throws {
    let settings = try configured.settings()
    let plan = try template.plan(settings)
    let environments = try environment.environments(for: plan.template, settings)
      .withStates(of: plan.template)
    let library = try fonts.library(settings)
    var layouter = CellLayouter(
      plan: plan, measurer: try TextMeasurer(library: library, limits: settings.textLimits))
    let lane = recorder?.lane("layout")
    if let lane {
      layouter.instrument = CellInstrument(
        template: plan.template, trace: lane, examines: false, clock: lane.now)
    }
    let stored = StoredTemplate(plan)
    let decoder = try RecordLineDecoder()
    var input = try LineInput(path: "-")
    var output = BufferedOutput()
    var count = 0
    while let line = try input.next(whenIdle: { output.flush() }) {
      guard !line.isBlank else { continue }
      count += 1
      let record: FeedRecord
      do throws(RecordFailure) {
        if let failure = line.failure { throw failure }
        record = try decoder.record(line.bytes, number: line.number)
      } catch {
        output.write(
          ErrorDocument(line: line.number, code: error.code.rawValue, message: error.message).line)
        continue
      }
      let start = lane?.now()
      defer { if let start { lane?.span("record", since: start, [.init("id", .text(record.id))]) } }
      for environment in environments {
        do throws(CellError) {
          let cell = try layouter.layout(record, in: environment)
          output.write(
            CellDocument(
              id: record.id, feed: nil, version: record.version, template: stored,
              environment: environment, layout: cell.layout
            ).line)
        } catch {
          output.write(
            ErrorDocument(
              line: line.number, id: record.id, environment: environment.key, code: error.code,
              message: error.description
            ).line)
        }
      }
    }
    output.write("{\"eof\":\(count)}")
    output.flush()
  }
}
