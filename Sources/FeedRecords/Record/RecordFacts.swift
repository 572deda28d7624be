/// The values of a record that are plain numbers.
struct RecordFacts: Sendable {
  var version = RecordVersion.given
  var published: FeedDate?
  var updated: FeedDate?
  /// The size of a picture whose address is held as bytes.
  var imageWidth: Double?
  var imageHeight: Double?
  var place = RecordPlace()
}
