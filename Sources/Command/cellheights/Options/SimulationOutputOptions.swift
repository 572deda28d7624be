import ArgumentParser

/// Where the results of a simulation go.
struct SimulationOutputOptions: ParsableArguments {
  /// The forms of the report on standard output.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, json, markdown, junit
  }

  @Option(
    name: .long, help: "Output for people, for programs, for a pull request, or for a CI server.")
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

  /// The files that only a simulation has.
  var simulationFiles: [String] { [trace.trace, frames].compactMap(\.self) }

  /// The files that are written.
  var files: [String] { [html, trace.trace, frames].compactMap(\.self) }

  func validate() throws {
    guard Set(files).count == files.count else {
      throw ValidationError("--html, --trace and --frames need a file each")
    }
  }
}
