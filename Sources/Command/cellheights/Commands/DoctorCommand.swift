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

      With feeds, their records are laid out: the number of cells with the caveat substitute-font, and \
      the words and characters that metrics packs do not have.
      """)

  @OptionGroup var records: FontRecordOptions
  @OptionGroup var configured: ConfigurationOption

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  func run() throws {
    let settings = try configured.settings(
      records.template, records.environment, records.fonts, records.formats, records.imageSizes,
      records.reading, records.store)
    let survey = try FontInventory(settings.fontConfiguration)
    let isTried = survey.problems.isEmpty && !records.isEmpty
    let report = try DoctorReport(survey, trial: isTried ? try records.trial(settings) : nil)
    switch format {
    case .json: StandardOutput.write(json: report.json)
    case .table: StandardOutput.write(titled: report.lines)
    }
    if !report.problems.isEmpty { throw ExitCode(ExitStatus.configuration.rawValue) }
  }
}
