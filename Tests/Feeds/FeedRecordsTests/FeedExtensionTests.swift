import FeedRecords
import Testing

/// Vocabularies that feeds use besides their own, and replacements for missing values.
@Suite struct FeedExtensionTests {
  private func item(_ content: String, _ declarations: String = "") -> FeedRecord? {
    let reading = Reading(
      """
      <rss version="2.0" xmlns:media="http://search.yahoo.com/mrss/"
        xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd"
        xmlns:content="http://purl.org/rss/1.0/modules/content/"
        xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom"
        xmlns:slash="http://purl.org/rss/1.0/modules/slash/"
        xmlns:wfw="http://wellformedweb.org/CommentAPI/"
        xmlns:georss="http://www.georss.org/georss" \(declarations)><channel>
      <item>\(content)</item></channel></rss>
      """)
    #expect(reading.failures.isEmpty)
    return reading.error == nil ? reading.records.first : nil
  }

  private func text(_ record: FeedRecord?, _ path: String) throws -> String? {
    record?.text(at: try #require(RecordPath(path)))
  }

  @Test func aPodcastEpisodeIsReadWithItsExtras() throws {
    let record = item(
      """
      <itunes:title>Seven</itunes:title><itunes:author>The Show</itunes:author>
      <itunes:summary>What it is about.</itunes:summary><itunes:subtitle>Short</itunes:subtitle>
      <itunes:duration>31:07</itunes:duration><itunes:explicit>no</itunes:explicit>
      <itunes:episode>7</itunes:episode><itunes:keywords>one, two ,</itunes:keywords>
      <itunes:image href="https://x.org/cover.jpg"/><media:thumbnail url="https://x.org/small.jpg"/>
      <enclosure url="https://x.org/7.mp3" type="audio/mpeg" length="1"/>
      <slash:comments>12</slash:comments><wfw:commentRss>https://x.org/c</wfw:commentRss>
      <georss:point>45.25 -71.5</georss:point>
      """)
    #expect(record?.title == "Seven")
    #expect(record?.author == "The Show")
    #expect(record?.contentText == "What it is about.")
    #expect(record?.summary == nil)
    #expect(record?.tags == ["one", "two"])
    #expect(record?.image?.url == "https://x.org/cover.jpg")
    #expect(record?.attachments == [FeedAttachment(url: "https://x.org/7.mp3", type: "audio/mpeg")])
    #expect(try text(record, ##"["itunes:duration"]"##) == "31:07")
    #expect(try text(record, ##"["itunes:explicit"]"##) == "no")
    #expect(try text(record, ##"["itunes:episode"]"##) == "7")
    #expect(try text(record, ##"["itunes:subtitle"]"##) == "Short")
    #expect(try text(record, ##"["slash:comments"]"##) == "12")
    #expect(try text(record, ##"["wfw:commentRss"]"##) == "https://x.org/c")
    #expect(try text(record, ##"["georss:point"]"##) == "45.25 -71.5")
  }

  @Test func theFeedsOwnElementsComeBeforeThoseOfOthers() {
    let record = item(
      """
      <media:title>m</media:title><dc:title>d</dc:title><title>own</title>
      <media:description>m</media:description><description>own text</description>
      <itunes:author>show</itunes:author><dc:creator>A</dc:creator><author>b@x.org (B)</author>
      <dc:date>2026-01-30</dc:date><pubDate>Sat, 31 Jan 2026 08:00:00 GMT</pubDate>
      """)
    #expect(record?.title == "own")
    #expect(record?.contentText == "own text")
    #expect(record?.author == "A, B")
    #expect(record?.published?.description == "2026-01-31T08:00:00Z")
  }

  @Test func mediaElementsAreReadInsideTheirGroupAndContent() throws {
    let record = item(
      """
      <media:group><media:content url="v.mp4" type="video/mp4"><media:title>T</media:title>
      <media:thumbnail url="t.jpg" width="480" height="360"/></media:content>
      <media:description>D</media:description><media:credit role="author">C</media:credit>
      <media:player url="https://x.org/player"/></media:group>
      """)
    #expect(record?.title == "T")
    #expect(record?.contentText == "D")
    #expect(record?.image == FeedImage(url: "t.jpg", width: 480, height: 360))
    #expect(record?.attachments == [FeedAttachment(url: "v.mp4", type: "video/mp4")])
    #expect(try text(record, ##"["media:credit"]["#text"]"##) == "C")
    #expect(try text(record, ##"["media:player"]["@url"]"##) == "https://x.org/player")
  }

  @Test func picturesAreChosenInAFixedOrder() {
    let own = "<image><url>own</url></image>"
    let first = ##"<description>&lt;img src="first" width="8" height="6"&gt;</description>"##
    let small = ##"<media:thumbnail url="small"/>"##
    let cover = ##"<itunes:image href="cover"/>"##
    let file = ##"<enclosure url="file" type="image/png"/>"##
    let picture = ##"<media:content url="picture" medium="image" width="4" height="3"/>"##
    #expect(item(first)?.image == FeedImage(url: "first", width: 8, height: 6))
    #expect(item(first + own)?.image?.url == "own")
    #expect(item(first + own + small)?.image?.url == "small")
    #expect(item(first + own + small + cover)?.image?.url == "cover")
    #expect(item(first + own + small + cover + file)?.image?.url == "file")
    #expect(
      item(first + own + small + cover + file + picture)?.image
        == FeedImage(url: "picture", width: 4, height: 3))
  }

  @Test func aPrefixIsWhateverTheFeedDeclares() {
    #expect(
      item("<q:creator>A</q:creator>", ##"xmlns:q="http://purl.org/dc/elements/1.1/""##)?.author
        == "A")
    // Another case, https, and no slash at the end.
    #expect(
      item("<q:creator>A</q:creator>", ##"xmlns:q="HTTPS://PURL.org/DC/elements/1.1""##)?.author
        == "A")
    #expect(
      item("<dc:creator>A</dc:creator>", ##"xmlns:dc="urn:something-else""##)?.author == nil)
    #expect(item("<Title>t</Title><GUID>g</GUID><pubdate>2026-01-31</pubdate>")?.id == "g")
  }

  @Test func aPrefixThatIsNotDeclaredMeansWhatItUsuallyMeans() throws {
    let records = Reading(
      "<rss><channel><item><dc:creator>A</dc:creator><foo:bar>z</foo:bar></item></channel></rss>"
    ).records
    #expect(records.first?.author == "A")
    #expect(try text(records.first, ##"["foo:bar"]"##) == "z")
  }

  @Test func peopleHaveNamesAndAddresses() throws {
    let names = [
      "me@x.org (Me Myself)": "Me Myself", "Me &lt;me@x.org&gt;": "Me",
      "\"Me, Myself\" &lt;me@x.org&gt;": "Me, Myself", "me@x.org": "me@x.org", "Me": "Me",
      "<name>Me</name><email>me@x.org</email>": "Me", "<email>me@x.org</email>": "me@x.org",
      "Me (and others)": "Me (and others)",
    ]
    for (author, name) in names {
      #expect(item("<author>\(author)</author>")?.author == name, "\(author)")
    }
    let both = item("<author>me@x.org (Me)</author>")
    #expect(try text(both, "author.email") == "me@x.org")
    #expect(item("<dc:creator>A</dc:creator><dc:creator>A</dc:creator>")?.author == "A")
  }

  @Test func encodedContentMakesTheDescriptionASummary() {
    let encoded = "<content:encoded>&lt;p&gt;long&lt;/p&gt;</content:encoded>"
    let both = item("<description>short</description>" + encoded)
    #expect(both?.summary == "short")
    #expect(both?.contentText == "long")
    #expect(item(encoded)?.summary == nil)
    #expect(item("<body xmlns='http://www.w3.org/1999/xhtml'><p>a</p></body>")?.contentText == "a")
  }

  @Test func atomLinksInRSSAreLinks() {
    let self1 = ##"<atom:link rel="self" href="https://x.org/self"/>"##
    let alternate = ##"<atom:link href="https://x.org/1"/>"##
    let file = ##"<atom:link rel="enclosure" href="https://x.org/a.png" type="image/png"/>"##
    let record = item(self1 + alternate + file)
    #expect(record?.url == "https://x.org/1")
    #expect(record?.image?.url == "https://x.org/a.png")
  }

  @Test func channelDefinitionFilesAreRead() {
    let reading = Reading(
      """
      <CHANNEL><ITEM HREF="https://x.org/1" LASTMOD="2004-04-06T23:05:43-05:00">
      <TITLE>T</TITLE><ABSTRACT>A</ABSTRACT></ITEM></CHANNEL>
      """)
    #expect(reading.records.map(\.url) == ["https://x.org/1"])
    #expect(reading.records.first?.title == "T")
    #expect(reading.records.first?.contentText == "A")
    #expect(reading.records.first?.updated?.description == "2004-04-07T04:05:43Z")
  }
}
