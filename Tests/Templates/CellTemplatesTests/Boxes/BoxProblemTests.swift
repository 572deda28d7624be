import Foundation
import LayoutPrimitives
import TemplateDocuments
import Testing

@testable import CellTemplates

/// The problems of the boxes of a document, by code and line.
@Suite struct BoxProblemTests {
  @Test(arguments: [
    // A document has boxes, or views and constraints.
    (
      "layout: {kind: sized}\nviews: []\nconstraints: []\nmargins: 8",
      ["CH0452 [4]", "CH0452 [5]", "CH0452 [6]"]
    ),
    ("layout: 5", ["CH0454 [3]"]),
    ("layout: {}", ["CH0453 [3]"]),
    ("layout: {kind: stck}", ["CH0454 [3]"]),
    ("layout: {kind: label, text: x}", ["CH0453 [3]"]),
    ("layout: {kind: label, id: a}", ["CH0453 [3]"]),
    ("layout: {kind: inset, id: a}", ["CH0453 [3]", "CH0453 [3]"]),
    ("layout: {kind: overlay, flexibility: 1}", ["CH0452 [3]", "CH0453 [3]"]),
    ("layout: {kind: flow, sublayouts: []}", ["CH0453 [3]"]),
    ("layout: {kind: flow, columns: 0, withMargin: 1}", ["CH0454 [3]", "CH0454 [3]"]),
    ("layout: {kind: sized, reuseId: a}", ["CH0453 [3]"]),
    ("layout: {kind: sized, aspectOtherwise: 1}", ["CH0453 [3]"]),
    ("layout: {kind: sized, width: -1, height: 2000000}", ["CH0454 [3]", "CH0454 [3]"]),
    ("layout: {kind: sized, aspect: 0, minAspect: 1/0}", ["CH0454 [3]", "CH0459 [3]"]),
    ("layout: {kind: sized, width: '{a', height: '{a} b'}", ["CH0459 [3]", "CH0454 [3]"]),
    ("layout: {kind: sized, width: rail, height: -rail}", ["CH0456 [3]", "CH0459 [3]"]),
    ("constants: {gap: -1}\nlayout: {kind: stack, spacing: gap}", ["CH0454 [4]"]),
    ("layout: {kind: sized, width: \"{a|'x'}\"}", ["CH0459 [3]"]),
    ("layout: {kind: inset, insets: -1, sublayout: {kind: sized}}", ["CH0454 [3]"]),
    ("layout: {kind: stack, axis: up, distribution: fill}", ["CH0454 [3]", "CH0454 [3]"]),
    ("layout: {kind: sized, alignment: top}", ["CH0454 [3]"]),
    ("layout: {kind: sized, alignment: {vertical: top}}", ["CH0453 [3]"]),
    ("layout: {kind: sized, alignment: {vertical: top, horizontal: left}}", ["CH0454 [3]"]),
    ("layout: {kind: sized, flexibility: 1.5}", ["CH0454 [3]"]),
    ("layout: {kind: sized, flexibility: {horizontal: some}}", ["CH0454 [3]"]),
    ("layout: {kind: sized, hidden: 1}", ["CH0454 [3]"]),
    ("layout: {kind: sized, hidden: 'width <'}", ["CH0460 [3]"]),
    (
      "layout: {kind: stack, sublayouts: [{kind: sized, id: a}, {kind: sized, id: a}]}",
      ["CH0455 [3]"]
    ),
    ("layout: {kind: sized, id: cell}", ["CH0455 [3]"]),
    ("layout: {kind: sized, text: x, sublayouts: []}", ["CH0452 [3]", "CH0452 [3]"]),
    ("layout: {kind: sized, use: other}", ["CH0462 [3]"]),
    ("layout: {kind: sized, repeat: {over: '{m}', as: p, upTo: 2}}", ["CH0452 [3]"]),
    ("layout: {kind: button, id: b, text: x, intrinsic: [1, null]}", ["CH0454 [3]"]),
    ("layout: null", ["CH0453 [3]"]),
    ("states: [a]", ["CH0453 [1]"]),
    ("layout: {kind: sized, from: a.xib}", ["CH0462 [3]"]),
    ("from: a.xib\nwithout: [b]\nlayout: {kind: sized}", ["CH0452 [3]"]),
  ])
  func problems(_ text: String, _ expected: [String]) {
    #expect(BoxTemplate.problems(text) == expected)
  }

  @Test func boxKindsAmongViewsAreSentToTheLayout() throws {
    let error = #expect(throws: TemplateError.self) {
      try BoxTemplate("views: [{id: a, kind: flow}]")
    }
    #expect(error?.description.contains("expected it in 'layout'") == true)
  }

  @Test func boxesAndTheirNestingAreLimited() {
    let row =
      "layout:\n  kind: stack\n  sublayouts:\n"
      + String(repeating: "    - {kind: sized}\n", count: 9)
    #expect(BoxTemplate.problems(row, limits: TemplateLimits((\.views, 10))) == [])
    #expect(BoxTemplate.problems(row, limits: TemplateLimits((\.views, 9))) == ["CH0461 [14]"])
    func nested(_ depth: Int) -> String {
      "layout: " + String(repeating: "{kind: inset, insets: 0, sublayout: ", count: depth - 1)
        + "{kind: sized}" + String(repeating: "}", count: depth - 1)
    }
    #expect(BoxTemplate.problems(nested(100)) == [])
    #expect(BoxTemplate.problems(nested(101)).contains { $0.hasPrefix("CH0461") })
    let pieces = nested(100)
    #expect(throws: Never.self) { try BoxTemplate(pieces).cell() }
  }

  @Test func stylesAndRepeatedBoxes() throws {
    let template = try BoxTemplate(
      """
      styles: {big: {fontSize: 30, lines: 3}}
      layout:
        kind: stack
        sublayouts:
          - kind: inset
            insets: 1
            repeat: {over: "{list}", as: one, upTo: 2}
            sublayout:
              kind: sized
              aspect: "{one.w}/{one.h}"
              sublayout: {id: text, kind: label, text: "{one.name}", style: big}
      """)
    let labels = template.template.views.dropFirst()
    #expect(labels.map(\.id) == ["text.1", "text.2"])
    #expect(labels.allSatisfy { $0.label?.font.size == 30 && $0.label?.lineLimit == 3 })
    #expect(labels.allSatisfy { $0.hiddenWhen != nil })
    let paths = template.template.recordPaths.map(\.spelling)
    #expect(paths.contains("list[1].name") && paths.contains("list[0].w"))
  }

  @Test(arguments: [
    ("layout:", "an empty 'layout'; expected a box"),
    ("card:", "an empty 'card'; expected an element"),
    ("views: null", "an empty 'views'; expected a list of views"),
    (
      "states: [a]",
      "no 'views' in the template; expected a list of views, a box in 'layout', or an element in "
        + "'card'"
    ),
    ("from: a.xib\nlayout: {kind: sized}", "'from' beside 'layout'"),
  ])
  func missingAndForeignCells(_ text: String, _ words: String) {
    let error = #expect(throws: TemplateError.self) { try BoxTemplate(text) }
    let description = error?.description ?? ""
    for part in words.components(separatedBy: "; ") {
      #expect(description.contains(part), "\(description)")
    }
  }

  @Test func copiesOfABoxAreUsedAgainEachForItself() throws {
    let views = try BoxTemplate(
      """
      layout:
        kind: stack
        sublayouts:
          - id: row
            kind: inset
            insets: 0
            reuseId: line
            repeat: {over: "{list}", as: one, upTo: 2}
            sublayout: {id: text, kind: label, text: "{one}", reuseId: words}
      """
    ).template.views.dropFirst()
    #expect(views.map(\.id) == ["row.1", "row.1.text", "row.2", "row.2.text"])
    #expect(views.map(\.reuseID) == ["line.1", "words.1", "line.2", "words.2"])
  }

  @Test func aTemplateOfBoxesIsNoViewOfAnother() {
    let boxes = Composed.document("layout: {kind: sized, id: a}", name: "boxes")
    let problems = Composed(files: ["boxes.yaml": boxes]).problems(
      Composed.document("views: [{id: b, use: ./boxes.yaml}]"))
    #expect(problems.map { "\($0.code.rawValue) \($0.lines)" } == ["CH0462 [3]"])
  }
}
