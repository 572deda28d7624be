import LayoutPrimitives
import TemplateDocuments
import Testing

@testable import CellTemplates

/// Lines that are clamped in cards, as measured in Chromium 156: `-webkit-line-clamp`.
@Suite struct CardClampTests {
  private static let text = String(
    repeating: "lorem ipsum dolor sit amet ", count: 6)
  private static let clamp =
    "display: -webkit-box, -webkit-box-orient: vertical, -webkit-line-clamp: 3, overflow: hidden"

  /// The frames of a card of 200 px, in whose elements `T` is a text of eight lines.
  private static func frames(_ children: String) throws -> [String: Rect] {
    try CardFrame.frames(
      children.replacing("CLAMP", with: clamp).replacing(" T", with: " \"\(text)\""),
      style: "font: 16px/20px Inter", environment: "200@1x/L/ltr/en/css")
  }

  /// The height of the clamped element and the top of the last one in it.
  @Test(
    arguments: [
      ("{id: a, style: {CLAMP}, text: T}", 60, -1),
      ("{id: a, style: {CLAMP}, children: [{id: b, text: T}]}", 60, 0),
      ("{id: a, style: {CLAMP}, children: [{text: one line}, {id: b, text: T}]}", 60, 20),
      (
        "{id: a, style: {CLAMP}, children: [{text: a}, {text: b}, {text: c}, {text: d}, {id: b, text: e}]}",
        60, 80
      ),
      (
        "{id: a, style: {CLAMP}, children: [{style: {margin: 10px 0}, text: T}, {id: b, style: {margin: 10px 0}, text: T}]}",
        70, 80
      ),
      (
        "{id: a, style: {CLAMP}, children: [{style: {margin: 10px 0}, text: a}, {style: {margin: 10px 0}, text: b}, {style: {margin: 10px 0}, text: c}, {id: b, style: {margin: 10px 0}, text: d}]}",
        90, 100
      ),
      (
        "{id: a, style: {CLAMP, padding: 5px, border: 1px solid}, children: [{style: {padding: 7px}, text: T}, {id: b, text: T}]}",
        86, 80
      ),
      (
        "{id: a, style: {CLAMP}, children: [{style: {padding-bottom: 3px, margin-bottom: 8px}, children: [{id: b, style: {padding-bottom: 4px, margin-bottom: 9px}, text: T}]}]}",
        67, 0
      ),
      (
        "{id: a, style: {CLAMP}, children: [{style: {padding-bottom: 7px, margin-bottom: 5px}, text: a}, {text: b}, {id: b, style: {padding-bottom: 7px, margin-bottom: 5px}, text: c}]}",
        84, 52
      ),
      (
        "{id: a, style: {CLAMP}, children: [{text: a}, {text: b}, {style: {padding-bottom: 7px}, text: c}, {id: b, style: {height: 50px}}]}",
        67, 67
      ),
      (
        "{id: a, style: {CLAMP}, children: [{style: {display: flex}, children: [{text: T}]}, {id: b, text: T}]}",
        220, 160
      ),
      (
        "{id: a, style: {CLAMP}, children: [{style: {display: flow-root}, text: T}, {id: b, text: T}]}",
        220, 160
      ),
      (
        "{id: a, style: {CLAMP}, children: [{style: {overflow: hidden}, text: T}, {id: b, text: T}]}",
        220, 160
      ),
      ("{id: a, style: {CLAMP}, children: [hello, {id: b, text: T}]}", 60, 20),
      ("{id: a, style: {CLAMP}, children: [{id: b, text: hello}, T]}", 60, 0),
      (
        "{id: a, style: {CLAMP}, children: ['x ', {id: b, style: {display: inline-block, height: 30px, width: 10px}}, T]}",
        74, 0
      ),
      (
        "{id: a, style: {CLAMP}, children: [{style: {height: 100px}, text: T}, {id: b, text: T}]}",
        100, 100
      ),
      (
        "{id: a, style: {CLAMP}, children: [{style: {max-height: 30px}, text: T}, {id: b, text: T}]}",
        30, 30
      ),
      ("{id: a, style: {CLAMP, height: 200px}, children: [{id: b, text: T}]}", 200, 0),
      ("{id: a, style: {CLAMP, min-height: 100px}, children: [{id: b, text: T}]}", 100, 0),
      ("{id: a, style: {CLAMP, max-height: 30px}, children: [{id: b, text: T}]}", 30, 0),
      (
        "{id: a, style: {display: -webkit-box, -webkit-box-orient: vertical, -webkit-line-clamp: 3}, children: [{id: b, text: T}]}",
        60, 0
      ),
      (
        "{id: a, style: {display: -webkit-box, -webkit-line-clamp: 3, overflow: hidden}, children: [{id: b, text: T}]}",
        160, 0
      ),
      (
        "{id: a, style: {display: -webkit-box, -webkit-box-orient: horizontal, -webkit-line-clamp: 3, overflow: hidden}, children: [{id: b, text: T}]}",
        160, 0
      ),
      (
        "{id: a, style: {-webkit-box-orient: vertical, -webkit-line-clamp: 3, overflow: hidden}, text: T}",
        160, -1
      ),
      (
        "{id: a, style: {display: flow-root, -webkit-box-orient: vertical, -webkit-line-clamp: 3, overflow: hidden}, text: T}",
        160, -1
      ),
      (
        "{id: a, style: {display: flex, -webkit-box-orient: vertical, -webkit-line-clamp: 3, overflow: hidden}, text: T}",
        160, -1
      ),
      (
        "{id: a, style: {CLAMP}, children: [{style: {display: list-item}, text: T}, {id: b, text: T}]}",
        60, 60
      ),
      (
        "{id: a, style: {CLAMP}, children: [{id: c, intrinsic: [30, 40]}, {id: b, text: T}]}", 100,
        40
      ),
      ("{id: a, style: {CLAMP}, children: [{text: T}, {id: b, intrinsic: [30, 40]}]}", 60, 60),
      (
        "{id: a, style: {CLAMP}, children: [{text: a}, {text: b}, {text: c}, {id: b, intrinsic: [30, 40]}]}",
        60, 60
      ),
      (
        "{id: a, style: {display: flex, flex-direction: column}, children: [{style: {CLAMP}, children: [{text: T}]}, {id: b, text: x}]}",
        80, 60
      ),
      (
        "{id: a, style: {display: -webkit-box, -webkit-box-orient: vertical}, children: [{text: T}, {id: b, text: T}]}",
        320, 160
      ),
      ("{id: a, style: {display: -webkit-box}, children: [{text: T}, {id: b, text: T}]}", 160, 0),
      (
        "{id: a, style: {display: -webkit-box, -webkit-box-orient: vertical}, children: [{style: {margin: 10px 0}, text: a}, {id: b, style: {margin: 10px 0}, text: b}]}",
        80, 50
      ),
      (
        "{id: a, style: {CLAMP}, children: [{text: a}, {text: b}, {style: {margin-bottom: 10px}, text: c}, {id: b}]}",
        60, 70
      ),
      (
        "{id: a, style: {CLAMP}, children: [{text: a}, {text: b}, {style: {margin-bottom: 10px}, text: c}, {id: b, style: {position: absolute, width: 5px, height: 5px}}]}",
        70, 70
      ),
      (
        "{id: a, style: {CLAMP}, children: [{style: {margin-bottom: 11px}, children: [{text: a}, {text: b}, {style: {margin-bottom: 10px}, text: c}, {id: b, text: d}]}]}",
        60, 70
      ),
      (
        "{id: a, style: {CLAMP}, children: [{style: {margin-bottom: 11px, padding-bottom: 2px}, children: [{text: a}, {text: b}, {style: {margin-bottom: 10px}, text: c}]}, {id: b, text: d}]}",
        62, 73
      ),
      (
        "{id: a, style: {CLAMP}, children: [{style: {margin-bottom: 11px, padding-bottom: 2px}, children: [{text: a}, {text: b}, {id: b, style: {margin-bottom: 10px}, text: c}]}]}",
        83, 40
      ),
      (
        "{id: a, style: {CLAMP}, children: [{id: b, style: {margin-bottom: 10px}, text: T}]}", 60, 0
      ),
      (
        "{id: a, style: {CLAMP}, children: [{style: {margin-bottom: 8px}, children: [{id: b, style: {margin-bottom: 9px}, text: T}]}]}",
        60, 0
      ),
      (
        "{id: a, style: {CLAMP}, children: [{text: a}, {text: b}, {style: {margin-bottom: -10px}, text: c}, {id: b, text: d}]}",
        60, 50
      ),
      ("{id: a, style: {CLAMP, white-space: pre-line}, text: \"a\\nb\\nc\\nd\"}", 60, -1),
      (
        "{id: a, style: {CLAMP}, children: ['a ', {style: {display: inline-flex}, children: [{text: T}]}, {id: b, text: T}]}",
        200, 180
      ),
    ] as [(String, Double, Double)]) func linesOfAllBlocksAreCounted(
      card: String, height: Double, top: Double
    ) throws
  {
    let frames = try Self.frames(card)
    #expect(frames["a"]?.height == height)
    if top >= 0 { #expect(frames["b"]?.y == top) }
  }

  @Test func boxesOnLinesAfterTheLimitHaveFrames() throws {
    let frames = try Self.frames(
      "{id: a, style: {width: 120px, display: -webkit-box, -webkit-box-orient: vertical, "
        + "-webkit-line-clamp: 2, overflow: hidden}, children: ['Hello ', "
        + "{id: b, style: {display: inline, font-weight: 700}, children: ['world and']}, "
        + "' some more text to wrap – ', {id: c, style: {display: inline}, "
        + "children: ['more text here that is long']}]}")
    #expect(frames["a"]?.height == 40)
    #expect(frames["c"] == Rect(x: 0, y: 60, width: 110.5, height: 40))
  }

  @Test(arguments: [
    ("-webkit-line-clamp: 2", 1), ("display: block, -webkit-line-clamp: 2", 1),
    ("display: -webkit-box, -webkit-line-clamp: 2", 1), ("line-clamp: 2", 1),
    ("display: -webkit-box, -webkit-box-orient: vertical, -webkit-line-clamp: 2", 0),
    (
      "display: -webkit-box, -webkit-box-orient: vertical, -webkit-line-clamp: 2, line-clamp: 2",
      0
    ),
    ("-webkit-line-clamp: 2, \"@media (width < 400px)\": {display: -webkit-box}", 0),
    ("-webkit-line-clamp: none", 0),
  ]) func aLimitWithoutEffectIsAWarning(style: String, count: Int) throws {
    let template = try CellTemplate(
      text: "schema: \(CellTemplate.schema)\ntemplate: t\n"
        + "card:\n  {children: [{id: a, style: {\(style)}, text: x}]}\n", file: "t.yaml")
    #expect(template.warnings.count == count)
    #expect(template.warnings.allSatisfy { $0.lines == [4] })
  }
}
