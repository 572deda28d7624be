import FeedRecords
import Testing

/// The less usual parts of Atom 1.0 and 0.3.
@Suite struct AtomEntryTests {
  private func entry(_ content: String, _ attributes: String = "") -> FeedRecord? {
    let reading = Reading(
      """
      <feed xmlns="http://www.w3.org/2005/Atom" \(attributes)><author><name>F</name></author>
      <entry>\(content)</entry></feed>
      """)
    #expect(reading.failures.isEmpty)
    return reading.error == nil ? reading.records.first : nil
  }

  @Test func base64IsDecoded() {
    // "Example <b>Atom</b>"
    let encoded = "\n RXhhbXBsZSA8Yj5BdG9t\n PC9iPg==\n"
    #expect(
      entry("<content type='application/octet-stream'>\(encoded)</content>")?.contentText
        == "Example <b>Atom</b>")
    #expect(
      entry("<title mode='base64' type='text/html'>\(encoded)</title>")?.title == "Example Atom")
    // Bytes that are no text are no content; a text that is not Base64 stays.
    #expect(entry("<content type='image/png'>/9j/4A==</content>")?.contentText == nil)
    #expect(entry("<content type='image/png'>a b!</content>")?.contentText == "a b!")
  }

  @Test("D6: Base64 that is not UTF-8 is read as windows-1252, and that is said")
  func base64InAnotherEncodingIsNotLost() {
    func reading(_ attributes: String, _ bytes: String) -> Reading {
      Reading(
        """
        <feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><id>2</id>\
        <content mode="base64" \(attributes)>\(bytes)</content></entry>
        <entry><id>3</id></entry></feed>
        """)
    }
    // `<p>hören</p>` with ö as the byte F6.
    let html = reading(#"type="text/html""#, "PHA+aPZyZW48L3A+")
    #expect(html.records.first?.contentText == "hören")
    #expect(html.warnings.map(\.code) == [.undeclaredEncoding])
    #expect(html.warnings.map(\.count) == [1])
    #expect(html.warnings.first?.location.number == 1)
    #expect(reading(#"type="text/plain""#, "aPZyZW4=").records.first?.contentText == "hören")
    // The same in UTF-8 needs no declaration, and a picture is no text.
    let plain = reading(#"type="text/plain""#, "aMO2cmVu")
    #expect(plain.records.first?.contentText == "hören")
    #expect(plain.warnings.isEmpty)
    let picture = reading(#"type="image/png""#, "/9j/4A==")
    #expect(picture.records.first?.contentText == nil)
    #expect(picture.warnings.isEmpty)
  }

  @Test(
    "D6: a title of a type that nobody knows is a title",
    arguments: ["Test", "Some title", "abcd efgh"])
  func aTitleOfUnknownTypeIsKept(_ text: String) {
    for type in ["x/y", "application/octet-stream", "image/png", "markdown"] {
      #expect(entry("<title type='\(type)'>\(text)</title>")?.title == text)
      #expect(entry("<summary type='\(type)'>\(text)</summary>")?.summary == text)
    }
  }

  @Test("D6: a title of a binary type is Base64 where that gives a text")
  func aTitleInBase64IsDecoded() {
    let encoded = "RXhhbXBsZSA8Yj5BdG9tPC9iPg=="
    for name in ["title", "summary"] {
      let record = entry("<\(name) type='application/octet-stream'>\(encoded)</\(name)>")
      #expect((name == "title" ? record?.title : record?.summary) == "Example <b>Atom</b>")
    }
  }

  @Test func theDivAroundXHTMLIsNoPartOfIt() {
    let div = "<div xmlns='http://www.w3.org/1999/xhtml'>"
    func html(_ inner: String) -> String? {
      entry("<content type='xhtml'>\(inner)</content>")?.contentHTML
    }
    #expect(html("\(div)<p>a</p><div>b</div></div>") == "<p>a</p><div>b</div>")
    #expect(html("\(div)a &lt; b</div>") == "a &lt; b")
    #expect(html("\(div)a</div>\(div)b</div>") == "<div>a</div><div>b</div>")
    #expect(html("<p xmlns='http://www.w3.org/1999/xhtml'>a</p>") == "<p>a</p>")
  }

  @Test func anEscapedTextIsLiteralUnlessItIsHTML() {
    let title = "&lt;b&gt;x&lt;/b&gt; &amp;amp; y"
    #expect(entry("<title>\(title)</title>")?.title == "<b>x</b> &amp; y")
    #expect(entry("<title type='text'>\(title)</title>")?.title == "<b>x</b> &amp; y")
    #expect(entry("<title type='html'>\(title)</title>")?.title == "x & y")
    #expect(entry("<title type='HTML'>\(title)</title>")?.title == "x & y")
    #expect(entry("<summary type='html'>\(title)</summary>")?.summary == "x & y")
  }

  @Test func contentFromElsewhereIsAFile() {
    let record = entry("<content src='https://x.org/a.mp4' type='video/mp4'/>")
    #expect(record?.contentText == nil)
    #expect(record?.attachments == [FeedAttachment(url: "https://x.org/a.mp4", type: "video/mp4")])
  }

  @Test func addressesAreResolvedAgainstTheBase() {
    let record = entry(
      """
      <id>2026/1</id><link href="post.html" xml:base="2026/"/>
      <link rel="enclosure" href="a.png" type="image/png"/>
      """, ##"xml:base="https://x.org/blog/""##)
    #expect(record?.id == "2026/1")
    #expect(record?.url == "https://x.org/blog/2026/post.html")
    #expect(record?.image?.url == "https://x.org/blog/a.png")
    let inContent = entry(
      "<content type='html' xml:base='https://x.org/c/'>&lt;img src='../i.png'&gt;</content>")
    #expect(inContent?.image?.url == "https://x.org/i.png")
    #expect(entry("<link href=''/>", ##"xml:base="https://x.org/""##)?.url == nil)
  }

  @Test func theFirstAlternateIsTheLink() {
    let links = """
      <link rel="via" href="v"/><link rel="self" href="s"/><link rel="enclosure">e</link>
      <link rel="http://www.iana.org/assignments/relation/alternate" href="a"/>
      <link rel="Alternate" href="b"/>
      """
    #expect(entry(links)?.url == "a")
    #expect(entry(##"<link rel="via" href="v"/>"##)?.url == "v")
    #expect(entry("<link>https://x.org/text</link>")?.url == "https://x.org/text")
    #expect(entry("<id>https://x.org/1</id>")?.url == "https://x.org/1")
    #expect(entry("<id>urn:1</id>")?.url == nil)
  }

  @Test func theLanguageIsTheNearest() {
    #expect(entry("<title>t</title>", "xml:lang='de'")?.language == "de")
    #expect(entry("<title xml:lang='fr_CA'>t</title>")?.language == "fr-CA")
    #expect(entry("<title xml:lang='fr'>t</title>", "xml:lang='de'")?.language == "de")
    #expect(
      entry(
        "<l:language>ja</l:language>",
        "xml:lang='de' xmlns:l='http://purl.org/dc/elements/1.1/'")?.language == "ja")
  }

  @Test func anEntryFromAnotherFeedHasThatFeedsAuthor() throws {
    let record = entry(
      """
      <source><id>s</id><title>Other</title><author><name>O</name></author></source>
      <rights type="html">&amp;copy; me</rights>
      """)
    #expect(record?.author == "O")
    #expect(record?.text(at: try #require(RecordPath("source.title"))) == "Other")
    #expect(record?.text(at: try #require(RecordPath("rights"))) == "© me")
    #expect(entry("<title>t</title>")?.author == "F")
  }

  @Test func aVideoIsDescribedByItsMediaElements() {
    let record = entry(
      """
      <m:group xmlns:m="http://search.yahoo.com/mrss/"><m:title>T</m:title>
      <m:content url="https://x.org/v" type="application/x-shockwave-flash"/>
      <m:thumbnail url="https://x.org/t.jpg" width="480" height="360"/>
      <m:description>D</m:description></m:group><title>Own</title>
      """)
    #expect(record?.title == "Own")
    #expect(record?.contentText == "D")
    #expect(record?.image == FeedImage(url: "https://x.org/t.jpg", width: 480, height: 360))
  }
}
