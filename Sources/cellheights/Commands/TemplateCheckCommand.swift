import ArgumentParser
import AutoLayout
import CellTemplates
import FeedRecords
import LayoutPrimitives
import TextMeasurement

/// `cellheights template check`.
struct TemplateCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Validate a template, and with records say where its constraints fight.",
    discussion: """
      Exits 65 when the document is wrong, 1 when a constraint had to give or something was left \
      open for a record of --input, 0 otherwise.
      """)

  @Argument(help: "Template files or names.")
  var templates: [String]

  @Option(name: .long, help: "A feed whose records are laid out as a trial.")
  var input: String?

  @OptionGroup var environment: EnvironmentOption

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  func run() throws {
    var isClean = true
    var wrong: TemplateError?
    for name in templates {
      let template: CellTemplate
      do throws(TemplateError) {
        template = try TemplateCatalog().template(name)
      } catch {
        wrong = wrong ?? error
        if case .invalid = error {
          StandardError.write(error.description)
        } else {
          StandardError.write("cellheights: \(error)")
        }
        continue
      }
      var report = TemplateReport(name: name, plan: TemplatePlan(template))
      if let input {
        try report.tryRecords(of: input, in: try environment.environments(for: template))
      }
      isClean = isClean && report.isClean
      switch format {
      case .json: StandardOutput.write(report.json)
      case .table: for line in report.lines { StandardOutput.write(line) }
      }
    }
    if let status = wrong.flatMap({ ExitStatus(of: $0) }) {
      throw ExitCode(status.rawValue)
    }
    if !isClean { throw ExitCode(ExitStatus.negativeAnswer.rawValue) }
  }
}
