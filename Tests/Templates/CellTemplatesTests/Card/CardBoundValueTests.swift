import AutoLayout
import CSSBoxes
import LayoutPrimitives
import TemplateDocuments
import Testing
import TextMeasurement

@testable import CellTemplates

/// Values of styles that come from records, and what is said about values.
@Suite struct CardBoundValueTests {
  private static func template(
    _ card: String, document: String = ""
  ) throws(TemplateError) -> CellTemplate {
    try CellTemplate(
      text: "schema: \(CellTemplate.schema)\ntemplate: t\n\(document)\ncard:\n  \(card)\n",
      file: "t.yaml")
  }

  /// The layout of a card, 100 px wide, for a record.
  private static func layout(
    _ card: String, _ values: [String: String], scale: Int = 1
  ) throws -> (frames: [String: Rect], caveats: Caveats) {
    let plan = TemplatePlan(try template(card))
    var layouter = CellLayouter(
      plan: plan, measurer: try TextMeasurer(library: FontLibrary(FontConfiguration())))
    let cell = try layouter.layout(
      Record(values: values), in: try Environment(parsing: "100@\(scale)x/L/ltr/en/css"))
    let frames = Dictionary(
      uniqueKeysWithValues: zip(plan.template.views.map(\.id), cell.solved.frames))
    return (frames, cell.layout.caveats)
  }

  /// The problems of a document, or its warnings if it has none.
  private static func problems(_ card: String) throws -> [TemplateProblem] {
    do throws(TemplateError) {
      return try template(card).warnings
    } catch {
      guard case .invalid(let problems, _) = error else { throw error }
      return problems
    }
  }

  /// Long values of a part that is repeated, which are dropped like values that are not valid: the
  /// box is 100 by 10.
  @Test(arguments: [
    ("calc(1px", " + 1px", 104_000, ")"), ("calc(1px", " * 1", 104_000, ")"),
    ("calc(1px", " + min(1px, 1%)", 50_000, ")"), ("", "calc(", 100_000, ""),
    ("", "(", 100_000, ""), ("", "var(--a, ", 100_000, ""), ("1px", " ", 5_000, ""),
    ("", "a, ", 100_000, ""), ("'", "a", 100_000, ""),
  ])
  func longValuesAreDropped(start: String, part: String, count: Int, end: String) throws {
    let value = start + String(repeating: part, count: count) + end
    for property in ["width", "font-size", "line-height", "font", "--a", "margin", "font-family"] {
      let card = """
        {children: [{id: a, style: {
          height: 10px, font: 16px Inter, '@media (width > 0px)': {'\(property)': '{v}'}}}]}
        """
      let cell = try Self.layout(card, ["v": value])
      #expect(cell.frames["a"] == Rect(x: 0, y: 0, width: 100, height: 10), "\(property)")
      #expect(cell.caveats.contains(.sizeUnknown), "\(property)")
    }
  }

  /// Values of the greatest length do not exhaust a small stack.
  @Test func valuesWithinTheLimitAreComputed() throws {
    let terms = String(repeating: " + 1px", count: 600)
    let card = "{children: [{id: a, style: {height: 10px, width: '{v}'}}]}"
    let sum = try Self.layout(card, ["v": "calc(1px\(terms))"])
    #expect(sum.frames["a"]?.width == 601)
    #expect(sum.caveats.isEmpty)
    let least = String(repeating: " + min(1px, 3%)", count: 250)
    #expect(try Self.layout(card, ["v": "calc(1px\(least))"]).frames["a"]?.width == 251)
  }

  @Test func aLongLiteralIsRefusedWhateverTheLimitOfTexts() throws {
    var limits = TemplateLimits()
    limits.textLength = 1_000_000
    let value = "calc(1px" + String(repeating: " + 1px", count: 20_000) + ")"
    do throws(TemplateError) {
      _ = try CellTemplate(
        text: "schema: \(CellTemplate.schema)\ntemplate: t\ncard: {style: {width: \(value)}}\n",
        file: "t.yaml", limits: limits)
      Issue.record("no error")
    } catch {
      #expect("\(error)".contains("at most 4096"), "\(error)")
    }
  }

  /// A value of the record that is not valid as a whole changes nothing.
  @Test(arguments: [
    ("width: 30px, '@media (width > 0px)': {width: '{v}'}", "10px 20px", 30.0),
    ("font-size: 30px, width: 1em, '@media (width > 0px)': {font: '{v}'}", "20px/3 'Inter", 30),
    ("width: 1em, font: 30px Inter, '@media (width > 0px)': {font: '{v}'}", "20px", 30),
    ("width: 30px, '@media (width > 0px)': {width: '{v}'}", "5vh", 30),
  ])
  func anInvalidValueSetsNothing(style: String, value: String, width: Double) throws {
    let cell = try Self.layout(
      "{children: [{id: a, style: {height: 10px, \(style)}}]}", ["v": value])
    #expect(cell.frames["a"]?.width == width)
    #expect(cell.caveats == .sizeUnknown)
  }

  /// `1e9px` and more reach the greatest length of a layout, 2²⁵ device pixels.
  @Test(arguments: [
    ("min-height: calc(infinity * 1px)", 16_777_214.0), ("min-height: calc(1px / 0)", 16_777_214),
    ("min-height: 1e9px", 16_777_214), ("min-height: 'max(0px, 1e39px)'", 16_777_214),
  ])
  func theGreatestLengthIsSaid(style: String, height: Double) throws {
    let card = "{children: [{id: a, style: {\(style)}}]}"
    let cell = try Self.layout(card, [:], scale: 2)
    #expect(abs((cell.frames["a"]?.height ?? 0) - height) < 0.05)
    #expect(cell.caveats == .limit)
    // At scale 1 the height does not fit into a stored number of steps.
    do {
      _ = try Self.layout(card, [:])
      Issue.record("no error")
    } catch let error as CellError {
      #expect(error.code == "CH0109")
    }
  }

  @Test func aGreatestLengthThatLimitsNothingIsNotSaid() throws {
    let card = "{children: [{id: a, style: {height: 9px, max-height: calc(infinity * 1px)}}]}"
    let cell = try Self.layout(card, [:], scale: 2)
    #expect(cell.frames["a"]?.height == 9)
    #expect(cell.caveats.isEmpty)
  }

  @Test func customPropertiesOfRecordsAreUsed() throws {
    let card = """
      {style: {'--w': '{w}'}, children: [{id: a, style: {height: 10px, width: 'var(--w, 7px)'}}]}
      """
    #expect(try Self.layout(card, ["w": "30px"]).frames["a"]?.width == 30)
    #expect(try Self.layout(card, [:]).frames["a"]?.width == 7)
    let invalid = try Self.layout(card, ["w": "red"])
    #expect(invalid.frames["a"]?.width == 100)
    #expect(invalid.caveats == .sizeUnknown)
  }

  /// Each of 30 custom properties doubles the one before: 2³⁰ values are longer than the limit.
  @Test(arguments: ["1px", "\"\"", "-", "()"])
  func customPropertiesDoNotGrowWithoutBound(value: String) throws {
    var style = ["'--x0': '\(value)'"]
    for index in 1...30 {
      style.append("'--x\(index)': 'var(--x\(index - 1)) var(--x\(index - 1))'")
    }
    let cell = try Self.layout(
      """
      {style: {\(style.joined(separator: ", "))}, children: [
        {id: a, style: {height: 10px, width: 'var(--x30, 12px)', padding-left: 'var(--x1, 1px)'}}]}
      """, [:])
    #expect(cell.frames["a"]?.width == 12)
  }

  @Test func aLongChainOfCustomPropertiesNeedsNoStack() throws {
    var style = ["'--x0': 12px"]
    for index in 1...5_000 { style.insert("'--x\(index)': 'var(--x\(index - 1))'", at: 0) }
    let cell = try Self.layout(
      """
      {style: {\(style.joined(separator: ", "))}, children: [
        {id: a, style: {height: 10px, width: 'var(--x5000)'}}]}
      """, [:])
    #expect(cell.frames["a"]?.width == 12)
  }

  @Test(arguments: [
    ("{style: {gap: 'var(--gap)'}}", "'var(--gap)' as 'gap' in the style of the card"),
    ("{style: {'--gap': 8, gap: 'var(--gap)'}}", "'var(--gap)' as 'gap' in the style of the card"),
    ("{style: {width: clamp(1px, 2px, 3px)}}", "'clamp(1px' as 'width' in the style of the card"),
    ("{style: {box-shadow: 0 0 rgba(1, 2, 3, 0.5)}}", "'0 0 rgba(1' as 'box-shadow'"),
    ("{style: {box-shadow: 0 0 rgba(0, 0, 0, 0.5)}}", "the key '0' twice"),
    ("{children: [{br: false}]}", "'br' that is not true"), ("{br: true}", "'br' of the card"),
  ])
  func oneProblemSaysWhatIsWrong(card: String, found: String) throws {
    let problems = try Self.problems(card)
    #expect(problems.count == 1)
    #expect(problems.first?.found.contains(found) ?? false, "\(problems)")
  }

  @Test func aUnitIsMarkedWhereItStands() throws {
    let problems = try Self.problems(
      "{style: {display: flex, margin-top: 1px, max-width: calc(1px + 65ex)}}")
    let mark = try #require(problems.first?.mark)
    #expect(mark.text == "calc(1px + 65ex)")
    #expect(mark.offset == 11)
  }

  @Test func theCardMayHaveAnId() throws {
    let cell = try Self.layout(
      "{id: post, style: {padding: 5px}, children: [{id: a, style: {height: 10px}}]}", [:])
    #expect(cell.frames["post"] == Rect(x: 0, y: 0, width: 100, height: 20))
    #expect(cell.frames["a"] == Rect(x: 5, y: 5, width: 90, height: 10))
    let text = try Self.layout("{id: post, text: x, style: {font: 16px/20px Inter}}", [:])
    #expect(text.frames["post"]?.height == 20)
  }

  @Test func anElementWithATextIsOneElement() throws {
    let element = "{text: a, style: {height: 1px}}"
    func card(_ count: Int) -> String {
      "{children: [\(repeatElement(element, count: count).joined(separator: ", "))]}"
    }
    let views = TemplateLimits().views
    #expect(try Self.template(card(views - 1)).boxCount == 2 * views - 1)
    #expect(try Self.problems(card(views)).map(\.code) == [.limit])
  }

  /// White space alone has no line and no height, in Chromium too.
  @Test func aTextOfWhiteSpaceHasNoFinding() throws {
    let card = "{children: [{id: a, text: '{t}', style: {font: 16px Inter}}]}"
    for text in [" ", "\n\t ", "\u{200B}"] {
      let plan = TemplatePlan(try Self.template(card))
      var layouter = CellLayouter(
        plan: plan, measurer: try TextMeasurer(library: FontLibrary(FontConfiguration())))
      let cell = try layouter.cellLayout(
        Record(values: ["t": text]), in: try Environment(parsing: "100@1x/L/ltr/en/css"))
      if text != "\u{200B}" { #expect(cell.height == 0) }
      #expect(Array(cell.findings.numbers).isEmpty, "\(text.unicodeScalars.map(\.value))")
      #expect(cell.caveats.isEmpty)
    }
  }
}
