import ArgumentParser
import CommandSettings
import TextMeasurement

struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "List the fonts and libraries in use, and what is missing.",
    discussion: """
      Every font of the chain in its order, with its file, version and hash, the fingerprint that \
      stored cells carry, and the versions of the libraries that shape and break text. With --text \
      the font of every part of a text. Exits 78 when something is missing, with what to do about it.
      """)

  @OptionGroup var fonts: FontOptions
  @OptionGroup var configured: ConfigurationOption

  @Option(name: .long, help: "A text whose fonts are listed.")
  var text: String?

  @Option(
    name: .long, help: "The font of --text: a family, the path of a font file, or system.",
    completion: .font)
  var font = "system"

  @Option(name: .long, help: "Language of --text, as a BCP 47 tag.")
  var language: String?

  @Option(
    name: .long, help: "Whose rules choose the fonts of --text: chromium, or uikit and uax14 alike."
  )
  var lineBreak = LineBreakMode.uikit

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  func run() throws {
    let survey = try FontInventory(configured.settings(fonts).fontConfiguration)
    let problems = survey.problems
    let library = problems.isEmpty ? try FontLibrary(survey) : nil
    var sections: [any DoctorSection] = [
      VersionSection(), try FontSection(survey: survey, fingerprint: library?.fingerprint),
    ]
    if let text {
      sections.append(
        TextSection(
          text: text, font: font, language: language, lineBreak: lineBreak, library: library))
    }
    let report = DoctorReport(sections: sections)
    switch format {
    case .json: StandardOutput.write(json: report.json)
    case .table: StandardOutput.write(titled: report.lines)
    }
    if !report.problems.isEmpty { throw ExitCode(ExitStatus.configuration.rawValue) }
  }
}
