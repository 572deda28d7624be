internal import CHarfBuzz
internal import CICU

/// Bounds on the text that is shaped at once, so that the time is linear in the text.
///
/// HarfBuzz skips marks and ignorable characters to find a neighbor, once for each of them. A
/// sequence of 99,000 took 20 to 40 seconds. A sequence of more than 32,767 marks crashed, because
/// glyphs refer to their base by a 16-bit number.
struct ShapingBounds: Sendable {
  /// Maximum number of UTF-16 units shaped at once.
  let units: Int
  /// Maximum number of consecutive UTF-16 units of marks and ignorable characters.
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

  /// UTF-16 offset after the last unit that may be shaped together with the units from `start` on.
  ///
  /// - Parameter limit: UTF-16 offset of the end of the text.
  /// - Returns: The offset, and whether it divides a sequence of marks.
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

  /// Whether a unit is a common letter, digit or sign, which shaping does not skip.
  @inline(__always)
  private static func isSurelyBase(_ unit: UInt16) -> Bool {
    (unit < 0x300 && unit != 0xAD) || (0x3041...0x3096).contains(unit)
      || (0x30A1...0xA66E).contains(unit) || (0xAC00...0xD7A3).contains(unit)
  }

  /// Whether shaping skips a character to find the neighbors of others.
  private static func isStacked(_ scalar: UInt32) -> Bool {
    switch hb_unicode_general_category(hb_unicode_funcs_get_default(), scalar) {
    case HB_UNICODE_GENERAL_CATEGORY_NON_SPACING_MARK,
      HB_UNICODE_GENERAL_CATEGORY_SPACING_MARK, HB_UNICODE_GENERAL_CATEGORY_ENCLOSING_MARK:
      true
    default: cicu_is_default_ignorable(scalar) != 0
    }
  }
}

/// Shaping of text that is too long to be shaped at once, in pieces.
extension Shaper {
  /// A part of a text, shaped with its context.
  struct Piece {
    let word: ShapedWord
    /// UTF-16 offset in the shaping run at which the next piece begins.
    let end: Int
    /// Whether the piece and the text after it certainly do not affect each other's shapes.
    let isExact: Bool
    /// Whether the piece continues the last grapheme of the previous piece.
    let continues: Bool
  }

  /// Shapes the next piece of a shaping run that is too long to be shaped at once.
  ///
  /// The bounds limit the shaped text. It is divided at the last grapheme of its second half that
  /// HarfBuzz marks as safe to concatenate, so that the two sides do not interact. Without such a
  /// grapheme it is divided at the last grapheme. A sequence of too many marks is divided between
  /// marks.
  ///
  /// - Parameters:
  ///   - item: UTF-16 units of the run's text, `count` in number.
  ///   - start: Offset in the run of the piece's first unit.
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
      // `cut` marked graphemes too; `describe` marks those of the piece.
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

  /// Adds the advance of each glyph to its cluster, and records which clusters are unsafe to
  /// concatenate.
  ///
  /// - Returns: Whether the font lacks a character.
  private func collect(from start: Int, count: Int, font: ShapingFont) -> Bool {
    var isMissing = false
    eachGlyph { info, advance, isUnsafe in
      let cluster = min(max(Int(info.cluster) - start, 0), count - 1)
      add(advance, of: info.codepoint, at: cluster, font: font)
      if isUnsafe { marks.base[cluster] |= Self.isUnsafe }
      if info.codepoint == 0 { isMissing = true }
    }
    return isMissing
  }

  /// Offset at which the shaped text is divided, and whether the two sides certainly do not
  /// interact.
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

  /// Whether a grapheme begins at an offset in a text, at least 1.
  private func isBoundary(_ text: UnsafePointer<UInt16>, at index: Int) -> Bool {
    let scalar = ScalarCursor.scalar(text, before: index)
    let before = scalar > 0xFFFF ? 2 : 1
    let after = text[index] & 0xFC00 == 0xD800 ? 2 : 1
    var boundaries: [UInt8] = [0, 0, 0, 0]
    graphemes.mark(text + index - before, count: before + after, bit: 1, marks: &boundaries)
    return boundaries[before] != 0
  }
}
