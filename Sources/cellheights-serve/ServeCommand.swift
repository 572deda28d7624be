import ArgumentParser
import Glibc
import Heights
import HeightService
import HeightStore
import NIOCore

@main
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cellheights-serve",
    abstract: "Serve the heights of a store over HTTP.",
    discussion: """
      It is what `cellheights serve` becomes, which also reads cellheights.yaml. It follows the \
      store: what a build publishes is served a second later, and no answer mixes two generations.
      """)

  @Option(help: ArgumentHelp("The store.", valueName: "file"))
  var store: String

  @Option(help: ArgumentHelp("The address to listen on.", valueName: "address"))
  var host = "127.0.0.1"

  @Option(help: ArgumentHelp("The port; 0 for any that is free.", valueName: "number"))
  var port = 8080

  @Option(help: ArgumentHelp("Write the port to a file once it listens.", valueName: "file"))
  var portFile: String?

  @Option(
    help: ArgumentHelp(
      "An origin whose pages may read answers, or *; may be repeated.", valueName: "origin"))
  var cors: [String] = []

  @Option(
    help: ArgumentHelp(
      "A further name by which the service may be reached, besides addresses and localhost; may "
        + "be repeated. (default: any name where --host is not of this machine alone)",
      valueName: "name"))
  var allowHost: [String] = []

  @Option(
    help: ArgumentHelp(
      "Serve this folder of published files under /heights/. (default: made of the store)",
      valueName: "folder"))
  var published: String?

  @Option(
    help: ArgumentHelp(
      "Append a line for each request to a file; - for standard error, none for no log. "
        + "(default: -)", valueName: "file"))
  var accessLog = "-"

  @Option(
    help: ArgumentHelp("Seconds between two looks at the store.", valueName: "seconds"))
  var refreshSeconds = 1.0

  @Option(
    help: ArgumentHelp(
      "Generations before the current one that are served at their own paths.", valueName: "n"))
  var earlierGenerations = 1

  @Option(
    help: ArgumentHelp(
      "Hold generations of at most so many cells in memory, 100 bytes each; 0 for none.",
      valueName: "n"))
  var memoryCells = 10_000_000

  @OptionGroup var limits: LimitOptions
  @OptionGroup(title: "Demo") var demo: DemoFlags

  func validate() throws {
    guard (0...65_535).contains(port) else {
      throw ValidationError("--port is a number from 0 to 65535")
    }
    guard refreshSeconds >= 0.05, refreshSeconds <= 3_600 else {
      throw ValidationError("--refresh-seconds is 0.05 to 3600")
    }
    guard memoryCells >= 0 else { throw ValidationError("--memory-cells is a number from 0") }
    guard (0...16).contains(earlierGenerations) else {
      throw ValidationError("--earlier-generations is 0 to 16")
    }
    for name in allowHost where name.isEmpty || name.contains(where: { ":/[]".contains($0) }) {
      throw ValidationError(
        "--allow-host takes a name without a port, such as heights.example, not '\(name)'")
    }
    for origin in cors where origin != "*" && !origin.contains("://") {
      throw ValidationError("--cors takes an origin such as https://example.org, not '\(origin)'")
    }
  }

  func run() async throws {
    do {
      try await serve()
    } catch let failure as Failure {
      failure.exit()
    } catch let error as StoreError {
      Failure(error).exit()
    }
  }

  private func serve() async throws {
    // A connection stays on its loop. With a loop for each processor, half of the connections wait
    // while another program has that processor, and the other processor has nothing to do.
    NIOSingletons.groupLoopCountSuggestion = 2 * System.coreCount
    let lookup = try HeightLookup(store: store, access: .calls)
    var settings = ServiceSettings()
    settings.host = host
    settings.port = port
    settings.origins = cors
    settings.allowedHosts = allowHost
    settings.published = published
    settings.limits = limits.limits
    let files = OpenFiles.raiseLimit()
    // Without a file number left, no connection could be taken, nor the store be opened again.
    let connections = max(1, files - OpenFiles.reserved)
    if connections < settings.limits.connections {
      StandardError.write(
        "\(files) files may be open, so that \(connections) connections are served at once and not "
          + "\(settings.limits.connections); raise the limit with ulimit -n or LimitNOFILE, or lower "
          + "--max-connections")
      settings.limits.connections = connections
    }
    var follow = FollowSettings()
    follow.seconds = refreshSeconds
    follow.earlier = earlierGenerations
    follow.memoryCells = memoryCells
    if let folder = getenv("TMPDIR") { follow.temporaryFolder = String(cString: folder) }
    let sources = ServiceSources(lookup, follow: follow) { event in
      switch event {
      case .swapped(let number): StandardError.write("serving generation \(number)")
      case .failed(let message, true):
        StandardError.write("the old generation is served, because \(message)")
      case .failed(_, false): break
      }
    }
    let log = try openAccessLog()
    let demo = try demo.make(lookup)
    let service = try HeightService(
      sources, settings: settings, routes: demo.map(DemoRoutes.all) ?? [], accessLog: log,
      log: { StandardError.write("cellheights-serve: \($0)") },
      onListening: { port in announce(port) })
    do {
      try await service.run()
    } catch let error as StoreError {
      throw error
    } catch {
      throw Failure(
        Failure.unavailable, "cannot listen on \(host):\(port): \(error); choose another --port")
    }
  }

  private func announce(_ port: Int) {
    StandardError.write(
      "listening on http://\(host.contains(":") ? "[\(host)]" : host):\(port)")
    guard let portFile else { return }
    // Renamed, so that whoever waits for the file reads the whole number.
    let part = portFile + ".part"
    guard let file = fopen(part, "w") else {
      StandardError.write("cannot write \(part): \(String(cString: strerror(errno)))")
      return
    }
    fputs("\(port)\n", file)
    fclose(file)
    rename(part, portFile)
  }

  private func openAccessLog() throws -> AccessLog? {
    switch accessLog {
    case "none": return nil
    case "-": return AccessLog(descriptor: STDERR_FILENO)
    default:
      let descriptor = open(accessLog, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else {
        throw Failure(
          Failure.cannotCreate,
          "cannot write the log \(accessLog): \(String(cString: strerror(errno)))")
      }
      return AccessLog(descriptor: descriptor)
    }
  }
}
