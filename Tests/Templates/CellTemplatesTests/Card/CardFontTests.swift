import AutoLayout
import LayoutPrimitives
import TemplateDocuments
import Testing
import TextMeasurement

@testable import CellTemplates

/// The families that styles of cards name.
@Suite struct CardFontTests {
  private static func template(_ style: String) throws(TemplateError) -> CellTemplate {
    try CellTemplate(
      text: """
        schema: \(CellTemplate.schema)
        template: t
        card:
          style: {font: 16px Inter}
          children: [{id: a, text: "{title}", style: \(style)}]
        """, file: "t.yaml")
  }

  @Test(arguments: [
    ("{'@media (width < 9px)': {font-family: 'Brand, Other'}}", ["Inter", "Brand, Other"]),
    ("{'@container (width < 9px)': {font: 700 12px Brand}}", ["Inter", "Brand"]),
    (#"{font-family: "{f|'Brand'}"}"#, ["Inter", "Brand"]), (#"{font-family: "{f}"}"#, ["Inter"]),
    (#"{font: "{s|'12'}px {f|'Brand'}"}"#, ["Inter", "Brand"]),
  ])
  func allFamiliesOfATemplateAreListed(style: String, families: [String]) throws {
    #expect(try Self.template(style).fontFamilies == families)
  }

  @Test func theFamiliesOfARecordAreThoseOfItsValues() throws {
    let template = try Self.template(
      #"{font-family: "{f}", '@media (width < 9px)': {font: "12px {g|'Brand'}"}}"#)
    #expect(template.bindsFontFamilies)
    #expect(
      template.boundFontFamilies(in: Record(values: ["f": "'A B', C"])) == ["A B, C", "Brand"])
    #expect(
      template.boundFontFamilies(in: Record(values: ["f": "/etc/passwd", "g": "12"])) == [])
    #expect(try !Self.template("{font-family: Brand}").bindsFontFamilies)
  }

  /// Values of a record that would be paths if a style named them.
  private static let paths = [
    "'/etc/passwd'", "/etc/passwd", "'/root'", "'./a.ttf'", "a.ttf", "'a.ttf#0'", "'a.ttf '",
    "'a.TTC#x'", "'Inter, /etc/passwd'", "Inter, '/etc/passwd'", "Inter, 'a.otf '", "'a.woff2'",
    "'\u{A0}a.ttf\u{A0}', Inter", "inherit, '/etc/passwd'",
  ]

  @Test func aRecordCannotNameAFile() throws {
    let measurer = try TextMeasurer(library: FontLibrary(FontConfiguration(fallback: [])))
    let plain = TemplatePlan(try Self.template("{}"))
    for style in [#"{font-family: "{f}"}"#, #"{font: "16px {f}"}"#] {
      let plan = TemplatePlan(try Self.template(style))
      for path in Self.paths {
        let environment = try Environment(parsing: "100@1x/L/ltr/en/css")
        var layouter = CellLayouter(plan: plan, measurer: measurer)
        let record = Record(values: ["title": "some words of text", "f": path])
        let layout = try layouter.cellLayout(record, in: environment)
        // The declaration is dropped, whatever the file is.
        #expect(layout.caveats == .sizeUnknown, "\(path)")
        var other = CellLayouter(plan: plain, measurer: measurer)
        #expect(layout.height == (try other.cellLayout(record, in: environment).height), "\(path)")
      }
    }
  }

  @Test(arguments: ["'/etc/passwd'", "Inter, './a.ttf'", "'a.otf'", "'a.ttf#1'"])
  func aStyleThatNamesAFileIsReported(families: String) throws {
    #expect {
      try Self.template("{font-family: \"\(families)\"}")
    } throws: { error in
      guard case TemplateError.invalid(let problems, _)? = error as? TemplateError else {
        return false
      }
      return problems.count == 1 && problems[0].description.contains("--font-family")
    }
  }

  /// Styles are computed once for widths between the conditions of queries.
  @Test func widthsShareStylesUpToTheirQueries() throws {
    let plan = TemplatePlan(
      try CellTemplate(
        text: """
          schema: \(CellTemplate.schema)
          template: t
          card:
            children:
            - id: a
              style:
                height: 10px
                "@media (width < 200px)": {height: 20px}
                "@media (250px <= width <= 260px)": {height: 30px}
          """, file: "t.yaml"))
    var layouter = CellLayouter(plan: plan, measurer: nil)
    for scale in [1, 2] {
      for width in [100, 199, 200, 249, 250, 255, 260, 261, 199, 250] {
        for direction in ["ltr", "rtl"] {
          let cell = try layouter.layout(
            Record(values: [:]),
            in: try Environment(parsing: "\(width)@\(scale)x/L/\(direction)/en/css"))
          let expected = width < 200 ? 20.0 : 250...260 ~= width ? 30 : 10
          #expect(cell.solved.frames[0].height == expected)
          #expect(cell.solved.frames[0].width == Double(width))
        }
      }
    }
  }
}
