import LayoutPrimitives
import XMLDocuments

/// What stands between records.
extension XMLRecords {
  /// Whether bytes between records are white space that can wait for the next record.
  private func isBlank(_ range: Range<Int>) -> Bool {
    guard reader.isIdle, !header.isInText else { return false }
    return window.withUnsafeBytes(in: range) { bytes in
      bytes.allSatisfy { $0 == 0x0A || $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    }
  }

  /// Feeds the white space that has waited for a record.
  func feedBlank() throws(FeedError) {
    guard !blank.isEmpty else { return }
    window.withUnsafeBytes(in: blank) { reader.feed($0) }
    blank = 0..<0
    try drain()
  }

  /// Bytes between records.
  ///
  /// - Parameter isPlain: Whether they begin outside of any tag, comment or section: only then can
  ///   be told what is a stray ampersand.
  func outside(_ range: Range<Int>, isPlain: Bool) throws(FeedError) {
    try feedBlank()
    if isPlain, isBlank(range) { return blank = range }
    let mended = window.withUnsafeBytes(in: range) { bytes -> [UInt8]? in
      // A reference that may go on in the next piece is none that is broken.
      let isCut = range.upperBound == window.end && !window.ended
      return isPlain && !(isCut && RecordRepair.endsInReference(bytes))
        ? RecordRepair.mended(bytes) : nil
    }
    guard let mended else {
      window.withUnsafeBytes(in: range) { reader.feed($0) }
      return try drain()
    }
    notes.add(
      .repaired,
      at: RecordPlace(
        line: lines.line(at: range.lowerBound, in: window), byteOffset: range.lowerBound),
      "not well-formed outside of records; a stray & was read as itself")
    mended.withUnsafeBytes { reader.feed($0) }
    try drain()
    reader.jump(line: lines.line(at: range.upperBound, in: window), byteOffset: range.upperBound)
  }

  /// What stands between records; an error there is one of the whole source.
  private func drain() throws(FeedError) {
    do throws(XMLError) {
      while let event = try reader.next() {
        if event != .text { scope = nil }
        try header.take(event, reader)
      }
    } catch {
      throw error.feedError(path: source, byteOffset: reader.errorOffset)
    }
  }

  func finish() throws(FeedError) {
    guard let unfinished = splitter.unfinished else {
      reader.finish()
      return try drain()
    }
    // What is wrong inside the record tells more than that its end is missing.
    window.withUnsafeBytes(in: unfinished) { reader.feed($0) }
    try drain()
    throw XMLError.truncated(line: lines.line(at: window.end, in: window))
      .feedError(path: source, byteOffset: window.end)
  }
}
