internal import CICU

/// Divides hard lines into shaping runs by style, bidi level, script and font.
final class Itemizer {
  private let graphemes: BreakIterator
  private let bidi: BidiLevels
  private let marks = ScratchBuffer<UInt8>(capacity: 1024)
  private var scalars: [UInt32] = []
  private(set) var items: [ShapingRun] = []

  init(graphemes: BreakIterator) throws(TextError) {
    self.graphemes = graphemes
    bidi = try BidiLevels()
  }

  private static let grapheme: UInt8 = 1

  /// Fills `items` with the shaping runs of one hard line, in the order of the text.
  ///
  /// - Parameters:
  ///   - units: The UTF-16 units of the whole text.
  ///   - range: The UTF-16 range of the line; not empty.
  ///   - runs: Styles of the text; their `fontSet` is an index into `sets`.
  ///   - rightToLeft: Whether the base direction is right to left.
  ///   - natural: Whether the first strong character overrides the base direction.
  func divide(
    _ units: UnsafePointer<UInt16>, range: Range<Int>, runs: RunTable, sets: [FontFallback],
    rightToLeft: Bool, natural: Bool
  ) throws(TextError) {
    // The local copy avoids a check of exclusive access for each grapheme.
    var growth = Growth(items: items)
    items = []
    defer { items = growth.finish() }
    let line = units + range.lowerBound
    let count = range.count
    marks.reserve(count + 1)
    marks.base.update(repeating: 0, count: count)
    if Self.isSimple(line, count: count) {
      marks.base.update(repeating: Self.grapheme, count: count)
    } else {
      graphemes.mark(line, count: count, bit: Self.grapheme, marks: marks.base)
      // A mark after a space begins a grapheme, because a line may break between the two.
      for index in 1..<max(count, 1) where line[index - 1] == 0x20 {
        marks.base[index] = Self.grapheme
      }
    }
    marks.base[count] = Self.grapheme
    let levels = bidi.levels(line, count: count, rightToLeft: rightToLeft, natural: natural)
    var start = 0
    var run = runs.number(at: range.lowerBound)
    var set = sets[runs.font(run).fontSet]
    var coversASCII = set.primary.coversASCII
    while start < count {
      var end = start + 1
      while marks.base[end] & Self.grapheme == 0 { end += 1 }
      if run < runs.spans.count, range.lowerBound + start >= runs.spans[run].end {
        run = runs.number(at: range.lowerBound + start, from: run)
        set = sets[runs.font(run).fontSet]
        coversASCII = set.primary.coversASCII
        growth.neighbor = nil
      }
      let unit = line[start]
      var item = ShapingRun(
        start: range.lowerBound + start, end: range.lowerBound + end, font: 0,
        script: Self.common, rightToLeft: levels.map { $0[start] & 1 == 1 } ?? false,
        hasSpaces: unit == 0x20 && end == start + 1, run: run)
      item.continues = marks.base[start] & Self.grapheme == 0
      if unit < 0x7F, unit >= 0x20, coversASCII, end == start + 1 {
        item.script = Self.script(UInt32(unit))
      } else if unit == 0x09 {
        item.isTab = true
      } else if ControlCharacter.contains(unit) {
        item.isControl = true
        item.isReturn = unit == 0x0C || unit == 0x0D
        if ControlCharacter.hasGlyph(unit) { item.font = try set.number(for: UInt32(unit)) }
      } else if unit == 0xFFFC, run < runs.spans.count, runs.spans[run].isObject {
        item.isObject = true
      } else {
        let part = item.start
        try choose(&item, line, start: start, end: end, set: set, after: growth)
        end = start + item.end - part
      }
      growth.add(item)
      start = end
    }
  }

  /// Sets `isCursive` of the shaping runs whose script joins letters.
  ///
  /// A run without a script counts as the run after it.
  ///
  /// Source: CSS Text 3, appendix D, cursive scripts.
  func markCursive(_ units: UnsafePointer<UInt16>) {
    var following = Self.common
    for index in items.indices.reversed() where !items[index].isTab {
      let script = items[index].script
      if script != Self.common {
        following = script
      } else if following == Self.common, Self.arabicMarks.contains(units[items[index].start]) {
        following = Self.arabic
      }
      items[index].isCursive = Self.isCursive(following)
    }
  }

  private static var arabic: Int32 { Int32(CICU_SCRIPT_ARABIC) }
  /// Arabic comma, semicolon, question mark and tatweel, which other scripts also use.
  private static let arabicMarks: [UInt16] = [0x60C, 0x61B, 0x61F, 0x640]

  static func isCursive(_ script: Int32) -> Bool {
    switch Int(script) {
    case CICU_SCRIPT_ARABIC, CICU_SCRIPT_MONGOLIAN, CICU_SCRIPT_SYRIAC, CICU_SCRIPT_MANDAIC,
      CICU_SCRIPT_NKO, CICU_SCRIPT_PHAGS_PA, CICU_SCRIPT_HANIFI_ROHINGYA:
      true
    default: false
    }
  }

  /// Collects the shaping runs of one hard line.
  private struct Growth {
    private(set) var items: [ShapingRun]
    private var current: ShapingRun?
    /// Number of the font of the last grapheme that has a script; nil if there is none in the
    /// style.
    var neighbor: Int?

    /// Begins a line with the memory of an earlier line's runs, which are removed.
    init(items: [ShapingRun]) {
      self.items = items
      self.items.removeAll(keepingCapacity: true)
    }

    /// The last shaping run, if a grapheme of the span with index `run` may extend it; otherwise
    /// nil.
    func joinable(run: Int) -> ShapingRun? {
      current.flatMap { $0.run == run && !$0.isTab && !$0.isControl ? $0 : nil }
    }

    /// Extends the last shaping run by a grapheme, or begins the next run with it.
    @inline(__always)
    mutating func add(_ grapheme: ShapingRun) {
      if grapheme.script != Itemizer.common { neighbor = grapheme.font }
      guard let last = current else {
        current = grapheme
        return
      }
      if last.run == grapheme.run, last.isTab == grapheme.isTab,
        last.isControl == grapheme.isControl, last.isReturn == grapheme.isReturn,
        !grapheme.continues,
        last.font == grapheme.font || last.isInvisible,
        last.rightToLeft == grapheme.rightToLeft,
        last.script == grapheme.script || grapheme.script == Itemizer.common
          || last.script == Itemizer.common
      {
        current?.end = grapheme.end
        if last.isInvisible {
          current?.font = grapheme.font
          current?.isInvisible = grapheme.isInvisible
        }
        if last.script == Itemizer.common { current?.script = grapheme.script }
        if grapheme.hasSpaces { current?.hasSpaces = true }
        return
      }
      items.append(last)
      current = grapheme
      if grapheme.script == Itemizer.common, !grapheme.isTab, !grapheme.isInvisible {
        current?.script = last.script
      }
    }

    /// Ends the last shaping run and returns all runs.
    mutating func finish() -> [ShapingRun] {
      if let current { items.append(current) }
      current = nil
      return items
    }
  }

  /// Determines the font and the script of a grapheme, and sets them in `item`.
  ///
  /// If marks of the grapheme have a font of their own, the item ends before them.
  private func choose(
    _ item: inout ShapingRun, _ line: UnsafePointer<UInt16>, start: Int, end: Int,
    set: FontFallback,
    after growth: Growth
  ) throws(TextError) {
    let first = UInt32(line[start])
    guard end == start + 1, EmojiPresentation.isPlain(first),
      !EmojiPresentation.mayBeInvisible(line[start])
    else { return try chooseComplex(&item, line, start: start, end: end, set: set, after: growth) }
    item.font = try set.number(for: first)
    item.script = Self.script(first)
    if item.font != 0, item.script == Self.common {
      item.font = try set.number(for: first, after: growth.neighbor)
    }
  }

  /// Does the same for a grapheme that has several units, or may be an emoji or invisible.
  private func chooseComplex(
    _ item: inout ShapingRun, _ line: UnsafePointer<UInt16>, start: Int, end: Int,
    set: FontFallback, after growth: Growth
  ) throws(TextError) {
    scalars.removeAll(keepingCapacity: true)
    var index = start
    var own = Self.common
    // Only the first hundred scalars of a grapheme determine its font.
    while index < end, scalars.count < 100 {
      let scalar = ScalarCursor.scalar(line, at: index, count: end)
      if set.isChromium {
        let script = Self.script(scalar)
        if own == Self.common {
          own = script
        } else if script != Self.common, script != own {
          item.end += index - end
          break
        }
        // A mark is no part of an emoji.
        if !scalars.isEmpty, BreakTraits(of: scalar).contains(.mark),
          !EmojiPresentation.isInvisible(scalar), EmojiPresentation.isEmoji(scalars[...])
        {
          item.end += index - end
          break
        }
      }
      index += scalar > 0xFFFF ? 2 : 1
      scalars.append(scalar)
    }
    if scalars.allSatisfy(EmojiPresentation.isInvisible) {
      item.isInvisible = true
      item.font = growth.joinable(run: item.run)?.font ?? 0
      return
    }
    item.script = set.isChromium ? own : Self.script(scalars.first ?? 0x20)
    item.font = try set.number(
      for: scalars[...], after: item.script == Self.common ? growth.neighbor : nil)
  }

  static var common: Int32 { Int32(CICU_SCRIPT_COMMON) }
  private static var inherited: Int32 { Int32(CICU_SCRIPT_INHERITED) }
  private static var hiragana: Int32 { Int32(CICU_SCRIPT_HIRAGANA) }
  private static var katakana: Int32 { Int32(CICU_SCRIPT_KATAKANA) }
  static var latin: Int32 { Int32(CICU_SCRIPT_LATIN) }

  /// ICU's code of a character's script; hiragana and katakana count as one, because words mix
  /// them.
  private static func script(_ scalar: UInt32) -> Int32 {
    if scalar < 0x80 { return UInt16(scalar).isASCIILetter ? latin : common }
    let script = cicu_script(scalar)
    if script == inherited { return common }
    return script == katakana ? hiragana : script
  }

  /// Whether every grapheme of a line is one unit; `true` is certain, `false` is not.
  private static func isSimple(_ line: UnsafePointer<UInt16>, count: Int) -> Bool {
    for index in 0..<count {
      let unit = line[index]
      if unit < 0x300 { continue }
      switch unit {
      case 0x0370...0x0482, 0x048A...0x058F, 0x05D0...0x05EA, 0x0620...0x064A, 0x2010...0x2029,
        0x2030...0x205E, 0x20A0...0x20C0, 0x3000...0x3029, 0x3041...0x3096, 0x309B...0x30FF,
        0x3400...0x9FFF, 0xAC00...0xD7A3, 0xFF01...0xFF9D:
        continue
      default: return false
      }
    }
    return true
  }
}

/// A range of a text with one font, script, direction and style, which is shaped at once.
struct ShapingRun {
  /// UTF-16 offset of the first unit.
  var start: Int
  /// UTF-16 offset after the last unit.
  var end: Int
  /// Number of the font in the font set of the run's style; 0 is the style's own font.
  var font: Int
  /// ICU's script code.
  var script: Int32
  var rightToLeft: Bool
  /// Whether the run contains spaces.
  var hasSpaces: Bool
  /// Index in the `RunTable` of the text of the span that contains the run.
  var run = 0
  /// Whether the script joins letters, so that Chromium adds no letter spacing; see `markCursive`.
  var isCursive = false
  /// Whether the run consists only of tabs.
  var isTab = false
  /// Whether the run consists only of characters that stand for atomic boxes.
  var isObject = false
  /// Whether the run consists only of control characters; see `ControlCharacter`.
  var isControl = false
  /// Whether the run consists only of U+000C and U+000D, beside which Chromium rounds widths.
  var isReturn = false
  /// Whether the run has only invisible characters so far; then it gets the font of the text after
  /// it.
  var isInvisible = false
  /// Whether the run begins inside a grapheme, with marks that have a font of their own.
  var continues = false
}
