internal import CHarfBuzz
internal import CICU

/// Shapes single words with HarfBuzz and writes them in the word cache's format.
final class Shaper {
  private let buffer: OpaquePointer
  let graphemes: BreakIterator
  private let input = ScratchBuffer<UInt16>(capacity: 256)
  let perUnit = ScratchBuffer<Int32>(capacity: 256)
  /// Width that kerning with the next glyph takes from each cluster, by UTF-16 unit, in font units.
  let perEdge = ScratchBuffer<UInt16>(capacity: 256)
  let marks = ScratchBuffer<UInt8>(capacity: 256)
  let output = ScratchBuffer<UInt64>(capacity: 256)
  /// HarfBuzz's languages used so far, by their number in the measurer.
  private var languages: [Int: OpaquePointer] = [:]
  /// HarfBuzz's scripts used so far, by ICU's script code.
  private var scripts: [Int32: hb_script_t] = [:]
  /// Whether the current run has basic characters only.
  private var isBasic = false
  private let method: ShapingMethod
  /// Number of words measured by table so far.
  private(set) var wordsByTable = 0
  /// Number of words for which a table and HarfBuzz differed so far.
  private(set) var tableDifferences = 0
  /// Number of runs shaped so far.
  private(set) var shapedRuns = 0
  /// Number of UTF-16 units shaped so far.
  private(set) var shapedUnits = 0

  /// Creates a shaper with a grapheme iterator of the root locale.
  init(graphemes: BreakIterator, method: ShapingMethod) {
    self.graphemes = graphemes
    self.method = method
    buffer = hb_buffer_create()
  }

  deinit { hb_buffer_destroy(buffer) }

  static let isGrapheme: UInt8 = 1
  static let isCluster: UInt8 = 2
  static let isBreak: UInt8 = 4

  /// Maximum length of a key that is first shaped with little context, in UTF-16 units.
  ///
  /// Longer keys get all context at once, because reshaping them would cost more.
  private static let long = 64

  /// The positions of a word and its neighbors in the text that HarfBuzz is given, in UTF-16 units.
  struct Frame {
    let keyStart: Int
    let start: Int
    let end: Int
    let total: Int
    /// Position of the space that detects whether shaping used text before the key; `nil` without
    /// such text.
    let sentinelBefore: Int?
    /// Position of the space that detects whether shaping used text after the key; `nil` without
    /// such text.
    let sentinelAfter: Int?

    /// A word by itself.
    init(count: Int) {
      (keyStart, start, end, total) = (0, 0, count, count)
      (sentinelBefore, sentinelAfter) = (nil, nil)
    }

    init(context: ShapeContext, count: Int, room: Int) {
      // A key without neighbors also excludes the space beside the word.
      let near = context.moreBefore ? (context.prefix == 0 ? 3 : 2) : 0
      let far = context.moreAfter ? (context.suffix == 0 ? 3 : 2) : 0
      keyStart = near > 0 ? near + room : 0
      start = keyStart + context.prefix
      end = keyStart + count - context.suffix
      let last = keyStart + count + far - 1
      total = last + 1 + (far > 0 ? room : 0)
      sentinelBefore = near > 0 ? room : nil
      sentinelAfter = far > 0 ? last : nil
    }
  }

  /// Shapes a word of one font, script and direction with the neighboring text of its key.
  ///
  /// Where the run continues, spaces represent the rest. When shaping used the first of them, the
  /// rest might have changed the result, and the word is flagged: its key needs more text. The
  /// second space shows this, because HarfBuzz marks one glyph more than it used as unsafe to
  /// concatenate. HarfBuzz also marks all glyphs when a rule is longer than the text, so a flagged
  /// word is shaped again with more context.
  ///
  /// - Parameters:
  ///   - text: UTF-16 units of the key: prefix, word and suffix, by the context.
  ///   - count: Number of units of the key.
  ///   - isBasic: Whether the run has basic characters only; see `NoOpFeatures`.
  func shape(
    _ text: UnsafePointer<UInt16>, count: Int, context: ShapeContext, font: ShapingFont,
    isBasic: Bool, language: LanguageTag, breaks: LineBreaks?
  ) -> ShapedWord {
    self.isBasic = isBasic
    var frame = Frame(count: count)
    var flags: UInt32 = 0
    let isMeasured = measureByTable(
      text, count: count, context: context, font: font, language: language)
    if isMeasured { wordsByTable += 1 }
    if !isMeasured || method == .verified {
      let table = isMeasured ? (0..<count).map { (perUnit.base[$0], perEdge.base[$0]) } : nil
      (frame, flags) = shapeKey(
        text, count: count, context: context, font: font, language: language)
      if let table, !agrees(table, in: frame, flags: flags) { tableDifferences += 1 }
    }
    if !context.moreBefore, !context.moreAfter,
      !font.spaceSight.isBlind(text, count: count)
    {
      flags |= ShapedWord.seesSpace
    }
    let word = text + context.prefix
    let length = frame.end - frame.start
    if context.breaks, !isAlphanumeric(word, count: length) {
      breaks?.markUAX14(
        word, count: length, bit: Self.isBreak, marks: marks.base + frame.start)
    }
    return describe(
      text, count: count, frame: frame, context: context,
      isPlain: isMeasured && method != .verified, flags: flags)
  }

  /// Shapes a key with the little context that most words need, or with all of it.
  private func shapeKey(
    _ text: UnsafePointer<UInt16>, count: Int, context: ShapeContext, font: ShapingFont,
    language: LanguageTag
  ) -> (Frame, flags: UInt32) {
    let isLong = count > Self.long
    let frame = Frame(context: context, count: count, room: isLong ? 24 : 0)
    let flags = run(text, count: count, frame, context: context, font: font, language: language)
    guard !isLong, flags & (ShapedWord.unsafeBefore | ShapedWord.unsafeAfter) != 0 else {
      return (frame, flags)
    }
    let whole = Frame(context: context, count: count, room: 24)
    return (
      whole,
      run(text, count: count, whole, context: context, font: font, language: language)
    )
  }

  /// Whether HarfBuzz gave the advances and edges of a table, one glyph for each unit.
  private func agrees(
    _ table: [(advance: Int32, edge: UInt16)], in frame: Frame, flags: UInt32
  ) -> Bool {
    guard flags & (ShapedWord.fused | ShapedWord.missingGlyph) == 0 else { return false }
    return table.indices.allSatisfy { index in
      let unit = frame.start + index
      return perUnit.base[unit] == table[index].advance
        && perEdge.base[unit] == table[index].edge && marks.base[unit] & Self.isCluster != 0
    }
  }

  /// Writes the advances of a word by the font's table, where it has one with an answer.
  private func measureByTable(
    _ text: UnsafePointer<UInt16>, count: Int, context: ShapeContext, font: ShapingFont,
    language: LanguageTag
  ) -> Bool {
    guard method != .harfBuzz, !context.rightToLeft, context.prefix == 0, context.suffix == 0,
      count <= Self.long,
      let table = font.pairTable(
        context.script, script(context.script),
        language: name(of: language, number: context.language), number: context.language)
    else { return false }
    perUnit.reserve(count)
    perEdge.reserve(count)
    marks.reserve(count)
    guard
      table.measure(
        text, count: count, afterSpace: context.moreBefore, beforeSpace: context.moreAfter,
        advances: perUnit.base, edges: perEdge.base)
    else { return false }
    marks.base.update(repeating: Self.isCluster, count: count)
    return true
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

  /// Shapes a part of a shaping run, with flags for clusters that are safe to concatenate.
  func run(
    _ item: UnsafePointer<UInt16>, count: Int, range: Range<Int>, context: ShapeContext,
    font: ShapingFont, isBasic: Bool, language: LanguageTag
  ) {
    self.isBasic = isBasic
    shapedRuns += 1
    shapedUnits += range.count
    run(
      item, count: count, range: range, isWatched: true, context: context, font: font,
      language: language)
  }

  /// Shapes a range of a text into HarfBuzz's buffer.
  ///
  /// - Parameter range: The part to shape; the text on both sides is context for joining scripts.
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
    let features = isBasic ? font.features.basic : font.features.general
    hb_shape(font.font, buffer, features, UInt32(features.count))
  }

  private func script(_ code: Int32) -> hb_script_t {
    if let known = scripts[code] { return known }
    let script = hb_script_from_string(cicu_script_name(code), 4)
    scripts[code] = script
    return script
  }

  private func name(of language: LanguageTag, number: Int) -> OpaquePointer? {
    if let known = languages[number] { return known }
    let tag = language.primary.isEmpty ? "und" : language.bcp47
    let name = hb_language_from_string(tag, -1)
    languages[number] = name
    return name
  }

  /// Reserves and clears the per-unit buffers for `count` UTF-16 units.
  func clearUnits(_ count: Int) {
    perUnit.reserve(count)
    perUnit.base.update(repeating: 0, count: count)
    perEdge.reserve(count)
    perEdge.base.update(repeating: 0, count: count)
    marks.reserve(count)
    marks.base.update(repeating: 0, count: count)
  }

  /// Passes each shaped glyph to a closure, with its advance and whether it is unsafe to
  /// concatenate.
  ///
  /// The advance is in font units.
  @inline(__always)
  func eachGlyph(_ body: (hb_glyph_info_t, Int32, Bool) -> Void) {
    var length: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &length),
      let positions = hb_buffer_get_glyph_positions(buffer, &length)
    else { return }
    for index in 0..<Int(length) {
      body(
        infos[index], positions[index].x_advance, chb_is_unsafe_to_concat(infos + index) != 0)
    }
  }

  /// Adds a glyph's advance, in font units, and its kerning to its cluster.
  @inline(__always)
  func add(_ advance: Int32, of glyph: hb_codepoint_t, at cluster: Int, font: ShapingFont) {
    perUnit.base[cluster] &+= advance
    if advance > 0 {
      let alone = hb_font_get_glyph_h_advance(font.font, glyph)
      perEdge.base[cluster] = UInt16(clamping: Int(alone) - Int(advance))
    }
    marks.base[cluster] |= Self.isCluster
  }

  /// Adds the advance of each glyph to its cluster, and returns the word's flags.
  private func collectGlyphs(_ frame: Frame, font: ShapingFont) -> UInt32 {
    var flags: UInt32 = 0
    eachGlyph { info, advance, isUnsafe in
      let cluster = min(Int(info.cluster), frame.total - 1)
      add(advance, of: info.codepoint, at: cluster, font: font)
      if isUnsafe {
        if cluster == frame.sentinelBefore { flags |= ShapedWord.unsafeBefore }
        if cluster == frame.sentinelAfter { flags |= ShapedWord.unsafeAfter }
      }
      if info.codepoint == 0, cluster >= frame.start, cluster < frame.end {
        flags |= ShapedWord.missingGlyph
      }
    }
    // A space that the word changes, or shares a glyph with, cannot be measured separately.
    if frame.start > 0,
      marks.base[frame.start] & Self.isCluster == 0
        || perUnit.base[frame.start - 1] != font.spaceUnits
    {
      flags |= ShapedWord.fused
    }
    if frame.end < frame.total,
      marks.base[frame.end] & Self.isCluster == 0
        || perUnit.base[frame.end] != font.spaceUnits
    {
      flags |= ShapedWord.fused
    }
    return flags
  }
}
