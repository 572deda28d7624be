internal import CICU

/// Shapes runs word by word with the word cache, and appends their graphemes to `clusters`.
final class WordShaping {
  let clusters: ClusterBuffer
  private let shaper: Shaper
  private let cache: WordCache
  private(set) var lookups = 0
  private(set) var misses = 0
  var shapedRuns: Int { shaper.shapedRuns }
  var shapedUnits: Int { shaper.shapedUnits }
  var wordsByTable: Int { shaper.wordsByTable }
  var unmeasured: UnmeasuredTexts { shaper.unmeasured }
  /// Number of runs that `ShapingMethod.verified` measured by both methods.
  private(set) var verifiedRuns = 0
  /// Number of runs for which `ShapingMethod.verified` found different advances.
  private(set) var differences = 0
  /// Index of the first cluster of the current text that begins a word with a character that no font
  /// has; nil if there is none.
  private(set) var firstMissing: Int?
  /// Whether every run with spaces of the current text was shaped word by word.
  private(set) var isWordwise = true
  /// Whether a part of the current text was shaped without text that may affect it.
  private(set) var sawLimit = false
  private let bounds: ShapingBounds
  private let method: ShapingMethod

  // State of the current text.
  private var padded: PaddedText
  var text: UnsafePointer<UInt16> { padded.units }
  private var language = 0
  private var tag = LanguageTag(nil)
  private var breaks: LineBreaks?
  private var lineBreak = LineBreakMode.uax14
  /// Whether lines may end inside any word of the text, even one of ASCII letters.
  private var cutsWords = false
  /// Whether the widths of words include what is added at the end of a line, where the kerning
  /// with the following space is not applied.
  private var needsSpaceEdges = false
  /// UTF-16 range of the last run that was examined for basic characters, and the result.
  private var asked: (start: Int, end: Int, isBasic: Bool)?
  /// The places of the current word where lines may break and are shaped again.
  private var cuts = WordCuts()
  private let nothing = ScratchBuffer<UInt16>(capacity: PaddedText.padding)
  /// The key of a word among others; see `PairTable.key`.
  let key = ScratchBuffer<UInt16>(capacity: 256)

  init(
    clusters: ClusterBuffer, shaper: Shaper, method: ShapingMethod, limits: TextLimits
  ) {
    self.clusters = clusters
    self.shaper = shaper
    self.method = method
    bounds = ShapingBounds(limits)
    cache = WordCache(bytes: limits.wordCacheBytes)
    padded = PaddedText(nothing, count: 0)
  }

  /// Begins a text, whose units must stay valid until the next call.
  ///
  /// - Parameters:
  ///   - cutsWords: Whether lines may break between the letters of words.
  ///   - needsSpaceEdges: Whether words have the width to add to a line that ends before the space
  ///     after them.
  func begin(
    text: PaddedText, lineBreak: LineBreakMode, cutsWords: Bool, needsSpaceEdges: Bool,
    language: Int, tag: LanguageTag, breaks: LineBreaks
  ) {
    padded = text
    self.lineBreak = lineBreak
    self.cutsWords = cutsWords
    self.needsSpaceEdges = needsSpaceEdges
    self.language = language
    self.tag = tag
    self.breaks = breaks
    firstMissing = nil
    isWordwise = method == .words
    sawLimit = false
    asked = nil
  }

  /// Shapes a run and appends its graphemes to `clusters`.
  ///
  /// - Parameters:
  ///   - number: The font's number in the registry.
  ///   - bit: The number of the font's bit in the masks of the paragraph.
  ///   - ownBit: The number of the bit of the style's own font.
  ///   - marks: Break opportunities by UTF-16 unit of the text; `nil` for ASCII, whose cached words
  ///     contain them.
  func shape(
    _ item: ShapingRun, font: ShapingFont, number: Int, style: RunFont, bit: UInt8, ownBit: UInt8,
    marks: UnsafePointer<UInt8>?
  ) {
    let context = ShapeContext(
      font: number, script: item.script, language: language, rightToLeft: item.rightToLeft,
      breaks: marks == nil, isCut: cutsWords)
    let plan = method == .harfBuzz ? nil : shaper.plan(of: font, context, language: tag)
    let run = Run(
      item: item, font: font, plan: plan, context: context,
      scale: font.metrics.pointsPerUnit(size: style.size, mode: lineBreak, pixels: style.pixels),
      pixels: style.pixels, spacing: style.spacing,
      countsShapes: lineBreak == .chromium && style.spacing != 0, bit: bit, ownBit: ownBit,
      marks: marks, breaks: breaks)
    let first = clusters.count
    let unit = clusters.unitEnd
    if method == .harfBuzz {
      appendWhole(item.start..<item.end, context: context, run: run)
    } else if item.hasSpaces {
      shapeWords(run, context: context)
    } else {
      shapeUnspaced(run, context: context)
    }
    if method == .verified { verify(run, context: context, from: first, unitEnd: unit) }
  }

  /// Replaces the graphemes of a run by HarfBuzz's result for the whole run; counts the run if they
  /// differ.
  private func verify(_ run: Run, context: ShapeContext, from first: Int, unitEnd: Int) {
    let item = run.item
    let count = item.end - item.start
    guard bounds.holds(text + item.start, count: count) else { return }
    verifiedRuns += 1
    let advances = (first..<clusters.count).map { clusters.advances[$0] }
    clusters.rewind(toCount: first, unitEnd: unitEnd)
    // Neither a table nor the cache is used, because the cache contains results of tables.
    let whole = shaper.shape(
      text + item.start, count: count, context: context, font: run.font, plan: nil, isBasic: false,
      language: tag, breaks: run.breaks)
    append(whole, at: item.start, run: run)
    if advances != (first..<clusters.count).map({ clusters.advances[$0] }) { differences += 1 }
  }

  /// Shapes a run that contains spaces.
  ///
  /// A word between spaces that the font's table can measure has the same advances everywhere.
  /// Another word is shaped alone, unless a rule examines text beyond the space beside it; then its
  /// key contains the text beside it. If that is not enough, the text around the word is shaped at
  /// once; see `UnaffectedText`. If the font changes spaces, or its rules are not known, the whole
  /// run is shaped at once.
  private func shapeWords(_ run: Run, context: ShapeContext) {
    let (item, text) = (run.item, text)
    guard let plan = run.plan, plan.keepsSpaces else {
      isWordwise = false
      return appendWhole(item.start..<item.end, context: context, run: run)
    }
    let between = context.placed(moreBefore: true, moreAfter: true)
    let space = Double(run.font.spaceUnits) * run.scale + run.spacing
    let begin = place(at: item.start)
    var unaffected = UnaffectedText(after: begin, longestRule: plan.table?.longestRule)
    var reach = Reach()
    var position = item.start
    while position < item.end {
      if text[position] == 0x20 {
        appendSpace(at: position, run: run, advance: space)
        position &+= 1
        continue
      }
      let end = wordEnd(position, item.end)
      guard bounds.holds(text + position, count: end &- position, in: run.font) else {
        return appendWhole(from: begin, to: item.end, context: context, run: run)
      }
      let placed = context.placed(
        moreBefore: position > item.start, moreAfter: end < item.end)
      let isShort = plan.table != nil && end &- position <= Shaper.long
      var word = find(isShort ? between : placed, in: padded, start: position, end: end, run: run)
      if isShort, word.flags & ShapedWord.isApart == 0, placed != between {
        word = findAgain(placed, start: position, end: end, run: run)
      }
      let isAffected =
        word.flags & ShapedWord.isConditional != 0
        && plan.table?.isUnaffected(text, position..<end, in: item.start..<item.end) != true
      if word.flags & Self.dependent == 0, position >= reach.end, !isAffected {
        let isApart = isShort && word.flags & ShapedWord.isApart != 0
        if !isApart {
          unaffected.end(at: position)
        } else if position >= unaffected.due {
          unaffected.add(place(at: position))
        }
        let units = needsSpaceEdges && !isApart && end < item.end ? word.units : nil
        append(word, at: position, run: run)
        if let units {
          let last = context.placed(moreBefore: position > item.start, moreAfter: false)
          appendEdge(
            find(last, in: padded, start: position, end: end, run: run).units - units, run: run)
        }
      } else if let word = findAmongNeighbors(
        position..<end, context: context,
        flags: isAffected ? word.flags | ShapedWord.unsafe : word.flags, run: run, reach: &reach)
      {
        unaffected.end(at: position)
        append(word, at: position, run: run)
      } else {
        unaffected.end(at: position)
        position = endOfAffectedText(
          after: end, between: between, run: run, length: unaffected.length)
        appendWhole(from: unaffected.rangeStart, to: position, context: context, run: run)
        reach = Reach()
        continue
      }
      position = end
    }
  }

  private func place(at position: Int) -> UnaffectedText.Place {
    UnaffectedText.Place(position: position, count: clusters.count, unitEnd: clusters.unitEnd)
  }

  /// Shapes a part of a run at once, and replaces the graphemes of its beginning.
  private func appendWhole(
    from start: UnaffectedText.Place, to end: Int, context: ShapeContext, run: Run
  ) {
    isWordwise = false
    clusters.rewind(toCount: start.count, unitEnd: start.unitEnd)
    appendWhole(start.position..<end, context: context, run: run)
  }

  /// Notes that no font has the character that is appended next.
  func addMissing() { firstMissing = min(firstMissing ?? .max, clusters.count) }

  /// Shapes a run without spaces.
  ///
  /// Han, kana and Hangul text is shaped in parts, which are divided where characters do not affect
  /// each other; all other text is shaped at once.
  private func shapeUnspaced(_ run: Run, context: ShapeContext) {
    let item = run.item
    let plan = Self.isIdeographic(item.script) && !item.rightToLeft ? run.plan : nil
    var start = item.start
    while start < item.end {
      var end = item.end
      if let plan {
        end = start + 1
        while end < item.end,
          !(isInert(end - 1, plan) || isInert(end, plan)) || mayContinueGrapheme(end)
        {
          end += 1
        }
      }
      appendWhole(start..<end, context: context, run: run)
      start = end
    }
  }

  /// Appends a range of a run, which is shaped at once, or piece by piece if it is too long.
  private func appendWhole(_ range: Range<Int>, context: ShapeContext, run: Run) {
    let first = text + range.lowerBound
    if bounds.holds(first, count: range.count, in: run.font) {
      append(
        find(context, in: padded, start: range.lowerBound, end: range.upperBound, run: run),
        at: range.lowerBound, run: run)
      return
    }
    var start = 0
    while start < range.count {
      let piece = shaper.shapePiece(
        of: first, count: range.count, from: start, bounds: bounds, context: context,
        font: run.font, language: tag)
      let count = clusters.count
      append(piece.word, at: range.lowerBound + start, run: run)
      if piece.continues { clusters.joinToPrevious(count) }
      if !piece.isExact { sawLimit = true }
      start = piece.end
    }
  }

  private static func isIdeographic(_ script: Int32) -> Bool {
    switch Int(script) {
    case CICU_SCRIPT_BOPOMOFO, CICU_SCRIPT_HAN, CICU_SCRIPT_HANGUL, CICU_SCRIPT_HIRAGANA,
      CICU_SCRIPT_KATAKANA:
      true
    default: false
    }
  }

  /// Whether the unit at an offset may belong to the grapheme of the unit before it; `false` is
  /// certain.
  private func mayContinueGrapheme(_ index: Int) -> Bool {
    switch text[index] {
    case 0..<0x300, 0x2010...0x2029, 0x2030...0x205F, 0x2100...0x2CEE, 0x2E00...0x3029,
      0x3030...0x3098, 0x309B...0xA66E, 0xD840...0xD8BF:
      return false
    case 0xAC00...0xD7A3:
      let before = text[index - 1]
      return (0x1100...0x115F).contains(before) || (0xA960...0xA97F).contains(before)
    default: return true
    }
  }

  /// Whether the unit at an offset is a character that no rule combines with its neighbors.
  private func isInert(_ index: Int, _ plan: ShapePlan) -> Bool {
    let unit = UInt32(text[index])
    return unit >= 0x3000 && unit < 0xD800 && plan.isInert(unit)
  }

  /// Calls `find` outside the loop over words, which only inlines its own call.
  @inline(never)
  func findAgain(
    _ context: ShapeContext, in text: PaddedText? = nil, start: Int, end: Int, run: Run
  ) -> ShapedWord {
    find(context, in: text ?? padded, start: start, end: end, run: run)
  }

  @inline(__always)
  private func find(
    _ context: ShapeContext, in text: PaddedText, start: Int, end: Int, run: Run
  ) -> ShapedWord {
    lookups &+= 1
    let word = text.word(at: start, count: end &- start)
    let hash = WordCache.hash(context: context.bits, word)
    if let cached = cache.find(context: context.bits, hash: hash, word) { return cached }
    return shape(context, word, hash: hash, run: run)
  }

  @inline(never)
  private func shape(
    _ context: ShapeContext, _ word: PaddedText.Word, hash: UInt64, run: Run
  ) -> ShapedWord {
    misses &+= 1
    let word = shaper.shape(
      word.units, count: word.count, context: context, font: run.font, plan: run.plan,
      isBasic: isBasic(run),
      language: tag, breaks: run.breaks)
    return cache.insert(word, hash: hash)
  }

  /// Whether a run has only basic characters; `marks` are `nil` for ASCII, which always has.
  private func isBasic(_ run: Run) -> Bool {
    if run.marks == nil { return true }
    let item = run.item
    guard item.script == Itemizer.latin || item.script == Itemizer.common else { return false }
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

/// Appends the graphemes of shaped words.
extension WordShaping {
  /// What is the same for all words of a shaping run.
  struct Run {
    let item: ShapingRun
    let font: ShapingFont
    /// The font's plan for the run; `nil` if it has too many plans, or to shape without tables.
    let plan: ShapePlan?
    /// The context of a word without text beside it.
    let context: ShapeContext
    /// Points per font unit.
    let scale: Double
    /// Device pixels per point, for Chromium's rounding of widths; 1 under other rules.
    let pixels: Double
    /// Letter spacing that is added after each grapheme, in points.
    let spacing: Double
    /// Whether letter spacing is added for each shape, as in Chromium, and not for each grapheme.
    let countsShapes: Bool
    let bit: UInt8
    /// The bit of the style's own font, which invisible characters count for.
    let ownBit: UInt8
    let marks: UnsafePointer<UInt8>?
    /// The line breaker of the text's language; reading it here is faster.
    let breaks: LineBreaks?
  }

  /// Appends the graphemes of a word that begins at a UTF-16 offset.
  func append(_ word: ShapedWord, at start: Int, run: Run) {
    if word.flags & ShapedWord.missingGlyph != 0 { addMissing() }
    let count = word.clusterCount
    clusters.reserve(count)
    let advances = word.advances
    let lengths = word.lengths
    let scale = run.scale
    // Chromium draws bitmap emoji with a width of whole device pixels.
    let rounds = lineBreak == .chromium && run.font.metrics.isBitmap
    let inner = lineBreak == .chromium ? ShapedWord.innerChromium : ShapedWord.innerUAX14
    if word.flags & ShapedWord.hasEdges != 0, lineBreak == .chromium {
      appendEdges(of: word, run: run)
    }
    if word.flags & ShapedWord.uniform != 0, !rounds, !run.countsShapes {
      var flags: UInt8 = 0
      var isWhole = false
      if let marks = run.marks {
        isWhole = !Self.mayBreak(marks + (start + 1), count: count - 1)
        flags = marks[start] & ClusterBuffer.breakBefore
      } else if word.flags & inner == 0 {
        isWhole = true
        flags = mayBreak(before: start, in: run) ? ClusterBuffer.breakBefore : 0
      }
      if isWhole {
        clusters.append(
          units: advances, count: count, scale: scale, spacing: run.spacing, flags: flags,
          font: run.bit)
        return
      }
    }
    var unit = start
    var units: Int32 = 0
    var safe = WordCuts.Position(unit: start, units: 0)
    for index in 0..<count {
      let packed = lengths[index]
      let length = Int(packed & ShapedWord.lengthMask)
      var flags: UInt8
      if let marks = run.marks {
        flags = marks[unit] & ClusterBuffer.breakBefore
      } else {
        let bit = lineBreak == .chromium ? ShapedWord.breakChromium : ShapedWord.breakUAX14
        flags = packed & bit != 0 ? ClusterBuffer.breakBefore : 0
        if index == 0, mayBreak(before: start, in: run) { flags = ClusterBuffer.breakBefore }
      }
      if length == 1 {
        if EmojiPresentation.hangs(text[unit], mode: lineBreak) { flags |= ClusterBuffer.space }
        if text[unit] == 0x3000 { flags |= ClusterBuffer.wideSpace }
        if text[unit] == EmojiPresentation.softHyphen { flags |= ClusterBuffer.softHyphen }
      }
      var advance = Double(advances[index]) * scale
      if rounds { advance = (advance * run.pixels + 0.5).rounded(.down) / run.pixels }
      var bit = run.bit
      if advances[index] == 0, isInvisible(unit) {
        flags |= ClusterBuffer.ignorable
        bit = run.ownBit
      } else {
        advance += run.countsShapes ? spacing(packed, text[unit], in: run) : run.spacing
      }
      if packed & ShapedWord.unsafeToBreak == 0 {
        safe = WordCuts.Position(unit: unit, units: units)
        cuts.close(at: safe)
      } else if flags & ClusterBuffer.breakBefore != 0, reshapes(run) {
        cuts.add(
          WordCuts.Position(unit: unit, units: units), before: clusters.count, after: safe)
      }
      units &+= advances[index]
      clusters.append(advance: advance, length: length, flags: flags, font: bit)
      unit &+= length
    }
    if !cuts.all.isEmpty {
      cuts.close(at: WordCuts.Position(unit: unit, units: units))
      reshapeCuts(run)
    }
  }

  /// Whether the character at an offset is invisible.
  private func isInvisible(_ unit: Int) -> Bool {
    EmojiPresentation.isInvisible(ScalarCursor.scalar(text, at: unit, count: unit + 2))
  }

  /// Whether the ends of lines inside words are shaped again, as Chromium does.
  ///
  /// For Han, kana and Hangul, only the kerning with the next character counts; see `appendEdges`.
  /// Letters of a cursive script stay joined with those on the other line.
  private func reshapes(_ run: Run) -> Bool {
    lineBreak == .chromium && !Self.isIdeographic(run.item.script)
      && !Itemizer.isCursive(run.item.script)
  }

  /// Records by how much lines are wider or narrower that end or begin at the cuts of a word.
  ///
  /// Chromium shapes the end of a line again from the last place, and its beginning up to the first
  /// place, at which HarfBuzz says that text can be divided.
  private func reshapeCuts(_ run: Run) {
    for cut in cuts.all {
      guard cut.end.unit - cut.start.unit <= WordCuts.maximumUnits else {
        sawLimit = true
        continue
      }
      let left = cut.position.units - cut.start.units
      let right = cut.end.units - cut.position.units
      let end = width(from: cut.start.unit, to: cut.position.unit, run) - left
      let start = width(from: cut.position.unit, to: cut.end.unit, run) - right
      if end < 0 { clusters.move(Double(end) * run.scale, from: cut.cluster) }
      clusters.replace(edge: Double(max(end, 0)) * run.scale, after: cut.cluster - 1)
      let more = start + min(end, 0)
      if more != 0 { clusters.append(start: Double(more) * run.scale, at: cut.cluster) }
    }
    cuts.removeAll()
  }

  /// Width of a part of a word that is shaped alone, in font units.
  private func width(from start: Int, to end: Int, _ run: Run) -> Int32 {
    Int32(truncatingIfNeeded: findAgain(run.context, start: start, end: end, run: run).units)
  }

  /// Letter spacing of a grapheme in Chromium, in points: once for each shape that begins in it.
  ///
  /// In a cursive script, only spaces have letter spacing.
  ///
  /// Source: CSS Text 3, section 8.2.1; measured in Chromium 156.
  private func spacing(_ packed: UInt16, _ unit: UInt16, in run: Run) -> Double {
    if run.item.isCursive { return unit == 0x20 || unit == 0xA0 ? run.spacing : 0 }
    return run.spacing * Double((packed & ShapedWord.shapesMask) >> ShapedWord.shapesShift)
  }

  /// Records the widths to add to lines that end inside a word, because Chromium reshapes such
  /// ends.
  private func appendEdges(of word: ShapedWord, run: Run) {
    let edges = word.edges
    for index in 0..<word.clusterCount where edges[index] != 0 {
      clusters.append(edge: Double(edges[index]) * run.scale, after: clusters.count + index)
    }
  }

  /// Appends the width to add to a line that ends after the last word.
  ///
  /// - Parameter units: The width in font units.
  private func appendEdge(_ units: Int, run: Run) {
    guard units > 0, clusters.count > 0 else { return }
    clusters.append(edge: Double(units) * run.scale, after: clusters.count - 1)
  }

  @inline(__always)
  func appendSpace(at position: Int, run: Run, advance: Double) {
    clusters.reserve(1)
    var flags = ClusterBuffer.space
    if let marks = run.marks { flags |= marks[position] & ClusterBuffer.breakBefore }
    clusters.append(advance: advance, length: 1, flags: flags, font: run.bit)
  }

  /// Whether a line may break before any of `count` units.
  @inline(__always)
  private static func mayBreak(_ marks: UnsafePointer<UInt8>, count: Int) -> Bool {
    var seen: UInt8 = 0
    for index in 0..<max(count, 0) { seen |= marks[index] }
    return seen & ClusterBuffer.breakBefore != 0
  }

  /// Whether a line of ASCII may break before a word, which follows spaces or begins the run.
  @inline(__always)
  private func mayBreak(before start: Int, in run: Run) -> Bool {
    let item = run.item
    guard start > item.start, text[start] != 0x20 else { return false }
    if lineBreak == .chromium { return true }
    // UAX 14 always allows a break after a space between letters or digits.
    if start > item.start &+ 1, text[start].isASCIIAlphanumeric,
      text[start &- 2].isASCIIAlphanumeric
    {
      return true
    }
    return mayBreakAmongSigns(before: start, in: run)
  }

  private func mayBreakAmongSigns(before start: Int, in run: Run) -> Bool {
    let item = run.item
    var last = start - 1
    while last >= item.start, text[last] == 0x20 { last -= 1 }
    return run.breaks?.allowsAfterSpaces(
      last: last < item.start ? 0 : text[last], first: text[start],
      second: start + 1 < item.end ? text[start + 1] : 0) ?? true
  }
}

/// The method by which the advances of words are determined.
public enum ShapingMethod: Hashable, Sendable {
  /// Words are shaped one by one.
  ///
  /// A word is measured by table if the rules of the font prove that HarfBuzz gives the same
  /// result. HarfBuzz shapes all other words, with as much of the text beside them as they depend
  /// on.
  case words
  /// HarfBuzz shapes each run as a whole.
  case harfBuzz
  /// Both methods are used, and the results of `harfBuzz` are returned.
  ///
  /// `TextStatistics.shapingDifferences` counts the runs with different advances.
  case verified
}
