import ArgumentParser
import CellTemplates
import CommandSettings
import Foundation
import InterfaceBuilder
import Operations
import TemplateDocuments

struct TemplateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "template",
    abstract: "Check, compare and import cell templates, and solve single cells.",
    subcommands: [
      TemplateCheckCommand.self, TemplateImportCommand.self, TemplateFramesCommand.self,
      TemplateDiffCommand.self,
    ])
}

struct TemplateImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Make template documents of the cells of a .xib or storyboard.",
    discussion: """
      The document lays out as the file does; views are named after their outlets. What cannot be \
      carried over is listed on standard error and in a comment at the head of the document, with \
      its line. Without --output, or with -, the documents go to standard output, several of them \
      with a line --- between.
      """)

  @Argument(
    help: "A .xib or storyboard, or one cell of it as FILE#NAME.",
    completion: .file(extensions: ["xib", "storyboard"]))
  var file: String

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; for several cells a folder, in which each gets a file of its name.",
      valueName: "path"), completion: .file())
  var output: String?

  @Flag(
    name: .long,
    help: "As Xcode's canvas shows it: with placeholder constraints and sizes, and its margins.")
  var canvas = false

  @OptionGroup var configured: ConfigurationOption

  func run() throws {
    let settings = try configured.settings()
    guard let location = InterfaceBuilderPath(file) else {
      throw Failure(.usage, "\(file) is neither a .xib nor a .storyboard")
    }
    let path = location.file
    let text = try settings.catalog.entry(path.contains("/") ? path : "./" + path).text
    let document = try InterfaceBuilderFile(bytes: Array(text.utf8), file: path)
    let indices =
      try location.cell.map { [try document.cell(named: $0)] } ?? Array(document.cells.indices)
    var imported: [ImportedTemplate] = []
    for index in indices {
      imported.append(
        try document.importedTemplate(
          cell: index, mode: canvas ? .canvas : .runtime, limits: settings.catalog.limits))
    }
    for template in imported { report(template, of: imported.count) }
    try write(imported)
  }

  /// Reports the parts of a file that templates cannot express.
  private func report(_ template: ImportedTemplate, of count: Int) {
    if count > 1 {
      let identifier = template.cell.reuseIdentifier.map { "'\($0)'" } ?? "no reuse identifier"
      StandardError.write(
        "cell \(template.cell.name), line \(template.cell.line), \(identifier)")
    }
    for note in template.notes {
      StandardError.write("\(count > 1 ? "  " : "")\(note.description)")
    }
  }

  private func write(_ templates: [ImportedTemplate]) throws {
    guard let output, output != "-" else {
      StandardOutput.write(
        document: String(templates.map(\.yaml).joined(separator: "---\n").dropLast()))
      return
    }
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: output, isDirectory: &isFolder)
    if templates.count == 1, !(exists && isFolder.boolValue) {
      try OutputFile(output, is: "template").write(templates[0].yaml)
      return
    }
    guard exists, isFolder.boolValue else {
      throw Failure(
        .cannotCreate,
        "\(file) has \(templates.count) cells and \(output) is no folder; make it, or import one "
          + "cell as \(file)#\(templates[0].cell.name)")
    }
    for template in templates {
      let path = "\(output)/\(Self.fileName(template.cell.name)).yaml"
      try OutputFile(path, is: "template").write(template.yaml)
    }
  }

  /// The name of a cell, with unsafe characters replaced for a file name.
  private static func fileName(_ name: String) -> String {
    let plain = String(
      name.prefix(100).map { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" ? $0 : "_" })
    return plain.isEmpty ? "cell" : plain
  }
}
