import LayoutPrimitives
import XMLDocuments

/// Records that are not well-formed.
extension XMLRecords {
  /// A record that cannot be parsed: mended where there is only one reading, else it fails alone.
  func failed(
    _ error: XMLError, _ range: Range<Int>, depth: Int, _ place: RecordPlace
  ) throws(FeedError) -> FeedItem {
    let offset = reader.errorOffset
    // What the document has used up no later record can have.
    if case .documentExpansion = error { throw error.feedError(path: source, byteOffset: offset) }
    if case .malformed = error {
      let mended = window.withUnsafeBytes(in: range) { RecordRepair.mended($0) }
      if let mended, let record = try again(mended, range, depth: depth, place) {
        notes.add(
          .repaired, at: place,
          "not well-formed; a stray & was read as itself, a control character as U+FFFD")
        try resume(depth, at: range.upperBound)
        return .record(record)
      }
    }
    try resume(depth, at: range.upperBound)
    return .failure(
      error.failure(
        path: source,
        RecordPlace(
          number: place.number, line: error.line ?? place.line,
          byteOffset: range.contains(offset) ? offset : range.lowerBound)))
  }

  private func again(
    _ bytes: [UInt8], _ range: Range<Int>, depth: Int, _ place: RecordPlace
  ) throws(FeedError) -> FeedRecord? {
    try resume(depth, at: range.lowerBound)
    reader.beginAgain()
    bytes.withUnsafeBytes { reader.feed($0) }
    do throws(XMLError) {
      let record = try record(place, range)
      noteRepairs()
      return record
    } catch {
      return nil
    }
  }

  private func resume(_ depth: Int, at place: Int) throws(FeedError) {
    do {
      try reader.resume(
        depth: depth, line: lines.line(at: place, in: window), byteOffset: place)
    } catch {
      throw error.feedError(path: source)
    }
  }
}
