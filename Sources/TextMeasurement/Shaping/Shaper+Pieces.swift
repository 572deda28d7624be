internal import CHarfBuzz

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
  /// The bounds limit the shaped text. It is cut at the last grapheme of its second half that
  /// HarfBuzz marks as safe to concatenate, so that the two sides do not interact. Without such a
  /// grapheme it is cut at the last grapheme. A sequence of too many marks is cut between marks.
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

  /// Offset at which the shaped text is cut, and whether the two sides certainly do not interact.
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
