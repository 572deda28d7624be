import StructuredDocuments
import XMLDocuments

/// Reads the records of NDJSON, one per line.
///
/// Blank lines are skipped. Memory is bounded by the longest line that is within the limit.
final class NDJSONRecords: RecordCursor {
  private let window: InputWindow
  private let decoder: JSONRecordDecoder
  private let path: String
  private let inside: RecordsPath
  private var lineStart: Int
  /// Byte offset at which the search for the end of the line continues.
  private var scanned: Int
  private var line: Int
  private var number = 0
  /// Reads a line beyond the limit, to detect whether the line ends inside a value; otherwise
  /// `nil`.
  private var passing: JSONSplitter?

  /// Creates a cursor at the start of a source.
  ///
  /// - Parameters:
  ///   - start: Byte offset of the first byte in the source, and its line.
  ///   - inside: The path of the record in a line, empty when the line is the record.
  ///   - path: The source, for errors.
  init(
    _ window: InputWindow, start: (offset: Int, line: Int), inside: RecordsPath,
    decoder: JSONRecordDecoder, path: String
  ) {
    self.window = window
    self.decoder = decoder
    self.path = path
    self.inside = inside
    lineStart = start.offset
    scanned = start.offset
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

  /// Byte offset of the next line feed that the window holds, or `nil`.
  private func lineEnd() -> Int? {
    let rest = window[scanned..<window.end]
    return rest.firstIndex(ofByte: 0x0A).map { scanned + $0 - rest.startIndex }
  }

  /// The record in the current line, or `nil` when it contains none.
  ///
  /// - Parameter end: Byte offset after the line.
  private func item(upTo end: Int) -> FeedItem? {
    if passing != nil {
      number += 1
      return decoder.tooLarge(
        end - lineStart, RecordLocation(number: number, line: line, byteOffset: lineStart))
    }
    let bytes = window[lineStart..<end]
    guard let record = record(in: bytes.trimmed) else { return nil }
    number += 1
    let offset = lineStart + record.startIndex - bytes.startIndex
    return decoder.decode(
      record, location: RecordLocation(number: number, line: line, byteOffset: offset))
  }

  /// The bytes of the record in a line; `nil` if the line contains none.
  ///
  /// For a broken line, it is the whole line, so that decoding it fails.
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

  /// Reads and drops the bytes of a line beyond the limit, up to the end of the window.
  private func passLongLine() {
    scanned = window.end
    guard window.end - lineStart > decoder.limits.recordBytes else { return }
    let splitter = follower()
    passing = splitter
    _ = splitter.next(window.held, at: window.base, ended: false)
  }

  /// The splitter that reads the current line, or a new one.
  private func follower() -> JSONSplitter {
    passing ?? JSONSplitter(path: RecordsPath(steps: []), start: (lineStart, line), maxBytes: 0)
  }

  /// Throws when the last line ends inside a value, because the source then ended early.
  private func checkEnd() throws(FeedError) {
    let splitter = follower()
    while true {
      switch splitter.next(window.held, at: window.base, ended: true) {
      case .value, .tooLarge: continue
      case .broken(.truncated):
        throw FeedError(
          .truncated, path: path, location: RecordLocation(line: line, byteOffset: lineStart),
          "the last line ends inside a record; fetch the feed again")
      case .more, .end, .broken: return
      }
    }
  }
}
