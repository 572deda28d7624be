import FeedRecords
import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments
import Testing

@testable import CellTemplates

/// Lists with more elements than repeated views show.
@Suite struct ListCutTests {
  private func template(_ views: String, _ rest: String = "") throws -> CellTemplate {
    try CellTemplate(
      text: "schema: cellheights.template/1\ntemplate: t\n\(views)\n\(rest)", file: "t.yaml")
  }

  private static let tags =
    "{id: tag, kind: label, text: '{t}', repeat: {over: '{tags}', as: t, upTo: 3}}"

  /// Records with 2, 3, 4 and 5 tags.
  private func findings(_ template: CellTemplate) -> [Finding] {
    var tally = PathTally(template)
    for count in 2...5 {
      let tags = (1...count).map { "t\($0)" }
      tally.count(FeedRecord(id: "\(count)", version: "1", tags: tags))
    }
    return template.findings(tally).filter { $0.kind == .cut }
  }

  @Test(arguments: [
    "views: [\(tags)]",
    "layout: {kind: stack, axis: vertical, sublayouts: [\(tags)]}",
    "card: {children: [{id: tag, text: '{t}', repeat: {over: '{tags}', as: t, upTo: 3}}]}",
    "card: {children: [{text: '{t}', repeat: {over: '{tags}', as: t, upTo: 3}}]}",
  ])
  func longerListsAreFound(_ views: String) throws {
    let found = findings(try template(views))
    #expect(found.map(\.records) == [2])
    #expect(found.first?.severity == .warning && found.first?.code == "CH0617")
    #expect(found.first?.location?.line == 3)
    #expect(found.first?.message.hasPrefix("the list '{tags}' has more elements") == true)
  }

  @Test("A template that tells the number, or asks for a later element, knows what it leaves out")
  func knownCuts() throws {
    for text in ["{tags, count} tags", "and {tags[3]}", "{tags[4]}"] {
      let more = "{id: more, kind: label, text: '\(text)'}"
      #expect(findings(try template("views: [\(Self.tags), \(more)]")).isEmpty)
    }
    for text in ["{tags[2]}", "{tags}", "{title}"] {
      let more = "{id: more, kind: label, text: '\(text)'}"
      #expect(findings(try template("views: [\(Self.tags), \(more)]")).count == 1)
    }
    let rest =
      "{id: rest, kind: label, text: '{t}', repeat: {over: '{tags}', as: t, from: 4, upTo: 9}}"
    #expect(findings(try template("views: [\(Self.tags), \(rest)]")).isEmpty)
  }

  @Test func aListWithinTheCopiesIsNoFinding() throws {
    let views = Self.tags.replacing("upTo: 3", with: "upTo: 5")
    #expect(findings(try template("views: [\(views)]")).isEmpty)
  }

  /// Two outer copies with lists of 3 and 2 elements, of which 2 are shown.
  @Test func copiesInCopiesHaveOneFinding() throws {
    let template = try template(
      """
      views:
        - id: group
          kind: view
          repeat: {over: '{groups}', as: g, upTo: 2}
          subviews: [{id: item, kind: label, text: '{i}', repeat: {over: '{g.items}', as: i, upTo: 2}}]
      """)
    #expect(template.repeats.map(\.list) == ["groups[0].items", "groups", "groups[1].items"])
    var tally = PathTally(template)
    let source = #"{"groups":[{"items":["1","2","3"]},{"items":["1","2"]}]}"#
    let fields = try JSONParser().parse(Array(source.utf8)[...])
    tally.count(FeedRecord(id: "a", version: "1", fields: fields))
    let found = template.findings(tally).filter { $0.kind == .cut }
    #expect(found.map(\.view) == ["group.1.item.2"])
    #expect(found.map(\.records) == [1])
  }

  @Test("The mark of a repeated view is no key that a document may have")
  func theMarkIsNoKey() {
    let error = #expect(throws: TemplateError.self) {
      try template("views: [{id: a, kind: view, repeat: {over: '{tags[3]}'}}]")
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains("CH0453"))
  }
}
