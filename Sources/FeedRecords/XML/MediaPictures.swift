import XMLDocuments

/// The pictures that an item names, to choose one of them.
struct MediaPictures {
  private var content: FeedImage?
  private var enclosure: FeedImage?
  private var podcast: FeedImage?
  private var thumbnail: FeedImage?
  private var own: FeedImage?

  /// Where a picture stands in a feed.
  enum Kind {
    case content, enclosure, podcast, thumbnail, own
  }

  /// The picture itself before its small version.
  var best: FeedImage? { content ?? enclosure ?? podcast ?? thumbnail ?? own }

  /// Keeps the first of each kind.
  mutating func add(_ kind: Kind, url: String, _ file: MediaFile = MediaFile()) {
    let image = FeedImage(url: url, width: file.width, height: file.height)
    switch kind {
    case .content: content = content ?? image
    case .enclosure: enclosure = enclosure ?? image
    case .podcast: podcast = podcast ?? image
    case .thumbnail: thumbnail = thumbnail ?? image
    case .own: own = own ?? image
    }
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
