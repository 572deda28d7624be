import ArgumentParser
import CommandSettings
import TextMeasurement

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "List the fonts and libraries in use, and what is missing.",
    discussion: """
      Every font of the chain in its order, with its file, version and hash, the fingerprint that \
      stored cells carry, and the versions of the libraries that shape and break text. Exits 78 when \
      something is missing, with what to do about it.
      """)

  @OptionGroup var fonts: FontOptions
  @OptionGroup var configured: ConfigurationOption

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  func run() throws {
    let report = try DoctorReport(FontInventory(configured.settings(fonts).fontConfiguration))
    switch format {
    case .json: StandardOutput.write(json: report.json)
    case .table: StandardOutput.write(titled: report.lines)
    }
    if !report.problems.isEmpty { throw ExitCode(ExitStatus.configuration.rawValue) }
  }
}
