public import FeedRecords

extension FeedRecord: BindingSource {
  /// The text at a path; numbers as the feed wrote them.
  public func text(at path: String) -> String? { value(atPath: path)?.text }

  /// The finite number at a path.
  public func number(at path: String) -> Double? { value(atPath: path)?.number }

  /// Whether anything but empty text, an empty structure or `false` is at a path.
  public func isPresent(at path: String) -> Bool {
    value(atPath: path).map { !$0.isEmpty } ?? false
  }

  private func value(atPath path: String) -> RecordValue? {
    RecordPath(path).flatMap { value(at: $0) }
  }
}
