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
  /// - Returns: `nil` if the text around the word must be shaped at once.
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
      let shaped = find(word, beside: before..<after, placed, run: run)
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

  /// Finds or shapes a word with certain text beside it.
  private func find(
    _ word: Range<Int>, beside range: Range<Int>, _ context: ShapeContext, run: Run
  ) -> ShapedWord {
    guard !run.item.rightToLeft, let table = run.plan?.table,
      table.writeKey(text, word, with: range, into: key)
    else { return findAgain(context, start: range.lowerBound, end: range.upperBound, run: run) }
    return findAgain(
      context, in: PaddedText(key, count: range.count), start: 0, end: range.count, run: run)
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
      suffix: beside.suffix, isComplete: true)
    let count = beside.prefix + word.count + beside.suffix
    let shaped = findAgain(
      placed, in: PaddedText(key, count: count), start: 0, end: count, run: run)
    return (shaped, beside.prefix, beside.suffix)
  }

  /// The end of a word after which text does not depend on the text before an offset.
  ///
  /// The words after it have at least `length` units that no rule changes, so that a later range can
  /// begin at the first of them.
  ///
  /// - Parameters:
  ///   - offset: The end of a word.
  ///   - between: The context of a word between spaces.
  ///   - length: See `UnaffectedText.length`.
  /// - Returns: The end of the run if there is no such word.
  func endOfAffectedText(
    after offset: Int, between: ShapeContext, run: Run, length: Int
  ) -> Int {
    let limit = run.item.end
    guard let table = run.plan?.table else { return limit }
    // The beginning of the unaffected words, the end of their first part, and the beginning of their
    // second part.
    var (first, boundary, second): (Int?, Int?, Int?) = (nil, nil, nil)
    var position = offset
    while position < limit {
      if text[position] == 0x20 {
        position += 1
        continue
      }
      var end = position
      while end < limit, text[end] != 0x20 { end += 1 }
      if !isUnaffected(position..<end, between: between, run: run, table) {
        (first, boundary, second) = (nil, nil, nil)
      } else if let boundary {
        second = second ?? position
        if let second, end - second >= length { return boundary }
      } else {
        first = first ?? position
        if let first, end - first >= length { boundary = end }
      }
      position = end
    }
    return limit
  }

  /// Whether a word between spaces has the advances of the font's table, and no rule may match it.
  private func isUnaffected(
    _ word: Range<Int>, between: ShapeContext, run: Run, _ table: PairTable
  ) -> Bool {
    guard word.count <= Shaper.long,
      table.isUnaffected(text, word, in: run.item.start..<run.item.end)
    else { return false }
    let flags = findAgain(between, start: word.lowerBound, end: word.upperBound, run: run).flags
    return flags & ShapedWord.isApart != 0 && flags & Self.dependent == 0
  }
}

/// The words of a run that no rule changes, and where such words separate the text after them from
/// the text before them.
///
/// A rule reads at most `longestRule` glyphs before the glyphs that it matches first, and as many
/// from there on; it changes no space. So text after twice as many units that no rule changes does
/// not depend on the text before them.
struct UnaffectedText {
  /// The beginning of a word, and the graphemes before it.
  struct Place {
    let position: Int
    let count: Int
    let unitEnd: Int
  }

  /// Number of units that separate the text after them from the text before them.
  let length: Int
  /// The beginning of the last such units, or of the run: a range that is shaped at once can begin
  /// here.
  private(set) var rangeStart: Place
  /// The offset from which the next unaffected word is to be added; earlier ones make no difference.
  private(set) var due = 0
  /// Two beginnings of unaffected words without other words after them; the first is `length` units
  /// or more before the second, or the same.
  private var first: Place?
  private var second: Place?

  /// - Parameter longestRule: See `PairTable.longestRule`; `nil` if it is not known.
  init(after start: Place, longestRule: Int?) {
    rangeStart = start
    length = longestRule.map { 2 * $0 } ?? .max / 2
  }

  /// Adds an unaffected word, which begins at `due` or later.
  mutating func add(_ place: Place) {
    first = second ?? place
    second = place
    due = place.position + length
  }

  /// Ends the unaffected words at the beginning of another word.
  mutating func end(at position: Int) {
    if let place = [second, first].lazy.compactMap({ $0 }).first(where: {
      position - $0.position >= length
    }) {
      rangeStart = place
    }
    (first, second, due) = (nil, nil, 0)
  }
}
