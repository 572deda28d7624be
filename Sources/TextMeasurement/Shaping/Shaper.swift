internal import CHarfBuzz
internal import CICU

/// Shapes single words with HarfBuzz and describes them as the word cache keeps them.
final class Shaper {
  private let buffer: OpaquePointer
  private let graphemes: BreakIterator
  private let input = ScratchBuffer<UInt16>(capacity: 256)
  private let perUnit = ScratchBuffer<Int32>(capacity: 256)
  private let marks = ScratchBuffer<UInt8>(capacity: 256)
  private let output = ScratchBuffer<UInt64>(capacity: 256)
  /// Runs shaped so far.
  private(set) var shapedRuns = 0

  /// Opens the grapheme iterator of the root locale.
  init(graphemes: BreakIterator) {
    self.graphemes = graphemes
    buffer = hb_buffer_create()
  }

  deinit { hb_buffer_destroy(buffer) }

  private static let isGrapheme: UInt8 = 1
  private static let isCluster: UInt8 = 2
  private static let isBreak: UInt8 = 4

  /// Shapes a text of one font, script and direction.
  ///
  /// Two spaces stand for the neighbours on each side on which the context has one. When shaping
  /// looked as far as the outer space, the neighbours' letters might have changed the result, and
  /// the word is flagged: it must be shaped together with its neighbour instead.
  func shape(
    _ text: UnsafePointer<UInt16>, count: Int, context: ShapeContext, font: ShapingFont,
    language: LanguageTag, breaks: LineBreaks?
  ) -> ShapedWord {
    shapedRuns += 1
    let lead = context.spaceBefore ? 2 : 0
    let total = lead + count + (context.spaceAfter ? 2 : 0)
    input.reserve(total)
    input.base.update(repeating: 0x20, count: total)
    (input.base + lead).update(from: text, count: count)
    run(count: total, context: context, font: font, language: language)
    perUnit.reserve(total)
    perUnit.base.update(repeating: 0, count: total)
    marks.reserve(total)
    marks.base.update(repeating: 0, count: total)
    let flags = collectGlyphs(lead: lead, count: count, total: total, font: font)
    if context.breaks {
      breaks?.mark(text, count: count, mode: .uax14, bit: Self.isBreak, marks: marks.base + lead)
    }
    return describe(text, count: count, lead: lead, context: context, flags: flags)
  }

  private func run(count: Int, context: ShapeContext, font: ShapingFont, language: LanguageTag) {
    hb_buffer_clear_contents(buffer)
    let watched = context.spaceBefore || context.spaceAfter
    chb_buffer_set_flags(buffer, watched ? 1 : 0)
    hb_buffer_set_direction(buffer, context.rightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(
      buffer, hb_script_from_string(cicu_script_name(context.script), 4))
    let tag = language.primary.isEmpty ? "und" : language.bcp47
    hb_buffer_set_language(buffer, hb_language_from_string(tag, -1))
    hb_buffer_add_utf16(buffer, input.base, Int32(count), 0, Int32(count))
    if font.ligatures {
      hb_shape(font.font, buffer, nil, 0)
    } else {
      let off = [chb_tag("liga"), chb_tag("clig")].map {
        hb_feature_t(tag: $0, value: 0, start: 0, end: UInt32.max)
      }
      hb_shape(font.font, buffer, off, UInt32(off.count))
    }
  }

  /// Sums the advances of each cluster at its first unit and finds which edges are unsafe.
  private func collectGlyphs(lead: Int, count: Int, total: Int, font: ShapingFont) -> UInt32 {
    var length: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &length),
      let positions = hb_buffer_get_glyph_positions(buffer, &length)
    else { return 0 }
    var flags: UInt32 = 0
    for index in 0..<Int(length) {
      let cluster = min(Int(infos[index].cluster), total - 1)
      perUnit.base[cluster] &+= positions[index].x_advance
      marks.base[cluster] |= Self.isCluster
      let isOuter = cluster == 0 && lead > 0
      let isLast = cluster == total - 1 && total > lead + count
      if isOuter || isLast, chb_is_unsafe_to_concat(infos + index) != 0 {
        flags |= isOuter ? ShapedWord.unsafeBefore : ShapedWord.unsafeAfter
      }
      if infos[index].codepoint == 0, cluster >= lead, cluster < lead + count {
        flags |= ShapedWord.missingGlyph
      }
    }
    // A space whose width the word changed belongs to the word's shape.
    if lead > 0, perUnit.base[1] != font.spaceUnits { flags |= ShapedWord.unsafeBefore }
    if total > lead + count, perUnit.base[lead + count] != font.spaceUnits {
      flags |= ShapedWord.unsafeAfter
    }
    return flags
  }

  /// Writes the word: one cluster a grapheme.
  ///
  /// A ligature's advance is shared out among its own.
  private func describe(
    _ text: UnsafePointer<UInt16>, count: Int, lead: Int, context: ShapeContext, flags: UInt32
  ) -> ShapedWord {
    let marks = marks.base + lead
    let units = perUnit.base + lead
    graphemes.mark(text, count: count, bit: Self.isGrapheme, marks: marks)
    if count > 0 { marks[0] |= Self.isGrapheme | Self.isCluster }
    var clusters = 0
    for index in 0..<count where marks[index] & Self.isGrapheme != 0 { clusters += 1 }
    let longest = Int(ShapedWord.lengthMask)
    clusters += count / longest
    output.reserve(ShapedWord.size(text: count, clusters: clusters) / 8)
    let word = ShapedWord(base: UnsafeMutableRawPointer(output.base))
    word.context = context.bits
    word.textCount = count
    word.flags = flags
    word.clusterCount = clusters
    let padded = (count + 3) & ~3
    word.text.update(repeating: 0, count: padded)
    word.text.update(from: text, count: count)
    shareOut(units: units, marks: marks, count: count)
    var cluster = -1
    for index in 0..<count {
      let isStart = marks[index] & Self.isGrapheme != 0
      if isStart || Int(word.lengths[cluster] & ShapedWord.lengthMask) == longest {
        cluster += 1
        word.advances[cluster] = 0
        word.lengths[cluster] = isStart ? breakBits(text, index, marks, context) : 0
      }
      word.advances[cluster] &+= units[index]
      word.lengths[cluster] += 1
    }
    word.trimClusters(to: cluster + 1)
    return word
  }

  /// Divides the advance of a shaped cluster evenly among the graphemes that begin in it.
  private func shareOut(
    units: UnsafeMutablePointer<Int32>, marks: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    var start = 0
    while start < count {
      var end = start + 1
      var parts: Int32 = marks[start] & Self.isGrapheme != 0 ? 1 : 0
      while end < count, marks[end] & Self.isCluster == 0 {
        if marks[end] & Self.isGrapheme != 0 { parts += 1 }
        end += 1
      }
      if parts > 1 {
        let share = units[start] / parts
        units[start] -= share * (parts - 1)
        for index in start + 1..<end where marks[index] & Self.isGrapheme != 0 {
          units[index] = share
        }
      }
      start = end
    }
  }

  private func breakBits(
    _ text: UnsafePointer<UInt16>, _ index: Int, _ marks: UnsafePointer<UInt8>,
    _ context: ShapeContext
  ) -> UInt16 {
    guard context.breaks, index > 0 else { return 0 }
    var bits: UInt16 = marks[index] & Self.isBreak != 0 ? ShapedWord.breakUAX14 : 0
    let before = index > 1 ? text[index - 2] : 0
    if text[index] != 0x20 {
      let left = text[index - 1]
      if left == 0x20 || ChromiumBreaks.allows(before: before, left: left, right: text[index]) {
        bits |= ShapedWord.breakChromium
      }
    }
    return bits
  }
}
