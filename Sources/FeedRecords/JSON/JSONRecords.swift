/// Reads the records at a path of one JSON document, in document order.
///
/// Memory is bounded by the longest record.
final class JSONRecords: RecordCursor {
  private let window: InputWindow
  private let decoder: JSONRecordDecoder
  private let path: String
  private let splitter: JSONSplitter
  private let records: RecordsPath
  /// What the document has beside the records; `nil` once it was told, or where it is of no interest.
  private var passed: PassedRecords?
  private var number = 0

  /// Creates a cursor at the start of a document.
  ///
  /// - Parameters:
  ///   - start: Byte offset of the document's first byte in the source, and its line.
  ///   - passed: What was found beside the records; `nil` where the path was not found, but given.
  ///   - path: The source, for errors.
  init(
    _ window: InputWindow, start: (place: Int, line: Int), records: RecordsPath,
    passed: PassedRecords?, decoder: JSONRecordDecoder, path: String
  ) {
    self.window = window
    self.decoder = decoder
    self.path = path
    self.records = records
    self.passed = passed
    splitter = JSONSplitter(
      path: records, start: start, maxBytes: decoder.limits.recordBytes,
      notesPassed: passed != nil)
  }

  func next() throws(FeedError) -> FeedItem? {
    while true {
      switch splitter.next(window.held, at: window.base, ended: window.ended) {
      case .value(let slice):
        return decoder.decode(window[slice.range], place: place(of: slice))
      case .tooLarge(let slice): return decoder.tooLarge(slice.range.count, place(of: slice))
      case .more: _ = try window.fill(keeping: splitter.keep)
      case .end:
        passed?.report(records, passed: splitter.passed, to: decoder.notes)
        passed = nil
        return nil
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
