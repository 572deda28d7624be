/// The values of a record as they are stored.
struct RecordValues: Sendable {
  var id: String = ""
  var version: RecordVersion = .text("")
  var title: String?
  var summary: String?
  var contentText: String?
  var contentHTML: String?
  var author: String?
  var published: FeedDate?
  var updated: FeedDate?
  var url: String?
  var image: FeedImage?
  var attachments: [FeedAttachment] = []
  var tags: [String] = []
  var language: String?
  var fields: JSONValue?
  var place: RecordPlace = RecordPlace()
}
