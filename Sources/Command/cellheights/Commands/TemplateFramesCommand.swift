import ArgumentParser
import AutoLayout
import CellTemplates
import CommandSettings
import FeedRecords
import Foundation
import InterfaceBuilder
import LayoutPrimitives
import Operations
import StructuredDocuments
import TemplateDocuments
import TextMeasurement

struct TemplateFramesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frames",
    abstract: "Print the frames of one cell of each template, one JSON object a line.",
    discussion: """
      Every view and the root is in "frames", as [x, y, width, height] in points from the root's \
      top-left, snapped to device pixels unless --exact is given. Without --input every binding \
      is empty. Of a .xib its first cell is laid out, of a storyboard every cell, each on a line \
      with its reuse identifier; FILE#NAME names one. Each file and each cell stands alone: one that \
      fails is a line on standard error, the others are printed, and the exit code is that of the \
      first failure.
      """)

  @Argument(help: "Template files or names.", completion: .template)
  var files: [String]

  @Option(
    name: .long, help: "The environment, as `build` takes it; one only.", completion: .environment)
  var environment = "390"

  @Option(name: .long, help: "Width of the cell in points, in place of the environment's.")
  var width: Double?

  @Option(name: .long, help: "Hold the cell at this height, in points.")
  var height: Double?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Content sizes as JSON, {\"id\":[width,height]}, null for none; they replace measuring. One "
        + "table serves all cells.",
      valueName: "file"), completion: .file(extensions: ["json"]))
  var sizes: String?

  @OptionGroup var fontOptions: FontOptions
  @OptionGroup var formatOptions: FormatOptions
  @OptionGroup var configured: ConfigurationOption

  @Option(name: .long, help: "A feed file whose first record is bound.", completion: .file())
  var input: String?

  @Flag(name: .long, help: "Print the solver's values on the 2⁻²⁶ grid instead of snapped ones.")
  var exact = false

  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Ids are the object ids of the Interface Builder file, also those of --sizes, and rectangles "
        + "are frames, not alignment rectangles; implies --canvas."))
  var interfaceBuilder = false

  @Flag(
    name: .long,
    help: "Lay .xib files out as Xcode's canvas does, with its placeholders and margins.")
  var canvas = false

  func validate() throws {
    try NumberRange.distance.check("--width", width)
    try NumberRange.distance.check("--height", height)
  }

  func run() throws {
    let settings = try configured.settings(fontOptions, formatOptions)
    var environment = try settings.environment(self.environment)
    try environment.checkSingleWidth(for: "template frames")
    try KnownLanguages().check(environment)
    if let width { environment = try environment.with(width: width) }
    let table = try sizes.map { try ContentSizeTable(path: $0) }
    let record = try input.map { try Self.firstRecord(of: $0, settings) }
    let fonts = try table == nil ? settings.fontLibrary() : nil
    var failures = SeparateFailures()
    let cells = try cells(settings, &failures)
    if let table {
      try failures.reportUnknown(
        table.sizes.keys.sorted(), in: cells.map { ($0.template.name, $0.names) })
    }
    for var cell in cells {
      do {
        if let table {
          cell.template = try cell.template.replacingContent(
            with: cell.names.views(of: table.sizes),
            baselines: interfaceBuilder ? .approximate : .bottom)
        }
        try fonts?.check(cell.template)
        let formats = try settings.formats(for: table == nil ? [cell.template] : [])
        var layouter = CellLayouter(
          plan: TemplatePlan(cell.template),
          measurer: try fonts.map { try TextMeasurer(library: $0, limits: settings.textLimits) },
          formats: formats)
        let bound = record ?? FeedRecord(id: "none", version: "none")
        let fitted = try layouter.layout(bound, in: environment)
        let held =
          try height.map { try layouter.layout(bound, in: environment, height: $0) } ?? fitted
        warn(held, cell.file)
        StandardOutput.write(json: line(cell, held, fitted, environment))
      } catch {
        try failures.add(error, in: cell.label)
      }
    }
    if let status = failures.status { throw ExitCode(status.rawValue) }
  }

  /// A template, with the reuse identifier if it is a cell of a storyboard.
  private struct Cell {
    var file: String
    var template: CellTemplate
    var names: FrameNames
    var reuseIdentifier: String?

    /// The name of the cell in messages.
    var label: String { reuseIdentifier.map { "\(file)#\($0)" } ?? file }
  }

  /// The templates of all files; a file that cannot be read is noted as a failure.
  private func cells(_ settings: Settings, _ failures: inout SeparateFailures) throws -> [Cell] {
    var cells: [Cell] = []
    for file in files {
      do {
        cells += try templates(of: file, settings, &failures)
      } catch {
        try failures.add(error, in: file)
      }
    }
    return cells
  }

  /// The templates in a file: one per cell of a storyboard, otherwise one.
  private func templates(
    of file: String, _ settings: Settings, _ failures: inout SeparateFailures
  ) throws -> [Cell] {
    func cell(_ template: CellTemplate, _ reuseIdentifier: String? = nil) -> Cell {
      Cell(
        file: file, template: template,
        names: FrameNames(template, usesObjects: interfaceBuilder),
        reuseIdentifier: reuseIdentifier)
    }
    guard let location = InterfaceBuilderPath(file) else {
      let template = try settings.template(file)
      StandardError.write(ImportNoteSummary(of: [template]).lines)
      return [cell(template)]
    }
    let path = location.file
    let entry = try settings.catalog.entry(path)
    let document = try InterfaceBuilderFile(bytes: Array(entry.text.utf8), file: path)
    var indices = [0]
    if let name = location.cell {
      indices = [try document.cell(named: name)]
    } else if document.isStoryboard {
      indices = Array(document.cells.indices)
    }
    var cells: [Cell] = []
    var notes: [TemplateProblem] = []
    for index in indices {
      do {
        let imported = try document.importedTemplate(
          cell: index, mode: canvas || interfaceBuilder ? .canvas : .runtime,
          limits: settings.catalog.limits)
        notes += imported.notes.filter { !notes.contains($0) }
        cells.append(
          cell(
            try imported.template(limits: settings.catalog.limits),
            document.isStoryboard ? document.cells[index].reuseIdentifier : nil))
      } catch {
        try failures.add(error, in: "\(path)#\(document.cells[index].name)")
      }
    }
    StandardError.write(ImportNoteSummary(notes).lines)
    return cells
  }

  private func warn(_ cell: LaidOutCell, _ file: String) {
    for name in cell.solved.relaxed {
      StandardError.write("warning CH0101: \(file): relaxed, it contradicts others: \(name)")
    }
    if let free = cell.solved.ambiguous {
      StandardError.write("warning CH0201: \(file): ambiguous, nothing decides \(free)")
    }
  }

  private func line(
    _ cell: Cell, _ held: LaidOutCell, _ fitted: LaidOutCell, _ environment: Environment
  ) -> String {
    let grid = environment.grid
    var json = JSONWriter()
    json.object { json in
      json.member("file", cell.file)
      if let identifier = cell.reuseIdentifier { json.member("reuseIdentifier", identifier) }
      json.object("frames") { json in
        for (index, view) in cell.template.views.enumerated() where view.kind.hasFrame {
          guard let name = cell.names.names[index] else { continue }
          var rect = held.solved.frames[index]
          if interfaceBuilder {
            rect = rect.outset(
              by: cell.template.system.items[index].alignmentInsets, environment.direction)
          }
          let snapped = grid.snap(rect)
          let values =
            exact
            ? [rect.x, rect.y, rect.width, rect.height]
            : [snapped.x, snapped.y, snapped.width, snapped.height].map(grid.points)
          json.numbers(name, values)
        }
      }
      json.member(
        "fittedHeight",
        exact ? fitted.layout.exactHeight : grid.points(fitted.layout.height))
    }
    return json.text
  }

  private static func firstRecord(
    of path: String, _ settings: Settings
  ) throws -> FeedRecord {
    var reader = try FeedReader(source: FeedSource(path: path), limits: settings.feedLimits)
    while let item = try reader.next() {
      switch item {
      case .record(let record): return record
      case .failure(let failure): throw Failure(.badData, failure.description)
      }
    }
    throw Failure(.badData, "\(path) has no record")
  }
}
