import XMLDocuments

/// The picture to take of those that an item names: itself before its small version.
struct MediaPictures {
  /// Where a picture stands in a feed, the best first.
  enum Kind: UInt8 {
    case content, enclosure, podcast, thumbnail, own
  }

  /// The first picture of the best kind.
  private(set) var best: (url: DraftText, file: MediaFile)?
  private var kind: Kind?

  /// Takes a picture unless there is one of its kind or a better one.
  mutating func add(_ kind: Kind, url: DraftText, _ file: MediaFile = MediaFile()) {
    if let known = self.kind, known.rawValue <= kind.rawValue { return }
    best = (url, file)
    self.kind = kind
  }
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
