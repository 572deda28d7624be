import CSimdjson

/// The records at a path of one JSON document, in the document's order; memory is bounded by the
/// longest record.
final class JSONRecords: RecordCursor {
  private let window: InputWindow
  private let decoder: JSONRecordDecoder
  private let path: String
  private let splitter: JSONSplitter
  // One call at a time uses it.
  @exclusivity(unchecked) private var stretch = JSONStretch()
  private var number = 0

  /// - Parameters:
  ///   - start: The place of the document's first byte, and its line.
  ///   - path: The source, for errors.
  init(
    _ window: InputWindow, start: (place: Int, line: Int), records: RecordsPath,
    decoder: JSONRecordDecoder, path: String
  ) throws(FeedError) {
    self.window = window
    self.decoder = decoder
    self.path = path
    do {
      splitter = try JSONSplitter(
        path: records, start: start, maxBytes: decoder.limits.recordBytes)
    } catch {
      throw error.feedError(path: path, place: RecordPlace())
    }
  }

  func next(skipping isKnown: KnownHashes?) throws(FeedError) -> FeedStep? {
    if isKnown == nil, let record = readyRecord() { return .read(.record(record)) }
    while true {
      var problem: JSONProblem?
      var wantsMore = false
      let item = window.withUnsafeBytes { bytes -> FeedStep? in
        switch splitter.next(window: bytes, base: window.base, ended: window.ended) {
        case .value(let slice):
          number += 1
          let start = slice.range.lowerBound - window.base
          return decoder.step(
            UnsafeRawBufferPointer(rebasing: bytes[start..<start + slice.range.count]),
            place: RecordPlace(
              number: number, line: slice.line, byteOffset: slice.range.lowerBound),
            skipping: isKnown)
        case .tooLarge(let slice):
          number += 1
          return .read(
            decoder.tooLarge(
              slice.range.count,
              RecordPlace(number: number, line: slice.line, byteOffset: slice.range.lowerBound)))
        case .more: wantsMore = true
        case .end: break
        case .broken(let found): problem = found
        }
        return nil
      }
      if let problem { throw problem.feedError(path: path, place: splitter.place) }
      guard wantsMore else { return item }
      stretch.leave()
      _ = try window.fill(keeping: splitter.keep)
    }
  }

  /// The next record where it can be parsed without being cut out first.
  func readyRecord() -> FeedRecord? {
    guard splitter.isBetween else { return nil }
    let line = splitter.line
    return stretch.next(
      from: splitter.position, byLine: false, maxBytes: decoder.limits.recordBytes, in: window,
      decoder.parser
    ) { node, bytes, extent in
      number += 1
      splitter.pass(to: extent.end, lines: extent.lines_before + extent.lines_inside)
      return decoder.record(
        node.copy(), bytes,
        place: RecordPlace(
          number: number, line: line + extent.lines_before, byteOffset: extent.start))
    }
  }
}
