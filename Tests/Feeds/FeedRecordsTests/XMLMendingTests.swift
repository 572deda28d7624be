import FeedRecords
import Testing

/// XML between records that is not well-formed, which feed readers pass over.
@Suite struct XMLMendingTests {
  private static let items = (1...3).map { "<item><guid>\($0)</guid></item>" }.joined(
    separator: "\n")

  private func check(_ feed: String, _ ids: [String] = ["1", "2", "3"]) {
    let reading = Reading(feed)
    #expect(reading.error == nil, "\(feed)")
    #expect(reading.records.map(\.id) == ids)
    #expect(reading.failures.isEmpty)
    #expect(reading.warnings.map(\.code) == [.repaired])
    #expect(reading.warnings.first?.count == 1)
  }

  @Test(arguments: [
    "x", "<script>var a = 1 < 2</script>", "</rss>", "<!-- ok --><p>", "& more", "\u{0}\u{0}",
    "<br",
    "<b>Warning</b>: mysqli_close() in <b>x.php</b>", "]]>", "</channel></rss>\n\n0",
  ])
  func junkAfterTheRootIsPassedOver(_ junk: String) {
    check("<rss><channel>\(Self.items)</channel></rss>\n\(junk)")
    let entries = Self.items.replacing("item>", with: "entry>").replacing("guid>", with: "id>")
    check("<feed>\(entries)</feed>\(junk)")
  }

  @Test func commentsAndSpaceAfterTheRootAreWellFormed() {
    let reading = Reading("<rss><channel>\(Self.items)</channel></rss>\n<!-- x --> <?y z?>\n")
    #expect(reading.records.count == 3)
    #expect(reading.warnings.isEmpty)
  }

  @Test(arguments: [
    "<atom:link href='https://x.example/' rel='self' type='application/rss+xml'>",
    "<atom:link href='a'><atom:link href='b'>", "<title>A < B</title>",
    "<description>a<br>b</description>",
    "<image><url>x</url>", "<generator v=1>x</generator>", "<link>x</Link>",
  ])
  func elementsWithoutTheirEndArePassedOver(_ broken: String) {
    check(
      "<rss xmlns:atom='http://www.w3.org/2005/Atom'><channel>\(broken)<language>de</language>"
        + "\(Self.items)</channel></rss>")
    check(
      "<rss><channel><item><guid>0</guid></item>\(broken)\(Self.items)</channel></rss>",
      ["0", "1", "2", "3"])
  }

  @Test func noRecordIsLostBehindManyOpenElements() {
    let items = (1...100).map { "<item><guid>\($0)</guid></item><br>" }.joined()
    check("<rss><channel>\(items)</channel></rss>", (1...100).map { "\($0)" })
    // Deeper than the limit, it is an error.
    let deep = String(repeating: "<item><guid>1</guid></item><br>", count: 300)
    #expect(Reading("<rss><channel>\(deep)</channel></rss>").error != nil)
  }

  @Test func whatFollowsAnOpenLinkIsRead() {
    let feed = """
      <rss xmlns:atom='http://www.w3.org/2005/Atom' xmlns:dc='http://purl.org/dc/elements/1.1/'>
      <channel><atom:link href='a'><language>de</language>
      <item><guid>1</guid><dc:creator>A</dc:creator></item></channel></rss>
      """
    let record = Reading(feed).records.first
    #expect(record?.language == "de")
    #expect(record?.author == "A")
  }

  @Test(arguments: [
    "<rss><channel><atom:link href='a'>\(items)", "<rss><channel><atom:link>\(items)</channel>",
    "<rss><channel>\(items)<b></channel>",
  ])
  func aTruncatedFeedIsStillTruncated(_ feed: String) {
    #expect(Reading(feed).error?.code == .truncated)
  }

  @Test(arguments: [
    "<rss><channel><b></channel></rss>", "<rss></rss>x",
    "<rss><channel>\(items)</channel></rss><rss><channel>\(items)</channel></rss>",
  ])
  func withoutARecordInItsPlaceItIsAnError(_ feed: String) {
    #expect(Reading(feed).error?.code == .invalidXML)
  }

  @Test func theWarningHasItsLine() {
    let reading = Reading("<rss><channel>\n\(Self.items)\n</channel></rss>\njunk")
    #expect(reading.warnings.first?.location.line == 6)
  }
}
