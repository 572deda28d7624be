public import FeedRecords

/// A record that gives the values at paths.
///
/// A path names one of the record's own fields (`title`, `content`, `image.width`) or a place in
/// its other fields. Absent, null and empty values are `nil` or empty.
public protocol BindingSource {
  /// The text at a path; `nil` or empty when there is none.
  func text(at path: BoundPath) -> String?

  /// The number at a path, or `nil` when there is none or the value is no number.
  func number(at path: BoundPath) -> Double?

  /// Whether there is a value at a path, including structures, which have no text.
  func isPresent(at path: BoundPath) -> Bool

  /// How far a path leads in the record.
  func end(of path: BoundPath) -> RecordPathEnd

  /// The date at a path, or `nil` when there is none or the value is no date.
  func date(at path: BoundPath) -> FeedDate?

  /// Number of elements of the list at a path; 1 for a single value, 0 without one.
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
