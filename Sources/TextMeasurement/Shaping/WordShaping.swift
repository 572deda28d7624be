/// Shapes items word by word through the cache and appends their graphemes.
final class WordShaping {
  let clusters: ClusterBuffer
  private let shaper: Shaper
  private let cache: WordCache
  private(set) var lookups = 0
  private(set) var misses = 0
  var shapedRuns: Int { shaper.shapedRuns }
  var shapedUnits: Int { shaper.shapedUnits }
  /// Whether the text at hand has a character that no font has.
  var sawMissingGlyph = false
  /// Whether some of the text at hand was shaped apart from what it may depend on.
  private(set) var sawLimit = false
  private let bounds: ShapingBounds

  // The text at hand.
  private(set) var text: UnsafePointer<UInt16>
  private var language = 0
  private var tag = LanguageTag(nil)
  private var breaks: LineBreaks?
  private(set) var lineBreak = LineBreakMode.uax14
  /// Whether lines may end in the middle of any word.
  private var cutsWords = false
  /// The run that was last looked through.
  private var asked: (start: Int, end: Int, isBasic: Bool)?
  private let nothing = ScratchBuffer<UInt16>(capacity: 8)

  init(clusters: ClusterBuffer, shaper: Shaper, limits: TextLimits) {
    self.clusters = clusters
    self.shaper = shaper
    bounds = ShapingBounds(limits)
    cache = WordCache(entries: limits.wordCacheEntries)
    text = UnsafePointer(nothing.base)
  }

  /// Begins a text; its units must stay in place until the next.
  func begin(
    text: UnsafePointer<UInt16>, lineBreak: LineBreakRules, language: Int, tag: LanguageTag,
    breaks: LineBreaks
  ) {
    self.text = text
    self.lineBreak = lineBreak.mode
    cutsWords = lineBreak.mode == .chromium && !lineBreak.usesASCIIFastPath
    self.language = language
    self.tag = tag
    self.breaks = breaks
    sawMissingGlyph = false
    sawLimit = false
    asked = nil
  }

  /// Shapes an item that holds spaces of its own font.
  ///
  /// Words whose letters the font lets see no space are shaped alone, once wherever they stand. The
  /// others are shaped apart from their neighbours unless the font lets them see across the space:
  /// then the key brings some letters of the neighbours. Where that is not enough, or the font changes
  /// spaces themselves, the whole item is shaped as one.
  ///
  /// - Parameter marks: Break opportunities by UTF-16 unit; none for ASCII, where words bring
  ///   their own.
  func shapeWords(
    _ item: TextItem, font: ShapingFont, number: Int, style: RunFont, bit: UInt8,
    marks: UnsafePointer<UInt8>?
  ) {
    let run = Run(
      item: item, font: font, style: style, mode: lineBreak, bit: bit, marks: marks,
      breaks: breaks)
    let context = ShapeContext(
      font: number, script: item.script, language: language, rightToLeft: item.rightToLeft,
      breaks: marks == nil, isCut: cutsWords)
    let text = text
    let triesBare = font.spaceSight.hasBlindLetters
    let space = Double(font.spaceUnits) * run.scale + style.spacing
    let begin = (count: clusters.count, unitEnd: clusters.unitEnd)
    var position = item.start
    while position < item.end {
      if text[position] == 0x20 {
        appendSpace(at: position, run: run, advance: space)
        position &+= 1
        continue
      }
      let end = wordEnd(position, item.end)
      guard bounds.holds(text + position, count: end &- position) else {
        clusters.rewind(toCount: begin.count, unitEnd: begin.unitEnd)
        appendWhole(item.start..<item.end, context: context, run: run)
        return
      }
      let placed = context.placed(
        moreBefore: position > item.start, moreAfter: end < item.end)
      // Of a long word it is known before whether shaping it alone is of use.
      let isBare =
        triesBare
        && (end &- position <= Self.long
          || font.spaceSight.isBlind(text + position, count: end &- position))
      var word = find(isBare ? context : placed, start: position, end: end, run: run)
      if isBare, word.flags & ShapedWord.seesSpace != 0, placed != context {
        word = findAgain(placed, start: position, end: end, run: run)
      }
      if word.flags & Self.dependent == 0 {
        append(word, at: position, run: run)
      } else if let word = findAmongNeighbours(
        position..<end, context: context, flags: word.flags, run: run)
      {
        append(word, at: position, run: run)
      } else {
        clusters.rewind(toCount: begin.count, unitEnd: begin.unitEnd)
        appendWhole(item.start..<item.end, context: context, run: run)
        return
      }
      position = end
    }
  }

  /// Units from which a word is looked through rather than shaped in vain.
  private static let long = 64
  private static let dependent =
    ShapedWord.unsafeBefore | ShapedWord.unsafeAfter | ShapedWord.fused

  /// A word that depends on its neighbours, with as much of them in its key as it takes.
  ///
  /// - Returns: Nothing when only the whole item will do.
  private func findAmongNeighbours(
    _ word: Range<Int>, context: ShapeContext, flags: UInt32, run: Run
  ) -> ShapedWord? {
    var flags = flags
    var before = word.lowerBound
    var after = word.upperBound
    for characters in Neighbours.steps {
      if flags & ShapedWord.fused != 0 { return nil }
      let neighbours = Neighbours(text: text, item: run.item)
      if flags & ShapedWord.unsafeBefore != 0 {
        before = neighbours.start(before: word.lowerBound, characters: characters)
      }
      if flags & ShapedWord.unsafeAfter != 0 {
        after = neighbours.end(after: word.upperBound, characters: characters)
      }
      let prefix = word.lowerBound - before
      let suffix = after - word.upperBound
      guard max(prefix, suffix) <= ShapeContext.longestNeighbour else { return nil }
      let placed = context.placed(
        moreBefore: before > run.item.start, moreAfter: after < run.item.end, prefix: prefix,
        suffix: suffix)
      let found = findAgain(placed, start: before, end: after, run: run)
      flags = found.flags
      if flags & Self.dependent == 0 { return found }
    }
    return nil
  }

  /// Shapes an item without spaces: whole, or in Han, kana and Hangul wherever the font lets
  /// neighbours stand apart.
  func shapeRun(
    _ item: TextItem, font: ShapingFont, number: Int, style: RunFont, bit: UInt8,
    marks: UnsafePointer<UInt8>?
  ) {
    let run = Run(
      item: item, font: font, style: style, mode: lineBreak, bit: bit, marks: marks,
      breaks: breaks)
    let context = ShapeContext(
      font: number, script: item.script, language: language, rightToLeft: item.rightToLeft,
      breaks: false, isCut: cutsWords)
    let divides = Self.ideographic.contains(item.script) && !item.rightToLeft
    var start = item.start
    while start < item.end {
      var end = item.end
      if divides {
        end = start + 1
        if !isInert(start, font) {
          while end < item.end, !isInert(end, font) { end += 1 }
        }
      }
      appendWhole(start..<end, context: context, run: run)
      start = end
    }
  }

  /// Appends a stretch that is shaped as one, or in pieces where it is too long for that.
  private func appendWhole(_ range: Range<Int>, context: ShapeContext, run: Run) {
    let first = text + range.lowerBound
    if bounds.holds(first, count: range.count) {
      append(
        find(context, start: range.lowerBound, end: range.upperBound, run: run),
        at: range.lowerBound, run: run)
      return
    }
    var start = 0
    while start < range.count {
      let piece = shaper.shapePiece(
        of: first, count: range.count, from: start, bounds: bounds, context: context,
        font: run.font, isBasic: isBasic(run), language: tag)
      let count = clusters.count
      append(piece.word, at: range.lowerBound + start, run: run)
      if piece.continues { clusters.joinToPrevious(count) }
      if !piece.isExact { sawLimit = true }
      start = piece.end
    }
  }

  /// ICU's codes of Bopomofo, Han, Hangul, Hiragana and Katakana.
  private static let ideographic: [Int32] = [5, 17, 18, 20, 22]

  /// Whether a unit is a character of its own that its neighbours do not see.
  private func isInert(_ index: Int, _ font: ShapingFont) -> Bool {
    let unit = UInt32(text[index])
    return unit >= 0x3000 && unit < 0xD800 && font.isInert(unit)
  }

  /// The same, kept apart so that the first search of a word stays in its loop.
  @inline(never)
  private func findAgain(
    _ context: ShapeContext, start: Int, end: Int, run: Run
  ) -> ShapedWord {
    find(context, start: start, end: end, run: run)
  }

  @inline(__always)
  private func find(_ context: ShapeContext, start: Int, end: Int, run: Run) -> ShapedWord {
    lookups &+= 1
    let count = end &- start
    let hash = WordCache.hash(context: context.bits, text: text + start, count: count)
    if let word = cache.find(
      context: context.bits, hash: hash, text: text + start, count: count)
    {
      return word
    }
    return shape(context, start: start, count: count, hash: hash, run: run)
  }

  @inline(never)
  private func shape(
    _ context: ShapeContext, start: Int, count: Int, hash: UInt64, run: Run
  ) -> ShapedWord {
    misses &+= 1
    let word = shaper.shape(
      text + start, count: count, context: context, font: run.font, isBasic: isBasic(run),
      language: tag, breaks: run.breaks)
    return cache.insert(word, hash: hash)
  }

  /// Whether a run has basic characters only; each is looked through once, when a word is missed.
  private func isBasic(_ run: Run) -> Bool {
    if run.marks == nil { return true }
    let item = run.item
    guard item.script == Itemiser.latin || item.script == Itemiser.common else { return false }
    if let asked, asked.start == item.start, asked.end == item.end { return asked.isBasic }
    let isBasic = (item.start..<item.end).allSatisfy { InertFeatures.isBasic(text[$0]) }
    asked = (item.start, item.end, isBasic)
    return isBasic
  }

  @inline(__always)
  private func wordEnd(_ start: Int, _ limit: Int) -> Int {
    let text = text
    var end = start
    while end < limit, text[end] != 0x20 { end &+= 1 }
    return end
  }
}
