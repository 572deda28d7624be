import CellTemplates
import LayoutPrimitives
import TextMeasurement

@testable import CellPictures

/// A record created for a test: texts by path; a number is a text that can be parsed as one.
struct Record: BindingSource, Sendable {
  var values: [String: String] = [:]

  func text(at path: BoundPath) -> String? { values[path.spelling] }
  func number(at path: BoundPath) -> Double? { values[path.spelling].flatMap(Double.init) }
}

/// A cell laid out and drawn, at whole points: one pixel a point.
struct Fixture {
  let cell: DrawnCell
  let measurer: TextMeasurer

  /// Read once: hashing the fonts takes a second.
  private static let library = Result { try FontLibrary(FontConfiguration()) }

  init(
    views: [String], constraints: [String], record: [String: String] = [:],
    environment: String = "200@1x", explaining: [Int] = []
  ) throws {
    let text =
      (["schema: cellheights.template/1", "template: x", "views:"] + views.map { "  - \($0)" }
      + ["constraints:"] + constraints.map { "  - \"\($0)\"" }).joined(separator: "\n")
    let plan = TemplatePlan(try CellTemplate(text: text, file: "x.yaml"))
    measurer = try TextMeasurer(library: try Self.library.get())
    cell = try CellLayouter(plan: plan, measurer: measurer).drawing(
      of: Record(values: record), in: try Environment(parsing: environment),
      explaining: explaining)
  }

  func picture(
    _ layers: PictureLayers = .standard, scale: Double = 1, explained: Int? = nil,
    heading: String = "", limits: PictureLimits = PictureLimits()
  ) throws -> CellPicture {
    try CellPicture(
      cell, title: "a cell",
      options: PictureOptions(
        layers: layers, scale: scale, heading: heading, explained: explained, limits: limits),
      measurer: measurer)
  }
}

extension CellPicture {
  /// Shapes of a role, placed from the cell's top-left.
  func shapes(_ role: PictureShape.Role, of view: String? = nil) -> [PictureShape] {
    guard let cell = shapes.first(where: { $0.role == .cell }),
      case .rectangle(let at, _) = cell.form
    else { return [] }
    return shapes.filter { $0.role == role && (view == nil || $0.view == view) }
      .map { $0.moved(x: -at.x, y: -at.y) }
  }

  /// Rectangles of a role.
  func rectangles(_ role: PictureShape.Role, of view: String? = nil) -> [Rect] {
    shapes(role, of: view).compactMap {
      if case .rectangle(let rect, _) = $0.form { rect } else { nil }
    }
  }

  /// Ends of the lines of a role.
  func lines(_ role: PictureShape.Role, of view: String? = nil) -> [[Point]] {
    shapes(role, of: view).compactMap {
      if case .line(let start, let end) = $0.form { [start, end] } else { nil }
    }
  }

  /// The glyphs of a view, in the order in which they are drawn.
  func glyphs(of view: String) -> [PlacedGlyph] {
    shapes(.glyph, of: view).compactMap {
      if case .glyph(let glyph) = $0.form { glyph } else { nil }
    }
  }

  /// The words of captions.
  var captions: [String] {
    shapes.compactMap { if case .caption(let caption) = $0.form { caption.text } else { nil } }
  }
}
