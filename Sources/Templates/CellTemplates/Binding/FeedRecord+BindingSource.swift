public import FeedRecords

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
