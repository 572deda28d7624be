/// Small feeds with a bit of everything: several scripts, pictures with and without sizes, no text.
enum SampleFeed {
  /// Six records, one a line.
  static let lines = [
    #"{"id":"a","title":"A walk by the river","content_text":"The kingfisher was there again, twice.","author":"Ana","published":"2026-01-31T08:00:00Z"}"#,
    #"{"id":"b","title":"写真","content_text":"今日は川まで歩いて、写真をたくさん撮りました。とても寒かったです。","author":"Aki","image":{"url":"https://images.example.org/1.jpg","width":1200,"height":800}}"#,
    #"{"id":"c","title":"نهر","content_text":"مشينا بجانب النهر حتى المساء.","author":"Amal"}"#,
    #"{"id":"d","content_text":"A picture whose size nobody knows.","image":{"url":"https://images.example.org/2.jpg"}}"#,
    #"{"id":"e","title":"Nothing to say","version":"7"}"#,
    #"{"id":"f","title":"👩‍👩‍👧‍👦 at the lake","content_text":"We swam. Then we ate. Then it rained, so we swam again, and the dog would not come out, and neither would the youngest, who said that rain is only the lake visiting. There was cake under the awning, a lemon one, and everybody had to tell what they would do with a whole day and no clock in it.","author":"Ada"}"#,
  ]

  /// The feed as NDJSON.
  static let text = text(lines)

  /// Some records as NDJSON.
  static func text(_ lines: some Sequence<String>) -> String {
    lines.map { $0 + "\n" }.joined()
  }
}
