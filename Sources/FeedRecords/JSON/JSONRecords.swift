/// Gives the records of one source, one at a time.
protocol RecordCursor: AnyObject {
  /// The next record or failure, `nil` after the last.
  func next() throws(FeedError) -> FeedItem?
}

/// The records at a path of one JSON document, in the document's order or in a declared one.
final class JSONRecords: RecordCursor {
  private let decoder: JSONRecordDecoder
  private let source: String
  private let splitter: JSONSplitter
  private var ordered: [Range<Int>]?
  private var number = 0

  init(
    decoder: JSONRecordDecoder, document: Range<Int>, records: RecordsPath, order: RecordsPath?,
    source: String
  ) throws(FeedError) {
    self.decoder = decoder
    self.source = source
    do {
      splitter = try JSONSplitter(
        decoder.bytes, range: document, path: records, maxDepth: Self.documentDepth)
      if let order {
        ordered = try Self.ranges(decoder, splitter, document, order).reversed()
      }
    } catch {
      throw error.feedError(path: source, bytes: decoder.bytes, position: document.lowerBound)
    }
  }

  /// Nesting of a document as a whole; a record has its own limit.
  static let documentDepth = 1024

  func next() throws(FeedError) -> FeedItem? {
    let range: Range<Int>?
    if ordered != nil {
      range = ordered?.popLast()
    } else {
      do {
        range = try splitter.next()?.range
      } catch {
        throw error.feedError(path: source, bytes: decoder.bytes, position: splitter.position)
      }
    }
    guard let range else { return nil }
    number += 1
    return decoder.decode(range, number: number)
  }

  /// The records in the declared order, then those that it does not name, in the document's.
  private static func ranges(
    _ decoder: JSONRecordDecoder, _ splitter: JSONSplitter, _ document: Range<Int>,
    _ order: RecordsPath
  ) throws(JSONProblem) -> [Range<Int>] {
    var slices: [JSONSlice] = []
    var places: [String: Int] = [:]
    while let slice = try splitter.next() {
      if let key = slice.key { places[decoder.bytes.string(in: key)] = slices.count }
      slices.append(slice)
    }
    var taken = [Bool](repeating: false, count: slices.count)
    var ranges: [Range<Int>] = []
    let keys = try JSONSplitter(
      decoder.bytes, range: document, path: order, maxDepth: documentDepth)
    while let slice = try keys.next() {
      guard let key = try decoder.parse(slice.range).text, let place = places[key], !taken[place]
      else { continue }
      taken[place] = true
      ranges.append(slices[place].range)
    }
    for (place, slice) in slices.enumerated() where !taken[place] { ranges.append(slice.range) }
    return ranges
  }
}

/// The records of NDJSON: one a line, blank lines passed over.
final class NDJSONRecords: RecordCursor {
  private let decoder: JSONRecordDecoder
  private let source: String
  private let inside: RecordsPath
  private let end: Int
  private var position: Int
  private var line = 0
  private var number = 0

  /// - Parameter inside: Where the record stands in a line; empty for the line itself.
  init(decoder: JSONRecordDecoder, document: Range<Int>, inside: RecordsPath, source: String) {
    self.decoder = decoder
    self.source = source
    self.inside = inside
    position = document.lowerBound
    end = document.upperBound
  }

  func next() throws(FeedError) -> FeedItem? {
    while let range = nextLine() {
      if range.isEmpty { continue }
      let record: Range<Int>
      if inside.steps.isEmpty {
        record = range
      } else {
        do {
          let splitter = try JSONSplitter(
            decoder.bytes, range: range, path: inside, maxDepth: JSONRecords.documentDepth)
          guard let slice = try splitter.next() else { continue }
          record = slice.range
        } catch {
          record = range
        }
      }
      number += 1
      let item = decoder.decode(record, number: number, line: line)
      if case .failure = item, position >= end { try checkEnd(range) }
      return item
    }
    return nil
  }

  /// The next line without the white space around it.
  private func nextLine() -> Range<Int>? {
    guard position < end else { return nil }
    let bytes = decoder.bytes
    let stop = bytes.firstIndex(of: 0x0A, in: position..<end) ?? end
    let range = bytes.trimmed(position..<stop)
    position = stop + 1
    line += 1
    return range
  }

  /// A last line that stops inside a value means that the source ended early.
  private func checkEnd(_ range: Range<Int>) throws(FeedError) {
    let problem: JSONProblem?
    do {
      let splitter = try JSONSplitter(
        decoder.bytes, range: range, path: RecordsPath(steps: []),
        maxDepth: JSONRecords.documentDepth)
      while try splitter.next() != nil {}
      problem = nil
    } catch {
      problem = error
    }
    guard problem == .truncated else { return }
    throw FeedError(
      .truncated, path: source, place: RecordPlace(line: line, byteOffset: range.lowerBound),
      "the last line ends inside a record; fetch the feed again")
  }
}

extension InputBytes {
  /// A range without white space at its ends.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    withUnsafeBytes(in: range) { bytes in
      var (start, end) = (0, bytes.count)
      while start < end, isSpace(bytes[start]) { start += 1 }
      while end > start, isSpace(bytes[end - 1]) { end -= 1 }
      return range.lowerBound + start..<range.lowerBound + end
    }
  }
}
