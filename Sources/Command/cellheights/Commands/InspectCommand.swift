import ArgumentParser
import CellPictures
import CellTemplates
import CommandSettings
import Foundation
import LayoutPrimitives
import Operations
import TextMeasurement

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Draw a cell, or list its frames and the constraints that determine them.",
    discussion: """
      A stored cell is named by its record's id and laid out again from the feed's own files; with \
      --template and --input no store is needed. Without --svg and --png a table is printed.

      For example:  cellheights inspect post-001 --svg post-001.svg
                    cellheights inspect --template a.yaml --input b.json --png a.png
                    cellheights inspect post-001 --constraints title --svg title.svg
      """)

  @Argument(
    help: "The id of a stored record; omitted with --template and --input.", completion: .record)
  var id: String?

  @Option(name: .long, help: "The feed; required if several have the id.", completion: .feed)
  var feed: String?

  @Option(
    name: .long,
    help: """
      The environment, such as 390; required if the store has several. (default with \
      --template: 390)
      """, completion: .environment)
  var environment: String?

  @OptionGroup var store: StoreOption

  @OptionGroup var template: TemplateOption

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file of records, in place of the files of the build, or -; may be repeated.",
      valueName: "file"), completion: .file())
  var input: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The record of --input, by id or by number from 1. (default: 1)",
      valueName: "n-or-id"))
  var record: String?

  @OptionGroup var reading: InputOptions
  @OptionGroup var formatOptions: FormatOptions
  @OptionGroup var fonts: FontOptions
  @OptionGroup var imageSizes: ImageSizesOption
  @OptionGroup var configured: ConfigurationOption

  @Option(
    name: .long, help: ArgumentHelp("Draw into an SVG file, or -.", valueName: "file"),
    completion: .file(extensions: ["svg"]))
  var svg: String?

  @Option(
    name: .long,
    help: ArgumentHelp("Draw into a PNG file, or -, with rsvg-convert.", valueName: "file"),
    completion: .file(extensions: ["png"]))
  var png: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A view whose constraints are listed and drawn as dimension lines.",
      valueName: "view"))
  var constraints: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The parts of a picture, separated by commas. (default: frames,outlines)",
      discussion: """
        frames with ids, baselines, margins, text as a bar for each line, outlines of its glyphs.
        """, valueName: "layers"), completion: .list(PictureLayers.named.map(\.name)))
  var show: String?

  @Option(name: .long, help: ArgumentHelp("Pixels a point of a picture.", valueName: "factor"))
  var scale = 2.0

  @Option(
    name: .long, help: "Output for people or for programs, also beside a picture in a file.")
  var format: OutputFormat?

  func validate() throws {
    for (option, path) in [("--svg", svg), ("--png", png)] where path?.isEmpty == true {
      throw ValidationError("\(option) needs the path of a file, or -")
    }
    guard (0.1...16).contains(scale) else {
      throw ValidationError("--scale is a number of pixels a point from 0.1 to 16")
    }
    guard !(svg == "-" && png == "-") else {
      throw ValidationError("standard output takes one picture: --svg - or --png -")
    }
    guard format == nil || (svg != "-" && png != "-") else {
      throw ValidationError(
        "the picture goes to standard output; give it a file to have --format beside it")
    }
    _ = try layers()
    if id != nil {
      guard record == nil else {
        throw ValidationError("--record chooses one of --input; '\(id ?? "")' is chosen already")
      }
    } else {
      guard template.template != nil, !input.isEmpty else {
        throw ValidationError(
          "give the id of a stored record, or --template T and --input FEED")
      }
      guard feed == nil else {
        throw ValidationError("--feed is of a stored record, whose id is missing")
      }
    }
  }

  func run() throws {
    let settings = try configured.settings(
      store, template, reading, formatOptions, fonts, imageSizes)
    let svgFile = try svg.flatMap { $0 == "-" ? nil : try OutputFile($0, is: "picture") }
    let pngFile = try png.flatMap { $0 == "-" ? nil : try OutputFile($0, is: "picture") }
    let converter = try png.map { _ in
      try PNGConverter(in: ProcessInfo.processInfo.environment["PATH"] ?? "")
    }
    let request = InspectedRecord.Request(
      feed: feed, environment: environment, input: input, record: record)
    let subject =
      try id.map {
        try InspectedRecord(storedID: $0, request, settings, tell: StandardError.write(_:))
      } ?? InspectedRecord(fromFiles: request, settings, tell: StandardError.write(_:))
    let explained = try constraints.map { try view($0, of: subject.plan.template) }
    let printed: OutputFormat? = format ?? (svg == nil && png == nil ? .table : nil)
    let measurer = try TextMeasurer(
      library: try subject.settings.fontLibrary(for: [subject.plan.template]),
      limits: settings.textLimits)
    StandardError.write(
      subject.settings.templateNotes([subject.plan.template], in: [subject.environment]))
    let cell = try CellLayouter(
      plan: subject.plan, measurer: measurer, formats: subject.formats
    ).drawing(
      of: subject.record, in: subject.environment,
      explaining: printed == nil
        ? explained.map { [$0] } ?? [] : Array(subject.plan.template.views.indices))
    let report = InspectReport(subject: subject, cell: cell)
    for warning in report.warnings { StandardError.write(warning) }
    if svg != nil || png != nil {
      let picture = try CellPicture(
        cell, title: report.title,
        options: PictureOptions(
          layers: try layers(), scale: scale, heading: report.title, explained: explained),
        measurer: measurer)
      if svg != nil { try write(Array(picture.svg.utf8), to: svgFile) }
      if let converter { try write(converter.png(of: picture), to: pngFile) }
    }
    print(report, printed, explained)
  }

  /// Writes to a file, or to standard output if it is nil.
  private func write(_ bytes: [UInt8], to file: OutputFile?) throws {
    if let file { try file.write(bytes) } else { StandardOutput.write(bytes) }
  }

  private func print(_ report: InspectReport, _ printed: OutputFormat?, _ explained: Int?) {
    switch printed {
    case .json: StandardOutput.write(json: report.json(explained: explained))
    case .table: StandardOutput.write(titled: report.table)
    case nil: break
    }
    guard let explained, printed != .json else { return }
    for line in report.list(of: explained) {
      // If the picture goes to standard output, the line must not.
      if svg == "-" || png == "-" { StandardError.write(line) } else { StandardOutput.write(line) }
    }
  }

  private func view(_ id: String, of template: CellTemplate) throws(Failure) -> Int {
    guard template.boxCount == nil else {
      throw Failure(
        .usage,
        "template '\(template.name)' is made of boxes, and no constraints decide its frames; leave "
          + "out --constraints")
    }
    if let index = template.views.firstIndex(where: { $0.id == id }) { return index }
    let ids = template.views.map(\.id)
    throw Failure(
      .usage,
      "template '\(template.name)' has no view '\(id)'" + NearestName(ids).suggestion(for: id)
        + "; it has " + ids.joined(separator: ", "))
  }

  private func layers() throws(ValidationError) -> PictureLayers {
    guard let show else { return .standard }
    var layers: PictureLayers = []
    let names = PictureLayers.named.map(\.name)
    for name in show.split(separator: ",", omittingEmptySubsequences: false).map(String.init) {
      guard let entry = PictureLayers.named.first(where: { $0.name == name }) else {
        throw ValidationError(
          "--show '\(name)' is no layer; there are \(names.joined(separator: ", "))"
            + NearestName(names).suggestion(for: name))
      }
      layers.insert(entry.layer)
    }
    return layers
  }
}
