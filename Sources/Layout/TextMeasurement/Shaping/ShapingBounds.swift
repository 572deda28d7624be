internal import CHarfBuzz
internal import CICU

/// Limits on the text that is shaped at once, so that the time is linear in the length of the text.
///
/// To find the neighbor of a mark or ignorable character, HarfBuzz skips all such characters, once
/// for each of them: a sequence of 99,000 took 20 to 40 seconds. A sequence of more than 32,767
/// marks crashed, because glyphs refer to their base by a 16-bit number.
struct ShapingBounds: Sendable {
  /// Maximum number of UTF-16 units that are shaped at once.
  let units: Int
  /// Maximum number of UTF-16 units of marks and ignorable characters in a row.
  let stacked: Int

  init(_ limits: TextLimits) {
    let (whole, stack) = (TextLimits.shapedUnitsRange, TextLimits.stackedUnitsRange)
    units = min(max(limits.shapedUnits, whole.lowerBound), whole.upperBound)
    stacked = min(max(limits.stackedUnits, stack.lowerBound), stack.upperBound)
  }

  /// Whether a text may be shaped at once.
  @inline(__always)
  func holds(_ text: UnsafePointer<UInt16>, count: Int) -> Bool {
    count <= stacked || reach(text, from: 0, to: count).end == count
  }

  /// Whether a text may be measured at once in a font; metrics packs measure texts of any length.
  @inline(__always)
  func holds(_ text: UnsafePointer<UInt16>, count: Int, in font: ShapingFont) -> Bool {
    holds(text, count: count) || font.captured != nil
  }

  /// UTF-16 offset at which the text ends that may be shaped at once from `start` on.
  ///
  /// - Parameter limit: UTF-16 offset of the end of the text.
  /// - Returns: The offset, and whether the text ends inside a sequence of marks that is too long.
  func reach(
    _ text: UnsafePointer<UInt16>, from start: Int, to limit: Int
  ) -> (end: Int, isStacked: Bool) {
    var end = min(limit, start + units)
    if end < limit, end > start + 1, text[end] & 0xFC00 == 0xDC00 { end -= 1 }
    var count = 0
    var index = start
    while index < end {
      let unit = text[index]
      if Self.isSurelyBase(unit) {
        count = 0
        index &+= 1
        continue
      }
      let scalar = ScalarCursor.scalar(text, at: index, count: end)
      let length = scalar > 0xFFFF ? 2 : 1
      if Self.isStacked(scalar) {
        if count + length > stacked { return (index, true) }
        count += length
      } else {
        count = 0
      }
      index += length
    }
    return (end, false)
  }

  /// Whether a unit is certainly not a mark or an ignorable character.
  @inline(__always)
  private static func isSurelyBase(_ unit: UInt16) -> Bool {
    (unit < 0x300 && unit != 0xAD) || (0x3041...0x3096).contains(unit)
      || (0x30A1...0xA66E).contains(unit) || (0xAC00...0xD7A3).contains(unit)
  }

  /// Whether a character is a mark or ignorable, so that shaping skips it in the search for
  /// neighbors.
  private static func isStacked(_ scalar: UInt32) -> Bool {
    switch hb_unicode_general_category(hb_unicode_funcs_get_default(), scalar) {
    case HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK,
      HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK, HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK:
      true
    default: cicu_is_invisible(scalar) != 0
    }
  }
}

/// Shapes text that is too long to be shaped at once, piece by piece.
extension Shaper {
  /// A piece of a shaping run, which was shaped with the text beside it as context.
  struct Piece {
    let word: ShapedWord
    /// Offset at which the next piece begins, in UTF-16 units from the beginning of the shaping
    /// run.
    let end: Int
    /// Whether the piece and the text after it certainly do not affect each other.
    let isExact: Bool
    /// Whether the piece begins inside a grapheme, which the previous piece begins.
    let continues: Bool
  }

  /// Shapes the next piece of a shaping run that is too long to be shaped at once.
  ///
  /// As much text as the bounds allow is shaped. The piece ends at the last grapheme boundary in
  /// the second half of this text at which HarfBuzz says that both sides do not affect each other.
  /// If there is none, it ends at the last grapheme boundary. Too long a sequence of marks is
  /// divided between two marks.
  ///
  /// - Parameters:
  ///   - item: UTF-16 units of the shaping run; there are `count`.
  ///   - start: Offset at which the piece begins, in UTF-16 units from the beginning of the run.
  func shapePiece(
    of item: UnsafePointer<UInt16>, count: Int, from start: Int, bounds: ShapingBounds,
    context: ShapeContext, font: ShapingFont, language: LanguageTag
  ) -> Piece {
    let (reach, isStacked) = bounds.reach(item, from: start, to: count)
    let length = reach - start
    run(
      item, count: count, range: start..<reach, context: context, font: font,
      language: language)
    clearUnits(length)
    let isMissing = collect(from: start, count: length, font: font)
    var end = length
    var isExact = reach == count
    if !isExact, !isStacked {
      (end, isExact) = cut(item + start, count: length)
      // `cut` has marked graphemes; `describe` marks the graphemes of the piece itself.
      for index in 0..<length { marks.base[index] &= Self.isCluster }
    }
    let frame = Frame(count: end)
    let word = describe(
      item + start, count: end, frame: frame, context: context,
      flags: isMissing ? ShapedWord.missingGlyph : 0)
    return Piece(
      word: word, end: start + end, isExact: isExact,
      continues: start > 0 && !isBoundary(item, at: start))
  }

  /// Adds the advance of each glyph to its cluster, and marks clusters unsafe to concatenate.
  ///
  /// - Returns: Whether the font lacks a character.
  private func collect(from start: Int, count: Int, font: ShapingFont) -> Bool {
    var isMissing = false
    eachGlyph { info, advance, unsafe in
      let cluster = min(max(Int(info.cluster) - start, 0), count - 1)
      add(advance, of: info.codepoint, at: cluster, font: font)
      marks.base[cluster] |= unsafe
      if info.codepoint == 0 { isMissing = true }
    }
    return isMissing
  }

  /// Offset in a shaped text at which its first piece ends.
  ///
  /// `isExact` tells whether the two sides certainly do not affect each other.
  private func cut(_ text: UnsafePointer<UInt16>, count: Int) -> (end: Int, isExact: Bool) {
    graphemes.mark(text, count: count, bit: Self.isGrapheme, marks: marks.base)
    var last: Int?
    var index = count - 1
    while index > count / 2 {
      let mark = marks.base[index]
      if mark & Self.isGrapheme != 0 {
        if mark & Self.isCluster != 0, mark & Self.isUnsafe == 0 { return (index, true) }
        if last == nil { last = index }
      }
      index -= 1
    }
    return (last ?? count, false)
  }

  /// Whether a grapheme begins at an offset in a text, which must be at least 1.
  private func isBoundary(_ text: UnsafePointer<UInt16>, at index: Int) -> Bool {
    let scalar = ScalarCursor.scalar(text, before: index)
    let before = scalar > 0xFFFF ? 2 : 1
    let after = text[index] & 0xFC00 == 0xD800 ? 2 : 1
    var boundaries: [UInt8] = [0, 0, 0, 0]
    graphemes.mark(text + index - before, count: before + after, bit: 1, marks: &boundaries)
    return boundaries[before] != 0
  }
}
