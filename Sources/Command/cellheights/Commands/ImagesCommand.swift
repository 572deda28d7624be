import ArgumentParser
import CommandSettings
import FeedRecords
import Foundation
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

  @Flag(name: .long, help: "Fetch what failed before too.")
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
    let settings = try configured.settings()
    let curl = try Curl(in: ProcessInfo.processInfo.environment["PATH"] ?? "")
    let limits = settings.feedLimits
    var known = KnownPictures(limits: limits, forgetsFailures: retryFailed)
    if let output { try known.read(output) }
    let list = try PictureList(files, except: known, limits: limits)
    for line in list.warnings { StandardError.write(line) }
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "cellheights-\(UUID().uuidString)").path
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw Failure(.cannotCreate, "cannot make a temporary folder; check TMPDIR")
    }
    // The folder is in the system's own for temporary files, which is cleared anyway.
    defer { do { try FileManager.default.removeItem(atPath: folder) } catch _ {} }
    let sizes = try SizesFile(output, orTo: StandardOutput.write(_:))
    var failures = ProbeFailures()
    let fetch = PictureFetch(
      curl: curl, limits: ProbeLimits(parallel: parallel, seconds: maxTime), folder: folder)
    let relay = SignalRelay()
    var found = 0
    do {
      var rest = list.addresses[...]
      while !rest.isEmpty {
        let batch = Array(rest.prefix(ProbeLimits.batch))
        rest = rest.dropFirst(batch.count)
        for (url, outcome) in zip(batch, try fetch.outcomes(of: batch, relay)) {
          switch outcome {
          case .success(let size):
            found += 1
            sizes.add(url, size)
          case .failure(let cause):
            failures.add(cause.description, url)
            sizes.add(url, failed: cause.description)
          }
        }
        try sizes.flush()
      }
    } catch let trouble as NightlyTrouble {
      StandardError.write("cellheights: \(trouble.sentence)")
      throw ExitCode(trouble.code)
    }
    for line in failures.lines { StandardError.write(line) }
    StandardError.write(
      "probed   \(counted(found, "size")) found, \(grouped(failures.count)) failed, "
        + "\(grouped(list.skipped)) known before"
        + (list.refused > 0 ? ", \(counted(list.refused, "line")) left out" : ""))
    if failures.count > 0 { throw ExitCode(ExitStatus.negativeAnswer.rawValue) }
  }
}
