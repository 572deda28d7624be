import FeedRecords
import Testing

/// Every record of the social and API documents is found without options.
@Suite(.enabled(if: SharedCorpora.isThere, "the corpora are not here"))
struct JSONCorpusTests {
  /// Counted in the documents: one tweet of the stream comes twice; the demo repeats its records.
  @Test(arguments: [
    ("twitter_0.json", 145), ("twitter_stream_lines.ndjson", 71), ("weibo_3.json", 25),
    ("fd_data.json", 8),
  ])
  func idsTellRecordsApart(_ file: String, _ count: Int) {
    let reading = Reading(FeedSource(path: SharedCorpora.path("json/\(file)")))
    #expect(Set(reading.records.map(\.id)).count == count)
  }

  /// 83 of the 104 statuses have pictures, their own or those of the status they repeat.
  @Test func weiboPicturesComeFromMapsInDeclaredOrder() {
    let records = (0..<4).flatMap { number in
      Reading(FeedSource(path: SharedCorpora.path("json/weibo_\(number).json"))).records
    }
    #expect(records.filter { $0.image?.width != nil }.count == 83)
  }

  @Test func twitterKeepsTheOrderOfItsTimelineAndJoinsUsers() throws {
    let records = Reading(FeedSource(path: SharedCorpora.path("json/twitter_0.json"))).records
    #expect(records.prefix(2).map(\.id) == ["652485394148163584", "652475349771665408"])
    #expect(records.allSatisfy { $0.author != nil })
  }

  /// H6: The timeline has 35 retweets, each of another author.
  @Test("H6: who is passed on is there in every retweet") func retweetsHaveTheirAuthors() throws {
    let records = Reading(FeedSource(path: SharedCorpora.path("json/twitter_0.json"))).records
    let original = try #require(RecordPath("retweeted_status.user.id_str"))
    let passing = try #require(RecordPath("user.id_str"))
    let stub = try #require(RecordPath("retweeted_status.id_str"))
    let retweets = records.filter { $0.value(at: stub) != nil }
    #expect(retweets.count == 35)
    #expect(
      retweets.allSatisfy {
        let author = $0.value(at: original)?.text
        return author != nil && author != $0.value(at: passing)?.text
      })
    let name = try #require(RecordPath("retweeted_status.user.name"))
    #expect(retweets.allSatisfy { $0.value(at: name)?.text != nil })
  }

  @Test(arguments: ["weibo_0.json", "twitter_stream_lines.ndjson", "feedly_stream.json"])
  func recordDocumentsReadBackAsTheSameRecords(_ file: String) {
    let records = Reading(FeedSource(path: SharedCorpora.path("json/\(file)"))).records
    let written = records.map(\.recordJSON).joined(separator: "\n")
    #expect(Reading(written).records.map(\.recordJSON) == records.map(\.recordJSON))
  }

  @Test(arguments: [
    ("weibo_0.json", "weibo", 27), ("weibo_1.json", "weibo", 26), ("weibo_2.json", "weibo", 26),
    ("weibo_3.json", "weibo", 25), ("twitter_0.json", "twitter", 145),
    ("twitter_stream_lines.ndjson", "twitter-stream", 72),
    ("reddit_subreddit_new.json", "reddit", 100),
    ("mastodon_test_list_timeline.json", "mastodon", 7), ("feedly_stream.json", "feedly", 20),
    ("fd_data.json", "fdtemplate", 54),
  ])
  func everyRecordIsRead(_ file: String, _ mapping: String, _ count: Int) throws {
    let source = FeedSource(path: SharedCorpora.path("json/\(file)"))
    #expect(try FeedReader.detect(source).mapping.name == mapping)
    let reading = Reading(source)
    #expect(reading.error == nil)
    #expect(reading.failures.isEmpty)
    #expect(reading.records.count == count)
    #expect(reading.records.allSatisfy { !$0.id.isEmpty && !$0.version.isEmpty })
    #expect(reading.records.allSatisfy { $0.contentText != nil || $0.title != nil })
    #expect(reading.records.allSatisfy { $0.published != nil })
  }
}
