extension FeedRecord {
  /// The value at a path as a date: one of the record's own, a text that is a date, or a number of
  /// seconds or milliseconds since 1970.
  public func date(at path: RecordPath) -> FeedDate? {
    switch path.word {
    case .published: if let published { return published }
    case .updated: if let updated { return updated }
    default: break
    }
    switch value(at: path) {
    case .text(let text): return FeedDate(text)
    case .number(let number, _): return FeedDate(number: number)
    case .boolean, .structure, nil: return nil
    }
  }

  /// How many elements an array at a path has, or members an object; 1 for any other value that is
  /// not empty, and 0 for none.
  public func count(at path: RecordPath) -> Int {
    if path.word == .tags, !tags.isEmpty { return tags.count }
    if path.word == .attachments, !attachments.isEmpty { return attachments.count }
    guard let value = value(at: path), !value.isEmpty else { return 0 }
    if case .structure(let structure) = value { return structure.count }
    return 1
  }
}
