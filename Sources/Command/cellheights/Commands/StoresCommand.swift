import ArgumentParser
import CellTemplates
import CommandSettings
import Foundation
import HeightStore
import LayoutPrimitives
import Operations
import TemplateDocuments

struct StoresCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stores",
    abstract:
      "List the contents of stores: generation, feeds, environments, templates, lists, failures.",
    discussion: """
      Reads only. Each store is reported separately; one that is missing or damaged is a line on \
      standard error, and the exit code is that of the first.

      For example:  cellheights stores
                    cellheights stores a.sqlite b.sqlite --format json
      """)

  @Argument(
    help: ArgumentHelp(
      "Stores. (default: Cache/heights.sqlite)", valueName: "store"),
    completion: .file(extensions: ["sqlite", "db"]))
  var stores: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A store, like the argument; may be repeated.", valueName: "file"),
    completion: .file(extensions: ["sqlite", "db"]))
  var store: [String] = []

  @OptionGroup var configured: ConfigurationOption

  @Option(name: .long, help: "Output for people or for programs.")
  var format = OutputFormat.table

  func validate() throws {
    if (stores + store).contains("") { throw ValidationError("a store needs the path of a file") }
  }

  func run() throws {
    let settings = try configured.settings()
    var failures = SeparateFailures()
    var isFirst = true
    let named = stores + store
    for path in named.isEmpty ? [settings.store(nil).value] : named {
      let report: StoreReport
      do {
        report = try StoreReport(path: path, now: Date.now)
      } catch {
        try failures.add(error, in: path)
        continue
      }
      switch format {
      case .json: StandardOutput.write(json: report.json)
      case .table:
        if !isFirst { StandardOutput.write("") }
        StandardOutput.write(titled: report.lines)
      }
      isFirst = false
    }
    if let status = failures.status { throw ExitCode(status.rawValue) }
  }
}

/// The failures of a command that processes each file, cell or store independently.
struct SeparateFailures {
  /// The exit status of the first failure; `nil` without failures.
  private(set) var status: ExitStatus?

  /// Reports the failure of a file, cell or store, and rethrows an error without an exit status.
  mutating func add(_ error: any Error, in label: String) throws {
    guard let status = ExitStatus(of: error) else { throw error }
    self.status = self.status ?? status
    let text = StandardError.sentence(error)
    StandardError.write("cellheights: " + (text.contains(label) ? text : "\(label): \(text)"))
  }

  /// Reports ids in the table of sizes that no view has.
  ///
  /// After a failure nothing is reported, because a view may be in the failed file.
  ///
  /// - Throws: `TemplateError.unknownView` if there is only one cell.
  mutating func reportUnknown(_ ids: [String], in cells: [(name: String, names: FrameNames)]) throws
  {
    guard status == nil else { return }
    let frameIDs = Set(cells.flatMap { $0.names.names.compactMap { $0 } })
    for id in ids where !frameIDs.contains(id) {
      if cells.count == 1 { throw TemplateError.unknownView(id, template: cells[0].name) }
      status = .badData
      StandardError.write(
        "cellheights: no cell has a view '\(id)'; correct the id in the table of sizes")
    }
  }
}
