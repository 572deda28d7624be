import ArgumentParser

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

  @Option(
    name: .long,
    help: ArgumentHelp("The address to listen on. (default: 127.0.0.1)", valueName: "address"))
  var host: String?

  @Option(
    name: .long,
    help: ArgumentHelp("The port; 0 for any that is free. (default: 8080)", valueName: "number"))
  var port: Int?

  @Option(
    name: .long,
    help: ArgumentHelp("Write the port to a file once it listens.", valueName: "file"),
    completion: .file())
  var portFile: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "An origin whose pages may read answers, or *; may be repeated.", valueName: "origin"))
  var cors: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A further name by which the service may be reached, besides addresses and localhost; may "
        + "be repeated. (default: any name where --host is not of this machine alone)",
      valueName: "name"))
  var allowHost: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Serve this folder of published files under /heights/. (default: made of the store)",
      valueName: "folder"), completion: .directory)
  var published: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Append a line for each request to a file; - for standard error, none for no log. "
        + "(default: -)", valueName: "file"), completion: .file())
  var accessLog: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Seconds between two looks at the store. (default: 1)", valueName: "seconds")
  )
  var refreshSeconds: Double?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Generations before the current one that are served at their own paths. (default: 1)",
      valueName: "n"))
  var earlierGenerations: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Hold generations of at most so many cells in memory, 100 bytes each; 0 for none. "
        + "(default: 10000000)", valueName: "n"))
  var memoryCells: Int?

  @OptionGroup(title: "Limits") var limits: ServeLimitOptions
  @OptionGroup(title: "Demo") var demo: ServeDemoOptions

  func run() throws {
    let settings = try configured.settings()
    // Joined, because a value may begin with a hyphen.
    var words = ["--store=\(store.path(settings))"]
    if let host { words.append("--host=\(host)") }
    if let port { words.append("--port=\(port)") }
    if let portFile { words.append("--port-file=\(portFile)") }
    words += cors.map { "--cors=\($0)" }
    words += allowHost.map { "--allow-host=\($0)" }
    if let published { words.append("--published=\(published)") }
    if let accessLog { words.append("--access-log=\(accessLog)") }
    if let refreshSeconds { words.append("--refresh-seconds=\(refreshSeconds)") }
    if let earlierGenerations { words.append("--earlier-generations=\(earlierGenerations)") }
    if let memoryCells { words.append("--memory-cells=\(memoryCells)") }
    try CompanionProgram(name: "cellheights-serve").become(
      words + limits.words + demo.words(settings))
  }
}
