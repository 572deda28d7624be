internal import CICU
internal import LayoutPrimitives

/// Builds paragraphs one after the other, in buffers that are reused.
final class ParagraphBuilder {
  let registry: FontRegistry
  let languages: LanguageRegistry
  let clusters = ClusterBuffer()
  let shaping: WordShaping
  let text = TextBuffer()
  let segments = SegmentBuffer()
  private let itemizer: Itemizer
  private let marks = ScratchBuffer<UInt8>(capacity: 1024)
  /// Break opportunities by the rules of a part of the text.
  private let partMarks = ScratchBuffer<UInt8>(capacity: 16)
  let used = UsedFonts()
  private(set) var tabs: ContiguousArray<Int32> = []
  /// Indices of the clusters that continue a grapheme in another font.
  private(set) var joins: [Int] = []
  private var lastPlain: Shared?
  /// The beginning of the current text.
  private(set) var head = Head()
  /// Where the last hard line of the loaded text begins.
  private(set) var lastLine = (unit: 0, cluster: 0, segment: 0)
  /// Whether widths of parts of a line were rounded, as in Chromium's lines of several parts.
  private(set) var isRounded = false
  /// Whether the text has words of Khmer, Lao or Burmese, which a dictionary finds.
  private var usesDictionary = false
  /// Number of UTF-16 units that were prepared, with those that are only context.
  private(set) var preparedUnits = 0
  /// Characters for which devices may have other fonts.
  private(set) var unmeasured = UnmeasuredTexts()
  // reason: an option
  /// Whether ASCII is shaped by a faster method; only tests set it to false.
  var isFastPathOn = true

  init(
    registry: FontRegistry, limits: TextLimits, shaping method: ShapingMethod
  ) throws(TextError) {
    self.registry = registry
    languages = LanguageRegistry()
    let graphemes = try BreakIterator(line: false, locale: "")
    itemizer = try Itemizer(graphemes: graphemes)
    shaping = WordShaping(
      clusters: clusters, shaper: Shaper(graphemes: graphemes), method: method, limits: limits)
  }

  /// Builds the paragraph of a text, of which at most `limit` UTF-16 units are read.
  func build(
    _ string: String, request: ParagraphRequest, limit: Int
  ) throws(TextError) -> Paragraph {
    text.load(string, limit: limit, mode: request.lineBreak.mode)
    used.begin(request.font, set: registry.sets[request.font.fontSet])
    return try buildLoaded(request, after: Head())
  }

  /// The beginning of a text, which a paragraph that grows has in common with the earlier paragraph.
  struct Head {
    /// The earlier paragraph; nil for a paragraph that is built as a whole.
    var paragraph: Paragraph?
    /// Number of its clusters that are kept.
    var clusters = 0
    /// Number of its segments that are kept.
    var segments = 0
    /// UTF-16 offset of the loaded text in the whole text.
    var start = 0
    /// Number of loaded units before the clusters that are appended.
    var context = 0
    /// Number of clusters of these units; known when they are shaped.
    var contextClusters = 0
    /// Index of the first kept cluster that no font has; nil if there is none.
    var firstMissing: Int?
    /// Index of the first kept segment that needs care; nil if there is none.
    var firstCare: Int?
  }

  /// Builds the paragraph of the loaded text, which follows the head.
  func buildLoaded(
    _ request: ParagraphRequest, after beginning: Head
  ) throws(TextError) -> Paragraph {
    head = beginning
    let runs = request.runs
    clusters.clear()
    segments.clear(x: head.segments > 0 ? head.paragraph?.segments[head.segments - 1].endX ?? 0 : 0)
    lastLine = (0, 0, 0)
    isRounded = false
    usesDictionary = head.paragraph?.caveats.usesDictionary ?? false
    preparedUnits += text.count
    if !tabs.isEmpty { tabs.removeAll(keepingCapacity: true) }
    if !joins.isEmpty { joins.removeAll(keepingCapacity: true) }
    shaping.begin(
      text: text.padded, lineBreak: request.lineBreak.mode, cutsWords: request.cutsWords,
      needsSpaceEdges: request.needsSpaceEdges, language: request.language,
      tag: languages.tag(request.language),
      breaks: try languages.breaks(request.language))
    if text.isPlain, head.paragraph == nil {
      if text.count > 0 {
        try line(HardLine(unbroken: text.count), runs: runs, request: request)
      }
    } else {
      try hardLines(runs: runs, request: request)
    }
    if used.areMany { clusters.needFonts() }
    head.firstCare = head.firstCare ?? segments.firstCare.map { $0 + head.segments }
    head.firstMissing = head.firstMissing ?? shaping.firstMissing.map { $0 + shift }
    var caveats = TextCaveats()
    caveats.isSubstituted =
      isSubstitute(runs, request.metrics) || head.firstMissing != nil
    caveats.isCut = text.isCut || shaping.sawLimit
    caveats.usesDictionary =
      usesDictionary && request.wrapping == .word
      && request.lineBreak.usesASCIIFastPath
    let shared = try shared(runs, request.lineBreak.mode)
    return Paragraph(
      segments: joinedSegments, advances: joined(head.paragraph?.advances, clusters.advances),
      ends: joinedEnds, fonts: shared.fonts, fontBits: joinedFonts,
      masks: used.areMany ? used.allMasks : [],
      edges: joined(head.paragraph?.edges, clusters.edges),
      starts: joined(head.paragraph?.starts, clusters.starts),
      trims: joined(head.paragraph?.trims, clusters.trims),
      roundings: joined(head.paragraph?.roundings, clusters.roundings), marks: shared.marks,
      tabs: try tabStops(request), isCareful: head.firstCare != nil,
      dividesBeforeHyphen: request.lineBreak.mode == .chromium,
      breaksWords: request.breaksWords, joins: joinedJoins, caveats: caveats)
  }

  /// The values that paragraphs of texts with one font share, so that they are created only once.
  private struct Shared {
    let style: RunFont
    let fonts: [UsedFont]
    let marks: [RunMarks]
  }

  /// The fonts and marks of the current text; reused if the previous text had the same single font.
  private func shared(_ runs: RunTable, _ mode: LineBreakMode) throws(TextError) -> Shared {
    let isPlain = runs.spans.isEmpty && !used.areMany && head.firstCare == nil
    if isPlain, let lastPlain, lastPlain.style == runs.base { return lastPlain }
    let shared = Shared(style: runs.base, fonts: used.fonts, marks: try runMarks(runs, mode))
    if isPlain { lastPlain = shared }
    return shared
  }

  /// Divides the text at its line terminators, and adds each line.
  ///
  /// In UIKit and Android, an empty line follows a terminator at the end of the text.
  private func hardLines(runs: RunTable, request: ParagraphRequest) throws(TextError) {
    var start = 0
    let mode = request.lineBreak.mode
    while start < text.count {
      let line = HardLine(text.units, count: text.count, from: start, mode: mode)
      lastLine = (start, clusters.count, segments.count)
      try self.line(line, runs: runs, request: request)
      start = line.end
      if start == text.count, line.terminator != .none, request.metrics != .css {
        let last = HardLine(text.units, count: text.count, from: start, mode: mode)
        try self.line(last, runs: runs, request: request)
      }
    }
  }

  /// Shapes one hard line and divides it into segments.
  private func line(
    _ line: HardLine, runs: RunTable, request: ParagraphRequest
  ) throws(TextError) {
    let range = line.content
    let end = line.end
    let first = clusters.count
    if !range.isEmpty {
      let isRight = request.direction == .rightToLeft
      let natural = request.metrics != .css
      if isFastPathOn, runs.spans.isEmpty, request.lineBreak.usesASCIIFastPath, isASCII(range),
        registry.sets[runs.base.fontSet].primary.coversASCII,
        !isRight || (natural && hasLetter(range))
      {
        shapeASCII(range, style: runs.base)
      } else {
        try shapeItems(range, runs: runs, isRight: isRight, natural: natural, request: request)
      }
      if runs.breakSpaces { breakSpaces(from: first, in: range, runs) }
      if request.wrapping == .character { clusters.breakAnywhere(from: first) }
      for cluster in joins where cluster >= first {
        clusters.flags[cluster] &= ~ClusterBuffer.breakBefore
      }
    }
    var begin = first
    if end > head.context, range.lowerBound < head.context {
      begin = (first..<clusters.count).partitioningIndex { clusters.end(of: $0) > head.context }
      head.contextClusters = begin
    }
    var fonts: UInt64 = 1
    if range.isEmpty, !runs.spans.isEmpty {
      // An empty line has the height of its terminator's style, or else of the previous line's
      // style.
      let offset = end > range.upperBound ? range.lowerBound : max(0, range.lowerBound - 1)
      let style = runs.font(runs.number(at: offset))
      fonts = 1 << UInt64(try used.bit(of: style, number: 0, in: registry.sets[style.fontSet]))
    }
    let ending: Segment.Flags =
      switch line.terminator {
      case .none: []
      case .line: .hard
      case .paragraph: [.hard, .paragraphEnd]
      }
    let last = clusters.count
    if end > range.upperBound {
      clusters.reserve(1)
      clusters.append(
        advance: 0, length: end - range.upperBound, flags: ClusterBuffer.space, font: 0)
    }
    if used.areMany { clusters.needFonts() }
    segments.divide(
      clusters,
      SegmentBuffer.HardLine(
        range: begin..<last, end: clusters.count, ending: ending, fonts: fonts),
      masks: used.areMany ? used.masks : nil)
  }

  private func shapeASCII(_ range: Range<Int>, style: RunFont) {
    let set = registry.sets[style.fontSet]
    let item = ShapingRun(
      start: range.lowerBound, end: range.upperBound, font: 0,
      script: hasLetter(range) ? Itemizer.latin : Itemizer.common,
      rightToLeft: false, hasSpaces: true)
    let first = clusters.count
    shaping.shape(
      item, font: set.primary, number: set.registryIndex(0), style: style, bit: 0, ownBit: 0,
      marks: nil)
    if style.wordSpacing != 0 { addWordSpacing(style.wordSpacing, from: first, in: range) }
  }

  /// Adds a distance to each space of clusters that were appended for a range of the text.
  private func addWordSpacing(_ spacing: Double, from first: Int, in range: Range<Int>) {
    var unit = range.lowerBound
    for cluster in first..<clusters.count {
      if text.units[unit] == 0x20 || text.units[unit] == 0xA0 {
        clusters.advances[cluster] += spacing
      }
      unit = clusters.end(of: cluster)
    }
  }

  /// Lets lines break after each space of a hard line where the style says so, and no space hang.
  private func breakSpaces(from first: Int, in range: Range<Int>, _ runs: RunTable) {
    var unit = range.lowerBound
    for cluster in first..<clusters.count {
      if clusters.flags[cluster] & ClusterBuffer.space != 0,
        runs.font(runs.number(at: unit)).breaksSpaces
      {
        clusters.flags[cluster] &= ~ClusterBuffer.space
        if cluster + 1 < clusters.count {
          clusters.flags[cluster + 1] |= ClusterBuffer.breakBefore
        }
      }
      unit = clusters.end(of: cluster)
    }
  }

  /// Marks the break opportunities of the parts of a hard line that have rules of their own.
  ///
  /// The opportunity at the end of a part is one of the part, the one at its beginning is not.
  private func markParts(
    _ range: Range<Int>, runs: RunTable, language: Int
  ) throws(TextError) {
    var seen: [LineBreakRules] = []
    for span in runs.spans {
      guard let rules = span.lineBreak, !seen.contains(rules) else { continue }
      seen.append(rules)
      partMarks.reserve(range.count)
      partMarks.base.update(repeating: 0, count: range.count)
      try languages.breaks(language).mark(
        text.units + range.lowerBound, count: range.count, rules: rules,
        bit: ClusterBuffer.breakBefore, marks: partMarks.base)
      var start = 0
      for part in runs.spans {
        let first = max(start, range.lowerBound)
        let end = min(part.end, range.upperBound)
        start = part.end
        guard part.lineBreak == rules, first < end else { continue }
        for unit in first + 1..<min(end + 1, range.upperBound) {
          marks.base[unit] = partMarks.base[unit - range.lowerBound]
        }
      }
    }
  }

  private func shapeItems(
    _ range: Range<Int>, runs: RunTable, isRight: Bool, natural: Bool, request: ParagraphRequest
  ) throws(TextError) {
    marks.reserve(text.count)
    (marks.base + range.lowerBound).update(repeating: 0, count: range.count)
    try languages.breaks(request.language).mark(
      text.units + range.lowerBound, count: range.count, rules: request.lineBreak,
      bit: ClusterBuffer.breakBefore, marks: marks.base + range.lowerBound)
    try markParts(range, runs: runs, language: request.language)
    try itemizer.divide(
      text.units, range: range, runs: runs, sets: registry.sets, rightToLeft: isRight,
      natural: natural)
    if request.lineBreak.mode == .chromium, runs.areSpaced { itemizer.markCursive(text.units) }
    // Chromium measures each direction, style and tab separately, in steps of 1/64 device pixel.
    let steps = request.lineBreak.mode == .chromium ? 64 * request.font.pixels : nil
    var start = clusters.count
    var previous: ShapingRun?
    var isMixed = false
    for item in itemizer.items {
      if let previous,
        previous.rightToLeft != item.rightToLeft || previous.run != item.run
          || previous.isTab != item.isTab || previous.isReturn != item.isReturn
      {
        isMixed = true
        if let steps, !previous.isTab { clusters.roundUpWidth(from: start, steps: steps) }
        start = clusters.count
      }
      let isAfterObject = previous?.isObject ?? false
      previous = item
      let first = clusters.count
      try append(item, runs: runs, request: request)
      if item.continues, first < clusters.count { joins.append(first) }
      if Self.needsDictionary(item.script), item.end > item.start + 1 { usesDictionary = true }
      if isAfterObject, first < clusters.count, clusters.flags[first] & ClusterBuffer.space == 0 {
        clusters.flags[first] |= ClusterBuffer.breakBefore
      }
    }
    if isMixed, steps != nil { isRounded = true }
    if isMixed, let steps, previous?.isTab == false {
      clusters.roundUpWidth(from: start, steps: steps)
    }
  }

  /// Whether the words of a script are found by a dictionary that is older than Chromium's.
  private static func needsDictionary(_ script: Int32) -> Bool {
    switch Int(script) {
    case CICU_SCRIPT_KHMER, CICU_SCRIPT_LAO, CICU_SCRIPT_MYANMAR: true
    default: false
    }
  }

  private func append(
    _ item: ShapingRun, runs: RunTable, request: ParagraphRequest
  ) throws(TextError) {
    let style = runs.font(item.run)
    let set = registry.sets[style.fontSet]
    let bit = try used.bit(of: style, number: item.font, in: set)
    if item.isTab { return appendTabs(item, bit: bit) }
    if item.isObject { return appendObjects(item, bit: bit) }
    if item.isControl {
      return appendControls(item, font: try set.font(item.font), style: style, bit: bit, request)
    }
    let font = try set.font(item.font)
    let first = clusters.count
    if font.captured != nil || set.primary.captured != nil {
      noteUnknown(item, font: font, set: set, request: request)
    }
    shaping.shape(
      item, font: font, number: set.registryIndex(item.font), style: style, bit: bit,
      ownBit: try used.bit(of: style, number: 0, in: set), marks: marks.base)
    if style.wordSpacing != 0 {
      addWordSpacing(style.wordSpacing, from: first, in: item.start..<item.end)
    }
    if request.trimsPunctuation, !item.rightToLeft {
      trim(item, from: first, font: font, style: style, request: request)
    }
  }

  /// Notes what metrics packs do not tell about a run, apart from the widths of its words.
  private func noteUnknown(
    _ item: ShapingRun, font: ShapingFont, set: FontFallback, request: ParagraphRequest
  ) {
    if set.isUnlike(item.font) { shaping.addMissing() }
    // Whether the device may have another font for a character: the style's own font is a pack that
    // was not asked for it, or has it from a chain that was not declared.
    let own = item.font == 0 ? nil : set.primary.captured
    let isDeclared = font.captured != nil || set.isDeclared(item.font)
    // Packs do not have the half-width forms of punctuation, which fonts for Han have.
    let trims = font.captured != nil && request.trimsPunctuation
    guard own != nil || trims else { return }
    var index = item.start
    while index < item.end {
      let scalar = ScalarCursor.scalar(text.units, at: index, count: item.end)
      let end = index + (scalar > 0xFFFF ? 2 : 1)
      let isUnasked = own.map { !(isDeclared && $0.lacks(scalar)) } ?? false
      if isUnasked && !EmojiPresentation.isInvisible(scalar)
        || trims && scalar >= 0x3000 && HanPunctuation.mayTrim(text.units[index])
      {
        shaping.addMissing()
        unmeasured.insert(UnsafeBufferPointer(start: text.units + index, count: end - index))
      }
      index = end
    }
  }

  /// Removes the empty halves of a shaping run's fullwidth punctuation, if its font has half-width
  /// forms.
  private func trim(
    _ item: ShapingRun, from first: Int, font: ShapingFont, style: RunFont,
    request: ParagraphRequest
  ) {
    guard font.hasHalves,
      (item.start..<item.end).contains(where: { HanPunctuation.mayTrim(text.units[$0]) }),
      let spacing = font.hanSpacing(
        languages.tag(request.language), number: request.language)
    else { return }
    PunctuationTrimmer(text: text.units, count: text.count, clusters: clusters).trim(
      item, from: first, spacing: spacing,
      scale: font.metrics.pointsPerUnit(
        size: style.size, mode: request.lineBreak.mode, pixels: style.pixels))
  }

  /// Appends tabs with an advance of 0, because the width of a tab depends on where it is.
  private func appendTabs(_ item: ShapingRun, bit: UInt8) {
    clusters.reserve(item.end - item.start)
    for unit in item.start..<item.end {
      tabs.append(Int32(truncatingIfNeeded: clusters.count))
      clusters.append(
        advance: 0, length: 1,
        flags: ClusterBuffer.space | ClusterBuffer.tab
          | marks.base[unit] & ClusterBuffer.breakBefore, font: bit)
    }
  }

  /// Appends control characters: without advance, or with that of the font's space.
  private func appendControls(
    _ item: ShapingRun, font: ShapingFont, style: RunFont, bit: UInt8, _ request: ParagraphRequest
  ) {
    clusters.reserve(item.end - item.start)
    for index in item.start..<item.end {
      let unit = text.units[index]
      var flags = marks.base[index] & ClusterBuffer.breakBefore
      var advance = 0.0
      if ControlCharacter.isSeparator(unit) {
        let scale = font.metrics.pointsPerUnit(
          size: style.size, mode: request.lineBreak.mode, pixels: style.pixels)
        advance = Double(font.spaceUnits) * scale + style.spacing
      } else {
        flags |= ClusterBuffer.ignorable
        if ControlCharacter.hasGlyph(unit), !font.covers(UInt32(unit)) { shaping.addMissing() }
      }
      clusters.append(advance: advance, length: 1, flags: flags, font: bit)
    }
  }

  /// Appends atomic boxes with an advance of 0, because their widths are set later.
  ///
  /// Chromium breaks lines before and after each, whatever character is beside it.
  private func appendObjects(_ item: ShapingRun, bit: UInt8) {
    clusters.reserve(item.end - item.start)
    for _ in item.start..<item.end {
      clusters.append(advance: 0, length: 1, flags: ClusterBuffer.breakBefore, font: bit)
    }
  }

  private func tabStops(_ request: ParagraphRequest) throws(TextError) -> TabStops? {
    let tabs = joinedTabs
    guard !tabs.isEmpty else { return nil }
    let style = request.font
    let primary = registry.sets[style.fontSet].primary
    let mode = request.lineBreak.mode
    let space =
      Double(primary.spaceUnits)
      * primary.metrics.pointsPerUnit(size: style.size, mode: mode, pixels: style.pixels)
    var nearest = 0.0
    var interval = request.tabInterval
    switch request.metrics {
    case .uikit: if interval <= 0 { interval = TabStops.uikitPoints }
    case .android:
      if interval <= 0 { interval = TabStops.androidPixels / max(request.tabScale, 0.01) }
    case .css:
      if interval <= 0 {
        interval = TabStops.cssSpaces * (space + style.spacing + style.wordSpacing)
      }
      nearest =
        mode == .chromium
        ? TabStops.chromiumNearest * space
        : TabStops.cssNearest * Double(primary.advance(of: 0x30) ?? 0) * style.size
          / primary.metrics.unitsPerEm
    }
    return TabStops(
      clusters: tabs, interval: interval > 0 ? interval : style.size, nearest: nearest,
      steps: mode == .chromium ? 64 * style.pixels : nil)
  }

  /// The ellipsis and the hyphen in each style, in the order in which the styles begin.
  ///
  /// The ellipsis is U+2026 in the style's own font, or else in the first fallback font that has
  /// it. The hyphen is U+2010 if the style's own font has it, otherwise U+002D, as in HarfBuzz.
  private func runMarks(_ runs: RunTable, _ mode: LineBreakMode) throws(TextError) -> [RunMarks] {
    var result: [RunMarks] = []
    var unit = 0
    var cluster = 0
    for number in 0...runs.spans.count {
      let style = runs.font(number)
      if number > 0 {
        unit = runs.spans[number - 1].end
        if unit >= text.count { break }
        while cluster < clusters.count, clusters.end(of: cluster) <= unit { cluster += 1 }
      }
      result.append(try runMarks(style, mode, firstCluster: cluster))
    }
    return result
  }

  private func runMarks(
    _ style: RunFont, _ mode: LineBreakMode, firstCluster: Int
  ) throws(TextError) -> RunMarks {
    let set = registry.sets[style.fontSet]
    let number = try set.number(for: 0x2026)
    let font = try set.font(number)
    let units = Double(font.ellipsisUnits ?? 0)
    let advance = units * (style.size / font.metrics.unitsPerEm) + style.spacing
    // A font that the text does not use has no bit, so its height is ignored.
    let own = UInt64(used.existingBit(of: style, number: 0) ?? 0)
    let bit = used.existingBit(of: style, number: number).map { UInt64($0) } ?? own
    var hyphen = 0.0
    if head.firstCare != nil {
      let units = Double(set.primary.advance(of: 0x2010) ?? set.primary.advance(of: 0x2D) ?? 0)
      hyphen = units * (style.size / set.primary.metrics.unitsPerEm)
      // Chromium does not space the hyphen.
      if mode != .chromium { hyphen += style.spacing }
    }
    return RunMarks(
      firstCluster: Int32(truncatingIfNeeded: firstCluster),
      ellipsis: (advance, 1 << bit | 1 << own), hyphen: hyphen)
  }

  private func isSubstitute(_ runs: RunTable, _ metrics: MetricsMode) -> Bool {
    func isSubstitute(_ font: RunFont) -> Bool {
      let set = registry.sets[font.fontSet]
      // Android's lines have the bounds of all glyphs, which a browser does not tell.
      return set.isSubstitute || metrics == .android && set.primary.captured?.hasBounds == false
    }
    if runs.spans.isEmpty { return isSubstitute(runs.base) }
    for number in 0...runs.spans.count where isSubstitute(runs.font(number)) {
      if number < runs.spans.count || (runs.spans.last?.end ?? 0) < text.count { return true }
    }
    return false
  }

  private func isASCII(_ range: Range<Int>) -> Bool {
    if text.isPlain { return true }
    return range.allSatisfy { text.units[$0] < 0x7F && text.units[$0] >= 0x20 }
  }

  private func hasLetter(_ range: Range<Int>) -> Bool {
    range.contains { text.units[$0].isASCIILetter }
  }
}
