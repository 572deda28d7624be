public import FeedRecords

extension FeedRecord: BindingSource {
  /// The text at a path; numbers as the feed wrote them.
  public func text(at path: BoundPath) -> String? {
    path.recordPath.flatMap { text(at: $0) }
  }

  /// The finite number at a path.
  public func number(at path: BoundPath) -> Double? {
    path.recordPath.flatMap { number(at: $0) }
  }

  /// Whether anything but empty text, an empty structure or `false` is at a path.
  public func isPresent(at path: BoundPath) -> Bool {
    value(at: path).map { !$0.isEmpty } ?? false
  }

  /// Where a path ends in the record.
  public func end(of path: BoundPath) -> RecordPathEnd {
    path.recordPath.map { end(of: $0) } ?? .wrong
  }

  /// The date at a path.
  public func date(at path: BoundPath) -> FeedDate? {
    path.recordPath.flatMap { date(at: $0) }
  }

  /// How many elements or members the value at a path has.
  public func count(at path: BoundPath) -> Int {
    path.recordPath.map { count(at: $0) } ?? 0
  }

  private func value(at path: BoundPath) -> RecordValue? {
    path.recordPath.flatMap { value(at: $0) }
  }
}
