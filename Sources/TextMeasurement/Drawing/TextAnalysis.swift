internal import CICU

/// A text divided as for measuring: its shaping runs, and the directions of its units.
struct TextAnalysis {
  /// The text as it was shaped.
  let units: [UInt16]
  /// Its shaping runs, in the order of the text; they exclude line terminators.
  private(set) var items: [ShapingRun] = []
  /// The bidi level of each unit.
  private(set) var levels: [UInt8]
  /// The base level of the hard line of each unit.
  private(set) var baseLevels: [UInt8]

  /// Divides a text.
  ///
  /// - Parameters:
  ///   - text: The text; cut at `limit` UTF-16 units.
  ///   - runs: The styles of the text; `sets` are the fonts by their numbers.
  ///   - rightToLeft: Base direction.
  ///   - natural: Whether the first strong character overrides the base direction.
  init(
    _ text: String, limit: Int, runs: RunTable, sets: [FontSet], rightToLeft: Bool, natural: Bool
  ) throws(TextError) {
    let buffer = TextBuffer()
    buffer.load(text, limit: limit)
    units = Array(UnsafeBufferPointer(start: buffer.units, count: buffer.count))
    levels = [UInt8](repeating: 0, count: units.count)
    baseLevels = [UInt8](repeating: rightToLeft ? 1 : 0, count: units.count)
    let itemizer = try Itemizer(graphemes: try BreakIterator(line: false, locale: ""))
    let bidi = try Bidi()
    var start = 0
    while start < units.count {
      let end = units[start...].firstIndex(where: TextBuffer.breaksLine) ?? units.count
      if start < end {
        try itemizer.divide(
          buffer.units, range: start..<end, runs: runs, sets: sets, rightToLeft: rightToLeft,
          natural: natural)
        items += itemizer.items
      }
      let last = min(end + 1, units.count)
      bidi.setLevels(
        of: start..<last, in: units, rightToLeft: rightToLeft, natural: natural, levels: &levels,
        baseLevels: &baseLevels)
      start = last
    }
  }

  /// The index in `items` of the shaping run of a unit; `nil` for a line terminator.
  func item(at unit: Int) -> Int? {
    var low = 0
    var high = items.count
    while low < high {
      let middle = (low + high) / 2
      if items[middle].end <= unit { low = middle + 1 } else { high = middle }
    }
    return low < items.count && items[low].start <= unit ? low : nil
  }
}

/// ICU's bidirectional algorithm, used for each hard line in turn.
private final class Bidi {
  private let bidi: OpaquePointer

  init() throws(TextError) {
    guard let bidi = cicu_bidi_open() else { throw .icuFailed(locale: "", code: 7) }
    self.bidi = bidi
  }

  deinit { cicu_bidi_close(bidi) }

  /// Writes the levels of a hard line.
  ///
  /// A space is appended, because rule L1 gives it the base level.
  func setLevels(
    of range: Range<Int>, in units: [UInt16], rightToLeft: Bool, natural: Bool,
    levels: inout [UInt8], baseLevels: inout [UInt8]
  ) {
    let line = units[range] + [0x20]
    line.withUnsafeBufferPointer { line in
      guard
        let found = cicu_bidi_levels(
          bidi, line.baseAddress, Int32(clamping: line.count), rightToLeft ? 1 : 0, natural ? 1 : 0)
      else { return }
      for (index, unit) in range.enumerated() {
        levels[unit] = found[index]
        baseLevels[unit] = found[range.count]
      }
    }
  }
}
