public import FeedRecords

/// A record that gives the values at paths.
///
/// A path names one of the record's own fields (`title`, `content`, `image.width`) or a value in
/// its other fields. Absent, null and empty values are `nil` or empty.
public protocol BindingSource {
  /// The text at a path; `nil` or empty when there is none.
  func text(at path: BoundPath) -> String?

  /// The number at a path, or `nil` when there is none or the value is not a number.
  func number(at path: BoundPath) -> Double?

  /// Whether there is a value at a path, including structures, which have no text.
  func isPresent(at path: BoundPath) -> Bool

  /// How far a path leads in the record.
  func end(of path: BoundPath) -> RecordPathEnd

  /// The date at a path, or `nil` when there is none or the value is not a date.
  func date(at path: BoundPath) -> FeedDate?

  /// Number of elements of the list at a path; 1 for a single value, 0 without a value.
  func count(at path: BoundPath) -> Int

  /// Writes values in the formats of bindings; `nil` to use values as stored.
  var formatter: ValueFormatter? { get }
}

extension BindingSource {
  /// Whether there is text at a path.
  public func isPresent(at path: BoundPath) -> Bool { !(text(at: path) ?? "").isEmpty }

  /// `.there` when there is a value at the path, even an empty text; otherwise `.absent`.
  public func end(of path: BoundPath) -> RecordPathEnd {
    isPresent(at: path) || text(at: path) != nil ? .there : .absent
  }

  /// The text at a path read as a date.
  public func date(at path: BoundPath) -> FeedDate? { text(at: path).flatMap { FeedDate($0) } }

  /// 1 when there is a value at a path, otherwise 0.
  public func count(at path: BoundPath) -> Int { isPresent(at: path) ? 1 : 0 }

  /// By default `nil`, so that values are used as stored.
  public var formatter: ValueFormatter? { nil }
}

// No closures here: one that captures the record copies it.
extension FeedRecord: BindingSource {
  /// The text at a path; numbers are as written in the feed.
  public func text(at path: BoundPath) -> String? {
    if let text = path.property?.text(of: self) { return text }
    guard let path = path.recordPath else { return nil }
    return text(at: path)
  }

  /// The finite number at a path.
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

  /// The date at a path.
  public func date(at path: BoundPath) -> FeedDate? {
    if path.property == .published, let published { return published }
    guard let path = path.recordPath else { return nil }
    return date(at: path)
  }

  /// Number of elements or members of the value at a path; 1 for a single value, 0 without one.
  public func count(at path: BoundPath) -> Int {
    guard let path = path.recordPath else { return 0 }
    return count(at: path)
  }
}

/// A property of a record that is read without following a path, because most templates use it.
///
/// The property must equal the value at the path. If it is `nil`, the path is followed, because
/// another value may be there.
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

  /// Whether the property is surely there and not empty.
  func isPresent(in record: FeedRecord) -> Bool {
    switch self {
    case .imageWidth, .imageHeight: number(of: record) != nil
    case .published: record.published != nil
    default: text(of: record).map { !$0.isEmpty } ?? false
    }
  }
}
