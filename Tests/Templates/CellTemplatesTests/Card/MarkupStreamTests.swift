import LayoutPrimitives
import TestSupport
import Testing
import TextMeasurement

@testable import CellTemplates

/// Markdown that grows: each step is the layout of the whole text.
@Suite struct MarkupStreamTests {
  private static func layouter(card: String) throws -> CellLayouter {
    let template = try CellTemplate(
      text: """
        schema: \(CellTemplate.schema)
        template: t
        sheet: |
          p, ul, ol, pre, blockquote, table { margin-block: 8px; }
          :first-child { margin-top: 0; }
          :last-child { margin-bottom: 0; }
          h2:not(:last-child) { margin-bottom: 20px; }
          @media (max-width: 300px) { p { margin-block: 2px; } }
          pre { padding: 8px; }
          td { padding: 4px; border: 1px solid; }
        card:
        \(card)
        """, file: "t.yaml")
    return CellLayouter(
      plan: TemplatePlan(template),
      measurer: try TextMeasurer(
        library: FontLibrary(FontConfiguration(families: ["monospace": ["Noto Sans"]]))))
  }

  private static let text = """
    A paragraph with **strong** text, `code` and a [link](https://example.org).

    ## A heading

    - one
    - two

      with a paragraph

    - three

    ```
    code

    more code
    ```

    > A quote
    continues lazily.

    | a | b |
    |---|---|
    | 1 | a longer cell |

    1. first
    2. second

    ![picture](a.png)

    Text after a picture without a size.

    <div>raw

    HTML</div>

    The [reference] of a link.

    End.
    """

  @Test(arguments: [
    "  children: [{id: a, text: \"{author}\"}, {id: body, markup: {text: \"{m}\", language: markdown}}]",
    // Text flows around a box of the card.
    """
      children:
        - {id: photo, style: {float: left, width: 50px, height: 90px}}
        - {id: body, markup: {text: "{m}", language: markdown}}
    """,
    """
      style: {display: flex, gap: 8px}
      children:
        - {id: avatar, style: {width: 20px, height: 20px, flex: none}}
        - id: bubble
          style: {max-width: 75%, min-width: 0, padding: 4px}
          children: [{id: body, markup: {text: "{m}", language: markdown}}]
    """,
  ])
  func everyStepIsTheLayoutOfTheWhole(card: String) throws {
    var growing = try Self.layouter(card: card)
    var whole = try Self.layouter(card: card)
    var random = TestRandom(seed: 5)
    let environments = try ["390@2x/L/ltr/en/css", "250@1x/L/rtl/en/css"].map {
      try Environment(parsing: $0)
    }
    for text in [Self.text, Self.text + "\n\n[reference]: https://example.org\n"] {
      growing.growing = GrowingTexts()
      var count = 0
      while count < text.utf8.count {
        count = min(text.utf8.count, count + Int.random(in: 1...8, using: &random))
        let record = Record(values: [
          "author": "a", "m": String(decoding: text.utf8.prefix(count), as: UTF8.self),
        ])
        for environment in environments {
          let step = try growing.cellLayout(record, in: environment)
          #expect(try whole.cellLayout(record, in: environment) == step, "after \(count) bytes")
        }
      }
    }
  }

  /// Another text for the same record is laid out from its start.
  @Test func aTextThatChangesIsLaidOutAnew() throws {
    let card =
      "  children: [{id: body, markup: {text: \"{m}\", language: markdown}}]"
    var growing = try Self.layouter(card: card)
    growing.growing = GrowingTexts()
    var whole = try Self.layouter(card: card)
    let environment = try Environment(parsing: "390@2x/L/ltr/en/css")
    for text in [
      "a\n\nb\n\nc\n", "a\n\nb\n\nc\n\nd\n", "a\n\n# b\n\nc\n", "", "a\n\nb\n\n# c\n\nd\n",
    ] {
      let record = Record(values: ["m": text])
      let step = try growing.cellLayout(record, in: environment)
      #expect(try whole.cellLayout(record, in: environment) == step, "\(text)")
    }
  }
}
