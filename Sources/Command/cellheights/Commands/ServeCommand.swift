import ArgumentParser
import CellTemplates
import CommandSettings
import Glibc
import Operations
import ServeOptions
import WebDemo

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Serve the stored heights over HTTP.",
    discussion: """
      Cells by id, ranges, offsets, orders and anchors as JSON, and the published files under \
      /heights/; /openapi.json describes all of it. What a build publishes is served a second \
      later, and no answer mixes two generations. Put a proxy in front for TLS and accounts. \
      Each request is one line of JSON on standard error.

      For example:  cellheights serve --port 8080
                    curl 'http://127.0.0.1:8080/v1/feeds'
      """)

  @OptionGroup var store: StoreOption
  @OptionGroup var configured: ConfigurationOption
  // Declared for help, completion and validation; the service program parses the arguments.
  @OptionGroup var options: ServeOptions
  @OptionGroup(title: "Demo") var demo: DemoDataOptions

  func run() throws {
    let settings = try configured.settings(store, demo.fonts, demo.formats)
    // In one argument, because the value may begin with a hyphen.
    var words = ["--store=\(settings.storePath)"]
    words += Self.programWords(CommandLine.arguments)
    // The service passes the option on to `demo-data`.
    if options.demo, let config = configured.config { words.append("--config=\(config)") }
    try CompanionProgram(name: "cellheights-serve").become(words)
  }

  /// The arguments for the service program: all except the options that this command handles.
  static func programWords(_ line: [String]) -> [String] {
    let own = ["--store", "--config", "--color"]
    var words: [String] = []
    var rest = line.drop { $0 != configuration.commandName }.dropFirst()
    while let word = rest.popFirst() {
      if own.contains(word) {
        rest = rest.dropFirst()
      } else if !own.contains(where: { word.hasPrefix("\($0)=") }) {
        words.append(word)
      }
    }
    return words
  }
}

/// Provides the data of `serve --demo`; the service program starts it as a child process.
struct DemoDataCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo-data",
    abstract: "Answer what the demo of 'serve' shows, one question a line.",
    discussion: """
      Standard input and output are those of cellheights-serve. The first line says that the \
      records are read.
      """,
    shouldDisplay: false)

  @OptionGroup var store: StoreOption
  @OptionGroup var configured: ConfigurationOption
  @OptionGroup var data: DemoDataOptions

  func run() throws {
    let settings = try configured.settings(store, data.fonts, data.formats)
    var demo = try WebDemo(store: settings.storePath, try data.options(settings)) {
      StandardError.write($0)
    }
    StandardOutput.write(DemoAnswer.ready.bytes)
    var questions = LineInput(descriptor: STDIN_FILENO, name: "standard input")
    while let question = try questions.next(whenIdle: {}) {
      StandardOutput.write(demo.answer(to: question.bytes).bytes)
    }
  }
}

/// The inputs of the demo besides the store: templates, fonts and formats.
struct DemoDataOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "A template that feeds were built with; may be repeated. (default: those of cellheights.yaml, "
        + "and post)", valueName: "name-or-file"), completion: .template)
  var template: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Records of all feeds that the demo keeps in memory.", valueName: "number"))
  var demoRecords = 250_000

  @OptionGroup var fonts: FontOptions
  @OptionGroup var formats: FormatOptions

  func validate() throws {
    guard demoRecords > 0 else { throw ValidationError("--demo-records is a number from 1") }
  }

  /// The values of these options in the form for the demo.
  ///
  /// - Throws: `TemplateError` for an invalid template; `Failure` for invalid formats.
  func options(_ settings: Settings) throws -> DemoOptions {
    var options = DemoOptions(maximumRecords: demoRecords)
    for name in names(settings) {
      let template = try settings.template(name)
      if !options.templates.contains(where: { $0.hash == template.hash }) {
        options.templates.append(template)
      }
    }
    options.fonts = settings.fontConfiguration
    options.formats = try settings.formats(for: [])
    for feed in Set((settings.file?.lists ?? []).map(\.feed)) {
      options.lists[feed] = try FeedLists(ofFeed: feed, settings).named
    }
    return options
  }

  /// The names of all templates that a feed may have been built with.
  private func names(_ settings: Settings) -> [String] {
    let standard = settings.template(nil, feed: nil)
    return template + (settings.file?.templates ?? []).map(\.name)
      + (settings.file?.feeds ?? []).compactMap { $0.template?.value }
      + settings.rules(standard).map(\.use.value)
      + (settings.file?.lists ?? []).flatMap(\.templates).map(\.value) + [standard.value, "post"]
  }
}
