internal import CHarfBuzz
internal import CICU

/// Shapes single words with HarfBuzz and writes them in the word cache's format.
final class Shaper {
  private let buffer: OpaquePointer
  let graphemes: BreakIterator
  private let input = ScratchBuffer<UInt16>(capacity: 256)
  let perUnit = ScratchBuffer<Int32>(capacity: 256)
  /// By how much kerning narrows each cluster before the next glyph, in font units, by UTF-16 unit.
  let perEdge = ScratchBuffer<UInt16>(capacity: 256)
  let marks = ScratchBuffer<UInt8>(capacity: 256)
  let output = ScratchBuffer<UInt64>(capacity: 256)
  /// HarfBuzz's languages, by the language's number in the measurer; only those used so far.
  private var languages: [Int: OpaquePointer] = [:]
  /// HarfBuzz's scripts, by ICU's script code; only those used so far.
  private var scripts: [Int32: hb_script_t] = [:]
  /// Maximum number of additional spaces on each side of a key, for the current font.
  ///
  /// They are needed because HarfBuzz marks all glyphs if a rule is longer than the text.
  private var room = maximumRoom
  /// Whether rules of the current font may match two consecutive spaces.
  private var matchesSpaces = false
  /// Features that are turned on or off for the current run, in addition to HarfBuzz's defaults.
  private var features: [hb_feature_t] = []
  /// The texts of which metrics packs do not have the width.
  private(set) var unmeasured = UnmeasuredTexts()
  /// Number of words measured by table so far.
  private(set) var wordsByTable = 0
  /// Number of texts that HarfBuzz shaped so far.
  private(set) var shapedRuns = 0
  /// Number of UTF-16 units that HarfBuzz shaped so far, including additional spaces.
  private(set) var shapedUnits = 0

  /// Creates a shaper with a grapheme iterator of the root locale.
  init(graphemes: BreakIterator) {
    self.graphemes = graphemes
    buffer = hb_buffer_create()
  }

  deinit { hb_buffer_destroy(buffer) }

  static let isGrapheme: UInt8 = 1
  static let isCluster: UInt8 = 2
  static let isBreak: UInt8 = 4
  /// Mark of a cluster that HarfBuzz says is unsafe to concatenate with the cluster before it.
  static let isUnsafe: UInt8 = 8
  /// Mark of a cluster before which a line cannot begin without shaping both sides again.
  static let isUnsafeToBreak: UInt8 = 16

  /// Maximum length of a short key, in UTF-16 units.
  ///
  /// Only a short key is measured by table, and first shaped without additional spaces. A longer
  /// key gets all of them at once, because shaping it twice would cost more. A complete key gets
  /// none.
  static let long = 64

  /// Where a word and its key are in the text that HarfBuzz gets, in UTF-16 units.
  struct Frame {
    let keyStart: Int
    let start: Int
    let end: Int
    let keyEnd: Int
    let total: Int
    /// The first unit that HarfBuzz marks if shaping used text before the key.
    ///
    /// `nil` if the run has no text before the key.
    let sentinelBefore: Int?
    /// The last unit that HarfBuzz marks if shaping used text after the key.
    ///
    /// `nil` if the run has no text after the key.
    let sentinelAfter: Int?

    /// Creates the frame of a word that is shaped without other text.
    init(count: Int) {
      (keyStart, start, end, keyEnd, total) = (0, 0, count, count, count)
      (sentinelBefore, sentinelAfter) = (nil, nil)
    }

    /// Creates the frame of a key between spaces, which stand for the text of the run beyond the
    /// key.
    ///
    /// If the key contains no text on a side of the word, the space on this side belongs to the
    /// key. HarfBuzz marks all glyphs from the first glyph that a rule examines to the glyph at
    /// which the rule fails; if it applies rules backward, it marks one glyph more.
    ///
    /// - Parameters:
    ///   - isReversed: Whether HarfBuzz applies rules from the end of the text to its beginning.
    ///   - room: Numbers of additional spaces before and after the key.
    init(
      context: ShapeContext, count: Int, isReversed: Bool, room: (before: Int, after: Int)
    ) {
      let near = context.moreBefore ? (context.prefix == 0 ? 3 : 2) : 0
      let far = context.moreAfter ? (context.suffix == 0 ? 3 : 2) : 0
      keyStart = near > 0 ? near + room.before : 0
      start = keyStart + context.prefix
      keyEnd = keyStart + count
      end = keyEnd - context.suffix
      total = keyEnd + far + (far > 0 ? room.after : 0)
      sentinelBefore = near > 0 ? keyStart - near + (isReversed ? 1 : 0) : nil
      sentinelAfter = far > 0 ? keyEnd + far - (isReversed ? 1 : 2) : nil
    }
  }

  /// Shapes a word of one font, script and direction, with the text beside it in its key.
  ///
  /// If the run continues beyond the key, spaces stand for the rest. If shaping used more than the
  /// first of them, the rest might change the result; then a flag of the word says that its key
  /// needs more text. HarfBuzz also marks all glyphs if a rule is longer than the text, so a
  /// flagged word is shaped once more between additional spaces. A complete key needs neither; see
  /// `ShapeContext.isComplete`.
  ///
  /// - Parameters:
  ///   - text: UTF-16 units of the key; the context contains the lengths of the text before and
  ///     after the word.
  ///   - count: Number of units of the key.
  ///   - plan: The font's plan for the context; `nil` if the font has too many plans, or to shape
  ///     without a table.
  ///   - isBasic: Whether the run has only basic characters; see `InertFeatures`.
  func shape(
    _ text: UnsafePointer<UInt16>, count: Int, context: ShapeContext, font: ShapingFont,
    plan: ShapePlan?, isBasic: @autoclosure () -> Bool, language: LanguageTag, breaks: LineBreaks?
  ) -> ShapedWord {
    if let captured = font.captured {
      return shape(text, count: count, context: context, by: captured, breaks: breaks)
    }
    var frame = Frame(count: count)
    var flags: UInt32 = 0
    let answer = measureByTable(text, count: count, context: context, plan: plan)
    if answer != .unknown {
      wordsByTable += 1
      if context.moreBefore, context.moreAfter { flags |= ShapedWord.isApart }
      if answer == .conditional { flags |= ShapedWord.isConditional }
    } else {
      matchesSpaces = plan?.table?.matchesSpaces ?? false
      room = min(plan?.table?.longestRule ?? Self.maximumRoom, Self.maximumRoom)
      features = plan.map { isBasic() ? $0.basicFeatures : font.features } ?? font.features
      (frame, flags) = shapeKey(
        text, count: count, context: context, font: font, language: language)
      if plan?.table?.isDividedBySpaces == true { flags &= ~ShapedWord.unsafe }
    }
    markBreaks(in: text + context.prefix, frame: frame, context: context, breaks)
    return describe(
      text, count: count, frame: frame, context: context, isPlain: answer != .unknown, flags: flags)
  }

  private func markBreaks(
    in word: UnsafePointer<UInt16>, frame: Frame, context: ShapeContext, _ breaks: LineBreaks?
  ) {
    let count = frame.end - frame.start
    guard context.breaks, !isAlphanumeric(word, count: count) else { return }
    breaks?.markUAX14(word, count: count, bit: Self.isBreak, marks: marks.base + frame.start)
  }

  /// Measures a word by the widths of a metrics pack.
  ///
  /// The key of the word contains no text beside it.
  private func shape(
    _ text: UnsafePointer<UInt16>, count: Int, context: ShapeContext, by captured: CapturedWidths,
    breaks: LineBreaks?
  ) -> ShapedWord {
    clearUnits(count)
    let answer = captured.measure(
      CapturedWidths.Text(
        units: UnsafeBufferPointer(start: text, count: count),
        beside: (context.moreBefore, context.moreAfter), isCut: context.isCut,
        isRightToLeft: context.rightToLeft),
      into: CapturedWidths.Widths(
        advances: perUnit.base, edges: perEdge.base, marks: marks.base),
      unmeasured: &unmeasured)
    var flags: UInt32 = answer.isFused ? ShapedWord.fused : 0
    if !answer.isFused, context.moreBefore, context.moreAfter { flags |= ShapedWord.isApart }
    if !answer.isKnown { flags |= ShapedWord.missingGlyph }
    let frame = Frame(count: count)
    markBreaks(in: text, frame: frame, context: context, breaks)
    return describe(
      text, count: count, frame: frame, context: context, isPlain: answer.isPlain, flags: flags)
  }

  /// Shapes a key without additional spaces; if the result is flagged, shapes it again with them.
  private func shapeKey(
    _ text: UnsafePointer<UInt16>, count: Int, context: ShapeContext, font: ShapingFont,
    language: LanguageTag
  ) -> (Frame, flags: UInt32) {
    let isLong = count > Self.long
    let isReversed = context.moreBefore || context.moreAfter ? isReversed(context) : false
    func shape(_ room: (before: Int, after: Int)) -> (Frame, flags: UInt32) {
      let frame = Frame(context: context, count: count, isReversed: isReversed, room: room)
      return (
        frame, run(text, count: count, frame, context: context, font: font, language: language)
      )
    }
    // A key contains text beside the word only if a rule is long.
    let minimum = (
      before: isLong || context.prefix > 0 ? room : 0,
      after: isLong || context.suffix > 0 ? room : 0
    )
    if context.isComplete {
      let (frame, flags) = shape((before: 0, after: 0))
      return (frame, flags & ~ShapedWord.unsafe)
    }
    let (frame, flags) = shape(minimum)
    let needed = (
      before: flags & ShapedWord.unsafeBefore != 0 ? room : minimum.before,
      after: flags & ShapedWord.unsafeAfter != 0 ? room : minimum.after
    )
    return needed == minimum ? (frame, flags) : shape(needed)
  }

  /// Maximum number of additional spaces on each side of a key.
  private static let maximumRoom = 24

  /// Whether HarfBuzz applies rules from the end of a text to its beginning.
  ///
  /// It does so if the text runs against the usual direction of its script.
  private func isReversed(_ context: ShapeContext) -> Bool {
    let native = hb_script_get_horizontal_direction(script(context.script))
    return context.rightToLeft ? native != HB_DIRECTION_RTL : native == HB_DIRECTION_RTL
  }

  /// Writes the advances of a word from the plan's table.
  private func measureByTable(
    _ text: UnsafePointer<UInt16>, count: Int, context: ShapeContext, plan: ShapePlan?
  ) -> PairTable.Answer {
    guard !context.rightToLeft, context.prefix == 0, context.suffix == 0, count <= Self.long,
      let table = plan?.table
    else { return .unknown }
    perUnit.reserve(count)
    perEdge.reserve(count)
    marks.reserve(count)
    let answer = table.measure(
      text, count: count, afterSpace: context.moreBefore, beforeSpace: context.moreAfter,
      advances: perUnit.base, edges: perEdge.base)
    if answer != .unknown { marks.base.update(repeating: Self.isCluster, count: count) }
    return answer
  }

  private func run(
    _ text: UnsafePointer<UInt16>, count: Int, _ frame: Frame, context: ShapeContext,
    font: ShapingFont, language: LanguageTag
  ) -> UInt32 {
    shapedRuns += 1
    shapedUnits += frame.total
    input.reserve(frame.total)
    input.base.update(repeating: 0x20, count: frame.total)
    (input.base + frame.keyStart).update(from: text, count: count)
    run(
      input.base, count: frame.total, range: 0..<frame.total,
      isWatched: context.moreBefore || context.moreAfter, context: context, font: font,
      language: language)
    clearUnits(frame.total)
    return collectGlyphs(frame, font: font)
  }

  /// Shapes a part of a shaping run into HarfBuzz's buffer, and marks clusters unsafe to
  /// concatenate.
  func run(
    _ item: UnsafePointer<UInt16>, count: Int, range: Range<Int>, context: ShapeContext,
    font: ShapingFont, language: LanguageTag
  ) {
    features = font.features
    shapedRuns += 1
    shapedUnits += range.count
    run(
      item, count: count, range: range, isWatched: true, context: context, font: font,
      language: language)
  }

  /// Shapes a range of a text into HarfBuzz's buffer.
  ///
  /// - Parameters:
  ///   - range: The range; the text before and after it is context for scripts that join letters.
  ///   - isWatched: Whether HarfBuzz marks clusters that are unsafe to concatenate.
  private func run(
    _ text: UnsafePointer<UInt16>, count: Int, range: Range<Int>, isWatched: Bool,
    context: ShapeContext, font: ShapingFont, language: LanguageTag
  ) {
    hb_buffer_clear_contents(buffer)
    chb_buffer_set_flags(buffer, isWatched ? 1 : 0)
    hb_buffer_set_direction(buffer, context.rightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, script(context.script))
    hb_buffer_set_language(buffer, name(of: language, number: context.language))
    hb_buffer_add_utf16(
      buffer, text, Int32(clamping: count), UInt32(range.lowerBound), Int32(clamping: range.count))
    hb_shape(font.font, buffer, features, UInt32(features.count))
  }

  /// A font's plan for the script, language and direction of a context; `nil` if it has too many
  /// plans.
  @inline(__always)
  func plan(of font: ShapingFont, _ context: ShapeContext, language: LanguageTag) -> ShapePlan? {
    font.plan(
      context, script(context.script), language: name(of: language, number: context.language))
  }

  private func script(_ code: Int32) -> hb_script_t {
    if let cached = scripts[code] { return cached }
    let script = hb_script_from_string(cicu_script_name(code), 4)
    scripts[code] = script
    return script
  }

  private func name(of language: LanguageTag, number: Int) -> OpaquePointer? {
    if let cached = languages[number] { return cached }
    let name = hb_language_from_string(language.shaping, -1)
    languages[number] = name
    return name
  }

  /// Makes the buffers that are indexed by unit large enough for `count` units, and sets them to 0.
  func clearUnits(_ count: Int) {
    perUnit.reserve(count)
    perUnit.base.update(repeating: 0, count: count)
    perEdge.reserve(count)
    perEdge.base.update(repeating: 0, count: count)
    marks.reserve(count)
    marks.base.update(repeating: 0, count: count)
  }

  /// Calls a closure with each shaped glyph in HarfBuzz's buffer.
  ///
  /// The closure also gets the glyph's advance, in font units, and the marks `isUnsafe` and
  /// `isUnsafeToBreak` of its cluster.
  @inline(__always)
  func eachGlyph(_ body: (hb_glyph_info_t, Int32, UInt8) -> Void) {
    var length: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &length),
      let positions = hb_buffer_get_glyph_positions(buffer, &length)
    else { return }
    for index in 0..<Int(length) {
      var marks: UInt8 = chb_is_unsafe_to_concat(infos + index) != 0 ? Self.isUnsafe : 0
      if chb_is_unsafe_to_break(infos + index) != 0 { marks |= Self.isUnsafeToBreak }
      body(infos[index], positions[index].x_advance, marks)
    }
  }

  /// Adds a glyph's advance to its cluster, and records its kerning, in font units.
  @inline(__always)
  func add(_ advance: Int32, of glyph: hb_codepoint_t, at cluster: Int, font: ShapingFont) {
    perUnit.base[cluster] &+= advance
    if advance > 0 {
      let alone = hb_font_get_glyph_h_advance(font.font, glyph)
      perEdge.base[cluster] = UInt16(clamping: Int(alone) - Int(advance))
    }
    marks.base[cluster] |= Self.isCluster
  }

  /// Adds the advance of each glyph to its cluster, and determines the flags of the word.
  private func collectGlyphs(_ frame: Frame, font: ShapingFont) -> UInt32 {
    var flags: UInt32 = 0
    /// Whether a unit is one of the spaces around the key, or is beside the word.
    func isSpace(_ unit: Int) -> Bool {
      unit < frame.keyStart || unit >= frame.keyEnd || unit == frame.start - 1 || unit == frame.end
    }
    eachGlyph { info, advance, unsafe in
      let cluster = min(Int(info.cluster), frame.total - 1)
      add(advance, of: info.codepoint, at: cluster, font: font)
      marks.base[cluster] |= unsafe
      if info.codepoint == 0, cluster >= frame.start, cluster < frame.end {
        flags |= ShapedWord.missingGlyph
      }
      if isSpace(cluster), info.codepoint != font.spaceGlyph { flags |= ShapedWord.fused }
      if cluster > frame.end, cluster < frame.keyEnd,
        info.codepoint != font.glyph(of: UInt32(input.base[cluster]))
      {
        flags |= ShapedWord.changesSuffix
      }
    }
    // A word must not be measured alone if it changes a space or shares a glyph with one.
    let spaces = (0..<frame.total).lazy.filter(isSpace)
    if spaces.contains(where: { perUnit.base[$0] != font.spaceUnits })
      || frame.start > 0 && marks.base[frame.start] & Self.isCluster == 0
      || spaces.contains(where: { marks.base[$0] & Self.isCluster == 0 })
    {
      flags |= ShapedWord.fused
    }
    if let sentinel = frame.sentinelBefore, reachesBefore(frame, sentinel: sentinel) {
      flags |= ShapedWord.unsafeBefore
    }
    if let last = frame.sentinelAfter, isUnsafe(frame.end...last) {
      flags |= ShapedWord.unsafeAfter
    }
    return flags
  }

  /// Whether a rule examined text before the key or, if the key begins with the word, text before
  /// the space in front of the word.
  ///
  /// If a rule matches that space, HarfBuzz marks the glyphs up to the one after the space. If a
  /// rule fails at a space, it also marks the glyph before the space. This distinguishes a rule
  /// that fails at the space in front of the word from a rule that matches the space before that
  /// one, unless a rule of the font may match two spaces in a row.
  private func reachesBefore(_ frame: Frame, sentinel: Int) -> Bool {
    if frame.start > frame.keyStart { return isUnsafe(frame.keyStart...frame.start) }
    guard isUnsafe(frame.start - 1...frame.start) else { return false }
    return matchesSpaces || isUnsafe(sentinel...frame.start)
      || !isUnsafe(frame.start - 2...frame.start - 2)
  }

  /// Whether all clusters in a range are unsafe to concatenate with the cluster before them.
  ///
  /// HarfBuzz marks all of them if a rule extends from one end of the range to the other.
  private func isUnsafe(_ units: ClosedRange<Int>) -> Bool {
    units.allSatisfy {
      marks.base[$0] & (Self.isCluster | Self.isUnsafe) != Self.isCluster
    }
  }
}
