import XMLDocuments

/// The records of NDJSON: one a line, blank lines passed over; memory is bounded by the longest
/// line that is within the limit.
final class NDJSONRecords: RecordCursor {
  private let window: InputWindow
  private let decoder: JSONRecordDecoder
  private let path: String
  private let inside: RecordsPath
  private var lineStart: Int
  /// Where the search for the end of the line continues.
  private var scanned: Int
  private var line: Int
  private var number = 0
  /// Follows a line that is beyond the limit, to know whether it ends inside a value.
  private var passing: JSONSplitter?

  /// - Parameters:
  ///   - start: The place of the first byte, and its line.
  ///   - inside: The path of the record in a line, empty for the line itself.
  ///   - path: The source, for errors.
  init(
    _ window: InputWindow, start: (place: Int, line: Int), inside: RecordsPath,
    decoder: JSONRecordDecoder, path: String
  ) {
    self.window = window
    self.decoder = decoder
    self.path = path
    self.inside = inside
    lineStart = start.place
    scanned = start.place
    line = start.line
  }

  func next() throws(FeedError) -> FeedItem? {
    while true {
      guard let end = lineEnd() else {
        if !window.ended {
          passLongLine()
          _ = try window.fill(keeping: passing == nil ? lineStart : scanned)
          continue
        }
        guard lineStart < window.end else { return nil }
        let item = item(upTo: window.end)
        if case .failure? = item { try checkEnd() }
        lineStart = window.end
        scanned = window.end
        return item
      }
      let item = item(upTo: end)
      passing = nil
      lineStart = end + 1
      scanned = end + 1
      line += 1
      if let item { return item }
    }
  }

  /// The place of the next line feed that is held.
  private func lineEnd() -> Int? {
    let rest = window[scanned..<window.end]
    return rest.place(of: 0x0A).map { scanned + $0 - rest.startIndex }
  }

  /// The record of a line, or `nil` where there is none in it.
  private func item(upTo end: Int) -> FeedItem? {
    if passing != nil {
      number += 1
      return decoder.tooLarge(
        end - lineStart, RecordPlace(number: number, line: line, byteOffset: lineStart))
    }
    let bytes = window[lineStart..<end]
    guard let record = record(in: bytes.trimmed) else { return nil }
    number += 1
    let offset = lineStart + record.startIndex - bytes.startIndex
    return decoder.decode(
      record, place: RecordPlace(number: number, line: line, byteOffset: offset))
  }

  /// The record inside a line: the line itself where it is broken, so that its failure shows.
  private func record(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    if line.isEmpty { return nil }
    if inside.steps.isEmpty { return line }
    let splitter = JSONSplitter(path: inside, start: (line.startIndex, 1))
    switch splitter.next(line, at: line.startIndex, ended: true) {
    case .value(let slice), .tooLarge(let slice): return line[slice.range]
    case .end: return nil
    case .more, .broken: return line
    }
  }

  /// Lets go of a line that is beyond the limit while its end is looked for.
  private func passLongLine() {
    scanned = window.end
    guard window.end - lineStart > decoder.limits.recordBytes else { return }
    let splitter = follower()
    passing = splitter
    _ = splitter.next(window.held, at: window.base, ended: false)
  }

  /// What follows the brackets of the line at hand.
  private func follower() -> JSONSplitter {
    passing ?? JSONSplitter(path: RecordsPath(steps: []), start: (lineStart, line), maxBytes: 0)
  }

  /// A last line that stops inside a value means that the source ended early.
  private func checkEnd() throws(FeedError) {
    let splitter = follower()
    while true {
      switch splitter.next(window.held, at: window.base, ended: true) {
      case .value, .tooLarge: continue
      case .broken(.truncated):
        throw FeedError(
          .truncated, path: path, place: RecordPlace(line: line, byteOffset: lineStart),
          "the last line ends inside a record; fetch the feed again")
      case .more, .end, .broken: return
      }
    }
  }
}
