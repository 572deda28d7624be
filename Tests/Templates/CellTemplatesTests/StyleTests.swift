import Testing

@testable import CellTemplates
@testable import TemplateDocuments

@Suite struct StyleTests {
  private let shared = """
    schema: cellheights.styles/1
    styles:
      byline: {style: footnote, weight: semibold}
      brand: {font: Brand Serif, fontSize: 15, scalesWith: body, lines: 3}
    """

  /// A style represents its keys: with them written out, the document is the same.
  @Test func aStyleStandsForItsKeys() throws {
    let styled = try Composed(files: ["styles.yaml": shared]).template(
      Composed.document(
        """
        styles:
          - ./styles.yaml
          - {loud: {style: byline, weight: black, italic: true}}
        views:
          - {id: a, kind: label, text: a, style: byline}
          - {id: b, kind: label, text: b, style: brand, lines: 1}
          - {id: c, kind: label, text: c, style: loud, italic: false}
          - {id: d, kind: label, style: headline, text: [{text: d, style: brand}, e]}
          - {id: e, kind: view, subviews: [{id: f, kind: button, text: f, style: byline}]}
        """))
    let plain = try CellTemplate(
      text: Composed.document(
        """
        views:
          - {id: a, kind: label, text: a, style: footnote, weight: semibold}
          - {id: b, kind: label, text: b, font: Brand Serif, fontSize: 15, scalesWith: body, lines: 1}
          - {id: c, kind: label, text: c, style: footnote, weight: black, italic: false}
          - id: d
            kind: label
            style: headline
            text: [{text: d, font: Brand Serif, fontSize: 15, scalesWith: body}, e]
          - id: e
            kind: view
            subviews: [{id: f, kind: button, text: f, style: footnote, weight: semibold}]
        """), file: "plain.yaml")
    #expect(styled.canonicalText == plain.canonicalText)
    #expect(styled.hash == plain.hash)
  }

  @Test func aChangedSharedStyleChangesTheTemplate() throws {
    let text = Composed.document(
      "styles: [./s.yaml]\nviews: [{id: a, kind: label, text: a, style: byline}]")
    let first = try Composed(files: ["s.yaml": shared]).template(text, file: "main.yaml")
    let second = try Composed(files: [
      "s.yaml": shared.replacing("semibold", with: "bold")
    ]).template(text)
    #expect(first.hash != second.hash)
  }

  /// `./s.yaml` beside `a/b/main.yaml` is `a/b/s.yaml`.
  @Test(arguments: [
    ("main.yaml", "s.yaml", "./s.yaml"), ("a/b/main.yaml", "s.yaml", "a/b/s.yaml"),
    ("a/b/main.yaml", "../s.yaml", "a/s.yaml"), ("main.yaml", "../s.yaml", "../s.yaml"),
    ("/x/main.yaml", "../../s.yaml", "/../s.yaml"), ("a/main.yaml", "/y/s.yaml", "/y/s.yaml"),
    ("built-in template post", "./s", "./s"), ("../t/main.yaml", "./s.yaml", "../t/s.yaml"),
  ]) func pathsBeginAtTheFolderOfTheDocument(file: String, path: String, expected: String) {
    let plain = expected.hasPrefix("./") && expected.hasSuffix(".yaml")
    #expect(
      TemplateSources.path(path, beside: file) == (plain ? String(expected.dropFirst(2)) : expected)
    )
  }

  @Test func aSlipInASharedStyleIsToldOnceWithItsFile() throws {
    let broken = shared.replacing("weight: semibold", with: "weigth: semibold")
    let problems = Composed(files: ["s.yaml": broken]).problems(
      Composed.document(
        """
        styles: [./s.yaml]
        views:
          - {id: a, kind: label, text: a, style: byline}
          - {id: b, kind: label, text: b, style: byline}
        """))
    #expect(problems.count == 1)
    #expect(problems[0].file == "s.yaml")
    #expect(problems[0].lines == [3])
    #expect(problems[0].code == .unknownKey)
    #expect(problems[0].expected.contains("did you mean 'weight'?"))
  }

  @Test(arguments: [
    (
      "styles: {a: {weight: 400}}\nviews: [{id: x, kind: label, text: t, style: aa}]", 4,
      TemplateProblem.Code.unknownName, "the unknown style 'aa'"
    ),
    ("styles: {body: {weight: 400}}\nviews: []", 3, .duplicateName, "text style"),
    ("styles: [{a: {}}, {a: {}}]\nviews: []", 3, .duplicateName, "a second style named 'a'"),
    ("styles: {a: {style: b}, b: {style: a}}\nviews: []", 3, .invalidValue, "a → b → a"),
    ("styles: {a: {text: x}}\nviews: []", 3, .unknownKey, "'text'"),
    ("styles: {a: 5}\nviews: []", 3, .invalidValue, "the number 5"),
    ("styles: 5\nviews: []", 3, .invalidValue, "the number 5 as 'styles'"),
    ("styles: [5]\nviews: []", 3, .invalidValue, "the number 5"),
    ("styles: [s]\nviews: []", 3, .invalidValue, "the text 's'"),
    ("styles:\n  - ./none.yaml\nviews: []", 4, .unknownName, "none.yaml"),
    ("styles: {a: {scalesWith: body}}\nviews: []", 3, .missingKey, "scalesWith"),
    ("styles: {a: {style: headlin}}\nviews: []", 3, .invalidValue, "'headlin'"),
  ]) func slipsAreTold(rest: String, line: Int, code: TemplateProblem.Code, found: String) throws {
    let problem = try #require(Composed().problems(Composed.document(rest)).first)
    #expect(problem.code == code, "\(problem)")
    #expect(problem.lines == [line], "\(problem)")
    #expect(problem.found.contains(found), "\(problem)")
  }

  @Test(arguments: [
    ("views: []", TemplateProblem.Code.schema), ("schema: cellheights.template/1", .schema),
    ("schema: cellheights.styles/1", .missingKey),
    ("schema: cellheights.styles/1\nstyles: []", .invalidValue),
    ("schema: cellheights.styles/1\nstyles: {}\nviews: []", .unknownKey), ("{", .schema),
    ("schema: cellheights.styles/1\n{", .syntax),
  ]) func filesThatHoldNoStylesAreRefused(text: String, code: TemplateProblem.Code) throws {
    let problem = try #require(
      Composed(files: ["s.yaml": text]).problems(
        Composed.document("styles: [./s.yaml]\nviews: []")
      ).first)
    // X2: for a file that is not a document of this program, the message contains nothing else
    // about it.
    #expect(problem.file == (text.contains("cellheights") ? "s.yaml" : "main.yaml"))
    #expect(problem.code == code, "\(problem)")
  }

  @Test func aTemplateByItselfNamesNoFiles() throws {
    #expect(throws: TemplateError.self) {
      try CellTemplate(text: Composed.document("styles: [./s.yaml]\nviews: []"), file: "t.yaml")
    }
  }
}
