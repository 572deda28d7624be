public import FeedRecords

/// Has values at the paths that bindings name; a record is one.
///
/// A path leads to a field of the record, such as `title`, `content` or `image.width`, or to
/// another value that the feed gives for the record. Absent, null and empty values are `nil` or
/// empty.
public protocol BindingSource {
  /// The text at a path; `nil` or empty when there is none.
  func text(at path: BoundPath) -> String?

  /// The number at a path, or `nil` when there is none or the value is not a number.
  func number(at path: BoundPath) -> Double?

  /// Whether there is a value at a path; it may be an object or a list, which has no text.
  func isPresent(at path: BoundPath) -> Bool

  /// How far a path leads in the record.
  func end(of path: BoundPath) -> RecordPathEnd

  /// The date at a path, or `nil` when there is none or the value is not a date.
  func date(at path: BoundPath) -> FeedDate?

  /// Number of elements of the list at a path; 1 for any other value, 0 without a value.
  func count(at path: BoundPath) -> Int

  /// Whether the text at a path is markup of which a plain text does not show all elements.
  func isFlattened(at path: BoundPath) -> Bool

  /// Writes values in the formats of bindings; `nil` if values are used as stored.
  var formatter: ValueFormatter? { get }
}

extension BindingSource {
  /// By default, whether there is text at a path.
  public func isPresent(at path: BoundPath) -> Bool { !(text(at: path) ?? "").isEmpty }

  /// By default `.there` if there is a value at the path, which may be an empty text; otherwise
  /// `.absent`.
  public func end(of path: BoundPath) -> RecordPathEnd {
    isPresent(at: path) || text(at: path) != nil ? .there : .absent
  }

  /// By default, the text at a path, parsed as a date; `nil` if it is not a date.
  public func date(at path: BoundPath) -> FeedDate? { text(at: path).flatMap { FeedDate($0) } }

  /// By default, 1 if there is a value at a path, otherwise 0.
  public func count(at path: BoundPath) -> Int { isPresent(at: path) ? 1 : 0 }

  /// By default `false`.
  public func isFlattened(at path: BoundPath) -> Bool { false }

  /// By default `nil`, so that values are used as stored.
  public var formatter: ValueFormatter? { nil }
}

// Closures are avoided here, because a closure that captures the record copies it.
extension FeedRecord: BindingSource {
  /// The text at a path, or `nil`; numbers are written as in the feed.
  public func text(at path: BoundPath) -> String? {
    if let text = path.property?.text(of: self) { return text }
    guard let path = path.recordPath else { return nil }
    return text(at: path)
  }

  /// The finite number at a path, or `nil`.
  public func number(at path: BoundPath) -> Double? {
    if let number = path.property?.number(of: self) { return number }
    guard let path = path.recordPath else { return nil }
    return number(at: path)
  }

  /// Whether there is a value at a path other than empty text, an empty structure or `false`.
  public func isPresent(at path: BoundPath) -> Bool {
    if let property = path.property, property.isPresent(in: self) { return true }
    guard let path = path.recordPath else { return false }
    return isPresent(path)
  }

  /// How far a path leads in the record.
  public func end(of path: BoundPath) -> RecordPathEnd {
    guard let path = path.recordPath else { return .wrong }
    return end(of: path)
  }

  /// The date at a path, or `nil`.
  public func date(at path: BoundPath) -> FeedDate? {
    if path.property == .published, let published { return published }
    guard let path = path.recordPath else { return nil }
    return date(at: path)
  }

  /// Number of elements of the list, or of members of the object, at a path.
  ///
  /// It is 1 for any other value, and 0 without a value.
  public func count(at path: BoundPath) -> Int {
    guard let path = path.recordPath else { return 0 }
    return count(at: path)
  }

  /// Whether the text at a path is markup of which a plain text does not show all elements.
  public func isFlattened(at path: BoundPath) -> Bool {
    guard flattensContent, let path = path.recordPath else { return false }
    return isFlattened(at: path)
  }
}

/// A property of `FeedRecord` that is read without following a path, because most templates use it.
///
/// If the property has no value, its path is followed, because `fields` may contain a value.
enum RecordProperty: String, Sendable {
  case title, summary, content, author, language, published, image
  case imageWidth = "image.width"
  case imageHeight = "image.height"

  /// The text of the property; `nil` when the path must be followed.
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

  /// The number of pixels of a side of the picture; `nil` when the path must be followed.
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

  /// Whether the property has a value that is not empty; if not, the path must be followed.
  func isPresent(in record: FeedRecord) -> Bool {
    switch self {
    case .imageWidth, .imageHeight: number(of: record) != nil
    case .published: record.published != nil
    default: text(of: record).map { !$0.isEmpty } ?? false
    }
  }
}
