/// A text divided as for measuring: its shaping runs, and the directions of its units.
struct TextAnalysis {
  /// The text as it was shaped.
  let units: [UInt16]
  /// Its shaping runs, in the order of the text; they exclude line terminators.
  private(set) var items: [ShapingRun] = []
  /// The bidi level of each unit.
  private(set) var levels: [UInt8] = []
  /// The base level of the hard line of each unit.
  private(set) var baseLevels: [UInt8] = []

  /// Divides a text.
  ///
  /// - Parameters:
  ///   - text: The text; cut at `limit` UTF-16 units.
  ///   - runs: The styles of the text; `sets` are the fonts by their numbers.
  ///   - rightToLeft: Base direction.
  ///   - natural: Whether the first strong character overrides the base direction.
  init(
    _ text: String, limit: Int, runs: RunTable, sets: [FontFallback], rightToLeft: Bool,
    natural: Bool
  ) throws(TextError) {
    let buffer = TextBuffer()
    buffer.load(text, limit: limit)
    units = Array(UnsafeBufferPointer(start: buffer.units, count: buffer.count))
    let itemizer = try Itemizer(graphemes: try BreakIterator(line: false, locale: ""))
    let bidi = try BidiLevels()
    var start = 0
    while start < units.count {
      let end = units[start...].firstIndex(where: TextBuffer.breaksLine) ?? units.count
      let last = min(end + 1, units.count)
      var base: UInt8 = rightToLeft ? 1 : 0
      if start < end {
        try itemizer.divide(
          buffer.units, range: start..<end, runs: runs, sets: sets, rightToLeft: rightToLeft,
          natural: natural)
        items += itemizer.items
        let found = bidi.levels(
          buffer.units + start, count: end - start, rightToLeft: rightToLeft, natural: natural)
        base = bidi.paragraphLevel
        levels += (0..<end - start).map { found?[$0] ?? 0 }
      }
      levels += repeatElement(base, count: last - end)
      baseLevels += repeatElement(base, count: last - start)
      start = last
    }
  }

  /// The index in `items` of the shaping run of a unit; `nil` for a line terminator.
  func item(at unit: Int) -> Int? {
    let index = items.partitioningIndex { $0.end > unit }
    return index < items.count && items[index].start <= unit ? index : nil
  }
}
