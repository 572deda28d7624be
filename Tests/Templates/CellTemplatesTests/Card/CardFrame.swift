import AutoLayout
import LayoutPrimitives
import Testing
import TextMeasurement

@testable import CellTemplates

/// A card of 300 px with Inter of 16 px, and the frame of the view `a` in Chromium 156.
struct CardFrame: Sendable {
  var children: String
  var frame: Rect
  var style = ""
  var language = "en"

  /// Expects each edge of the frame within 1/64 px.
  func expect() throws {
    let frames = try Self.frames(
      children, style: "font: 16px Inter, line-height: 20px, \(style)",
      environment: "300@1x/L/ltr/\(language)/css")
    let found = try #require(frames["a"])
    let step = 1.0 / 64 + 1e-9
    #expect(
      abs(found.x - frame.x) <= step && abs(found.y - frame.y) <= step
        && abs(found.width - frame.width) <= step
        && abs(found.height - frame.height) <= step, "\(found)")
  }

  /// The frames of the views of a card, by their ids.
  static func frames(
    _ children: String, style: String, environment: String, document: String = ""
  ) throws -> [String: Rect] {
    let card = "{style: {\(style)}, children: [\(children)]}"
    let template = try CellTemplate(
      text: "schema: \(CellTemplate.schema)\ntemplate: t\n\(document)\ncard:\n  \(card)\n",
      file: "t.yaml")
    let plan = TemplatePlan(template)
    var layouter = CellLayouter(
      plan: plan, measurer: try TextMeasurer(library: FontLibrary(FontConfiguration())))
    let cell = try layouter.layout(Record(values: [:]), in: try Environment(parsing: environment))
    return Dictionary(
      uniqueKeysWithValues: zip(plan.template.views.map(\.id), cell.solved.frames))
  }
}
