import ArgumentParser
import CommandSettings

struct ExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a code such as CH0412, or a word such as substitute-font, and what to do.",
    discussion: """
      Every message that people may want to look up carries a code. Words are those of trust \
      warnings, findings, causes of deviations and grades. Without an argument all are listed, one a \
      line.

      For example:  cellheights explain CH0412
                    cellheights explain 101 201
                    cellheights explain substitute-font
      """)

  @Argument(
    help: "Words; or codes, in any letter case and with or without CH0: CH0412, ch412, 412.",
    completion: .list(CodeCatalog().all.map(\.code)))
  var code: [String] = []

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  @OptionGroup var color: ColorOption

  func run() throws {
    let catalog = CodeCatalog()
    let entries = try code.map { text throws(Failure) in
      guard let entry = catalog.entry(text) else {
        throw Failure(
          .usage,
          "there is no code or word '\(text)'; `cellheights explain` lists all"
            + catalog.suggestion(for: text))
      }
      return entry
    }
    switch format {
    case .json:
      for entry in entries.isEmpty ? catalog.all : entries {
        StandardOutput.write(ExplainJSON(entry: entry).line)
      }
    case .table:
      guard !entries.isEmpty else {
        StandardOutput.write(titled: ExplainText.list(catalog))
        return
      }
      for (index, entry) in entries.enumerated() {
        StandardOutput.write((index == 0 ? [] : [""]) + ExplainText.lines(entry)) { _, line in
          ExplainText.headings.contains(line) ? .heading : .diagnostic
        }
      }
    }
  }
}
