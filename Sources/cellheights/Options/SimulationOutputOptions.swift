import ArgumentParser

/// Where the results of a simulation go.
struct SimulationOutputOptions: ParsableArguments {
  /// The forms of the report on standard output.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, json, markdown
  }

  @Option(name: .long, help: "Output for people, for programs, or for a pull request.")
  var format = Format.table

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write one HTML file with a timeline of every run, which needs no network.",
      valueName: "file"), completion: .file(extensions: ["html"]))
  var html: String?

  @OptionGroup var trace: TraceOption

  @Option(
    name: .long,
    help: ArgumentHelp("Write one JSON line a frame.", valueName: "file"),
    completion: .file(extensions: ["ndjson"]))
  var frames: String?

  /// The files that are written.
  var files: [String] { [html, trace.trace, frames].compactMap(\.self) }

  func validate() throws {
    guard Set(files).count == files.count else {
      throw ValidationError("--html, --trace and --frames need a file each")
    }
  }

  /// The form of what is said of device results.
  func importFormat() throws(Failure) -> OutputFormat {
    switch format {
    case .table: return .table
    case .json: return .json
    case .markdown: throw Failure(.usage, "--import knows --format table and json")
    }
  }
}
