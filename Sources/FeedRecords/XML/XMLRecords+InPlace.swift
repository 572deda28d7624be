import XMLDocuments

/// Records parsed where they lie.
extension XMLRecords {
  /// The fewest and the most bytes that are looked at for a record whose end is not known.
  private static let room = 8192...65_536

  /// The record that begins at a place, parsed without looking for its end first.
  ///
  /// - Returns: `nil` where that cannot be done; then its bytes are to be cut out.
  func item(from start: Int) throws(FeedError) -> FeedItem? {
    // Looking in vain must cost no more than reading a few records; long ones seldom come alone, and
    // one that is as long as the last, and half as long again, should have room.
    let wanted = max(min(4 * lastBytes, Self.room.upperBound), Self.room.lowerBound)
    let size = min(wanted, window.end - start, limits.recordBytes)
    guard size > lastBytes + lastBytes / 2 else { return nil }
    lines.advance(to: start, in: window)
    if scope == nil { scope = inherited() }
    let depth = reader.depth
    guard let count = parse(start..<start + size) else {
      triedTo = start + size
      return nil
    }
    number += 1
    lastBytes = count
    splitter.passRecord(to: start + count)
    let place = RecordPlace(number: number, line: lines.line, byteOffset: start)
    return try made(place, start..<start + count, depth: depth)
  }

  /// Hands a record that was cut out to the parser, and the white space before it.
  func feed(_ range: Range<Int>) {
    if range.upperBound > triedTo, let count = parse(range) {
      assert(count == range.count, "the splitter and the parser see different ends")
      return
    }
    let start = blank.isEmpty ? range.lowerBound : blank.lowerBound
    blank = 0..<0
    reader.beginRecord()
    window.withUnsafeBytes(in: start..<range.upperBound) { reader.feed($0) }
  }

  /// Parses the record at the head of bytes that are held, and leaves out the white space before it.
  ///
  /// - Returns: How many bytes it has, or `nil`, and nothing has happened.
  private func parse(_ range: Range<Int>) -> Int? {
    reader.beginRecord()
    let skipped = blank.isEmpty ? 0 : range.lowerBound - blank.lowerBound
    let count = window.withZeroEnded(in: range) {
      reader.parseElement(
        $0, skipped: skipped, line: lines.line, byteOffset: range.lowerBound)
    }
    guard let count, let count else {
      reader.beginAgain()
      return nil
    }
    blank = 0..<0
    return count
  }
}
