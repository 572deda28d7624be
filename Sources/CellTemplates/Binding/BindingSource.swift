public import FeedRecords

/// A record as a source of values by path.
///
/// A path is one of the record's fields (`title`, `content`, `image.width`), or else a path in its
/// other fields. Absent, null and empty values are `nil` or empty.
public protocol BindingSource {
  /// The text at a path; `nil` or empty when there is none.
  func text(at path: BoundPath) -> String?

  /// The number at a path, or `nil` when there is none or the value is no number.
  func number(at path: BoundPath) -> Double?

  /// Whether there is a value at a path, structures without a text included.
  func isPresent(at path: BoundPath) -> Bool

  /// How far a path leads in the record.
  func end(of path: BoundPath) -> RecordPathEnd

  /// The date at a path, or `nil` when there is none or the value is no date.
  func date(at path: BoundPath) -> FeedDate?

  /// The number of elements of the list at a path, 1 for a single value, 0 for none.
  func count(at path: BoundPath) -> Int

  /// Formats the values of bindings, which are otherwise used as stored.
  var formatter: ValueFormatter? { get }
}

extension BindingSource {
  /// Whether there is text at a path.
  public func isPresent(at path: BoundPath) -> Bool { !(text(at: path) ?? "").isEmpty }

  /// At any value, be it an empty text.
  public func end(of path: BoundPath) -> RecordPathEnd {
    isPresent(at: path) || text(at: path) != nil ? .there : .absent
  }

  /// The text at a path read as a date.
  public func date(at path: BoundPath) -> FeedDate? { text(at: path).flatMap { FeedDate($0) } }

  /// 1 for any value at a path.
  public func count(at path: BoundPath) -> Int { isPresent(at: path) ? 1 : 0 }

  /// No formatter.
  public var formatter: ValueFormatter? { nil }
}
