import ArgumentParser
import CellTemplates

/// Tables for people or JSON for programs.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case table, json
}

/// `--store`.
struct StoreOption: ParsableArguments {
  @Option(
    name: .long, help: ArgumentHelp("The SQLite file that holds the heights.", valueName: "file"))
  var store = "Cache/heights.sqlite"

  func validate() throws {
    if store.isEmpty { throw ValidationError("--store needs the path of a file") }
  }
}

/// `--template`.
struct TemplateOption: ParsableArguments {
  @Option(name: .long, help: "A built-in template's name, or the path of a template file.")
  var template = "post"

  /// Reads and analyses the template.
  func plan() throws(TemplateError) -> TemplatePlan {
    TemplatePlan(try TemplateCatalog().template(template))
  }
}
