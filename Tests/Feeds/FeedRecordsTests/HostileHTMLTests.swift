import Testing
import XMLDocuments

@testable import FeedRecords

/// Input beyond a limit is truncated, keeps the text before it, and takes linear time.
///
/// A million of each would take hours otherwise.
@Suite struct HostileHTMLTests {
  private func read(_ html: String, _ limits: XMLLimits = XMLLimits()) -> HTMLText {
    HTMLText(html, limits: limits)
  }

  private func many(_ text: String, _ count: Int = 1_000_000) -> String {
    String(repeating: text, count: count)
  }

  @Test func deepMarkupIsCut() {
    for tag in ["<b>", "<div>", "<x>"] {
      let text = read("start" + many(tag) + "end")
      #expect(text.text == "start")
      #expect(text.isCut)
    }
    let ends = read("a" + many("<b>", 150) + many("</i>") + "b")
    #expect(ends.text == "ab")
    #expect(!ends.isCut)
  }

  @Test func longTextIsCutBetweenCharacters() {
    let text = read("<p>a漢漢</p>", XMLLimits(textBytes: 6))
    #expect(text.text == "a漢")
    #expect(text.isCut)
    #expect(!read("<p>a漢</p>", XMLLimits(textBytes: 4)).isCut)
  }

  @Test func manyAttributesAreCut() {
    let names = (0..<300_000).map { "a\($0)=1" }.joined(separator: " ")
    let text = read("a<p \(names)>b</p>c")
    #expect(text.text == "a\n\nb\n\nc")
    #expect(text.isCut)
    let hiding = read("<!-- <b x=\" --> <i \(names)>b</i>")
    #expect(hiding.text == "b")
    #expect(hiding.isCut)
  }

  @Test func longAttributesAreRead() {
    let text = read("a<p data-x=\"" + many("x", 10_000_000) + "\">b")
    #expect(text.text == "a\n\nb")
    #expect(!text.isCut)
    #expect(read("a<p title='" + many("x", 10_000_000)).text == "a")
  }

  @Test(arguments: [
    "<!--", "<!", "<?", "</p>", "<br>", "<", "&", "&#", "&amp", "<a", "<a '", "<a x", "<script>",
    "<svg><![CDATA[", "<!---", "</", "</b", "\u{1}", "\0", "\r",
  ])
  func floodsEnd(_ token: String) {
    let text = read("a " + many(token, 200_000))
    #expect(text.text.hasPrefix("a"))
    #expect(text.text.utf8.count <= 2 + 200_000 * 3)
  }

  /// Formatting begins again in each paragraph, but not for ever.
  @Test func openFormattingEnds() {
    let style = "<font style='color:" + many("x", 100_000) + "'>"
    let text = read("<p>" + style + "<b><i><a href=x>" + many("<p>a", 20_000))
    #expect(text.text.hasSuffix("a\n\na"))
    #expect(!text.isCut)
    #expect(read(many("<b><p>a</b></p>", 20_000)).text.hasSuffix("a\n\na"))
    #expect(!read(many("<table><td><b>", 39)).isCut)
  }

  @Test func longNumbersEnd() {
    #expect(read("a&#" + many("0", 100) + "65;b").text == "aAb")
    #expect(read("a&#" + many("0") + "65;b").text.utf8.count <= 1_000_010)
  }

  @Test func bytesThatAreNoCharactersAreReplaced() {
    let broken = String(
      decoding: Array("a<b>".utf8) + [0xFF, 0xC3] + Array("</b>c".utf8), as: UTF8.self)
    #expect(read(broken).text == "a\u{FFFD}\u{FFFD}c")
    #expect(read("a\0<b>\u{FFFF}\u{FFFE}c</b>").text.first == "a")
  }
}
