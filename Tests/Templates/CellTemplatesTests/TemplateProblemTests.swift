import TemplateDocuments
import Testing

@testable import CellTemplates

@Suite struct TemplateProblemTests {
  private func problems(
    _ text: String, limits: TemplateLimits = TemplateLimits()
  ) -> [TemplateProblem] {
    do {
      _ = try CellTemplate(text: text, file: "t.yaml", limits: limits)
      return []
    } catch {
      guard case .invalid(let problems, _) = error else { return [] }
      return problems
    }
  }

  /// A document with its head, so that the tested part begins on line 3.
  private func document(_ rest: String) -> String {
    "schema: cellheights.template/1\ntemplate: t\n" + rest
  }

  @Test func everyProblemIsReportedAtOnceWithItsLine() {
    let found = problems(
      document(
        """
        veiws: []
        views:
          - {id: a, kind: lable, text: "x"}
          - {id: a, kind: view, colour: red}
          - {id: b, kind: view, colour: blue, hidden: yes}
          - {kind: image, size: [40]}
          - {id: s, kind: box}
          - {id: l, kind: label}
        constraints:
          - "a.top == c.top"
          - "a.top == cell.left"
          - "a.tpo == cell.top"
          - "V:|-[a]-(8]"
          - {constraint: "a.width == {}", name: x}
        groups:
          - {when: "width <", constraints: ["a.width == 5"]}
          - {when: "state == open"}
          - {constraints: 5}
        """))
    let summary = found.map { "\($0.code.rawValue) \($0.lines)" }
    #expect(
      summary == [
        "CH0452 [3]",  // veiws
        "CH0454 [5]",  // lable
        "CH0452 [6, 7]",  // colour, on two views
        "CH0455 [6]",  // a again
        "CH0460 [7]",  // yes is neither true nor a condition
        "CH0453 [8]",  // id
        "CH0454 [8]",  // size
        "CH0462 [9]",  // box
        "CH0453 [10]",  // text
        "CH0456 [12]", "CH0458 [13]", "CH0457 [14]", "CH0457 [15]", "CH0452 [16]", "CH0459 [16]",
        "CH0460 [18]", "CH0456 [19]", "CH0453 [20]", "CH0454 [20]",
      ])
  }

  @Test(
    "C4: an anchor that nothing refers to is refused, an ampersand in words is not",
    arguments: [
      ("- {id: &x a, kind: view}", "CH0450 [5] the anchor '&x'"),
      ("- &row {id: a, kind: view}", "CH0450 [5] the anchor '&row'"),
      ("- {id: a, kind: view, size: [&w 4, 4]}", "CH0450 [5] the anchor '&w'"),
      ("- {id: a, kind: label, text: 'Q &A, [&B'}", nil),
      ("- {id: a, kind: label, text: Q &A}", nil),
      ("- {id: a, kind: view} # as in - &row {id: a}", nil),
    ] as [(String, String?)])
  func anchorsAreRefused(line: String, problem: String?) {
    let found = problems(
      "# &a\nschema: cellheights.template/1\ntemplate: t\nviews:\n  \(line)\nconstraints: []\n")
    #expect(found.first.map { "\($0.code.rawValue) \($0.lines) \($0.found)" } == problem)
  }

  @Test func equalProblemsAreOneWithAllTheirLines() throws {
    let found = problems(
      document(
        "views:\n" + (1...12).map { "  - {id: v\($0), kind: box}\n" }.joined()))
    let only = try #require(found.first)
    #expect(found.count == 1)
    #expect(only.lines == Array(4...15))
    #expect(
      only.description == "t.yaml:4: CH0462: the kind 'box'; not supported by this version; "
        + "build it from views and constraints (and on lines 5, 6, 7, 8, 9, 10, 11, 12 and 3 more)")
  }

  @Test(arguments: [
    ("veiws: []\nviews: []", "did you mean 'views'?"),
    ("views: [{id: a, kind: view, hiden: true}]", "did you mean 'hidden'?"),
    ("views: [{id: a, kind: veiw}]", "did you mean 'view'?"),
    ("views: [{id: a, kind: label, text: x, style: hedline}]", "did you mean 'headline'?"),
    (
      "views: [{id: avatar, kind: view}]\nconstraints: [avtar.width == 5]", "did you mean 'avatar'?"
    ),
    ("views: [{id: a, kind: view}]\nconstraints: [a.widht == 5]", "did you mean 'width'?"),
    ("views: [{id: a, kind: image, src: x}]", "did you mean 'source'?"),
    ("views: [{id: a, kind: view, height: 5}]", "did you mean 'intrinsic'?"),
    (
      "views: [{id: a, kind: view}]\nconstraints: [a.aspectRatio == 0.75]",
      "a.height == 0.75 * a.width"
    ),
    ("views: [{id: a, kind: label, text: x, weight: blod}]", "did you mean 'bold'?"),
    ("views: [{id: a, kind: label, text: x}]\ngroups: [{when: aa.lines > 1}]", "did you mean 'a'?"),
  ]) func slipsNameTheNearestName(rest: String, suggestion: String) {
    let found = problems(document(rest))
    #expect(found.count == 1)
    #expect(found.first?.description.contains(suggestion) == true, "\(found)")
  }

  @Test(arguments: [
    "views: {}", "views: [5]", "views: [{id: 5, kind: view}]", "views: [{id: '', kind: view}]",
    "views: [{id: 'a\"b', kind: view}]", "views: [{id: a, kind: 1}]",
    "views: [{id: a, kind: view, size: [-1, 2]}]", "views: [{id: a, kind: view, size: [.inf, 2]}]",
    "views: [{id: a, kind: view, size: ['1', 2]}]", "views: [{id: a, kind: view, size: 5}]",
    "views: [{id: a, kind: view, size: [1, 2, 3]}]", "views: [{id: a, kind: view, hugging: 0}]",
    "views: [{id: a, kind: view, hugging: 1001}]", "views: [{id: a, kind: view, hugging: 2.5}]",
    "views: [{id: a, kind: view, hugging: {vertical: x}}]",
    "views: [{id: a, kind: view, hidden: 1}]", "views: [{id: a, kind: view, margins: [1, 2]}]",
    "views: [{id: a, kind: label, text: 5}]", "views: [{id: a, kind: label, text: x, lines: -1}]",
    "views: [{id: a, kind: label, text: x, lines: 1.5}]",
    "views: [{id: a, kind: label, text: x, fontSize: 0}]",
    // visionOS has this style and the table of sizes does not: it must not be accepted as plain
    // text.
    "views: [{id: a, kind: label, text: x, style: extraLargeTitle}]",
    "views: [{id: a, kind: label, text: x, lineHeight: {minimum: 9, maximum: 3}}]",
    "views: []\nstates: [a b]", "views: []\nstates: x", "views: []\nconstraints: a.top",
    "views: []\nmargins: wide", "views: [{id: a, kind: label, text: x, intrinsic: [1, null]}]",
    "views: [{id: a, kind: button, text: x, intrinsic: [null, 1]}]",
    "views: [{id: a, kind: view, intrinsic: [1]}]",
    "views: [{id: a, kind: view, intrinsic: [-1, 1]}]",
    "views: [{id: a, kind: view, intrinsic: [wide, 1]}]",
  ]) func typesAndRangesAreStrict(rest: String) {
    #expect(problems(document(rest)).map(\.code) == [.invalidValue])
  }

  @Test(arguments: [
    "views: [{id: a, kind: view, text: x}]", "views: [{id: a, kind: label, text: x, source: y}]",
    "views: [{id: a, kind: stack, intrinsic: [1, 2]}]",
    "views: [{id: a, kind: switch, intrinsic: [1, 2]}]",
    "views: [{id: a, kind: guide, hidden: true}]",
    "views: [{id: a, kind: spacer, subviews: []}]",
  ]) func keysOfOtherKindsAreRefused(rest: String) {
    #expect(problems(document(rest)).map(\.code) == [.unknownKey])
  }

  @Test(arguments: ["box", "inset", "overlay"])
  func unsupportedKindsAreRefusedAndNeverIgnored(kind: String) {
    // The view is known all the same: its constraint is no second problem.
    let found = problems(
      document("views: [{id: a, kind: \(kind)}]\nconstraints: [a.width == 5]"))
    #expect(found.map(\.code) == [.unsupported])
  }

  @Test(arguments: [
    ("views: [{id: a, kind: view}, {id: a, kind: view}]", "first on line 3"),
    ("views: [{id: cell, kind: view}]", "cell is the cell itself"),
    ("views: [{id: a, kind: view, id: b}]", "each key once"),
    ("views: [{id: a, kind: view, 'id': b}]", "each key once"),
    ("views: []\nviews: []", "each key once"),
    ("views: []\nstates: [x, x]", "each state once"),
    (
      "views: []\nconstraints: [{id: c, constraint: cell.width == 5}, {id: c, constraint: cell.width == 5}]",
      "each id once"
    ),
  ]) func duplicatesAreErrors(rest: String, words: String) {
    let found = problems(document(rest))
    #expect(found.map(\.code) == [.duplicateName])
    #expect(found.first?.description.contains(words) == true, "\(found)")
  }

  @Test(arguments: [
    ("V:|-[a]-[b]|", "views of one parent"), ("|[cell]|", "views of one parent"),
  ]) func barsNeedOneParent(format: String, words: String) {
    let found = problems(
      document(
        """
        views: [{id: a, kind: view, subviews: [{id: b, kind: view}]}]
        constraints: ["\(format)"]
        """))
    #expect(found.map(\.code) == [.constraintSyntax])
    #expect(found.first?.lines == [4])
    #expect(found.first?.description.contains(words) == true)
  }

  /// Without bars a string may relate views anywhere in the tree.
  @Test func stringsWithoutBarsMayCrossParents() {
    let rest = """
      views: [{id: a, kind: view, subviews: [{id: b, kind: view}]}]
      constraints: ["[a]-[b]", "V:[cell(>=44)]"]
      """
    #expect(problems(document(rest)).isEmpty)
  }

  @Test(arguments: [
    ("", TemplateProblem.Code.syntax), ("# only a comment", .syntax), ("[1, 2", .syntax),
    ("{\"schema\": \"cellheights.template/1\"", .syntax), ("a: b: c", .syntax), ("\t- x", .syntax),
    ("- x", .invalidValue), ("text", .invalidValue), ("views: []", .schema),
    ("schema: cellheights.template/2", .schema), ("schema: 1", .schema),
    ("schema: cellheights.config/1\nfeeds: {}", .schema),
    ("schema: cellheights.template/1\n---\nx: y", .syntax),
    ("schema: cellheights.template/1\ntemplate: !x t\nviews: []", .syntax),
    ("schema: cellheights.template/1\n[a]: b\ntemplate: t\nviews: []", .syntax),
    ("schema: cellheights.template/1\ntemplate: a/b\nviews: []", .invalidValue),
    ("schema: cellheights.template/1\ntemplate: a.yaml\nviews: []", .invalidValue),
    ("schema: cellheights.template/1\nviews: []", .missingKey),
    ("schema: cellheights.template/1\ntemplate: t", .missingKey),
  ]) func brokenDocumentsSayWhy(text: String, code: TemplateProblem.Code) {
    #expect(problems(text).map(\.code) == [code])
  }

  @Test func suspiciousDocumentsAreAccepted() throws {
    let template = try CellTemplate(
      text: document("views: []\ngroups: [{when: '{image}'}]"), file: "t.yaml")
    #expect(template.warnings.map(\.code) == [.suspicious])
    #expect(template.warnings.map(\.lines) == [[4]])
  }
}
