import Foundation
@testable import Operations
import Testing

/// A shipped template, with the expected ends of its views according to its document.
struct ReadyMadeTemplate: CustomTestStringConvertible, Sendable {
  /// A distance in points between two edges.
  ///
  /// It is from `bottom` of a view, or else the cell's top, to `top` of another, or else the cell's
  /// bottom.
  struct Gap: Sendable {
    var from: String?
    var to: String?
    var points: Double

    init(_ from: String?, _ points: Double, _ to: String?) {
      (self.from, self.to, self.points) = (from, to, points)
    }
  }

  let name: String
  /// A file of `Feeds`, or records as `layout` reads them.
  let feed: Feed
  /// Views from the cell's leading to its trailing edge, with their distance from either.
  let rows: [String: (leading: Double, trailing: Double)]
  /// The vertical chain that holds the cell open.
  let gaps: [Gap]
  /// States that the template declares.
  var states = 1
  /// Prefixes of names of views that some records hide; frames of hidden views are ignored.
  var hidden: [String] = []

  enum Feed: Sendable {
    case file(String)
    case records([String])
  }

  var testDescription: String { name }
}

extension ReadyMadeTemplate {
  static let all = ownFeeds + otherFeeds

  private static let ownFeeds = [
    ReadyMadeTemplate(
      name: "post", feed: .file("demo.json"),
      rows: ["body": (16, 16), "actions": (16, 16), "separator": (16, 0)],
      gaps: [
        Gap(nil, 12, "avatar"), Gap(nil, 12, "title"), Gap("title", 2, "date"),
        Gap("photo", 8, "actions"), Gap("actions", 8, "separator"), Gap("separator", 0, nil),
      ]),
    ReadyMadeTemplate(
      name: "post-boxes", feed: .file("demo.json"),
      rows: ["body": (16, 16), "actions": (16, 16), "separator": (16, 0)],
      gaps: [
        Gap(nil, 12, "avatar"), Gap(nil, 12, "title"), Gap("title", 2, "date"),
        Gap("photo", 8, "actions"), Gap("actions", 8, "separator"), Gap("separator", 0, nil),
      ]),
    ReadyMadeTemplate(
      name: "article-body", feed: .file("demo.json"), rows: ["body": (16, 16)],
      gaps: [Gap("body", 16, nil)], hidden: ["title"]),
    ReadyMadeTemplate(
      name: "post-card", feed: .file("demo.json"), rows: ["byline": (16, 16), "columns": (16, 16)],
      gaps: [
        Gap(nil, 12, "byline"), Gap("byline", 4, "columns"), Gap("title", 2, "summary"),
        Gap("columns", 13, nil),
      ]),
    ReadyMadeTemplate(
      name: "chat-message", feed: .file("demo.json"), rows: [:],
      gaps: [Gap(nil, 4, "bubble"), Gap("bubble", 4, nil), Gap("avatar", 4, nil)]),
    ReadyMadeTemplate(
      name: "article", feed: .file("demo.json"),
      rows: ["summary": (16, 16), "byline": (16, 16), "separator": (16, 0)],
      gaps: [
        Gap(nil, 14, "kicker"), Gap(nil, 14, "thumbnail"), Gap("kicker", 4, "headline"),
        Gap("summary", 8, "byline"), Gap("byline", 14, "separator"), Gap("separator", 0, nil),
      ]),
    ReadyMadeTemplate(
      name: "compact", feed: .file("demo.json"),
      rows: ["headline": (16, 16), "date": (16, 16)],
      gaps: [Gap(nil, 10, "headline"), Gap("headline", 4, "date")]),
    ReadyMadeTemplate(
      name: "unlimited", feed: .file("demo.json"),
      rows: ["title": (16, 16), "author": (16, 16), "body": (16, 16)],
      gaps: [
        Gap(nil, 12, "title"), Gap("title", 2, "author"), Gap("author", 8, "body"),
        Gap("body", 12, nil),
      ]),
    ReadyMadeTemplate(
      name: "product", feed: .file("demo.json"), rows: [:],
      gaps: [Gap(nil, 12, "picture"), Gap(nil, 12, "facts")]),
    ReadyMadeTemplate(
      name: "podcast", feed: .file("demo.json"),
      rows: ["notes": (16, 16), "actions": (16, 16)],
      gaps: [
        Gap(nil, 12, "artwork"), Gap(nil, 12, "heading"), Gap("notes", 8, "actions"),
        Gap("actions", 12, nil),
      ], states: 2),
    ReadyMadeTemplate(
      name: "linkedin", feed: .file("demo.json"),
      rows: [
        "commentary": (12, 12), "media": (0, 0), "counters": (12, 12), "rule": (12, 12),
        "actions": (0, 0),
      ],
      gaps: [
        Gap(nil, 12, "logo"), Gap(nil, 12, "headline"), Gap("headline", 2, "position"),
        Gap("media", 8, "counters"), Gap("counters", 8, "rule"), Gap("rule", 2, "actions"),
        Gap("actions", 2, nil),
      ]),
    ReadyMadeTemplate(
      name: "wwdc-social", feed: .file("demo.json"), rows: ["entry": (8, 8), "picture": (8, 8)],
      gaps: [Gap(nil, 8, "avatar"), Gap(nil, 8, "title"), Gap("title", 2, "date")]),
    ReadyMadeTemplate(
      name: "thread", feed: .file("demo-threads.ndjson"), rows: ["body": (16, 16)],
      gaps: [Gap(nil, 12, "avatar"), Gap(nil, 12, "author"), Gap("author", 2, "date")],
      hidden: ["reply.", "more"]),
    ReadyMadeTemplate(
      name: "thread-reply",
      feed: .records([
        #"{"id":"1","author":"Callum Reid","fields":{"text":"The dented green one. It has been down a cliff and still works."}}"#,
        #"{"id":"2","author":"Ines Okafor","fields":{"text":"No."}}"#,
      ]),
      rows: [:], gaps: [Gap(nil, 0, "face"), Gap(nil, 0, "who"), Gap("who", 2, "said")]),
  ]

  private static let pictures =
    #""pic_ids":["p","q"],"pic_infos":{"p":{"large":{"width":690,"height":920}},"q":{"large":{"width":9,"height":9}}}"#

  private static let otherFeeds = [
    ReadyMadeTemplate(
      name: "photo-grid",
      feed: .records([
        #"{"id":"1","fields":{\#(pictures)}}"#,
        #"{"id":"2","fields":{"pic_ids":["p"],"pic_infos":{"p":{"large":{"width":690,"height":920}}}}}"#,
        #"{"id":"3","fields":{"pic_ids":["a","b","c","d","e","f","g","h","i"]}}"#,
      ]),
      rows: [:], gaps: [Gap(nil, 0, "grid"), Gap("grid", 0, nil)],
      hidden: ["single", "row", "photo."]),
    ReadyMadeTemplate(
      name: "weibo",
      feed: .records([
        #"{"id":"1","content_text":"风","published":"2026-01-31T08:00:00Z","fields":{"text":"今天风很大。","user":{"screen_name":"远山"},"reposts_count":3,"comments_count":0,"attitudes_count":12000,\#(pictures)}}"#,
        #"{"id":"2","content_text":"转","published":"2026-01-31T09:00:00Z","fields":{"text":"转发微博","user":{"screen_name":"近水"},"reposts_count":0,"comments_count":0,"attitudes_count":0,"retweeted_status":{"text":"今天风很大。","user":{"screen_name":"远山"},\#(pictures)}}}"#,
        #"{"id":"3","content_text":"无","published":"2026-01-31T10:00:00Z","fields":{"text":"无图","user":{"screen_name":"近水"},"reposts_count":0,"comments_count":0,"attitudes_count":0}}"#,
      ]),
      rows: ["text": (12, 12), "repost": (0, 0), "actions": (0, 0)],
      gaps: [
        Gap(nil, 12, "avatar"), Gap("avatar", 10, "text"), Gap("name", 2, "date"),
        Gap("repost", 4, "actions"), Gap("actions", 4, nil),
      ], hidden: ["pictures.", "repost", "original"]),
    ReadyMadeTemplate(
      name: "twitter",
      feed: .records([
        #"{"id":"1","content_text":"The kingfisher was there again, twice.","fields":{"user":{"name":"Ana","screen_name":"ana"},"reply_count":1,"retweet_count":2400,"favorite_count":0}}"#,
        #"{"id":"2","content_text":"RT","fields":{"user":{"name":"Aki","screen_name":"aki"},"reply_count":0,"retweet_count":0,"favorite_count":0,"retweeted_status":{"text":"The kingfisher was there again, twice.","user":{"name":"Ana","screen_name":"ana"}}}}"#,
        #"{"id":"3","content_text":"Three pictures","fields":{"user":{"name":"Ana","screen_name":"ana"},"reply_count":0,"retweet_count":0,"favorite_count":0,"extended_entities":{"media":[{"id":1},{"id":2},{"id":3}]}}}"#,
      ]),
      rows: ["tweet": (68, 12), "media": (68, 12), "actions": (68, 12)],
      gaps: [Gap("names", 2, "tweet"), Gap("media", 8, "actions"), Gap("actions", 4, nil)],
      hidden: ["m1", "m2", "m3", "m4", "lower"]),
  ]
}
