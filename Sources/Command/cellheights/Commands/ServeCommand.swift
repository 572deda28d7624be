import ArgumentParser
import ServeOptions

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
  // Declared for help, completion and checks: the program reads their words.
  @OptionGroup var options: ServeOptions
  @OptionGroup(title: "Demo") var demo: DemoDataOptions

  func run() throws {
    let settings = try configured.settings()
    // Joined, because a value may begin with a hyphen.
    var words = ["--store=\(store.path(settings))"]
    words += Self.programWords(CommandLine.arguments)
    // The program hands it on to `demo-data`.
    if options.demo, let config = configured.config { words.append("--config=\(config)") }
    try CompanionProgram(name: "cellheights-serve").become(words)
  }

  /// The words of a command line that are for the program: all but the options of this command.
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
