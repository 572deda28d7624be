import FeedRecords
import Testing

/// Titles that talk about markup, and titles that are marked up.
///
/// A feed reader such as NetNewsWire shows tags that are no inline formatting as they are written;
/// feedparser keeps them in the title. No words are lost.
@Suite struct TitleMarkupTests {
  private func title(rss html: String) -> String? {
    Reading("<rss><channel><item><title><![CDATA[\(html)]]></title></item></channel></rss>")
      .records.first?.title
  }

  /// All elements whose content HTML hides or reads as raw text, and some others.
  @Test(arguments: [
    "video", "select", "script", "svg", "iframe", "style", "title", "template", "object", "applet",
    "datalist", "dialog", "audio", "canvas", "noembed", "noframes", "progress", "meter", "optgroup",
    "option", "textarea", "xmp", "plaintext", "noscript", "math", "div", "p", "b", "main", "head",
    "body", "html", "frameset", "td", "tr", "table", "caption", "col", "hr", "input", "link",
    "meta",
    "img", "my-element", "T", "int", "li", "a", "button",
  ])
  func aTagWithoutItsEndIsText(_ name: String) {
    #expect(title(rss: "Why the <\(name)> element matters") == "Why the <\(name)> element matters")
    #expect(title(rss: "<\(name)> or not") == "<\(name)> or not")
    #expect(title(rss: "About </\(name)>") == "About </\(name)>")
  }

  @Test(arguments: [
    ("Vec<T> and Map<K, V>", "Vec<T> and Map<K, V>"),
    ("a < b", "a < b"), ("a <b and c", "a <b and c"), ("1 <2> 3", "1 <2> 3"),
    ("I <3 you", "I <3 you"),
    ("x < y <i>z</i>", "x < y z"), ("a <b <i>c</i>", "a <b c"),
    ("<input type=\"date\"> in forms", "<input type=\"date\"> in forms"),
    ("<Foo /> components", "<Foo /> components"), ("React's <> and </>", "React's <> and </>"),
    ("Mail <me@example.org> now", "Mail <me@example.org> now"),
    ("At <https://example.org/> now", "At <https://example.org/> now"),
    ("Why <!DOCTYPE html> matters", "Why <!DOCTYPE html> matters"),
    ("What is <?php doing", "What is <?php doing"),
    ("An open <!-- comment", "An open <!-- comment"),
    ("The <a href=\"x>y", "The <a href=\"x>y"),
    ("What <script>alert(1)</script> does", "What <script>alert(1)</script> does"),
    ("Use <select></select> well", "Use <select></select> well"),
    ("Why the &lt;video&gt; element", "Why the <video> element"),
    ("A &amp;amp; B", "A &amp; B"), ("&amp;lt;b&amp;gt;", "&lt;b&gt;"),
  ])
  func wordsAreNotLost(_ html: String, _ shown: String) {
    #expect(title(rss: html) == shown)
  }

  @Test(arguments: [
    ("A <b>bold</b> and <I>sloping</i> title", "A bold and sloping title"),
    ("<b>The <i>both</b> of</i> them", "The both of them"), ("<p>One</p><p>Two</p>", "One Two"),
    ("One<br>Two<br/>Three</br>Four", "One Two Three Four"),
    ("A <img src=\"x.png\" alt=\"y\"> picture", "A picture"),
    ("<a href=\"a>b\" title='c'>Link</a>", "Link"),
    ("<!--:en-->Title<!--:-->", "Title"),
    ("<![CDATA[Twice wrapped & fine]]>", "Twice wrapped & fine"),
    ("safe<script type=\"text/javascript\">location.href='x';</script> title", "safe title"),
    ("safe<embed src=\"https://example.org/\"> title", "safe title"),
    ("<!DOCTYPE html><html><head><title>A</title></head><body>B</body></html>", "B"),
    ("<svg viewBox=\"0 0 1 1\"><path d=\"M0 0\"/></svg> Icon", "Icon"),
    ("<iframe src=\"https://example.org/\"></iframe>Map", "Map"),
  ])
  func markupIsRemoved(_ html: String, _ shown: String) {
    // A section cannot stand inside another one.
    let escaped = html.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing(">", with: "&gt;")
    let feed = "<rss><channel><item><title>\(escaped)</title></item></channel></rss>"
    #expect(Reading(feed).records.first?.title == shown)
  }

  @Test func otherTitlesAndNamesAreReadAlike() {
    let tag = "The &lt;video&gt; tag"
    let media = "xmlns:media=\"http://search.yahoo.com/mrss/\""
    let rss = """
      <rss \(media)><channel><item><media:title>\(tag)</media:title><category>\(tag)</category>
      </item></channel></rss>
      """
    #expect(Reading(rss).records.first?.title == "The <video> tag")
    #expect(Reading(rss).records.first?.tags == ["The <video> tag"])
    for (type, shown) in [
      ("html", "The <video> tag"), ("text", "The <video> tag"),
      ("text/markdown", "The <video> tag"),
    ] {
      let atom = """
        <feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><title type="\(type)">\(tag)</title>
        </entry></feed>
        """
      #expect(Reading(atom).records.first?.title == shown, "\(type)")
    }
    let plain = """
      <feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id>
      <title type="text">&lt;b&gt;x&lt;/b&gt; &amp;amp;</title></entry></feed>
      """
    #expect(Reading(plain).records.first?.title == "<b>x</b> &amp;")
    let json = """
      {"version":"https://jsonfeed.org/version/1.1","items":[
      {"id":"1","title":"The <video> tag &amp; <b>x</b>","content_text":"c"}]}
      """
    #expect(Reading(json).records.first?.title == "The <video> tag &amp; <b>x</b>")
  }

  @Test func aTitleThatShowsNothingGivesWayToAnother() {
    let feed = """
      <rss xmlns:media="http://search.yahoo.com/mrss/"><channel>
      <item><title>&amp;nbsp;</title><media:title>Shown</media:title></item>
      <item><title>&lt;img src="x.png"/&gt;</title></item></channel></rss>
      """
    #expect(Reading(feed).records.map(\.title) == ["Shown", nil])
  }

  @Test func timeIsLinearInTheLength() {
    for part in [
      "<", "<a", "<a b=\"", "<a b='<", "<!--", "</", "<![CDATA[", "<b>", "<i></b>", "]]>",
    ] {
      let long = String(repeating: part, count: 200_000 / part.utf8.count)
      let escaped = long.replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      let clock = ContinuousClock()
      let time = clock.measure {
        _ = Reading("<rss><channel><item><title>\(escaped)</title></item></channel></rss>")
      }
      #expect(time < .seconds(20), "\(part)")
    }
  }
}
