internal import CICU

/// What is known of a paragraph's text, so that text can be appended to it.
///
/// An append changes only the end of the last hard line. If this line has one direction and its
/// words are shaped one by one, it is prepared again from a word near its end: a *restart*. If not,
/// the whole hard line is prepared again.
struct ParagraphGrowth {
  /// The UTF-16 units of the last hard line, as `TextBuffer` has them, with its terminator.
  var units: [UInt16] = []
  /// UTF-16 offset of the line's first unit in the text.
  var start = 0
  /// Index of the line's first cluster.
  var cluster = 0
  /// Index of the line's first segment.
  var segment = 0
  /// Whether the words of the line were shaped one by one, in one direction.
  var isDivisible = false
  /// The fonts of the text in the order of their bits, with the first cluster of each.
  var fonts: [(entry: UsedFonts.Entry, first: Int)] = []
  /// Index of the first cluster that no font has; nil if there is none.
  var firstMissing: Int?
  /// Index of the first segment that needs care; nil if there is none.
  var firstCare: Int?

  /// A place in the last hard line from which the text is prepared again; offsets are indices of
  /// `units`.
  struct Restart: Hashable {
    /// Beginning of the text that is prepared; the clusters before `offset` are only context.
    var context: Int
    /// Beginning of a word before `offset`, whose clusters must be the same as before.
    var check: Int
    /// Beginning of the clusters that are replaced.
    var offset: Int

    /// The beginning of the line.
    static let line = Restart(context: 0, check: 0, offset: 0)
  }

  /// Number of units on each side of a place in which a word may depend on its neighbors.
  ///
  /// A word's key has at most `ShapeContext.longestNeighbor` units of the text beside it.
  private static let reach = ShapeContext.longestNeighbor + 1
  /// Number of units in which a restart is searched.
  private static let searched = 1_024

  /// The restart for an append at the end of the line: its beginning, if there is no later one.
  var restart: Restart {
    guard isDivisible, let offset = wordStart(upTo: units.count - Self.reach),
      let check = wordStart(upTo: offset - 1),
      let context = wordStart(upTo: check - Self.reach)
    else { return .line }
    return Restart(context: context, check: check, offset: offset)
  }

  /// The last beginning of a word that follows one space after another word.
  ///
  /// No rule of UAX 14 looks across such a space, whichever text comes before and after: the
  /// character before it and that after it are letters.
  private func wordStart(upTo limit: Int) -> Int? {
    var index = limit
    let minimum = max(2, limit - Self.searched)
    while index >= minimum {
      if units[index - 1] == 0x20, isLetter(at: index), endsWithLetter(before: index - 1) {
        return index
      }
      index -= 1
    }
    return nil
  }

  private func isLetter(at index: Int) -> Bool {
    units.withUnsafeBufferPointer { text in
      text.baseAddress.map {
        Self.isLetter(ScalarCursor.scalar($0, at: index, count: text.count))
      } ?? false
    }
  }

  /// Whether a letter ends before an offset; marks that combine with it are skipped.
  private func endsWithLetter(before offset: Int) -> Bool {
    units.withUnsafeBufferPointer { text in
      guard let base = text.baseAddress else { return false }
      var end = offset
      for _ in 0..<8 where end > 0 {
        let scalar = ScalarCursor.scalar(base, before: end)
        if Self.isLetter(scalar) { return true }
        guard !BreakTraits(of: scalar).isDisjoint(with: [.extends, .mark]) else { return false }
        end -= scalar > 0xFFFF ? 2 : 1
      }
      return false
    }
  }

  /// Whether a character is a letter that no rule of UAX 14 connects with a letter beyond a space:
  /// one of an alphabet, of Hangul, or of a script whose words a dictionary finds.
  private static func isLetter(_ scalar: UInt32) -> Bool {
    if scalar < 0x80 { return UInt16(scalar).isASCIILetter }
    let traits = BreakTraits(of: scalar)
    return traits.contains(.letter) && !traits.isDisjoint(with: [.word, .complex, .hangul])
      && cicu_line_break_class(scalar) != Int32(CICU_LINE_NUMERIC)
  }
}
