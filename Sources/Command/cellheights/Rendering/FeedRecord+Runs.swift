import FeedRecords
import StructuredDocuments

extension FeedRecord {
  /// The record document with `content_runs` as its last member, if its HTML has any.
  ///
  /// - Parameter limits: The limits that the record was read with.
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
