/// The nodes of the members that our own words and JSON Feed's name; 0 where there is none.
struct NativeMembers {
  var id = 0
  var version = 0
  var title = 0
  var summary = 0
  var contentText = 0
  var contentHTML = 0
  var author = 0
  var authors = 0
  var published = 0
  var datePublished = 0
  var updated = 0
  var dateModified = 0
  var url = 0
  var externalURL = 0
  var image = 0
  var bannerImage = 0
  var imageSize = 0
  var attachments = 0
  var tags = 0
  var language = 0
  var fields = 0
  /// Members that become `fields`.
  var others = 0

  /// Takes down a member.
  ///
  /// - Parameters:
  ///   - key: Its name.
  ///   - index: The node of its value.
  mutating func note(_ key: UnsafeBufferPointer<UInt8>, at index: Int) {
    // The length leaves few words to compare with.
    switch key.count {
    case 2 where key.isEqual(to: "id"): id = index
    case 3 where key.isEqual(to: "url"): url = index
    case 4 where key.isEqual(to: "tags"): tags = index
    case 5 where key.isEqual(to: "title"): title = index
    case 5 where key.isEqual(to: "image"): image = index
    case 6 where key.isEqual(to: "author"): author = index
    case 6 where key.isEqual(to: "fields"): fields = index
    case 6 where key.isEqual(to: "_image"):
      imageSize = index
      others += 1
    case 7 where key.isEqual(to: "authors"): authors = index
    case 7 where key.isEqual(to: "summary"): summary = index
    case 7 where key.isEqual(to: "version"): version = index
    case 7 where key.isEqual(to: "updated"): updated = index
    case 8 where key.isEqual(to: "language"): language = index
    case 9 where key.isEqual(to: "published"): published = index
    case 11 where key.isEqual(to: "attachments"): attachments = index
    case 12 where key.isEqual(to: "content_text"): contentText = index
    case 12 where key.isEqual(to: "content_html"): contentHTML = index
    case 12 where key.isEqual(to: "external_url"): externalURL = index
    case 12 where key.isEqual(to: "banner_image"): bannerImage = index
    case 13 where key.isEqual(to: "date_modified"): dateModified = index
    case 14 where key.isEqual(to: "date_published"): datePublished = index
    default: others += 1
    }
  }

  /// Whether a member becomes one of the `fields`.
  static func isOther(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
    var members = NativeMembers()
    members.note(key, at: 1)
    return members.others > 0
  }
}
