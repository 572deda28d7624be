import AutoLayout
import LayoutPrimitives
import TemplateDocuments
import TestSupport
import Testing

@testable import CellTemplates

@Suite struct TemplateLimitTests {
  private let head = "schema: cellheights.template/1\ntemplate: t\n"

  private func codes(
    _ text: String, limits: TemplateLimits = TemplateLimits()
  ) -> [TemplateProblem.Code] {
    do {
      _ = try CellTemplate(text: text, file: "t.yaml", limits: limits)
      return []
    } catch {
      guard case .invalid(let problems, _) = error else { return [] }
      return problems.map(\.code)
    }
  }

  @Test func viewsAndConstraintsAreCountedExactly() {
    let text =
      head + """
        views: [{id: a, kind: view}, {id: b, kind: view}]
        constraints: ["|-[a]-[b]-|", "a.width == 5"]
        """
    #expect(codes(text, limits: TemplateLimits((\.views, 2), (\.constraints, 4))).isEmpty)
    #expect(codes(text, limits: TemplateLimits((\.views, 2), (\.constraints, 3))) == [.limit])
    #expect(codes(text, limits: TemplateLimits((\.views, 1))).contains(.limit))
  }

  @Test func groupsStatesTextsAndBytesAreLimited() {
    let text =
      head + """
        views: [{id: a, kind: label, text: "abcdef"}]
        states: [x, y]
        groups: [{when: "width < 5", constraints: ["a.width == 5"]}, {when: "width < 6", otherwise: ["a.width == 7"]}]
        """
    #expect(codes(text).isEmpty)
    #expect(codes(text, limits: TemplateLimits((\.groups, 1))) == [.limit])
    #expect(codes(text, limits: TemplateLimits((\.states, 1))) == [.limit])
    #expect(codes(text, limits: TemplateLimits((\.textLength, 5))).allSatisfy { $0 == .limit })
    #expect(codes(text, limits: TemplateLimits((\.bytes, 50))) == [.limit])
    #expect(codes(text, limits: TemplateLimits((\.depth, 3))).contains(.limit))
  }

  @Test func viewsOfGridsWithMergedCellsAreLimited() {
    func grid(_ cell: String) -> String {
      head + """
        views:
          - id: g
            kind: grid
            rows: [[a, b], [\(cell), null]]
            subviews: [{id: a, kind: view}, {id: b, kind: view}, {id: c, kind: view}]
        """
    }
    let merged = grid("{view: c, columns: 2}")
    #expect(codes(merged, limits: TemplateLimits((\.mergedGridViews, 3))).isEmpty)
    #expect(codes(merged, limits: TemplateLimits((\.mergedGridViews, 2))) == [.limit])
    #expect(codes(grid("c"), limits: TemplateLimits((\.mergedGridViews, 2))).isEmpty)
  }

  @Test func problemsBeyondTheLimitAreCounted() {
    let views = (0..<20).map { "{id: v\($0), kind: view, x\($0): 1}" }.joined(separator: ", ")
    do {
      _ = try CellTemplate(
        text: head + "views: [\(views)]", file: "t", limits: TemplateLimits((\.problems, 5)))
      Issue.record("unknown keys were accepted")
    } catch {
      guard case .invalid(let problems, let unreported) = error else {
        Issue.record("\(error)")
        return
      }
      #expect(problems.count == 5)
      #expect(unreported == 15)
      #expect(error.description.hasSuffix("\nand 15 more problems"))
    }
  }

  /// Nine lines that would expand to a thousand million values.
  @Test func aliasesAreRefusedBeforeTheyAreFollowed() {
    var text = head + "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1...9 {
      let alias = "*a\(level - 1)"
      text +=
        "a\(level): &a\(level) [" + [String](repeating: alias, count: 10).joined(separator: ",")
      text += "]\n"
    }
    #expect(codes(text) == [.syntax])
    #expect(codes(text + "? *a9\n: x\n") == [.syntax])
  }

  /// Asterisks and ampersands that are not aliases are accepted.
  @Test func starsAndAmpersandsInTextAreRead() {
    let text =
      head + """
        views: [{id: a, kind: label, text: "R &B *bold"}]
        constraints: ["a.width == 2 *cell.width"]
        """
    #expect(codes(text).isEmpty)
  }

  /// Views inside one another, the innermost with as deep a value as any has.
  private func nested(_ count: Int) -> String {
    let open = (1..<count).map { "{id: v\($0), kind: view, subviews: [" }.joined()
    let last =
      "{id: v\(count), kind: label, text: [{text: a}, {text: b, font: {family: Inter, size: 9}}]}"
    return head + "views: [" + open + last + String(repeating: "]}", count: count - 1) + "]"
  }

  @Test("nesting is counted in views: 100 are read, 101 are refused, and deeper documents too")
  func nestingIsCountedInViews() throws {
    #expect(codes(nested(24)) == codes(nested(1)))
    #expect(codes(nested(100)) == codes(nested(1)))
    for count in [101, 120, 200, 450] { #expect(Set(codes(nested(count))) == [.limit]) }
    #expect(codes(nested(3), limits: TemplateLimits((\.nesting, 2))) == [.limit])
    let blocks = (0..<100).map { level in
      let indent = String(repeating: "  ", count: level * 2)
      return indent + (level == 0 ? "views" : "subviews")
        + ":\n\(indent)  - id: v\(level)\n\(indent)    kind: view\n"
    }
    #expect(codes(head + blocks.joined()).isEmpty)
  }

  /// A frame at the bottom of a hundred views, each a point from the one around it.
  @Test("a hundred nested views are laid out")
  func aHundredNestedViewsAreLaidOut() throws {
    let edges = (1...99).map { "\"H:|-1-[v\($0)]-1-|\", \"V:|-1-[v\($0)]-1-|\"" }
    let text =
      nested(100).replacing(
        "kind: label, text: [{text: a}, {text: b, font: {family: Inter, size: 9}}]",
        with: "kind: view, size: [5, 7]")
      + "\nconstraints: [" + edges.joined(separator: ", ") + ", \"H:|[v100]\", \"V:|[v100]|\"]"
    let template = try CellTemplate(text: text, file: "t.yaml")
    var layouter = CellLayouter(plan: TemplatePlan(template), measurer: nil)
    let cell = try layouter.layout(
      Record(), in: Environment(parsing: "300@1x"), height: nil)
    #expect(cell.layout.exactHeight == 2 * 99 + 7)
    #expect(cell.solved.frames.last == Rect(x: 99, y: 99, width: 5, height: 7))
  }

  @Test func deepNestingIsRefused() {
    for depth in [100, 900, 5_000] {
      let open = String(repeating: "[", count: depth)
      let close = String(repeating: "]", count: depth)
      #expect(!codes(head + "views: " + open + close).isEmpty)
    }
  }

  @Test func jsonWithSurrogatesAndTabsIsRead() throws {
    let text = """
      {\t"schema":"cellheights.template/1",\t"template":"\\u00e9\\ud83d\\ude00\\/\\\\ud83d",
      \t"views":[]}
      """.replacing("\\/", with: "")
    let template = try CellTemplate(text: text, file: "t.json")
    #expect(template.name == "é😀\\ud83d")
    #expect(codes(text.replacing("\\ude00", with: "")) == [.syntax])
  }

  /// As many mistakes as fit into a document: eight times as many take about eight times as long.
  @Test func aDocumentFullOfSlipsIsRefusedSoon() {
    let views = (0..<500).map { "{id: view\($0), kind: view}" }.joined(separator: ", ")
    func time(_ count: Int) -> Double {
      let slips = (0..<count).map { "xiew\($0).top==cell.top" }.joined(separator: ", ")
      return processorTime {
        #expect(codes(head + "views: [\(views)]\nconstraints: [\(slips)]").count == 100)
      }
    }
    let few = time(750)
    #expect(time(6_000) < few * 24)
  }
}
