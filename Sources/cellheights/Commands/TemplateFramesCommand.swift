import ArgumentParser
import AutoLayout
import CellTemplates
import FeedRecords
import Foundation
import LayoutPrimitives
import TextMeasurement

/// `cellheights template frames`.
struct TemplateFramesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frames",
    abstract: "Print the frames of one cell of each template, one JSON object a line.",
    discussion: """
      Every view and the root is in "frames", as [x, y, width, height] in points from the root's \
      top-left, snapped to device pixels unless --exact is given. Without --input every binding \
      is empty.
      """)

  @Argument(help: "Template files or names.")
  var files: [String]

  @Option(name: .long, help: "The environment, as `build` takes it; one only.")
  var environment = "390"

  @Option(name: .long, help: "Width of the cell in points, in place of the environment's.")
  var width: Double?

  @Option(name: .long, help: "Hold the cell at this height, in points.")
  var height: Double?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Content sizes as JSON, {\"id\":[width,height]}, null for none; they replace measuring.",
      valueName: "file"))
  var sizes: String?

  @OptionGroup var fontOptions: FontOptions
  @OptionGroup var formatOptions: FormatOptions
  @OptionGroup var configured: ConfigurationOption

  @Option(name: .long, help: "A feed file whose first record is bound.")
  var input: String?

  @Flag(name: .long, help: "Print the solver's values on the 2⁻²⁶ grid instead of snapped ones.")
  var exact = false

  func validate() throws {
    for (name, value) in [("--width", width), ("--height", height)] {
      guard let value else { continue }
      guard value.isFinite, value >= 0, value <= Environment.maximumWidth else {
        throw ValidationError("\(name) is a number of points from 0 to 100000")
      }
    }
  }

  func run() throws {
    let settings = try configured.settings()
    var environment = try Environment(parsing: self.environment)
    if let width { environment = try environment.with(width: width) }
    let table = try sizes.map { try ContentSizeTable(path: $0) }
    let record = try input.map { try Self.firstRecord(of: $0, settings) }
    let fonts = try table == nil ? fontOptions.library(settings) : nil
    for file in files {
      var template = try settings.template(file)
      if let table { template = try template.replacingContent(with: table.sizes) }
      let plan = TemplatePlan(template)
      let formats = try formatOptions.settings(for: table == nil ? [template] : [], settings)
      var layouter = CellLayouter(
        plan: plan,
        measurer: try fonts.map { try TextMeasurer(library: $0, limits: settings.textLimits) },
        formats: formats)
      let bound = record ?? FeedRecord(id: "none", version: "none")
      let fitted = try layouter.layout(bound, in: environment)
      let cell =
        try height.map { try layouter.layout(bound, in: environment, height: $0) } ?? fitted
      warn(cell, file)
      StandardOutput.write(line(file, cell, fitted, template, environment.grid))
    }
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
    _ file: String, _ cell: LaidOutCell, _ fitted: LaidOutCell, _ template: CellTemplate,
    _ grid: PixelGrid
  ) -> String {
    var json = JSONWriter()
    json.beginObject()
    json.member("file", file)
    json.object("frames") { json in
      for (index, view) in template.views.enumerated() where view.kind.hasFrame {
        let rect = cell.solved.frames[index]
        let snapped = grid.snap(rect)
        let values =
          exact
          ? [rect.x, rect.y, rect.width, rect.height]
          : [snapped.x, snapped.y, snapped.width, snapped.height].map(grid.points)
        json.key(view.id)
        json.beginArray()
        for value in values { json.literal(plain(value)) }
        json.endArray()
      }
    }
    json.member(
      "fittedHeight",
      exact ? fitted.layout.exactHeight : grid.points(fitted.layout.height))
    json.endObject()
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
