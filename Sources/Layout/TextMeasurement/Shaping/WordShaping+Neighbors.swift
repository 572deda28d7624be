// Words that rules change with the text beside them.
extension WordShaping {
  /// The text that the rules of an earlier word examined or may change, in UTF-16 offsets.
  struct Reach {
    /// Beginning of the key of the earlier word.
    var start = 0
    /// End of the text that the rules of the earlier word may change.
    var end = 0
  }

  static let dependent = ShapedWord.unsafe | ShapedWord.fused

  /// Finds or shapes a word that depends on the text beside it, with as much of this text as
  /// required.
  ///
  /// - Parameters:
  ///   - flags: The flags of the word shaped without that text.
  ///   - reach: The text of an earlier word's rules, which the key of this word must contain;
  ///     afterwards that of this word.
  /// - Returns: `nil` if the whole run must be shaped at once.
  func findAmongNeighbors(
    _ word: Range<Int>, context: ShapeContext, flags: UInt32, run: Run, reach: inout Reach
  ) -> ShapedWord? {
    if flags & ShapedWord.fused == 0, word.lowerBound >= reach.end,
      let shaped = findByRules(word, context: context, run: run)
    {
      guard shaped.word.flags & ShapedWord.fused == 0 else { return nil }
      let key = word.lowerBound - shaped.prefix..<word.upperBound + shaped.suffix
      note(shaped.word, key, word, run: run, reach: &reach)
      return shaped.word
    }
    var flags = flags
    var before = word.lowerBound < reach.end ? reach.start : word.lowerBound
    var after = word.upperBound
    let neighbors = ShapingContext(text: text, item: run.item)
    var step = flags & Self.dependent == 0 ? -1 : 0
    while step < ShapingContext.steps.count {
      if flags & ShapedWord.fused != 0 { return nil }
      let characters = step < 0 ? 0 : ShapingContext.steps[step]
      if flags & ShapedWord.unsafeBefore != 0 {
        before = min(before, neighbors.start(before: word.lowerBound, characters: characters))
      }
      if flags & ShapedWord.unsafeAfter != 0 {
        after = neighbors.end(after: word.upperBound, characters: characters)
      }
      let prefix = word.lowerBound - before
      let suffix = after - word.upperBound
      guard max(prefix, suffix) <= ShapeContext.longestNeighbor else { return nil }
      let placed = context.placed(
        moreBefore: before > run.item.start, moreAfter: after < run.item.end, prefix: prefix,
        suffix: suffix)
      let shaped = findAgain(placed, start: before, end: after, run: run)
      flags = shaped.flags
      if flags & Self.dependent == 0 {
        note(shaped, before..<after, word, run: run, reach: &reach)
        return shaped
      }
      step += 1
    }
    return nil
  }

  /// Notes what the rules of a word may change: later words have the same shapes as without
  /// neighbors, unless a rule of this word may change them.
  private func note(
    _ shaped: ShapedWord, _ key: Range<Int>, _ word: Range<Int>, run: Run, reach: inout Reach
  ) {
    let mayChange =
      shaped.flags & ShapedWord.changesSuffix != 0
      || run.plan?.table?.positionsInContext != false
    if mayChange, key.upperBound > max(word.upperBound, reach.end) {
      reach = Reach(start: key.lowerBound, end: key.upperBound)
    }
  }

  /// Finds or shapes a word with the text beside it that the rules of its font can read.
  ///
  /// - Returns: The word, with the numbers of units before and after it in its key; `nil` if the rules
  ///   are not known or may read text farther away.
  private func findByRules(
    _ word: Range<Int>, context: ShapeContext, run: Run
  ) -> (word: ShapedWord, prefix: Int, suffix: Int)? {
    let item = run.item
    guard !item.rightToLeft,
      let beside = run.plan?.table?.key(text, word, in: item.start..<item.end, into: key)
    else { return nil }
    let placed = context.placed(
      moreBefore: word.lowerBound - beside.prefix > item.start,
      moreAfter: word.upperBound + beside.suffix < item.end, prefix: beside.prefix,
      suffix: beside.suffix)
    let count = beside.prefix + word.count + beside.suffix
    let shaped = findAgain(
      placed, in: PaddedText(key, count: count), start: 0, end: count, run: run)
    return (shaped, beside.prefix, beside.suffix)
  }
}
