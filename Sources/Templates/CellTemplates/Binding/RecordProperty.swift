import FeedRecords

/// A property of a record that is read without following a path, because most templates show it.
///
/// It must give what the path gives. Where it gives nothing, the path is followed, as there may be
/// another value at it.
enum RecordProperty: String, Sendable {
  case title, summary, content, author, language, published, image
  case imageWidth = "image.width"
  case imageHeight = "image.height"

  /// The text of the property; `nil` where the path has to be followed.
  func text(of record: FeedRecord) -> String? {
    switch self {
    case .title: record.title
    case .summary: record.summary ?? record.contentText
    case .content: record.contentText ?? record.summary
    case .author: record.author
    case .language: record.language
    case .image: record.image?.url
    case .published, .imageWidth, .imageHeight: nil
    }
  }

  /// The number of pixels of a side of the picture; `nil` where the path has to be followed.
  func number(of record: FeedRecord) -> Double? {
    let side: Double?
    switch self {
    case .imageWidth: side = record.image?.width
    case .imageHeight: side = record.image?.height
    default: return nil
    }
    guard let side, side > 0, side.isFinite else { return nil }
    return side
  }

  /// Whether the property is surely there and not empty.
  func isPresent(in record: FeedRecord) -> Bool {
    switch self {
    case .imageWidth, .imageHeight: number(of: record) != nil
    case .published: record.published != nil
    default: text(of: record).map { !$0.isEmpty } ?? false
    }
  }
}
