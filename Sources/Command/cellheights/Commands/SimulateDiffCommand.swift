import ArgumentParser
import ScrollReports

struct SimulateDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two simulations: what is better, worse or the same.",
    discussion: """
      Both files hold what simulate --format json printed. Runs are matched by rate, profile, \
      strategy, device and costs. With a table of costs every change counts; measured figures count \
      where the spreads of their iterations do not overlap. It exits 1 when something is worse.
      """)

  /// The forms of a comparison.
  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table, json, markdown
  }

  @Argument(
    help: ArgumentHelp("The simulation before.", valueName: "before"), completion: .file())
  var before: String

  @Argument(help: ArgumentHelp("The simulation after.", valueName: "after"), completion: .file())
  var after: String

  @Option(name: .long, help: "Output for people, for programs, or for a pull request.")
  var format = Format.table

  func run() throws {
    let comparison = try ReportComparison(
      old: try TextFile(path: before).text(), new: try TextFile(path: after).text(),
      names: (before, after))
    switch format {
    case .json: StandardOutput.write(json: comparison.document)
    case .table: StandardOutput.write(titled: comparison.lines)
    case .markdown: for line in comparison.markdown { StandardOutput.write(line) }
    }
    if comparison.isWorse { throw ExitCode(ExitStatus.negativeAnswer.rawValue) }
  }
}
