/// Reads the records at a path of one JSON document, in document order.
///
/// Memory is bounded by the longest record.
final class JSONRecords: RecordCursor {
  private let window: InputWindow
  private let decoder: JSONRecordDecoder
  private let path: String
  private let splitter: JSONSplitter
  private var number = 0

  /// Creates a cursor at the start of a document.
  ///
  /// - Parameters:
  ///   - start: Byte offset of the document's first byte in the source, and its line.
  ///   - path: The source, for errors.
  init(
    _ window: InputWindow, start: (place: Int, line: Int), records: RecordsPath,
    decoder: JSONRecordDecoder, path: String
  ) {
    self.window = window
    self.decoder = decoder
    self.path = path
    splitter = JSONSplitter(path: records, start: start, maxBytes: decoder.limits.recordBytes)
  }

  func next() throws(FeedError) -> FeedItem? {
    while true {
      switch splitter.next(window.held, at: window.base, ended: window.ended) {
      case .value(let slice):
        return decoder.decode(window[slice.range], place: place(of: slice))
      case .tooLarge(let slice): return decoder.tooLarge(slice.range.count, place(of: slice))
      case .more: _ = try window.fill(keeping: splitter.keep)
      case .end: return nil
      case .broken(let problem): throw problem.feedError(path: path, place: splitter.place)
      }
    }
  }

  /// Counts a record, and returns its position.
  private func place(of slice: JSONSlice) -> RecordPlace {
    number += 1
    return RecordPlace(number: number, line: slice.line, byteOffset: slice.range.lowerBound)
  }
}
