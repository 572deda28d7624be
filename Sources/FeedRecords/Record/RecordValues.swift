/// The values of a record that have memory of their own.
struct RecordValues: Sendable {
  /// `nil` where the record is not named yet, and where its name is held as bytes.
  var id: String?
  /// What the feed says; see `RecordVersion.given`.
  var version: String?
  var title: String?
  var summary: String?
  var contentText: String?
  var contentHTML: String?
  var author: String?
  var url: String?
  var image: FeedImage?
  var attachments: [FeedAttachment] = []
  var tags: [String] = []
  var language: String?
  var fields: JSONValue?
}

extension RecordValues {
  /// Takes the white space off the name, and makes empty texts and objects absent.
  mutating func tidy() {
    id = id?.trimmed
    dropIfEmpty(&id)
    dropIfEmpty(&version)
    dropIfEmpty(&title)
    dropIfEmpty(&summary)
    dropIfEmpty(&contentText)
    dropIfEmpty(&contentHTML)
    dropIfEmpty(&author)
    dropIfEmpty(&url)
    dropIfEmpty(&language)
    if let fields, fields.isEmpty { self.fields = nil }
  }
}

@inline(__always)
private func dropIfEmpty(_ text: inout String?) {
  if text?.isEmpty ?? false { text = nil }
}
