import AutoLayout
import CSSBoxes
import LayoutPrimitives
import TemplateDocuments
import Testing

@testable import CellTemplates

/// Cards of CSS boxes: what documents may have, and frames that CSS prescribes.
@Suite struct CardTests {
  private static func template(_ card: String) throws(TemplateError) -> CellTemplate {
    try CellTemplate(
      text: "schema: \(CellTemplate.schema)\ntemplate: t\ncard:\n  \(card)\n", file: "t.yaml")
  }

  private static func frames(
    _ card: String, width: Double = 100, _ values: [String: String] = [:]
  ) throws -> [String: Rect] {
    let plan = TemplatePlan(try template(card))
    var layouter = CellLayouter(plan: plan, measurer: nil)
    let cell = try layouter.layout(
      Record(values: values), in: try Environment(parsing: "\(Int(width))@1x/L/ltr/en/css"))
    return Dictionary(
      uniqueKeysWithValues: zip(plan.template.views.map(\.id), cell.solved.frames))
  }

  @Test func aRowGrowsAndHasGaps() throws {
    let frames = try Self.frames(
      """
      {style: {display: flex, gap: 10px, padding: 5px}, children: [
        {id: a, style: {width: 20px, height: 10px}},
        {id: b, style: {flex: 1}}]}
      """)
    #expect(frames["a"] == Rect(x: 5, y: 5, width: 20, height: 10))
    #expect(frames["b"] == Rect(x: 35, y: 5, width: 60, height: 10))
    #expect(frames["cell"]?.height == 20)
  }

  @Test func marginsOfBlocksCollapseInsideTheCard() throws {
    let frames = try Self.frames(
      """
      {children: [
        {id: a, style: {height: 10px, margin: 8px 0}},
        {id: b, style: {height: 10px, margin: 12px 0 4px}}]}
      """)
    #expect(frames["a"]?.y == 8)
    #expect(frames["b"]?.y == 30)
    #expect(frames["cell"]?.height == 44)
  }

  @Test func queriesOfTheWidthApply() throws {
    let card =
      "{children: [{id: a, style: {height: 10px, '@media (width < 350px)': {height: 20px}}}]}"
    #expect(try Self.frames(card, width: 320)["a"]?.height == 20)
    #expect(try Self.frames(card, width: 390)["a"]?.height == 10)
  }

  @Test func queriesOfAContainerReferToItsContentBox() throws {
    let card = """
      {style: {padding: 10px}, children: [{style: {container-type: inline-size}, children: [
        {id: a, style: {height: 10px, '@container (max-width: 80px)': {height: 20px}}}]}]}
      """
    #expect(try Self.frames(card, width: 100)["a"]?.height == 20)
    #expect(try Self.frames(card, width: 102)["a"]?.height == 10)
  }

  @Test func valuesOfTheRecordAreUsedAndMissingOnesDropped() throws {
    let card = "{children: [{id: a, style: {aspect-ratio: '{w} / {h}', width: 60px}}]}"
    #expect(try Self.frames(card, ["w": "3", "h": "2"])["a"]?.height == 40)
    #expect(try Self.frames(card)["a"]?.height == 0)
  }

  @Test func aHiddenElementHasNoGap() throws {
    let card = """
      {style: {display: flex, flex-direction: column, gap: 10px}, children: [
        {id: a, hidden: 'not {title}', style: {height: 5px}}, {id: b, style: {height: 5px}}]}
      """
    #expect(try Self.frames(card)["cell"]?.height == 5)
    #expect(try Self.frames(card, ["title": "x"])["cell"]?.height == 20)
  }

  @Test func elementsAreRepeatedForAList() throws {
    let card = """
      {style: {display: flex, flex-wrap: wrap}, children: [
        {id: a, style: {width: 40px, height: 10px}, repeat: {over: '{media}', as: m, upTo: 3}}]}
      """
    let values = ["media[0]": "x", "media[1]": "x", "media[2]": "x"]
    #expect(try Self.frames(card, values)["cell"]?.height == 20)
    #expect(try Self.frames(card, ["media[0]": "x"])["cell"]?.height == 10)
  }

  @Test(arguments: [
    ("display: grid", "'display: grid'"), ("column-count: 2", "'column-count'"),
    ("position: sticky", "'sticky'"),
    ("writing-mode: vertical-lr", "'writing-mode'"), ("width: 10", "'10'"),
    ("text-wrap: pretty", "'text-wrap'"), ("width: 5vh", "'vh'"), ("nonsense: 1", "'nonsense'"),
    ("padding: -1px", "'-1px'"), ("width: 3ex", "'ex'"), ("grid-column: 1 / 3", "'grid-column'"),
    ("width: calc(1px +2px)", "'calc(1px +2px)'"), ("width: calc(1px+ 2px)", "'calc(1px+ 2px)'"),
    ("width: calc(1px + 2)", "'calc(1px + 2)'"), ("width: 'var(a)'", "'var(a)'"),
    ("width: 'var(--a'", "'var(--a'"), ("width: 'var(--a b)'", "'var(--a b)'"),
    ("'@media (height < 3px)': {width: 1px}", "'@media (height < 3px)'"),
    ("'@media not (width < 3px)': {width: 1px}", "'@media not (width < 3px)'"),
    ("'@container (width < 3em)': {width: 1px}", "'3em'"),
    ("'@container (height < 3px)': {width: 1px}", "'@container (height < 3px)'"),
    ("'@media (width < 3)': {width: 1px}", "'3'"),
    ("'@media print': {width: 1px}", "'@media print'"),
    ("width: calc(1px * 2px)", "'calc(1px * 2px)'"),
    ("display: inline, position: relative", "'position: relative'"),
    ("list-style: inside", "'inside'"), ("list-style-image: url(a.png)", "'url(a.png)'"),
  ])
  func whatIsNotSupportedIsAnErrorByName(style: String, found: String) throws {
    do throws(TemplateError) {
      _ = try Self.template("{children: [{id: a, style: {\(style)}}]}")
      Issue.record("no error for \(style)")
    } catch {
      guard case .invalid(let problems, _) = error else { throw error }
      #expect(problems.contains { $0.found.contains(found) }, "\(error)")
      #expect(problems.contains { $0.lines == [4] }, "\(error)")
    }
  }

  @Test func propertiesThatPaintAreIgnored() throws {
    _ = try Self.template("{style: {color: red, box-shadow: 0 1px 2px black, z-index: 2}}")
  }

  /// The size of a box with a content box of 10 by 10 and certain declarations.
  @Test(arguments: [
    ("border-width: 2px", 10.0, 10.0), ("border-width: 2px, border-style: solid", 14, 14),
    ("border: solid", 16, 16), ("border: 2px none", 10, 10),
    ("border-style: none solid, border-width: 1px 2px", 14, 10),
    ("border: 2px solid, border-top-style: hidden", 14, 12),
    ("border: 2px solid, border-left: unset", 12, 14),
    ("padding: 3px, padding-top: initial", 16, 13), ("border: 'max(2px, 0.05em) solid'", 14, 14),
    ("max-width: unset, min-width: 30px, min-height: initial", 30, 10),
    ("display: -webkit-box, -webkit-box-orient: vertical, list-style: none", 10, 10),
  ])
  func bordersNeedAStyleAndKeywordsReset(style: String, width: Double, height: Double) throws {
    let card = "{children: [{id: a, style: {width: 10px, height: 10px, \(style)}}]}"
    let frame = try Self.frames(card)["a"]
    #expect(frame?.width == width)
    #expect(frame?.height == height)
  }

  @Test(arguments: [
    "width: calc(1px / 0)", "height: calc(infinity * 1px)", "width: calc(NaN * 1px)",
    "height: 1000000000000px", "width: calc(-infinity * 1px)", "margin: -1000000000px",
    "aspect-ratio: 0 / 0", "aspect-ratio: 1 / 0", "height: 50%", "min-height: 200%",
    "flex: 1e300 1e300 1e300px", "padding: calc(infinity * 1px)",
  ])
  func hostileValuesHaveAFrameOrAnError(style: String) throws {
    let card = """
      {style: {display: flex}, children: [{id: a, style: {\(style)}, children: [
        {id: b, style: {width: 200%, height: 200%}}]}]}
      """
    do {
      for frame in try Self.frames(card).values {
        #expect(frame.width.isFinite && frame.height.isFinite && frame.x.isFinite)
      }
    } catch let error as CellError {
      #expect(error.code == "CH0109")
    }
  }
}
