import XMLDocuments

/// Where a picture stands in an item, the best first: itself before its small version.
enum MediaPicture: UInt8 {
  case content, enclosure, podcast, thumbnail, own
}

/// What an element says about the file that it names.
struct MediaFile {
  var type: String?
  var width: Double?
  var height: Double?

  /// A file of which nothing is said.
  init() {}

  /// The file of the element that has just started.
  init(_ context: XMLItemContext) {
    type = context.attribute("type")
    width = context.pixels("width")
    height = context.pixels("height")
  }
}
