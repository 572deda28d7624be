internal import CHarfBuzz

/// Shaping what is too long to be shaped at once.
extension Shaper {
  /// A part of a text as it is shaped in the whole.
  struct Piece {
    let word: ShapedWord
    /// Where the next one begins.
    let end: Int
    /// Whether the rest of the text certainly changes nothing of it, nor it of the rest.
    let isExact: Bool
    /// Whether it goes on with the last grapheme of the piece before.
    let continues: Bool
  }

  /// Shapes the beginning of what is left of an item.
  ///
  /// As much is shaped as the bounds permit. It is cut at the last grapheme of its second half whose
  /// beginning HarfBuzz calls safe to concatenate: then what stands on one side has no influence on
  /// the other, whatever it is. Where HarfBuzz calls none so, it is cut at the last grapheme; and
  /// where too many marks follow one another, among them.
  ///
  /// - Parameters:
  ///   - item: The item's text, of `count` units.
  ///   - start: The first unit of the piece.
  func shapePiece(
    of item: UnsafePointer<UInt16>, count: Int, from start: Int, bounds: ShapingBounds,
    context: ShapeContext, font: ShapingFont, isBasic: Bool, language: LanguageTag
  ) -> Piece {
    let (reach, isStacked) = bounds.reach(item, from: start, to: count)
    let length = reach - start
    run(
      item, count: count, range: start..<reach, context: context, font: font, isBasic: isBasic,
      language: language)
    clearUnits(length)
    let isMissing = collect(from: start, count: length, font: font)
    var end = length
    var isExact = reach == count
    if !isExact, !isStacked {
      (end, isExact) = cut(item + start, count: length)
      // What cutting looked at is described again.
      for index in 0..<length { marks.base[index] &= Self.isCluster }
    }
    let frame = Frame(context: context, count: end, room: 0)
    let word = describe(
      item + start, count: end, frame: frame, context: context,
      flags: isMissing ? ShapedWord.missingGlyph : 0)
    return Piece(
      word: word, end: start + end, isExact: isExact,
      continues: start > 0 && !isBoundary(item, at: start))
  }

  private static let isUnsafe: UInt8 = 8

  /// Sums the advances of each cluster and notes which are not safe to concatenate.
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

  /// Where the piece at hand is cut, and whether it may be.
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

  /// Whether a grapheme begins at a unit.
  private func isBoundary(_ text: UnsafePointer<UInt16>, at index: Int) -> Bool {
    let scalar = ScalarCursor.scalar(text, before: index)
    let before = scalar > 0xFFFF ? 2 : 1
    let after = text[index] & 0xFC00 == 0xD800 ? 2 : 1
    var boundaries: [UInt8] = [0, 0, 0, 0]
    graphemes.mark(text + index - before, count: before + after, bit: 1, marks: &boundaries)
    return boundaries[before] != 0
  }
}
