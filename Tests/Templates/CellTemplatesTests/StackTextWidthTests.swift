import AutoLayout
import InterfaceBuilder
import LayoutPrimitives
import TemplateDocuments
import Testing
import TextMeasurement

@testable import CellTemplates

/// The widths of labels of several lines in a horizontal stack, computed by hand.
///
/// The form of the constraint follows published logs of UIKit: `0.333333*StackView.width
/// priority:760` for three labels, and priority 759 for a label with the compression resistance 749.
@Suite struct StackTextWidthTests {
  private struct Row {
    var template: CellTemplate
    var frames: [String: [Double]] = [:]
    var ties: [String] = []

    /// The names of the constraints that share the width, without those of other numbers of views.
    var shares: [String] {
      template.system.constraints.map(\.name).filter { $0.contains("UISV-text-width") }
    }
  }

  /// Lays out a row of views in a cell that is 358 points wide.
  private func row(
    _ views: [String], keys: String = "spacing: 8", ends: String = #""H:|[row]|""#,
    at environment: String = "358@2x"
  ) throws -> Row {
    let text = """
      schema: cellheights.template/1
      template: t
      states: [open, folded]
      views:
        - id: row
          kind: stack
          \(keys)
          subviews:
      \(views.map { "      - \($0)" }.joined(separator: "\n"))
      constraints: [\(ends), "V:|[row]|"]
      """
    let template = try CellTemplate(text: text, file: "t.yaml")
    var layouter = CellLayouter(plan: TemplatePlan(template), measurer: nil)
    let cell = try layouter.layout(Record(), in: Environment(parsing: environment))
    #expect(cell.solved.relaxed.isEmpty)
    var row = Row(template: template, ties: cell.solved.ties)
    for (view, rect) in zip(template.views, cell.solved.frames) where view.kind.hasFrame {
      row.frames[view.id] = [rect.x, rect.width]
    }
    return row
  }

  private func label(_ id: String, _ width: Double, _ keys: String = "lines: 0") -> String {
    "{id: \(id), kind: label, text: x, intrinsic: [\(width), 20], \(keys)}"
  }

  /// (358 - 8) / 2 = 175, whatever the lengths of the texts.
  @Test(arguments: [(900.0, 900.0), (900, 40), (40, 900), (40, 50)], ["fill", "equalSpacing"])
  func twoLabelsHaveHalfOfTheWidth(_ lengths: (Double, Double), _ distribution: String) throws {
    let found = try row(
      [label("a", lengths.0), label("b", lengths.1)],
      keys: "spacing: 8\n    distribution: \(distribution)")
    #expect(found.frames["a"] == [0, 175])
    #expect(found.frames["b"] == [183, 175])
    #expect(found.ties.isEmpty)
    #expect(
      found.shares
        == ["a", "b"].map {
          "\($0).width == 0.5 * row.width - 4 @760 (stack 'row', UISV-text-width-disambiguation)"
        })
  }

  /// (358 - 16) / 3 = 114.
  @Test func threeLabelsHaveAThird() throws {
    let found = try row([label("a", 900), label("b", 500), label("c", 900, "lines: 2")])
    #expect(found.frames["a"] == [0, 114])
    #expect(found.frames["b"] == [122, 114])
    #expect(found.frames["c"] == [244, 114])
    #expect(found.ties.isEmpty)
    #expect(found.shares.allSatisfy { $0.contains(".width == 0.333333 * row.width - ") })
  }

  @Test("Right to left, the first label is on the right")
  func rightToLeft() throws {
    let found = try row([label("a", 900), label("b", 40)], at: "358@2x/L/rtl")
    #expect(found.frames["a"] == [183, 175])
    #expect(found.frames["b"] == [0, 175])
  }

  /// A hidden label counts neither in the number of labels nor in the spacing.
  @Test func hiddenLabelsDoNotCount() throws {
    let views = [
      label("a", 900), label("b", 900), label("c", 900, #"lines: 0, hidden: "state == folded""#),
    ]
    #expect(try row(views).frames["b"] == [122, 114])
    let folded = try row(views, at: "358@2x#folded")
    #expect(folded.frames["a"] == [0, 175])
    #expect(folded.frames["b"] == [183, 175])
    let one = try row([
      label("a", 900), label("b", 900, "lines: 0, hidden: true"),
    ])
    #expect(one.frames["a"] == [0, 358])
  }

  @Test func everyNumberOfShownLabelsHasItsShares() throws {
    let names = ["a", "b", "c", "d", "e", "f"]
    for shown in 2...names.count {
      let views = names.enumerated().map { index, name in
        label(name, 900, "lines: 0, hidden: \"state == \(index < shown ? "folded" : "open")\"")
      }
      let found = try row(views, keys: "spacing: 0")
      for name in names.prefix(shown) {
        // Values are multiples of 2⁻²⁶ points.
        #expect(abs((found.frames[name]?[1] ?? 0) - 358 / Double(shown)) < 1e-7)
      }
    }
  }

  /// (358 - 30 - 10 - 6) / 2 = 156: the margins are 30 and 10.
  @Test func marginsAndSpacingBetweenTwoViewsCount() throws {
    let found = try row(
      [label("a", 900, "lines: 0, spacingAfter: 6"), label("b", 40)],
      keys: "spacing: 8\n    margins: [0, 30, 0, 10]\n    relativeToMargins: true")
    #expect(found.frames["a"] == [30, 156])
    #expect(found.frames["b"] == [192, 156])
  }

  /// Both labels are as wide as the wider one if nothing else decides the width of the row.
  @Test func aFreeRowIsAsWideAsTheWiderLabelTwice() throws {
    let found = try row([label("a", 40), label("b", 100)], ends: #""H:|[row]-(>=0)-|""#)
    #expect(found.frames["a"] == [0, 100])
    #expect(found.frames["b"] == [108, 100])
  }

  @Test(arguments: [
    ("compression: 749", 759), ("hugging: 800", 810), ("compression: 999", 999),
    ("compression: {horizontal: 700, vertical: 900}", 710),
  ])
  func thePriorityIsTenAboveThatOfTheContent(_ keys: String, _ priority: Int) throws {
    let found = try row([label("a", 40, "lines: 0, \(keys)"), label("b", 40)])
    #expect(found.shares.first?.contains("@\(priority) (") == true)
  }

  @Test(arguments: [
    ("spacing: 8", ["lines: 1", "lines: 1"]),
    ("distribution: fillEqually", ["lines: 0", "lines: 0"]),
    ("distribution: fillProportionally", ["lines: 0", "lines: 0"]),
    ("distribution: equalCentering", ["lines: 0", "lines: 0"]),
    ("axis: vertical", ["lines: 0", "lines: 0"]), ("spacing: 8", ["lines: 0"]),
  ])
  func otherRowsHaveNoShares(_ keys: String, _ labels: [String]) throws {
    let views = zip(["a", "b"], labels).map { label($0, 40, $1) }
    let found = try row(views, keys: keys)
    #expect(found.shares.isEmpty)
    #expect(found.template.warnings.isEmpty)
  }

  /// A row with other views is noted, unless every system gives its only label the rest.
  @Test(arguments: [
    (["{id: i, kind: view, intrinsic: [24, 24]}"], 1, true),
    (["{id: i, kind: view, size: [24, 24]}"], 1, false),
    (["{id: i, kind: view, size: [24, 24]}"], 2, true),
    (["{id: i, kind: label, text: x, intrinsic: [30, 20]}"], 1, true),
    (["{id: i, kind: button, text: x, intrinsic: [30, 20]}"], 2, true),
    (["{id: i, kind: view, intrinsic: [24, 24], hidden: true}"], 2, false),
  ])
  func otherViewsAreNoted(_ others: [String], _ labels: Int, _ isNoted: Bool) throws {
    let views = ["a", "b"].prefix(labels).map { label($0, 900) }
    let found = try row(views + others)
    #expect(found.template.warnings.map(\.code) == (isNoted ? [.systemDependent] : []))
    #expect(found.template.warnings.allSatisfy { $0.severity == .note && $0.lines == [5] })
    let holds = !isNoted && labels == 2
    #expect(found.shares.isEmpty != holds)
    if labels == 1 {
      let rest = 358 - 8 - (found.frames["i"]?[1] ?? 0)
      #expect(found.frames["a"] == [0, rest])
    }
  }

  @Test("A width that a constraint of the document requires is no reason for a note")
  func requiredWidthsAreKnown() throws {
    let found = try row(
      [label("a", 900), "{id: i, kind: view}"], ends: #""H:|[row]|", "i.width == 24""#)
    #expect(found.template.warnings.isEmpty)
    #expect(found.frames["a"] == [0, 326])
  }

  /// While the picture is hidden, only labels are shown, and they share the width.
  @Test func aHiddenPictureLeavesARowOfLabels() throws {
    let views = [
      label("a", 900), label("b", 40),
      #"{id: i, kind: view, intrinsic: [24, 24], hidden: "state == folded"}"#,
    ]
    #expect(try row(views, at: "358@2x#folded").frames["b"] == [183, 175])
    // 358 - 16 = 342 are left for all three; nothing makes the labels equal.
    let open = try row(views).frames
    #expect(["a", "b", "i"].reduce(0) { $0 + (open[$1]?[1] ?? 0) } == 342)
    #expect(open["a"]?[1] != open["b"]?[1])
  }

  @Test("Labels in stacks of their own are other views")
  func nestedStacks() throws {
    let found = try row([
      "{id: s, kind: stack, subviews: [\(label("a", 900)), \(label("b", 900))]}",
      "{id: t, kind: stack, axis: vertical, subviews: [\(label("c", 40))]}",
    ])
    #expect(found.template.warnings.isEmpty)
    #expect(found.shares.map { $0.prefix(7) } == ["a.width", "b.width"])
    #expect(found.frames["a"]?[1] == found.frames["b"]?[1])
  }

  /// Two long texts of 100 characters in half of 358 points: five lines of 20.57 points and 24
  /// points above and below.
  @Test func theLabelsOfARowWrapAtTheirShares() throws {
    let template = try CellTemplate(
      text: """
        schema: cellheights.template/1
        template: pair
        views:
          - id: row
            kind: stack
            spacing: 8
            subviews:
              - {id: left, kind: label, text: "{content}", lines: 0, hugging: 251}
              - {id: right, kind: label, text: "{content}", lines: 0, hugging: 251, minimumScale: 0.5}
        constraints: ["H:|-16-[row]-16-|", "V:|-12-[row]-12-|"]
        """, file: "t.yaml")
    let measurer = try TextMeasurer(library: FontLibrary(FontConfiguration()))
    var layouter = CellLayouter(plan: TemplatePlan(template), measurer: measurer)
    let text =
      "The harbour office opens late today because a storm held up the boats from the island all "
      + "night long."
    let layout = try layouter.layout(
      Record(values: ["content": text]), in: Environment(parsing: "390@3x")
    ).layout
    #expect(layout.frames.map { Double($0.width) / 3 } == [358, 175, 175])
    #expect(layout.labels.map(\.count) == [5, 5])
    #expect((126.5...127.5).contains(layout.exactHeight))
  }

  @Test("The comment at the head of an imported document names the stack")
  func importedStacks() throws {
    let label = { (id: String, lines: Int) in
      """
      <label text="\(id)" numberOfLines="\(lines)" translatesAutoresizingMaskIntoConstraints="NO" \
      id="\(id)-aa-aaa"><rect key="frame" x="0" y="0" width="1" height="1"/>\
      <fontDescription key="fontDescription" type="system" pointSize="17"/></label>
      """
    }
    func imported(_ labels: String) throws -> String {
      let file = try InterfaceBuilderFile(
        bytes: Array(
          """
          <?xml version="1.0" encoding="UTF-8"?>
          <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" \
          toolsVersion="23504" useAutolayout="YES"><objects><tableViewCell id="cel-aa-aaa">
          <rect key="frame" x="0" y="0" width="390" height="100"/>
          <tableViewCellContentView key="contentView" tableViewCell="cel-aa-aaa" id="con-aa-aaa">
          <rect key="frame" x="0" y="0" width="390" height="100"/><subviews>
          <stackView spacing="8" translatesAutoresizingMaskIntoConstraints="NO" id="sta-aa-aaa">
          <rect key="frame" x="0" y="0" width="390" height="100"/><subviews>\(labels)</subviews>
          </stackView></subviews></tableViewCellContentView></tableViewCell></objects></document>
          """.utf8), file: "Pair.xib")
      return try file.importedTemplate(cell: 0, mode: .runtime).yaml
    }
    let pair = try imported(label("one", 0) + label("two", 0))
    #expect(
      pair.contains(
        "# The labels of the stack stack1 that wrap (label1, label2) share its width, by UIKit's "
          + "UISV-text-width-disambiguation.\n"), "\(pair)")
    let mixed = try imported(label("one", 0) + label("two", 1))
    #expect(mixed.contains("# CH0604, line "), "\(mixed)")
    #expect(try !imported(label("one", 1) + label("two", 1)).contains("UISV"))
  }
}
