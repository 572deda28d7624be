import StructuredDocuments

extension JSONProblem {
  /// Converts the problem into an error of the whole source.
  func feedError(path: String, place: RecordPlace) -> FeedError {
    switch self {
    case .truncated:
      return FeedError(
        .truncated, path: path, place: place, "the JSON ends early; fetch the feed again")
    case .depth:
      return FeedError(
        .hostile, path: path, place: place,
        "the JSON around the records is nested deeper than \(JSONSplitter.documentDepth)")
    case .trailing:
      return FeedError(
        .invalidJSON, path: path, place: place, "there is text after the end of the JSON")
    case .memory, .tooLarge:
      return FeedError(
        .tooLarge, path: path, place: place, "the JSON is too large for this machine")
    case .duplicateKey:
      return FeedError(
        .invalidJSON, path: path, place: place,
        "a key on the way to the records comes twice in its object; the feed is ambiguous")
    case .noRecords:
      return FeedError(
        .notAFeed, path: path, "there is no array of objects in this JSON; say where with a mapping"
      )
    case .syntax, .encoding, .control:
      return FeedError(.invalidJSON, path: path, place: place, "this is not valid JSON")
    }
  }
}
