import AutoLayout
import CellTemplates
import LayoutPrimitives
import TextMeasurement

extension FuzzTarget {
  /// Values of a record in styles, fonts, sizes, formats and conditions of templates.
  ///
  /// A cell may fail, but its frames are finite.
  static let values = FuzzTarget(name: "values", folder: "values") { input, draw in
    let record = ValueRecord(value: String(decoding: input, as: UTF8.self))
    let measurer = try TextMeasurer(library: try ValueTemplates.library.get())
    let environments = [
      "300@1x/L/ltr/en/css", "320@2x/AX3/rtl/ar/css", "390@3x/L/ltr/tr/uikit", "90@1x/S/ltr/ja/css",
    ]
    let environment = try Environment(
      parsing: environments[Int(draw >> 8) % environments.count])
    var found = Found()
    for plan in try ValueTemplates.plans.get() {
      var layouter = CellLayouter(plan: plan, measurer: measurer)
      do {
        let cell = try layouter.layout(record, in: environment)
        let isFinite = cell.solved.frames.allSatisfy {
          $0.x.isFinite && $0.y.isFinite && $0.width >= 0 && $0.height >= 0
        }
        guard isFinite else {
          throw FuzzFinding("\(plan.template.name): a frame that is not finite")
        }
        found.records += 1
        found.text.append("\(cell.layout.exactHeight) \(cell.layout.caveats.names)")
      } catch let error as CellError {
        found.failures += 1
        found.text.append(error.description)
      }
    }
    return found
  }
}

/// A record whose only value is at every path.
private struct ValueRecord: BindingSource {
  let value: String

  func text(at path: BoundPath) -> String? { value }
  func number(at path: BoundPath) -> Double? { Double(value) }
}

/// Templates with the value wherever a record may give one.
private enum ValueTemplates {
  static let library = Result { try FontLibrary(FontConfiguration()) }
  static let plans = Result {
    try documents.map {
      TemplatePlan(
        try CellTemplate(text: "schema: \(CellTemplate.schema)\n\($0)", file: "values.yaml"))
    }
  }

  /// Properties of styles; each is bound in an element of its own, with others in the last one.
  private static let properties = [
    "width", "min-height", "max-width", "height", "margin", "padding", "border", "inset", "gap",
    "flex", "flex-basis", "flex-flow", "order", "aspect-ratio", "align-items", "justify-content",
    "place-self", "overflow", "container", "direction", "position", "display", "font", "font-size",
    "font-family", "font-weight", "font-stretch", "font-feature-settings", "font-variant",
    "line-height", "letter-spacing", "word-spacing", "white-space", "text-wrap", "tab-size",
    "text-align", "text-indent", "vertical-align", "text-transform", "list-style", "line-break",
    "-webkit-line-clamp", "--a",
  ]

  private static let documents = [
    card(properties.map { "{style: {\($0): \"{v}\"}, children: [a, \"{v}\", {br: true}, b]}" }),
    card([
      "{style: {--a: \"{v}\", --b: \"var(--a) var(--a)\", margin: \"var(--b)\", "
        + "font: \"{v}\", width: \"calc({v} * 2)\", height: \"var(--b, {v})\"}, text: \"{v}\"}",
      "{id: p, source: \"{v}\", intrinsic: [\"{v}\", \"{v}/{v}\"], style: {aspect-ratio: \"{v}\"}}",
    ]),
    """
    template: boxes
    layout:
      kind: stack
      axis: vertical
      sublayouts:
        - {kind: label, id: a, text: "{v, number} {v, date} {v, count} {v|w}", hidden: "{v} > 3"}
        - {kind: label, id: b, text: "{v, plural, =0 {none} other {# of {v}}}", hidden: "{v} == 'a'"}
        - {kind: image, id: c, source: "{v}", intrinsic: ["{v}", "{w}"]}
        - {kind: sized, aspect: "{v}/{w}"}
    """,
    """
    template: views
    views:
      - {id: a, kind: label, text: "{v, number, percent} {v, time}", lines: 0}
      - {id: b, kind: image, source: "{v}"}
    constraints:
      - "V:|-[a]-[b]-|"
      - "H:|-[a]-|"
      - "H:|-[b]"
      - "b.height == {v} * b.width @900"
      - "b.width == {v} @800"
    """,
  ]

  private static func card(_ children: [String]) -> String {
    "template: card\nviewport: {height: 800}\ncard:\n  style: {font: 16px/20px Inter}\n  children:\n"
      + children.map { "    - \($0)\n" }.joined()
  }
}
