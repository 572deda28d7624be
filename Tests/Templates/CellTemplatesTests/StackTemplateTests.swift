import AutoLayout
import LayoutPrimitives
import TemplateDocuments
import Testing
import TextMeasurement

@testable import CellTemplates

/// Expectations follow the documentation of `UIStackView` and are computed by hand.
@Suite struct StackTemplateTests {
  /// Frames by view id at a width.
  private func frames(
    _ rest: String, width: Double = 300, height: Double? = nil, state: String? = nil,
    _ record: Record = Record()
  ) throws -> [String: [Double]] {
    let text = "schema: cellheights.template/1\ntemplate: t\n" + rest
    let template = try CellTemplate(text: text, file: "t.yaml")
    var layouter = CellLayouter(plan: TemplatePlan(template), measurer: nil)
    var environment = try Environment(parsing: "\(Int(width))@2x")
    if let state { environment = try Environment(parsing: "\(Int(width))@2x#\(state)") }
    let cell = try layouter.layout(record, in: environment, height: height)
    #expect(cell.solved.relaxed.isEmpty)
    var frames: [String: [Double]] = [:]
    for (view, rect) in zip(template.views, cell.solved.frames) where view.kind.hasFrame {
      frames[view.id] = [rect.x, rect.y, rect.width, rect.height]
    }
    return frames
  }

  private let row = """
    views:
      - id: row
        kind: stack
        spacing: 10
        %
        subviews:
          - {id: a, kind: view, intrinsic: [20, 30]}
          - {id: b, kind: view, intrinsic: [40, 50], hidden: "state == folded"}
          - {id: c, kind: view, intrinsic: [60, 20], hugging: 200}
    states: [open, folded]
    constraints: ["H:|-0-[row]-0-|", "V:|-0-[row]-0-|"]
    """

  private func row(_ keys: String) -> String { row.replacing("%", with: keys) }

  @Test func fillsByHugging() throws {
    let found = try frames(row("distribution: fill"))
    #expect(found["a"] == [0, 0, 20, 50])
    #expect(found["b"] == [30, 0, 40, 50])
    #expect(found["c"] == [80, 0, 220, 50])
  }

  @Test func hiddenViewLeavesNoGap() throws {
    let found = try frames(row("distribution: fill"), state: "folded")
    #expect(found["a"] == [0, 0, 20, 30])
    #expect(found["c"] == [30, 0, 270, 30])
    #expect(found["cell"] == [0, 0, 300, 30])
  }

  @Test func sharesEqually() throws {
    let found = try frames(row("distribution: fillEqually"), state: "folded")
    #expect(found["a"] == [0, 0, 145, 30])
    #expect(found["c"] == [155, 0, 145, 30])
  }

  /// 280 points for views of 20, 40 and 60 with two gaps: each has its part of 140 of 300.
  @Test func sharesInProportion() throws {
    let found = try frames(row("distribution: fillProportionally"), width: 140)
    #expect(found["a"] == [0, 0, 20, 50])
    #expect(found["b"] == [30, 0, 40, 50])
    #expect(found["c"] == [80, 0, 60, 50])
  }

  /// Two rows sized only by their content, the taller of 20: 20 + 4 + 20.
  @Test("L2: proportional views without a size do not collapse beside gaps")
  func sharesEquallyWhereNoViewHasASize() throws {
    let column = """
      views:
        - id: s
          kind: stack
          axis: vertical
          distribution: fillProportionally
          spacing: 4
          subviews:
            - {id: a, kind: view, subviews: [{id: la, kind: view, intrinsic: [10, 16]}]}
            - {id: b, kind: view, hidden: "state == folded", subviews: [
                {id: lb, kind: view, intrinsic: [10, 20]}]}
      states: [open, folded]
      constraints: ["V:|[s]|", "H:|[s]|", "V:|[la]|", "V:|[lb]|", "H:|[la]|", "H:|[lb]|"]
      """
    let found = try frames(column)
    #expect(found["cell"]?[3] == 44)
    #expect(found["la"] == [0, 0, 300, 20])
    #expect(found["lb"] == [0, 24, 300, 20])
    #expect(try frames(column, state: "folded")["cell"]?[3] == 16)
    #expect(try frames(column, height: 100)["lb"] == [0, 52, 300, 48])
  }

  /// The bottom of x, 5 high, is 30 below that of a, and the bottom of c 30 below that of y.
  ///
  /// So the column begins at 10 + 30 - 5 and ends at 35 + 5 + 7, and c begins at 47 + 30 - 10.
  @Test("a column in a stack by baselines has the baselines of its first and last view")
  func nestedColumnsHaveBaselines() throws {
    let text = """
      views:
        - id: outer
          kind: stack
          axis: vertical
          spacing: 30
          baselineRelative: true
          subviews:
            - {id: a, kind: view, intrinsic: [10, 10]}
            - {id: column, kind: stack, axis: vertical, subviews: [
                {id: x, kind: view, intrinsic: [10, 5]}, {id: y, kind: view, intrinsic: [10, 7]}]}
            - {id: c, kind: view, intrinsic: [10, 10]}
      constraints: ["V:|[outer]|", "H:|[outer]|"]
      """
    let found = try frames(text)
    #expect(found["column"]?[1] == 35)
    #expect(found["c"]?[1] == 67)
    #expect(found["cell"]?[3] == 77)
  }

  @Test(
    "a row of labels lends its baseline; what depends on the record is told",
    arguments: [
      ("alignment: firstBaseline", true), ("alignment: lastBaseline", true),
      ("alignment: center", false),
      ("alignment: firstBaseline, hidden: \"not {title}\"", true),
    ])
  func rowsHaveBaselines(_ keys: String, _ isKnown: Bool) throws {
    func template(_ first: String) throws -> CellTemplate {
      try CellTemplate(
        text: """
          schema: cellheights.template/1
          template: t
          views:
            - id: outer
              kind: stack
              axis: vertical
              spacing: 30
              baselineRelative: true
              subviews:
                - \(first)
                - {id: c, kind: label, text: Note, fontSize: 17}
          constraints: ["V:|[outer]|", "H:|[outer]|"]
          """, file: "t.yaml")
    }
    let label = "{id: a, kind: label, text: Title, fontSize: 17}"
    let plain = try template(label)
    let row = try template(
      "{id: row, kind: stack, \(keys), subviews: [\(label), "
        + "{id: b, kind: label, text: x, fontSize: 17}]}")
    #expect(row.warnings.map(\.code) == (isKnown ? [] : [.suspicious]))
    let heights = try [plain, row].map { template in
      let measurer = try TextMeasurer(library: FontLibrary(FontConfiguration()))
      var layouter = CellLayouter(plan: TemplatePlan(template), measurer: measurer)
      let record = Record(values: ["title": "t"])
      return try layouter.layout(record, in: Environment(parsing: "320@2x")).layout.height
    }
    #expect((heights[0] == heights[1]) == isKnown)
  }

  @Test func spreadsGaps() throws {
    let found = try frames(row("distribution: equalSpacing\n    alignment: center"))
    #expect(found["a"] == [0, 10, 20, 30])
    #expect(found["b"] == [110, 0, 40, 50])
    #expect(found["c"] == [240, 15, 60, 20])
  }

  @Test func keepsToItsMargins() throws {
    let found = try frames(
      row("margins: [1, 2, 3, 4]\n    relativeToMargins: true\n    alignment: top"))
    #expect(found["a"] == [2, 1, 20, 30])
    #expect(found["c"]?[0] == 82)
    #expect(found["c"]?[2] == 214)
    #expect(found["cell"] == [0, 0, 300, 54])
  }

  @Test func nestsAndSpacesSingleViews() throws {
    let found = try frames(
      """
      views:
        - id: column
          kind: stack
          axis: vertical
          spacing: standard
          alignment: leading
          subviews:
            - {id: top, kind: view, intrinsic: [100, 10], spacingAfter: 3}
            - {id: line, kind: stack, subviews: [
                {id: x, kind: view, intrinsic: [5, 7]}, {id: y, kind: view, intrinsic: [6, 9]}]}
            - {id: loose, kind: view, arranged: false, frame: [1, 2, 3, 4]}
            - {id: last, kind: view, intrinsic: [1, 1]}
      constraints: ["H:|-0-[column]", "V:|-0-[column]-0-|"]
      """)
    #expect(found["top"] == [0, 0, 100, 10])
    #expect(found["line"] == [0, 13, 11, 9])
    #expect(found["y"] == [5, 13, 6, 9])
    #expect(found["last"] == [0, 30, 1, 1])
    #expect(found["loose"] == [1, 2, 3, 4])
    #expect(found["cell"]?[3] == 31)
  }

  /// Records that hide different views, one after the other, in one engine: no frame depends on
  /// earlier records.
  @Test func recordsHideViewsWithoutTraces() throws {
    let text = """
      schema: cellheights.template/1
      template: t
      views:
        - id: row
          kind: stack
          spacing: 4
          distribution: equalSpacing
          subviews:
            - {id: a, kind: view, intrinsic: [10, 10], hidden: "not {a}"}
            - {id: b, kind: view, intrinsic: [20, 20], hidden: "not {b}"}
            - {id: c, kind: view, intrinsic: [30, 30], hidden: "not {c}"}
            - {id: d, kind: view, intrinsic: [40, 40], hidden: "not {d}"}
      constraints: ["H:|-0-[row]-0-|", "V:|-0-[row]-0-|"]
      """
    let template = try CellTemplate(text: text, file: "t.yaml")
    var shared = CellLayouter(plan: TemplatePlan(template), measurer: nil)
    let environment = try Environment(parsing: "200@2x")
    for mask in Array(0..<16) + Array((0..<16).reversed()) {
      var values: [String: String] = [:]
      for (bit, name) in ["a", "b", "c", "d"].enumerated() where mask >> bit & 1 == 1 {
        values[name] = "yes"
      }
      var fresh = CellLayouter(plan: TemplatePlan(template), measurer: nil)
      let found = try shared.layout(Record(values: values), in: environment)
      #expect(try fresh.layout(Record(values: values), in: environment) == found)
      let shown = (0..<4).filter { mask >> $0 & 1 == 1 }
      #expect(found.layout.exactHeight == Double(shown.last.map { 10 * ($0 + 1) } ?? 0))
      if shown.count > 1, let last = shown.last {
        #expect(found.solved.frames[2 + last].maxX == 200)
      }
    }
    #expect(shared.enginesCreated == 1)
  }

  @Test func refusesWhatAStackCannotMean() {
    for (rest, words) in [
      ("views: [{id: s, kind: stack, alignment: leading}]", "expected one of fill, top"),
      ("views: [{id: s, kind: stack, axis: vertical, alignment: firstBaseline}]", "leading"),
      ("views: [{id: s, kind: view, arranged: false}]", "only on a subview of a stack"),
      (
        "views: [{id: s, kind: stack, subviews: [{id: a, kind: view, frame: [0, 0, 1, 1]}]}]",
        "arranged: false"
      ),
      ("views: [{id: s, kind: view, spacing: 3}]", "expected only on a stack"),
    ] {
      let error = #expect(throws: TemplateError.self) {
        try CellTemplate(
          text: "schema: cellheights.template/1\ntemplate: t\n" + rest, file: "t.yaml")
      }
      #expect(
        error.map { "\($0)".contains(words) } == true, "\(rest): \(String(describing: error))")
    }
  }
}
