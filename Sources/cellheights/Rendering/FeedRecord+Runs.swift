import FeedRecords

extension FeedRecord {
  /// The record document with `content_runs` as its last member, where its HTML has any.
  ///
  /// - Parameter limits: Those that the record was read with, so that its text is the same.
  func documentWithRuns(_ limits: FeedLimits) -> String {
    let document = recordJSON
    guard let content = attributedContent(limits: limits), !content.runs.isEmpty else {
      return document
    }
    var runs = JSONWriter()
    content.writeRuns(to: &runs)
    return "\(document.dropLast()),\"content_runs\":\(runs.text)}"
  }
}
