import ArgumentParser
import CommandSettings
import LayoutPrimitives
import Operations
import Precomputation
import StructuredDocuments

struct LayoutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layout",
    abstract: "Lay out records from standard input, one cell a line on standard output.",
    discussion: """
      Each input line is a record as `cellheights records` prints it, or another JSON object with \
      the same members. Each record has one output line for each environment and state, in order; \
      a line that is no record has one error line. The last line is {"eof":N} with the number of \
      lines read, blank ones excluded. Output is flushed whenever input pauses. A line {"sync":7} \
      is answered by {"sync":7} after all answers before it, and is not counted.

      With --stream, records stay open and their texts may grow, as the messages of a chat do. \
      {"id":"a","append":{"content_text":" more"}} appends to members of the open record that are \
      texts, and is answered like the whole record. {"id":"a","close":true} ends it, and is \
      answered by {"id":"a","closed":true}. A record with the id of an open one replaces it. Half a \
      surrogate pair at the end of a text is kept until the next append completes it. Without \
      --stream, such lines are errors (CH0429).
      """)

  @OptionGroup var template: TemplateOption
  @OptionGroup var environment: EnvironmentOption
  @OptionGroup var formatOptions: FormatOptions
  @OptionGroup var fonts: FontOptions
  @OptionGroup var imageSizes: ImageSizesOption

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A member of each input object to copy to its output lines; may be repeated.",
      valueName: "name"))
  var carry: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Whether lines have what `import` and `publish --from-cells` require besides the cell.",
      valueName: "plain|store"))
  var cells = CellsChoice.plain

  @OptionGroup var labels: LabelOptions

  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Keep records open, and let lines append to their texts.",
      discussion: "At most limits.streams records of limits.stream_bytes are open."))
  var stream = false

  @Flag(
    name: .long,
    help: "Check configuration, template and fonts, print only the first line, and read nothing.")
  var check = false

  @OptionGroup var trace: TraceOption
  @OptionGroup var configured: ConfigurationOption

  /// The content of an output line for a cell.
  enum CellsChoice: String, ExpressibleByArgument, CaseIterable {
    /// Only the cell.
    case plain
    /// The cell, and the data that `import` needs.
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
    guard !stream || cells == .plain else {
      throw ValidationError("--stream repeats the cell of a record; --cells store has each once")
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
    var stream = try LayoutStream(
      settings, carry: carry, isStorable: cells == .store, grows: stream,
      labels: labels.members,
      trace: recorder, to: StandardOutput.write(_:), tell: StandardError.write(_:))
    guard !check else {
      stream.writeHeader()
      return
    }
    let account = try stream.run(try LineInput(path: "-", limits: settings.feedLimits))
    for line in FindingLines([account.findings]).lines { StandardError.write(line) }
    if account.lines > 0, account.cells == 0 {
      throw Failure(
        .badData, "no cell could be laid out; \(counted(account.lines, "line")) read")
    }
  }
}
