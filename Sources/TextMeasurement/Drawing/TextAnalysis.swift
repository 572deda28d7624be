/// A text divided for shaping: its shaping runs, and the bidi levels of its UTF-16 units.
struct TextAnalysis {
  /// The UTF-16 units of the text.
  let units: [UInt16]
  /// Shaping runs of the text, in its order; they exclude line terminators.
  private(set) var items: [ShapingRun] = []
  /// Bidi embedding level of each UTF-16 unit.
  private(set) var levels: [UInt8] = []
  /// Bidi base level of each UTF-16 unit's hard line.
  private(set) var baseLevels: [UInt8] = []

  /// Divides a text into shaping runs and finds its bidi levels.
  ///
  /// - Parameters:
  ///   - text: The text; cut at `limit` UTF-16 units.
  ///   - runs: Styles of the text; their `fontSet` is an index into `sets`.
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

  /// Index into `items` of the shaping run at a UTF-16 offset; `nil` for a line terminator.
  func item(at unit: Int) -> Int? {
    let index = items.partitioningIndex { $0.end > unit }
    return index < items.count && items[index].start <= unit ? index : nil
  }
}
