import AutoLayout
import LayoutPrimitives
import TemplateDocuments
import TestSupport
import Testing
import TextMeasurement

@testable import CellTemplates

/// Cards that nobody would write: each has an error, or finite frames.
@Suite struct CardHostileTests {
  /// Lays out a card; `nil` for a template or a cell that is refused.
  private static func height(_ card: String, _ measurer: TextMeasurer) throws -> Double? {
    let template: CellTemplate
    do throws(TemplateError) {
      template = try CellTemplate(
        text: "schema: \(CellTemplate.schema)\ntemplate: t\ncard: \(card)\n", file: "t.yaml")
    } catch {
      return nil
    }
    let environment = try Environment(parsing: "320@2x/L/rtl/en/css")
    var layouter = CellLayouter(plan: TemplatePlan(template), measurer: measurer)
    do throws(CellError) {
      let cell = try layouter.layout(Record(values: ["t": "a b\u{AD}c\n日本 שלום"]), in: environment)
      #expect(cell.solved.frames.allSatisfy { $0.x.isFinite && $0.y.isFinite })
      #expect(cell.solved.frames.allSatisfy { $0.width >= 0 && $0.height >= 0 })
      return cell.solved.frames.first?.height
    } catch {
      return nil
    }
  }

  private static func measurer() throws -> TextMeasurer {
    try TextMeasurer(library: FontLibrary(FontConfiguration()))
  }

  @Test func aDeepCardIsRefused() throws {
    let card = String(repeating: "{children: [", count: 500) + String(repeating: "]}", count: 500)
    #expect(try Self.height(card, try Self.measurer()) == nil)
  }

  @Test(arguments: ["display: flex", "display: inline", "display: inline-flex", "margin: 1px"])
  func aCardOfTheGreatestDepthIsLaidOut(style: String) throws {
    let card =
      "{children: ["
      + String(repeating: "{style: {\(style)}, children: [a, ", count: 98) + "b"
      + String(repeating: "]}", count: 98) + "]}"
    #expect(try Self.height(card, try Self.measurer()) ?? 0 > 0)
  }

  @Test func manyBoxesOnLinesAreLaidOut() throws {
    let box = "{style: {display: inline-block, width: 10px, height: 20px, vertical-align: top}}"
    let span = "{style: {display: inline, padding: 0 1px}, children: [a]}"
    let card =
      "{style: {line-height: 20px}, children: ["
      + repeatElement("\(box), \(span)", count: 150).joined(separator: ", ") + "]}"
    let height = try #require(try Self.height(card, try Self.measurer()))
    // A letter is 5 to 15 wide, a box and a span together 17 to 27.
    #expect(height >= 20 * 150 * 17 / 320 && height <= 20 * 150 * 30 / 320, "\(height)")
  }

  private static let properties = [
    "display", "position", "width", "height", "min-width", "max-height", "margin", "padding",
    "border", "flex", "flex-basis", "flex-wrap", "flex-direction", "gap", "order", "aspect-ratio",
    "align-items", "align-self", "justify-content", "overflow", "box-sizing", "inset", "top",
    "direction", "font", "font-size", "line-height", "letter-spacing", "white-space",
    "overflow-wrap", "word-break", "text-align", "text-indent", "vertical-align", "tab-size",
    "-webkit-line-clamp", "container-type", "color", "nonsense",
  ]
  private static let values = [
    "0", "1px", "-7px", "1e30px", "50%", "300%", "auto", "none", "flex", "inline", "inline-block",
    "inline-flex", "block", "contents", "list-item", "absolute", "relative", "wrap", "column",
    "row-reverse", "wrap-reverse", "1", "3", "-1", "1 / 0", "0 / 0", "16 / 9", "center", "stretch",
    "baseline", "last baseline", "space-between", "safe end", "min-content", "max-content",
    "fit-content", "hidden", "border-box", "rtl", "1px solid", "nowrap", "pre", "pre-wrap",
    "anywhere", "break-all", "top", "super", "2em", "normal", "inline-size",
    "calc(1px / 0)", "calc(100% - 1e9px)", "calc(NaN * 1px)", "calc(infinity * 1%)",
    "min(1px, 50%)", "clamp(9px, 1%, 3px)", "calc(1px", "}{", "12px/0 Inter", "0 0 0 0", "1 1 0",
  ]

  private static func element(_ random: inout TestRandom, depth: Int) -> String {
    var style: [String] = []
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let property = properties.randomElement(using: &random) ?? ""
      let value = values.randomElement(using: &random) ?? ""
      if !style.contains(where: { $0.hasPrefix("'\(property)'") }) {
        style.append("'\(property)': '\(value)'")
      }
    }
    var children: [String] = []
    if depth > 0 {
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        switch Int.random(in: 0...4, using: &random) {
        case 0: children.append("'{t}'")
        case 1: children.append("' a '")
        default: children.append(element(&random, depth: depth - 1))
        }
      }
    }
    return
      "{style: {\(style.joined(separator: ", "))}, children: [\(children.joined(separator: ", "))]}"
  }

  @Test func randomCardsHaveFiniteFramesOrAnError() throws {
    var random = TestRandom(seed: 46)
    let measurer = try Self.measurer()
    var laidOut = 0
    for _ in 0..<10_000 {
      let card = Self.element(&random, depth: Int.random(in: 0...5, using: &random))
      if let height = try Self.height(card, measurer) {
        #expect(height.isFinite && height >= 0, "\(card)")
        laidOut += 1
      }
    }
    #expect(laidOut > 1000 && laidOut < 9900, "\(laidOut) of 10,000")
  }
}
