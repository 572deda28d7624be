import StructuredDocuments
import TestSupport
import Testing
import XMLDocuments

@testable import FeedRecords

@Suite struct AttributedContentTests {
  /// Parts of the text with what is special about each.
  private func parts(_ content: AttributedContent) -> [(String, ContentRun)] {
    let bytes = Array(content.text.utf8)
    return content.runs.map { (String(decoding: bytes[$0.range], as: UTF8.self), $0) }
  }

  @Test func runsSayWhatIsSpecial() {
    let html =
      "<h2>Title</h2><p>a <b>bold <i>both</i></b> <a href='/x?a&amp;b'>li<code>n</code>k</a>.<blockquote>q"
      + "<del>d</del><ins>i</ins></blockquote><ul><li>one<sup>2</sup></ul>"
    let content = AttributedContent(html: html, base: "https://e.org/y")
    #expect(content.text == "Title\n\na bold both link.\n\nqdi\n• one2")
    let link = "https://e.org/x?a&b"
    let expected: [(String, ContentRun)] = [
      ("Title", ContentRun(range: 0..<5, headingLevel: 2)),
      ("bold", ContentRun(range: 9..<13, traits: .strong)),
      ("both", ContentRun(range: 14..<18, traits: [.strong, .emphasis])),
      ("li", ContentRun(range: 19..<21, link: link)),
      ("n", ContentRun(range: 21..<22, traits: .code, link: link)),
      ("k", ContentRun(range: 22..<23, link: link)),
      ("q", ContentRun(range: 26..<27, quoteLevel: 1)),
      ("d", ContentRun(range: 27..<28, traits: .deleted, quoteLevel: 1)),
      ("i", ContentRun(range: 28..<29, traits: .inserted, quoteLevel: 1)),
      ("• one", ContentRun(range: 30..<37, listLevel: 1)),
      ("2", ContentRun(range: 37..<38, traits: .superscript, listLevel: 1)),
    ]
    let found = parts(content)
    #expect(found.map(\.0) == expected.map(\.0))
    #expect(found.map(\.1) == expected.map(\.1))
  }

  /// As in browsers: formatting continues in the next block until its end tag, and not after that.
  @Test(arguments: [
    ("<p><b>a</p><p>b</b>c</p>", ["a\n\nb"]), ("<div><b>a<p>b</b>c</p>d</div>", ["a\n\nb"]),
    ("<b><b><p>a</b>b</p></b>c", ["ab"]),
    ("<p><b>a<div>b<i>c</b>d</i></div>", ["a\n\nb", "c", "d"]),
    ("<table><td><b>a<td>b</table>", ["a"]),
    ("<a href=x>a<p>b</a>c</p><a href=y>d<a href=z>e", ["a\n\nb", "d", "e"]),
  ])
  func formattingGoesOnUntilItsEnd(_ html: String, _ special: [String]) {
    #expect(parts(AttributedContent(html: html)).map(\.0) == special)
  }

  @Test func offsetsInJSONAreUTF16() {
    let content = AttributedContent(html: "é😀<b>漢😀</b>&nbsp;<a href=u><i>x</i></a><h3>t</h3>")
    var writer = JSONWriter()
    content.writeRuns(to: &writer)
    #expect(
      writer.text
        == #"[{"start":3,"end":6,"traits":["strong"]},{"start":7,"end":8,"traits":["emphasis"],"link":"u"},"#
        + #"{"start":9,"end":10,"traits":[],"heading":3}]"#)
  }

  @Test func scriptsAreNoLinks() {
    #expect(AttributedContent(html: "<a href=' JavaScript:x()'>a</a>").runs.isEmpty)
    #expect(AttributedContent(html: "<a name=x>a</a>").runs.isEmpty)
  }

  @Test func aRecordGivesItsContent() {
    var record = FeedRecord(id: "1", version: "1")
    #expect(record.attributedContent() == nil)
    record.contentText = "a  b"
    #expect(record.attributedContent() == AttributedContent(text: "a  b"))
    record.contentHTML = "<b>a</b> c"
    #expect(
      record.attributedContent()
        == AttributedContent(text: "a c", runs: [ContentRun(range: 0..<1, traits: .strong)]))
  }

  /// For any markup the text is that of the plain conversion, and runs are in order and within it.
  @Test func runsFitTheText() {
    let tokens = [
      "<b>", "</b>", "<i>", "</i>", "<p>", "</p>", "<a href=x>", "</a>", "<li>", "</li>", "<ul>",
      "</ul>",
      "<ol reversed>", "</ol>", "<pre>", "</pre>", "<table><tr><td>", "<td>", "</table>",
      "<blockquote>",
      "</blockquote>", "<h1>", "</h1>", "<div>", "</div>", "<br>", "<span hidden>", "</span>",
      "<wbr>", "&nbsp;",
      "&#10;", " ", "\n", "x", "漢", "😀 ", "é", "&lt", "<!-- c -->", "<img src=a>", "</br>",
      "<textarea>", "\0",
    ]
    var random = TestRandom(seed: 3)
    for _ in 0..<5000 {
      var html = ""
      for _ in 0..<25 {
        html += tokens[random.next(below: tokens.count)]
      }
      let content = AttributedContent(html: html)
      #expect(content.text == HTMLText(html, limits: XMLLimits()).text, "\(html)")
      let bytes = Array(content.text.utf8)
      var end = 0
      for run in content.runs {
        #expect(run.range.lowerBound >= end && run.range.upperBound <= bytes.count, "\(html)")
        #expect(!run.range.isEmpty)
        #expect(String(validating: bytes[run.range], as: UTF8.self) != nil, "\(html)")
        end = run.range.upperBound
      }
    }
  }
}
