import FeedRecords
import Testing

/// Struck text of Markdown, which has two tildes on both sides.
@Suite struct MarkdownStrikeTests {
  private func content(_ markdown: String) -> AttributedContent {
    AttributedContent(markdown: markdown)
  }

  /// The parts of the text that are struck.
  private func struck(_ markdown: String) -> [String] {
    let content = content(markdown)
    let bytes = Array(content.text.utf8)
    return content.runs.filter { $0.traits.contains(.deleted) }
      .map { String(decoding: bytes[$0.range], as: UTF8.self) }
  }

  @Test(arguments: [
    ("costs ~5 €, see [page](https://x.example/~kim/) now", "costs ~5 €, see page now"),
    ("about ~5 min https://x.example/~kim/a", "about ~5 min https://x.example/~kim/a"),
    ("~/bin and [doc](~/x.md)", "~/bin and doc"),
    ("~5 [a](https://x.example/a~b) c ~6", "~5 a c ~6"),
    ("from ~5 ![p](https://x.example/~k/p.png) end", "from ~5 end"),
    ("about ~5 min <https://x.example/~kim/a>", "about ~5 min https://x.example/~kim/a"),
    ("~5~6 and ~x~", "~5~6 and ~x~"), ("~~5 [a](https://x.example/~~b~~) c", "~~5 a c"),
    ("~~ x ~~", "~~ x ~~"), ("a ~~~x~~~ y", "a ~~~x~~~ y"), ("a~~", "a~~"), ("~~a", "~~a"),
    ("`~~x~~`", "~~x~~"), ("\\~~x~~", "~~x~~"), ("~~x\n\ny~~", "~~x\n\ny~~"),
    ("*a ~~b* c~~", "a ~~b c~~"), ("<b title=\"~~x~~\">y</b>", "y"),
    ("| ~~a | b~~ |\n|---|---|", "~~a\tb~~"),
  ])
  func otherTildesAreCharacters(_ markdown: String, _ text: String) {
    #expect(content(markdown).text == text)
    #expect(struck(markdown) == [])
  }

  @Test(arguments: [
    ("~~x~~", "x", ["x"]), ("a ~~b c~~ d", "a b c d", ["b c"]), ("a~~b~~c", "abc", ["b"]),
    ("~~a~~ ~~b~~", "a b", ["a b"]),
    ("~~a [b](https://x.example/~c) d~~", "a b d", ["a", "b", "d"]),
    ("**~~a~~ b**", "a b", ["a"]), ("~~**a**~~", "a", ["a"]),
    ("[~~a~~](https://x.example/)", "a", ["a"]),
    ("~~a `b~~` c~~", "a b~~ c", ["a", "b~~", "c"]), ("~~a\nb~~", "a b", ["a b"]),
    ("- b ~~a~~\n- c", "• b a\n• c", ["a"]), ("# ~~a~~", "a", ["a"]),
    ("~~a ~b c~~", "a ~b c", ["a ~b c"]),
    ("| ~~a~~ |\n|---|", "a", ["a"]), ("x ~~a~~. ~~b~~!", "x a. b!", ["a", "b"]),
    ("~~1 < 2 & 3~~", "1 < 2 & 3", ["1 < 2 & 3"]),
    ("~~https://x.example/a~~ b", "https://x.example/a b", ["https://x.example/a"]),
  ])
  func twoTildesStrike(_ markdown: String, _ text: String, _ parts: [String]) {
    #expect(content(markdown).text == text)
    #expect(struck(markdown) == parts)
  }
}
