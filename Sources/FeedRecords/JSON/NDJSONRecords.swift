import CSimdjson

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The records of NDJSON: one a line, blank lines passed over; memory is bounded by the longest
/// line that is within the limit.
final class NDJSONRecords: RecordCursor {
  private let window: InputWindow
  private let decoder: JSONRecordDecoder
  private let path: String
  private let inside: RecordsPath
  /// Whether the record is the line itself.
  private let isWhole: Bool
  private var lineStart: Int
  /// Where to look on for the end of the line.
  private var scanned: Int
  private var line: Int
  private var number = 0
  /// Follows a line that is beyond the limit, to know whether it ends inside a value.
  private var passing: JSONSplitter?
  // One call at a time uses it.
  @exclusivity(unchecked) private var stretch = JSONStretch()

  /// - Parameters:
  ///   - start: The place of the first byte, and its line.
  ///   - inside: Where the record stands in a line; empty for the line itself.
  ///   - path: The source, for errors.
  init(
    _ window: InputWindow, start: (place: Int, line: Int), inside: RecordsPath,
    decoder: JSONRecordDecoder, path: String
  ) {
    self.window = window
    self.decoder = decoder
    self.path = path
    self.inside = inside
    isWhole = inside.steps.isEmpty
    lineStart = start.place
    scanned = start.place
    line = start.line
  }

  func next(skipping isKnown: KnownHashes?) throws(FeedError) -> FeedStep? {
    while true {
      if isKnown == nil, let record = readyRecord() { return .read(.record(record)) }
      guard let end = lineEnd() else {
        if !window.ended {
          try passLongLine()
          stretch.leave()
          _ = try window.fill(keeping: passing == nil ? lineStart : scanned)
          continue
        }
        guard lineStart < window.end else { return nil }
        let place = RecordPlace(number: number + 1, line: line, byteOffset: lineStart)
        let item = item(upTo: window.end, isKnown)
        if case .read(.failure)? = item { try checkEnd(place) }
        lineStart = window.end
        scanned = window.end
        return item
      }
      let item = item(upTo: end, isKnown)
      passing = nil
      lineStart = end + 1
      scanned = end + 1
      line += 1
      if let item { return item }
    }
  }

  /// The next record where it can be parsed without its line being cut out first.
  func readyRecord() -> FeedRecord? {
    guard passing == nil, isWhole else { return nil }
    return stretch.next(
      from: lineStart, byLine: true, maxBytes: decoder.limits.recordBytes, in: window,
      decoder.parser
    ) { node, bytes, extent in
      number += 1
      line += extent.lines_before
      let place = RecordPlace(number: number, line: line, byteOffset: extent.start)
      line += 1
      lineStart = extent.next
      scanned = extent.next
      return decoder.record(node.copy(), bytes, place: place)
    }
  }

  /// The place of the next line feed that is held.
  private func lineEnd() -> Int? {
    window.withUnsafeBytes(in: scanned..<window.end) { bytes -> Int? in
      guard let start = bytes.baseAddress, let found = memchr(start, 0x0A, bytes.count) else {
        return nil
      }
      return scanned + (UnsafeRawPointer(found) - start)
    }
  }

  /// The record of a line; `nil` where there is none in it.
  private func item(upTo end: Int, _ isKnown: KnownHashes?) -> FeedStep? {
    if passing != nil {
      number += 1
      return .read(
        decoder.tooLarge(
          end - lineStart, RecordPlace(number: number, line: line, byteOffset: lineStart)))
    }
    return window.withUnsafeBytes(in: lineStart..<end) { bytes -> FeedStep? in
      var range = bytes.trimmedRange
      if range.isEmpty { return nil }
      if !isWhole {
        guard let found = record(in: bytes, range) else { return nil }
        range = found
      }
      number += 1
      return decoder.step(
        UnsafeRawBufferPointer(rebasing: bytes[range]),
        place: RecordPlace(
          number: number, line: line, byteOffset: lineStart + range.lowerBound),
        skipping: isKnown)
    }
  }

  /// The record inside a line: the line itself where it is broken, so that its failure shows.
  private func record(in bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Range<Int>? {
    do {
      let splitter = try JSONSplitter(path: inside, start: (range.lowerBound, 1))
      switch splitter.next(window: bytes, base: 0, ended: true) {
      case .value(let slice), .tooLarge(let slice): return slice.range
      case .end: return nil
      case .more, .broken: return range
      }
    } catch {
      return range
    }
  }

  /// Lets go of a line that is beyond the limit while its end is looked for.
  private func passLongLine() throws(FeedError) {
    scanned = window.end
    guard window.end - lineStart > decoder.limits.recordBytes else { return }
    let splitter = try follower()
    passing = splitter
    window.withUnsafeBytes {
      _ = splitter.next(window: $0, base: window.base, ended: false)
    }
  }

  /// What follows the brackets of the line at hand.
  private func follower() throws(FeedError) -> JSONSplitter {
    if let passing { return passing }
    do {
      return try JSONSplitter(
        path: RecordsPath(steps: []), start: (lineStart, line), maxBytes: 0)
    } catch {
      throw error.feedError(path: path, place: RecordPlace(line: line, byteOffset: lineStart))
    }
  }

  /// A last line that stops inside a value means that the source ended early.
  private func checkEnd(_ place: RecordPlace) throws(FeedError) {
    let splitter = try follower()
    let truncated = window.withUnsafeBytes { bytes in
      while true {
        switch splitter.next(window: bytes, base: window.base, ended: true) {
        case .value, .tooLarge: continue
        case .more, .end: return false
        case .broken(let problem): return problem == .truncated
        }
      }
    }
    guard truncated else { return }
    throw FeedError(
      .truncated, path: path, place: RecordPlace(line: line, byteOffset: place.byteOffset),
      "the last line ends inside a record; fetch the feed again")
  }
}

extension UnsafeRawBufferPointer {
  /// What is left without white space at the ends.
  var trimmedRange: Range<Int> {
    var (start, end) = (0, count)
    while start < end, isSpace(self[start]) { start += 1 }
    while end > start, isSpace(self[end - 1]) { end -= 1 }
    return start..<end
  }
}
