import ArgumentParser
import Glibc
import Heights
import HeightService
import HeightStore
import NIOCore
import ServeOptions

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

  @OptionGroup var options: ServeOptions

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "With --demo: the flags of its records, which cellheights serve --help has.",
      valueName: "flags"))
  var demoFlags: [String] = []

  func validate() throws {
    guard options.demo || demoFlags.isEmpty else {
      throw ValidationError("Unknown option '\(demoFlags[0])'; the demo's need --demo")
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
    // A connection always uses the same event loop. With one loop per processor, many connections
    // would wait while another program uses that processor, even if another processor is idle.
    NIOSingletons.groupLoopCountSuggestion = 2 * System.coreCount
    let lookup = try HeightLookup(store: store, access: .calls)
    var settings = options.settings
    let files = OpenFiles.raiseLimit()
    // Without a free file descriptor, no connection is accepted and the store is not reopened.
    let connections = max(1, files - OpenFiles.reserved)
    if connections < settings.limits.connections {
      StandardError.write(
        "\(files) files may be open, so that \(connections) connections are served at once and not "
          + "\(settings.limits.connections); raise the limit with ulimit -n or LimitNOFILE, or lower "
          + "--max-connections")
      settings.limits.connections = connections
    }
    var follow = options.follow
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
    let demo = options.demo ? DemoRoutes(program: try demoProgram()).all : []
    let service = try HeightService(
      sources, settings: settings, routes: demo, accessLog: log,
      log: { StandardError.write("cellheights-serve: \($0)") },
      onListening: { [host = settings.host] port in announce(host, port) })
    do {
      try await service.run()
    } catch let error as StoreError {
      throw error
    } catch {
      throw Failure(
        Failure.unavailable,
        "cannot listen on \(settings.host):\(settings.port): \(error); choose another --port")
    }
  }

  /// Starts the program that computes the content of the demo.
  private func demoProgram() throws(Failure) -> DemoProgram {
    let named = getenv("CELLHEIGHTS_COMMAND").map { String(cString: $0) } ?? ""
    let path = named.isEmpty ? Self.ownFolder + "/cellheights" : named
    guard access(path, X_OK) == 0 else {
      throw Failure(
        Failure.inputMissing,
        "the demo needs the command, which is not at \(path); name it with CELLHEIGHTS_COMMAND")
    }
    return try DemoProgram(path, ["--store=\(store)"] + demoFlags)
  }

  /// The folder that contains this program.
  private static var ownFolder: String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &bytes, bytes.count)
    let path = bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
    return String(decoding: path.prefix(path.lastIndex(of: UInt8(ascii: "/")) ?? 0), as: UTF8.self)
  }

  private func announce(_ host: String, _ port: Int) {
    StandardError.write(
      "listening on http://\(host.contains(":") ? "[\(host)]" : host):\(port)")
    guard let portFile = options.portFile else { return }
    // The file is renamed when complete, so that a waiting process never reads part of the number.
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
    switch options.accessLog {
    case "none": return nil
    case "-": return AccessLog(descriptor: STDERR_FILENO)
    default:
      let descriptor = open(options.accessLog, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else {
        throw Failure(
          Failure.cannotCreate,
          "cannot write the log \(options.accessLog): \(String(cString: strerror(errno)))")
      }
      return AccessLog(descriptor: descriptor)
    }
  }
}

/// The limit of the files that the process may have open, which include connections.
enum OpenFiles {
  /// Raises the limit of open files to its maximum, and returns the limit.
  static func raiseLimit() -> Int {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
      return standard
    }
    if limit.rlim_cur < limit.rlim_max {
      var raised = limit
      raised.rlim_cur = limit.rlim_max
      if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
    }
    return Int(clamping: limit.rlim_cur)
  }

  /// The usual limit of systems, used if the limit cannot be read.
  private static let standard = 1_024
  /// Number of files that connections must leave free, for the store, logs and the server.
  static let reserved = 64
}
