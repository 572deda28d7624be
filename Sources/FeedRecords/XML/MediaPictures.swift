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
  mutating func add(_ kind: Kind, url: String, _ attributes: [XMLAttribute] = []) {
    let image = FeedImage(
      url: url, width: attributes["width"].flatMap(FeedImage.pixels),
      height: attributes["height"].flatMap(FeedImage.pixels))
    switch kind {
    case .content: content = content ?? image
    case .enclosure: enclosure = enclosure ?? image
    case .podcast: podcast = podcast ?? image
    case .thumbnail: thumbnail = thumbnail ?? image
    case .own: own = own ?? image
    }
  }

  /// Whether `media:content` is a picture; without a type it is taken for one.
  static func isPicture(_ attributes: [XMLAttribute]) -> Bool {
    let type = attributes["type"]
    if let medium = attributes["medium"] { return medium == "image" }
    return type.map { $0.hasPrefix("image/") } ?? true
  }
}
