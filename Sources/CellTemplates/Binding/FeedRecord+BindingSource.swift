public import FeedRecords

extension FeedRecord: BindingSource {
  /// The text at a path; numbers as the feed wrote them.
  public func text(at path: BoundPath) -> String? { value(at: path)?.text }

  /// The finite number at a path.
  public func number(at path: BoundPath) -> Double? { value(at: path)?.number }

  /// Whether anything but empty text, an empty structure or `false` is at a path.
  public func isPresent(at path: BoundPath) -> Bool {
    value(at: path).map { !$0.isEmpty } ?? false
  }

  private func value(at path: BoundPath) -> RecordValue? {
    path.recordPath.flatMap { value(at: $0) }
  }
}
