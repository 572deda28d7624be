public import FeedRecords

/// A record as bindings see it: values by path.
///
/// A path names first the record's own words (`title`, `content`, `image.width`), else a path in
/// its other fields. Absent, null and empty values are all `nil` or empty to a binding.
public protocol BindingSource {
  /// The text at a path; `nil` or empty when there is none.
  func text(at path: BoundPath) -> String?

  /// The number at a path; `nil` when there is none or the value is no number.
  func number(at path: BoundPath) -> Double?

  /// Whether anything is at a path; structures count, which have no text of their own.
  func isPresent(at path: BoundPath) -> Bool

  /// Where a path ends in the record.
  func end(of path: BoundPath) -> RecordPathEnd

  /// The date at a path; `nil` when there is none or the value is no date.
  func date(at path: BoundPath) -> FeedDate?

  /// How many elements the list at a path has; 1 for a single value, 0 when there is none.
  func count(at path: BoundPath) -> Int

  /// What writes the values of bindings with formats; without one they are taken as stored.
  var formatter: ValueFormatter? { get }
}

extension BindingSource {
  /// Whether there is text at a path.
  public func isPresent(at path: BoundPath) -> Bool { !(text(at: path) ?? "").isEmpty }

  /// There where anything is, be it an empty text.
  public func end(of path: BoundPath) -> RecordPathEnd {
    isPresent(at: path) || text(at: path) != nil ? .there : .absent
  }

  /// The text at a path read as a date.
  public func date(at path: BoundPath) -> FeedDate? { text(at: path).flatMap { FeedDate($0) } }

  /// 1 where anything is at a path.
  public func count(at path: BoundPath) -> Int { isPresent(at: path) ? 1 : 0 }

  /// No formatter.
  public var formatter: ValueFormatter? { nil }
}
