import FeedRecords
import StructuredDocuments
import Testing

@Suite struct XMLFeedTests {
  /// D3: libxml2 supports the names of HTML 4, but texts were decoded by those of HTML 5.
  @Test(
    "D3: what is decoded is not said to stay as it is",
    arguments: [
      ("&rsquor;", "’"), ("&NotEqualTilde;", "≂\u{338}"), ("&nbsp;x", "\u{A0}x"), ("&AMP;", "&"),
      ("&LT;b", "<b"), ("&CounterClockwiseContourIntegral;", "∳"),
    ])
  func entitiesHaveOneTable(_ written: String, _ read: String) {
    let item = "<guid>1</guid><title>[\(written)]</title><description>[\(written)]</description>"
    let reading = Reading(
      "<rss><channel><item>\(item)<x y='[\(written)]'>[\(written)]</x></item></channel></rss>")
    #expect(reading.warnings.isEmpty)
    #expect(reading.records.first?.fields?["x"]?["#text"]?.text == "[\(read)]")
    #expect(reading.records.first?.fields?["x"]?["@y"]?.text == "[\(read)]")
    if !written.hasPrefix("&nbsp;"), !written.hasPrefix("&LT;") {
      #expect(reading.records.first?.title == "[\(read)]")
      #expect(reading.records.first?.contentText == "[\(read)]")
    }
    let unknown = Reading("<rss><channel><item><title>&rsquox;</title></item></channel></rss>")
    #expect(unknown.warnings.map(\.code) == [.repaired])
    #expect(unknown.records.first?.title == "&rsquox;")
  }

  private func rss(_ items: String) -> String {
    """
    <?xml version="1.0"?>
    <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/"
      xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"
      xmlns:x="urn:x">
    <channel><title>T</title><language>en</language>\(items)</channel></rss>
    """
  }

  /// Expected values are those of feedparser 6.0.14.
  @Test("elements of Atom stand in for those of RSS, with its namespace and without")
  func elementsOfAtomInRSS() throws {
    for (start, prefix) in [("", ""), (" xmlns:a='http://www.w3.org/2005/Atom'", "a:")] {
      func item(_ more: String) -> FeedRecord? {
        Reading(
          "<rss\(start)><channel><item><\(prefix)link href='http://e.org/1'/><\(prefix)id>urn:x"
            + "</\(prefix)id><\(prefix)updated>2012-03-26T23:25:19Z</\(prefix)updated>"
            + "<\(prefix)summary>s</\(prefix)summary>\(more)</item></channel></rss>"
        ).records.first
      }
      let alone = try #require(item(""))
      #expect(alone.id == "urn:x" && alone.url == "http://e.org/1" && alone.contentText == "s")
      #expect(alone.updated?.description == "2012-03-26T23:25:19Z")
      let both = try #require(item("<guid>g</guid><description>d</description>"))
      #expect(both.id == "g" && both.contentText == "d" && both.summary == nil)
      #expect(both.fields?["id"]?.text == "urn:x")
    }
    let web = Reading("<rss><channel><item><id>http://e.org/2</id></item></channel></rss>")
    #expect(web.records.map(\.url) == ["http://e.org/2"])
  }

  @Test(
    "an author's name and address are told apart in either order",
    arguments: [
      "me@x.org (Me Myself)", "Me Myself (me@x.org)", "Me Myself <me@x.org>",
      "\"Me Myself\" (me@x.org)",
    ])
  func nameAndAddress(_ author: String) throws {
    let text = author.replacing("<", with: "&lt;")
    let record = try #require(
      Reading("<rss><channel><item><author>\(text)</author></item></channel></rss>").records.first)
    #expect(record.author == "Me Myself")
    #expect(record.fields?["author"]?["email"]?.text == "me@x.org")
  }

  @Test func anRSSItemBecomesARecord() throws {
    let reading = Reading(
      rss(
        """
        <item><title>A &amp;amp; B</title><link> https://x.org/1 </link>
        <guid isPermaLink="false">g1</guid><pubDate>Sat, 31 Jan 2026 09:00:00 +0100</pubDate>
        <author>me@x.org (Me Myself)</author><category>c1</category><category>c2</category>
        <description>&lt;p&gt;short&lt;/p&gt;</description>
        <content:encoded><![CDATA[<p>long <b>text</b></p><img src="i.png" width="4" height="3">]]></content:encoded>
        <enclosure url="https://x.org/a.mp3" type="audio/mpeg" length="1"/>
        <x:rating scale="5">4</x:rating></item>
        """))
    #expect(reading.format == .rss)
    let record = try #require(reading.records.first)
    #expect(record.id == "g1")
    #expect(record.title == "A & B")
    #expect(record.url == "https://x.org/1")
    #expect(record.author == "Me Myself")
    #expect(record.summary == "short")
    #expect(record.contentText == "long text")
    #expect(record.image == FeedImage(url: "i.png", width: 4, height: 3))
    #expect(record.published?.description == "2026-01-31T08:00:00Z")
    #expect(record.updated == nil)
    #expect(record.tags == ["c1", "c2"])
    #expect(record.language == "en")
    #expect(record.attachments.map(\.url) == ["https://x.org/a.mp3"])
    #expect(record.text(at: try #require(RecordPath(##"["x:rating"]["#text"]"##))) == "4")
    #expect(record.text(at: try #require(RecordPath("x:rating.@scale"))) == "5")
  }

  @Test func aGuidIsTheLinkUnlessItSaysNo() {
    let records = Reading(
      rss(
        "<item><guid>https://x.org/1</guid></item><item><guid isPermaLink='false'>n</guid></item>")
    ).records
    #expect(records.map(\.url) == ["https://x.org/1", nil])
  }

  @Test func mediaContentIsTheImageBeforeTheThumbnail() {
    let records = Reading(
      rss(
        """
        <item><media:group><media:thumbnail url="t" width="1" height="1"/>
        <media:content url="c" medium="image" width="40" height="30"><media:title>x</media:title>
        </media:content></media:group><title>after</title></item>
        """)
    ).records
    #expect(records.first?.image == FeedImage(url: "c", width: 40, height: 30))
    #expect(records.first?.title == "after")
  }

  @Test func rdfItemsAreNamedByTheirAddress() {
    let reading = Reading(
      """
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
        xmlns:dc="http://purl.org/dc/elements/1.1/">
      <channel rdf:about="c"><title>T</title></channel>
      <item rdf:about="https://x.org/1"><title>One</title><link>https://x.org/l</link>
      <dc:date>2026-01-31T08:00Z</dc:date><dc:creator>C</dc:creator></item></rdf:RDF>
      """)
    #expect(reading.format == .rdf)
    #expect(reading.records.map(\.id) == ["https://x.org/1"])
    #expect(reading.records.first?.published?.description == "2026-01-31T08:00:00Z")
    #expect(reading.records.first?.author == "C")
  }

  @Test func atomConstructsAreTextHTMLAndXHTML() throws {
    let reading = Reading(
      """
      <feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://x.org/a/" xml:lang="de">
      <author><name>Feed Author</name></author>
      <entry><id>urn:1</id><title>&lt;b&gt;x&lt;/b&gt;</title><link rel="self" href="s"/>
      <link href="1.html"/><updated>2026-01-31T08:00:00Z</updated><published>2026-01-30T08:00:00Z</published>
      <summary type="html">&lt;i&gt;s&lt;/i&gt;</summary>
      <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>a<br/>b</p><p>c &lt; d</p></div></content>
      </entry>
      <entry xml:lang="fr"><id>urn:2</id><title type="html">&lt;b&gt;x&lt;/b&gt; &amp;eacute;</title>
      <author><name>N</name></author><source><id>other</id><title>other</title></source></entry></feed>
      """)
    #expect(reading.format == .atom)
    let record = try #require(reading.records.first)
    #expect(record.title == "<b>x</b>")
    #expect(record.url == "https://x.org/a/1.html")
    #expect(record.summary == "s")
    #expect(record.contentText == "a\nb\n\nc < d")
    #expect(record.version == "2026-01-31T08:00:00Z")
    #expect(reading.records.map(\.title) == ["<b>x</b>", "x é"])
    #expect(reading.records.map(\.id) == ["urn:1", "urn:2"])
    #expect(reading.records.map(\.language) == ["de", "fr"])
    #expect(reading.records.map(\.author) == ["Feed Author", "N"])
  }

  @Test func atom03IsRead() {
    let reading = Reading(
      """
      <feed version="0.3" xmlns="http://purl.org/atom/ns#"><entry><id>1</id>
      <title mode="escaped" type="text/html">&lt;b&gt;x&lt;/b&gt;</title><issued>2004-02-28T18:14:55-08:00</issued>
      <modified>2004-02-29T18:14:55Z</modified></entry></feed>
      """)
    #expect(reading.records.first?.title == "x")
    #expect(reading.records.first?.published?.description == "2004-02-29T02:14:55Z")
    #expect(reading.records.first?.updated?.description == "2004-02-29T18:14:55Z")
  }

  @Test func encodingsAreBelievedOrFoundOut() {
    func bytes(_ head: String, _ title: [UInt8]) -> FeedSource {
      let start = "<?xml version='1.0'\(head)?><rss><channel><item><title>"
      return FeedSource(
        bytes: Array(start.utf8) + title + Array("</title></item></channel></rss>".utf8), name: "t")
    }
    #expect(Reading(bytes(" encoding='windows-1251'", [0xC4, 0xE0])).records.first?.title == "Да")
    #expect(Reading(bytes(" encoding='gb2312'", [0xC4, 0xE3])).records.first?.title == "你")
    #expect(Reading(bytes(" encoding='iso-8859-1'", [0xE9, 0x80])).records.first?.title == "é€")
    let undeclared = Reading(bytes("", [0xE9]))
    #expect(undeclared.records.first?.title == "é")
    #expect(undeclared.warnings.count == 1)
    #expect(Reading(bytes(" encoding='nonsense'", [65])).error?.code == .encoding)
    let wide = Array("<rss><channel><item><title>é</title></item></channel></rss>".utf16)
      .flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    #expect(Reading(FeedSource(bytes: wide, name: "t")).records.first?.title == "é")
  }

  @Test func htmlEntitiesAreKnownOutsideCDATA() {
    let reading = Reading(
      rss(
        "<item><title>a&nbsp;b&eacute;</title><description><![CDATA[&hellip;]]></description></item>"
      ))
    #expect(reading.records.first?.title == "a\u{A0}bé")
    #expect(reading.records.first?.contentText == "…")
  }
}
