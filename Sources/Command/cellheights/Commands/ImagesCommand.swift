import ArgumentParser
import CommandSettings
import Operations
import StructuredDocuments

struct ImagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "images", abstract: "Find the sizes of pictures.",
    subcommands: [ImagesProbeCommand.self])
}

struct ImagesProbeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "probe",
    abstract: "Fetch the first bytes of pictures, and write their sizes.",
    discussion: """
      Reads lists of addresses, as --missing-sizes of build writes them or one a line, fetches the \
      first 65,536 bytes of each picture with curl, and appends its size for --image-sizes. \
      Addresses that --output has are skipped, with those that failed before. Exits 1 when a size \
      could not be found, and 65 when no line of the lists is an address.

      For example:  cellheights build feed.json --missing-sizes missing.ndjson
                    cellheights images probe missing.ndjson --output sizes.ndjson
                    cellheights build feed.json --image-sizes sizes.ndjson
      """)

  @Argument(help: "Lists of addresses, or - for standard input.", completion: .file())
  var files: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file of sizes to append to. (default: standard output)", valueName: "sizes"),
    completion: .file(extensions: ["ndjson"]))
  var output: String?

  @Flag(name: .long, help: "Fetch addresses that failed before, too.")
  var retryFailed = false

  @Option(name: .long, help: "Transfers at once, 1 to 64.")
  var parallel = ProbeLimits().parallel

  @Option(
    name: .long, help: ArgumentHelp("Seconds of one transfer, 1 to 600.", valueName: "seconds"))
  var maxTime = ProbeLimits().seconds

  @OptionGroup var configured: ConfigurationOption

  func validate() throws {
    if output?.isEmpty == true { throw ValidationError("--output needs the path of a file") }
    guard (1...64).contains(parallel) else {
      throw ValidationError("--parallel is a number of transfers from 1 to 64")
    }
    guard (1...600).contains(maxTime) else {
      throw ValidationError("--max-time is a number of seconds from 1 to 600")
    }
  }

  func run() throws {
    var probe = try PictureProbe(
      try configured.settings(), files: files, output: output, retriesFailed: retryFailed,
      limits: ProbeLimits(parallel: parallel, seconds: maxTime))
    for line in probe.list.warnings { StandardError.write(line) }
    do {
      try probe.run(to: StandardOutput.write(_:))
    } catch let trouble as NightlyFailure {
      StandardError.write("cellheights: \(trouble.sentence)")
      throw ExitCode(trouble.code)
    }
    for line in probe.failures.lines { StandardError.write(line) }
    let (failed, refused) = (probe.failures.count, probe.list.refused)
    StandardError.write(
      "probed   \(counted(probe.found, "size")) found, \(grouped(failed)) failed, "
        + "\(grouped(probe.list.skipped)) known before"
        + (refused > 0 ? ", \(counted(refused, "line")) left out" : ""))
    if failed > 0 { throw ExitCode(ExitStatus.negativeAnswer.rawValue) }
  }
}
