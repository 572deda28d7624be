/// What words bring to the graphemes of a text.
extension WordShaping {
  /// What stays the same within an item.
  struct Run {
    let item: TextItem
    let font: ShapingFont
    /// Points a font unit.
    let scale: Double
    /// Device pixels a point, by Chromium's rules.
    let pixels: Double
    /// Distance after each grapheme, in points.
    let spacing: Double
    /// Whether that distance follows shapes, of which a grapheme may have none or several.
    let countsShapes: Bool
    let bit: UInt8
    let marks: UnsafePointer<UInt8>?
    /// Held here, where reading it costs nothing.
    let breaks: LineBreaks?

    init(
      item: TextItem, font: ShapingFont, style: RunFont, mode: LineBreakMode, bit: UInt8,
      marks: UnsafePointer<UInt8>?, breaks: LineBreaks?
    ) {
      self.item = item
      self.font = font
      scale = font.metrics.pointsPerUnit(size: style.size, mode: mode, pixels: style.pixels)
      pixels = style.pixels
      spacing = style.spacing
      countsShapes = mode == .chromium && style.spacing != 0
      self.bit = bit
      self.marks = marks
      self.breaks = breaks
    }
  }

  /// Appends a word's graphemes.
  func append(_ word: ShapedWord, at start: Int, run: Run) {
    if word.flags & ShapedWord.missingGlyph != 0 { sawMissingGlyph = true }
    let count = word.clusterCount
    clusters.reserve(count)
    let advances = word.advances
    let lengths = word.lengths
    let scale = run.scale
    // Chromium draws bitmap emoji at whole device pixels.
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
        if Presentation.hangs(text[unit]) { flags |= ClusterBuffer.space }
        if text[unit] == Presentation.softHyphen { flags |= ClusterBuffer.softHyphen }
      }
      var advance = Double(advances[index]) * scale
      if rounds { advance = (advance * run.pixels + 0.5).rounded(.down) / run.pixels }
      let isShown = advances[index] != 0 || !Presentation.isIgnorable(text[unit])
      if isShown {
        advance += run.countsShapes ? spacing(packed, text[unit], in: run) : run.spacing
      }
      clusters.append(advance: advance, length: length, flags: flags, font: run.bit)
      unit &+= length
    }
  }

  /// The letter spacing that Chromium gives a grapheme: once for each shape that begins in it; in
  /// a run of a cursive script to spaces alone.
  ///
  /// Source: CSS Text 3, section 8.2.1; measured in Chromium 156.
  private func spacing(_ packed: UInt16, _ unit: UInt16, in run: Run) -> Double {
    if run.item.isCursive { return unit == 0x20 || unit == 0xA0 ? run.spacing : 0 }
    return run.spacing * Double((packed & ShapedWord.shapesMask) >> ShapedWord.shapesShift)
  }

  /// Notes what lines are wider that end inside a word, as Chromium shapes their ends again.
  private func appendEdges(of word: ShapedWord, run: Run) {
    let edges = word.edges
    for index in 0..<word.clusterCount where edges[index] != 0 {
      clusters.append(edge: Double(edges[index]) * run.scale, after: clusters.count + index)
    }
  }

  @inline(__always)
  func appendSpace(at position: Int, run: Run, advance: Double) {
    clusters.reserve(1)
    var flags = ClusterBuffer.space
    if let marks = run.marks { flags |= marks[position] & ClusterBuffer.breakBefore }
    clusters.append(advance: advance, length: 1, flags: flags, font: run.bit)
  }

  /// Whether a line may break before one of some units.
  @inline(__always)
  private static func mayBreak(_ marks: UnsafePointer<UInt8>, count: Int) -> Bool {
    var seen: UInt8 = 0
    for index in 0..<max(count, 0) { seen |= marks[index] }
    return seen & ClusterBuffer.breakBefore != 0
  }

  /// Whether an ASCII line may break before a word that follows spaces.
  @inline(__always)
  private func mayBreak(before start: Int, in run: Run) -> Bool {
    let item = run.item
    guard start > item.start, text[start] != 0x20 else { return false }
    if lineBreak == .chromium { return true }
    // Nothing in UAX 14 holds letters and digits together across a space.
    if start > item.start &+ 1, Self.isAlphanumeric(text[start]),
      Self.isAlphanumeric(text[start &- 2])
    {
      return true
    }
    return mayBreakAmongSigns(before: start, in: run)
  }

  @inline(__always)
  private static func isAlphanumeric(_ unit: UInt16) -> Bool {
    (unit | 0x20) &- 0x61 < 26 || unit &- 0x30 < 10
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
