import LayoutPrimitives
import Testing
import TextMeasurement

@testable import CellTemplates

/// The texts that are printed, and the lines that count in them.
@Suite struct LaidOutLabelTests {
  private static let constraints = """
    views: [{id: a, kind: label, text: "{t}", lines: 0}]
    constraints: ["H:|[a]|", "V:|[a]|"]
    """
  private static let boxes = """
    layout: {id: a, kind: label, text: "{t}", lines: 0}
    """

  private static func card(_ style: String) -> String {
    "card: {style: {font: 16px Inter}, children: [{id: a, style: {\(style)}, text: \"{t}\"}]}"
  }

  /// Expects that the printed text, the ends of lines and the hash are of one text.
  private func expect(
    _ document: String, values: [String: String], _ environment: String, text: String
  ) throws {
    let plan = TemplatePlan(
      try CellTemplate(
        text: "schema: \(CellTemplate.schema)\ntemplate: t\n\(document)\n", file: "t.yaml"))
    let measurer = try TextMeasurer(library: FontLibrary(FontConfiguration()))
    var layouter = CellLayouter(plan: plan, measurer: measurer)
    layouter.keepsLines = true
    let environment = try Environment(parsing: environment)
    let cell = try layouter.cellLayout(Record(values: values), in: environment)
    #expect(layouter.labelTexts == [text])
    let lines = try #require(cell.lineFragments.first)
    #expect(lines.textHash == LabelFragments.textHash(of: text))
    #expect(lines.lines.last?.end == text.utf16.count)
    // Without a layout, and for a record that was not laid out before.
    var other = CellLayouter(
      plan: plan, measurer: plan.template.textsDependOnLayout ? measurer : nil)
    #expect(try other.labelTexts(of: Record(values: values), in: environment) == [text])
    let content = try layouter.content(of: Record(values: values), in: environment)
    #expect(content.views.compactMap(\.text?.text.text) == [text])
  }

  @Test(arguments: ["straße", "a  b", "a\nb", "Sil\u{AD}ben\u{AD}tren\u{AD}nung", " Άλφα "])
  func textsOfConstraintsAndBoxesAreThoseOfTheRecord(text: String) throws {
    for document in [Self.constraints, Self.boxes] {
      try expect(document, values: ["t": text], "60@2x/L/ltr/en/uikit", text: text)
    }
  }

  @Test(arguments: [
    ("text-transform: uppercase", "de", "straße", "STRASSE"),
    ("text-transform: uppercase", "tr", "istanbul", "İSTANBUL"),
    ("text-transform: uppercase", "el", "Άλφα και", "ΑΛΦΑ ΚΑΙ"),
    ("text-transform: capitalize", "en", "ab cd", "Ab Cd"),
    ("white-space: normal", "en", " two  spaces\n here ", "two spaces here"),
    ("white-space: pre-line", "en", "a  b \n  c", "a b\nc"),
    ("white-space: pre", "en", "a  b", "a  b"),
    (
      "white-space: normal", "en", "Sil\u{AD}ben\u{AD}tren\u{AD}nung",
      "Sil\u{AD}ben\u{AD}tren\u{AD}nung"
    ),
    ("font-family: '{f}', text-transform: uppercase", "en", "ab", "AB"),
    ("\"@media (width < 100px)\": {text-transform: uppercase}", "en", "ab", "AB"),
    ("\"@media (width > 100px)\": {text-transform: uppercase}", "en", "ab", "ab"),
    ("text-transform: '{u}'", "en", "ab", "AB"),
  ])
  func textsOfCardsAreThoseOfTheirLines(
    style: String, language: String, text: String, expected: String
  ) throws {
    try expect(
      Self.card(style), values: ["t": text, "f": "Lato", "u": "uppercase"],
      "60@2x/L/ltr/\(language)/css", text: expected)
  }

  @Test(arguments: [(80, "AB"), (160, "ab")])
  func textsMayDependOnTheWidthOfAContainer(width: Int, expected: String) throws {
    let document = """
      card:
        style: {font: 16px Inter, display: flex}
        children:
          - style: {flex: 1, container-type: inline-size}
            children:
              - {id: a, text: "{t}", style: {"@container (width < 100px)": {text-transform: uppercase}}}
      """
    try expect(document, values: ["t": "ab"], "\(width)@2x/L/ltr/en/css", text: expected)
  }

  /// A condition on the lines of a label decides which texts there are.
  @Test func textsMayDependOnTheLinesOfALabel() throws {
    let document = """
      card:
        style: {font: 16px Inter}
        children:
          - id: a
            style: {display: -webkit-box, -webkit-box-orient: vertical, -webkit-line-clamp: 1, overflow: hidden}
            text: "{t}"
          - {id: more, text: More, hidden: "not a.truncated"}
      """
    let plan = TemplatePlan(
      try CellTemplate(
        text: "schema: \(CellTemplate.schema)\ntemplate: t\n\(document)\n", file: "t.yaml"))
    var layouter = CellLayouter(
      plan: plan, measurer: try TextMeasurer(library: FontLibrary(FontConfiguration())))
    let environment = try Environment(parsing: "60@2x/L/ltr/en/css")
    for (text, more) in [("ab", ""), ("ab cd ef gh ij kl", "More")] {
      let texts = try layouter.labelTexts(of: Record(values: ["t": text]), in: environment)
      #expect(texts == [text, more])
    }
  }

  @Test func textsOfARangeAreThoseOfItsFirstWidth() throws {
    let plan = TemplatePlan(
      try CellTemplate(
        text: "schema: \(CellTemplate.schema)\ntemplate: t\n"
          + Self.card("\"@media (width > 100px)\": {text-transform: uppercase}"), file: "t.yaml"))
    var layouter = CellLayouter(
      plan: plan, measurer: try TextMeasurer(library: FontLibrary(FontConfiguration())))
    let range = try Environment(parsing: "90..120@1x/L/ltr/en/css")
    _ = try layouter.cellLayout(Record(values: ["t": "ab"]), in: range)
    #expect(layouter.labelTexts == ["ab"])
    #expect(try layouter.labelTexts(of: Record(values: ["t": "ab"]), in: range) == ["ab"])
    layouter.bind(Record(values: ["t": "cd"]))
    #expect(layouter.labelTexts == [""])
  }
}
