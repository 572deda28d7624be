/// Fills the lines of a paragraph in order, each with as many segments as fit.
///
/// A segment that does not fit on the rest of a line moves to the next line. A segment longer than
/// a whole line breaks between graphemes. Each line has at least one grapheme, so that every call
/// makes progress.
struct LineFiller {
  /// Index of the next segment to place.
  private(set) var segment = 0
  /// Index of the next cluster to place; it belongs to the next segment.
  private(set) var cluster = 0

  /// One filled line.
  struct Line {
    var firstSegment: Int
    var start: Int
    var end: Int
    var width: Double
    var fonts: UInt64
    var isHard: Bool
    /// x coordinate, in points, at which the line begins if the whole text is on one line.
    var begin = 0.0
    /// Whether a hyphen is drawn at the end of the line.
    var isHyphenated = false
  }

  /// Creates a filler that starts at the beginning of the paragraph.
  init() {}

  /// Creates a filler that starts at a cluster.
  init(at cluster: Int, in segments: UnsafeBufferPointer<Segment>) {
    segment = segments.firstIndex { Int($0.end) > cluster } ?? segments.count
    self.cluster = cluster
  }

  /// Whether all segments have been placed in lines.
  func isAtEnd(_ segments: UnsafeBufferPointer<Segment>) -> Bool { segment >= segments.count }

  /// Whether only hanging spaces are left to be placed in lines.
  func onlySpaceLeft(_ segments: UnsafeBufferPointer<Segment>) -> Bool {
    var index = segment
    var start = cluster
    while index < segments.count {
      if Int(segments[index].contentEnd) > start { return false }
      start = Int(segments[index].end)
      index += 1
    }
    return true
  }

  /// Fills the next line; at least one segment must be left.
  ///
  /// - Parameter limit: Maximum width of the line, in points.
  @inline(__always)
  mutating func next(
    _ paragraph: Paragraph, _ segments: UnsafeBufferPointer<Segment>, limit: Double
  ) -> Line {
    var line = Line(
      firstSegment: segment, start: cluster, end: cluster, width: 0, fonts: 0, isHard: false)
    // The x coordinate of the line's beginning.
    var begin = segment == 0 ? 0 : segments[segment &- 1].endX
    if cluster > (segment == 0 ? 0 : Int(segments[segment &- 1].end)) {
      // The rest of a segment that the previous line broke.
      let next = segments[segment]
      guard let end = fill(next, of: paragraph, limit: limit, line: &line) else { return line }
      begin = next.endX - end
      line.width = next.contentX - begin
      if line.isHard { return line }
    }
    let edge = begin + limit
    line.begin = begin
    var content = line.width
    let isPlain = paragraph.isPlain
    let index =
      isPlain
      ? plain(segments, edge: edge, begin: begin, content: &content)
      : mixed(paragraph, segments, edge: edge, content: &content, line: &line)
    if isPlain { line.fonts = 1 }
    if index > segment + 1, !line.isHard,
      !fits(content, endingWith: segments[index &- 1], paragraph, origin: begin, limit: limit)
    {
      return shortened(line, segments, end: index &- 1)
    }
    if index > segment {
      line.width = content
      segment = index
      cluster = Int(segments[index &- 1].end)
      line.end = cluster
    } else if line.end == line.start {
      var isWhole = fill(segments[index], of: paragraph, limit: limit, line: &line) != nil
      if isWhole, segments[index].flags.contains(.opening), index + 1 < segments.count {
        isWhole = join(segments[index + 1], of: paragraph, limit: limit, line: &line)
      }
      if isWhole { hang(&line, segments) }
    }
    return line
  }

  /// Ends a line before its last segment, which fits only if it is not shaped again.
  private mutating func shortened(
    _ line: Line, _ segments: UnsafeBufferPointer<Segment>, end: Int
  ) -> Line {
    var line = line
    let last = segments[end - 1]
    line.width = last.contentX - line.begin
    if line.fonts != 1 {
      line.fonts = segments[line.firstSegment..<end].reduce(0) { $0 | $1.fonts }
    }
    segment = end
    cluster = Int(last.end)
    line.end = cluster
    return line
  }

  /// x coordinate, in points from the beginning of a line, at which the text ends that did not fit on
  /// the line.
  ///
  /// At least one segment must be left.
  @inline(__always)
  func overflow(
    after line: Line, _ paragraph: Paragraph, _ segments: UnsafeBufferPointer<Segment>
  ) -> Double {
    if cluster > (segment == 0 ? 0 : Int(segments[segment &- 1].end)) {
      return line.width + paragraph.advances[cluster]
    }
    return segments[segment].contentX - line.begin
  }

  /// Adds a segment to a line that may not end before it.
  ///
  /// - Returns: Whether the whole segment is on the line.
  private mutating func join(
    _ next: Segment, of paragraph: Paragraph, limit: Double, line: inout Line
  ) -> Bool {
    var rest = line
    rest.start = cluster
    let isWhole = fill(next, of: paragraph, limit: limit - line.width, line: &rest) != nil
    line.end = rest.end
    line.width += rest.width
    line.fonts = rest.fonts
    line.isHard = rest.isHard
    return isWhole
  }

  /// Adds the hanging spaces that follow a line whose last word was broken.
  mutating func hang(_ line: inout Line, _ segments: UnsafeBufferPointer<Segment>) {
    while !line.isHard, segment > 0, segment < segments.count,
      segments[segment].contentEnd <= segments[segment - 1].end
    {
      line.fonts |= segments[segment].fonts
      line.end = Int(segments[segment].end)
      line.isHard = segments[segment].isHard
      cluster = line.end
      segment += 1
    }
  }

  /// Index after the last segment that fits, for a paragraph with one font and no line terminator.
  ///
  /// - Parameters:
  ///   - edge: Maximum x coordinate of the end of the line's content.
  ///   - begin: x coordinate at which the line begins.
  ///   - content: Width of the line's content, which is updated.
  @inline(__always)
  private func plain(
    _ segments: UnsafeBufferPointer<Segment>, edge: Double, begin: Double, content: inout Double
  ) -> Int {
    guard let base = segments.baseAddress else { return segment }
    let first = base + segment
    let end = base + segments.count
    var next = first
    while next < end, next.pointee.contentX <= edge { next += 1 }
    // A segment that consists only of spaces hangs, whatever its position.
    let cluster = Int32(truncatingIfNeeded: cluster)
    while next < end, next.pointee.contentEnd <= (next > first ? next[-1].end : cluster) {
      next += 1
    }
    var last = next
    while last > first {
      if last[-1].contentEnd > (last - 1 > first ? last[-2].end : cluster) {
        content = last[-1].contentX - begin
        break
      }
      last -= 1
    }
    return next - base
  }

  /// Index after the last segment that fits, for a paragraph with several fonts or line
  /// terminators.
  ///
  /// It updates the width `content`, and the fonts, the beginning and the end of the line.
  private func mixed(
    _ paragraph: Paragraph, _ segments: UnsafeBufferPointer<Segment>, edge: Double,
    content: inout Double,
    line: inout Line
  ) -> Int {
    var before = Int32(truncatingIfNeeded: cluster)
    var index = segment
    var edge = edge
    var run = paragraph.runEnd(after: line.start)
    while index < segments.count {
      if segments[index].contentEnd > before {
        if let end = run, Int(segments[index].contentEnd) >= end {
          let more = paragraph.partRounding(from: line.start, to: end)
          line.begin -= more
          edge -= more
          run = nil
        }
        let contentX = segments[index].contentX
        if contentX - (index + 1 == segments.count ? paragraph.trailing : 0) > edge {
          // The line may not end after the first segment.
          if index == segment + 1, segments[segment].flags.contains(.opening), line.start == cluster
          {
            line.fonts = 0
            return segment
          }
          break
        }
        content = contentX - line.begin
      }
      before = segments[index].end
      line.fonts |= segments[index].fonts
      index &+= 1
      if segments[index &- 1].isHard {
        line.isHard = true
        break
      }
    }
    return index
  }

  /// Adds as many graphemes of a segment to a line as fit, at least one to an empty line.
  ///
  /// - Returns: The width of the added text and of the spaces after it, in points; `nil` if only a
  ///   part of the segment fits.
  mutating func fill(
    _ next: Segment, of paragraph: Paragraph, limit: Double, line: inout Line
  ) -> Double? {
    var x = paragraph.starts.width(at: cluster)
    // The last grapheme before which the word may break.
    var last: (cluster: Int, width: Double, fonts: UInt64)?
    while cluster < Int(next.contentEnd) {
      let right = x + paragraph.advances[cluster]
      let isLast = cluster + 1 == Int(next.contentEnd)
      var drawn =
        right
        + (isLast ? max(0, next.contentX - next.endX) : paragraph.edges.width(at: cluster))
      let mayBreak = cluster > line.start && paragraph.mayDivide(before: cluster)
      let isEnd = cluster + 1 == paragraph.advances.count
      if drawn - (isEnd ? paragraph.trailing : 0) > limit, mayBreak || last != nil {
        let trim = paragraph.trims.width(at: cluster)
        if trim == 0
          || !Self.fits(drawn - trim, last: drawn - trim - x, origin: next.contentX, limit: limit)
        {
          if !mayBreak, let last { (cluster, line.width, line.fonts) = last }
          break
        }
        drawn -= trim
      }
      if mayBreak { last = (cluster, line.width, line.fonts) }
      line.fonts |= paragraph.fonts(ofCluster: cluster)
      x = right
      line.width = drawn
      cluster += 1
    }
    line.end = cluster
    guard cluster == Int(next.contentEnd) else { return nil }
    line.fonts |= paragraph.fonts(from: cluster, in: next)
    cluster = Int(next.end)
    segment += 1
    line.end = cluster
    line.isHard = next.isHard
    return x + max(0, next.endX - next.contentX)
  }
}

/// Fills lines of paragraphs with tabs, soft hyphens or punctuation that can be halved.
///
/// In them, the width of a segment depends on where it is on its line.
extension LineFiller {
  /// Fills the next line; at least one segment must be left.
  ///
  /// The width of a line that ends at a soft hyphen includes the drawn hyphen. If the hyphen does
  /// not fit, the line ends before the segment that ends with it. If no segment fits with its
  /// hyphen, the line ends at the first soft hyphen, which is not drawn. Otherwise a narrow line
  /// could contain more text than a wide one.
  ///
  /// Chromium differs in two cases. A hyphen that does not fit goes to the next line, with the last
  /// grapheme before it unless that is the only one. If letters after the soft hyphen fit in the
  /// width of the hyphen, the line ends after these letters.
  mutating func nextWithSoftHyphens(
    _ paragraph: Paragraph, _ segments: UnsafeBufferPointer<Segment>, limit: Double
  ) -> Line {
    var line = Line(
      firstSegment: segment, start: cluster, end: cluster, width: 0, fonts: 0, isHard: false)
    var fitting: (line: Line, filler: LineFiller)?
    var first: (line: Line, filler: LineFiller)?
    var isUndrawn = false
    var x = paragraph.starts.width(at: cluster)
    let origin = segment == 0 || segments[segment - 1].isHard ? 0 : segments[segment - 1].endX
    // If Chromium reshapes a line, it rounds the beginning of the line up to 1/64 pixel.
    let room = x != 0 ? limit + (origin * 64).rounded(.up) / 64 - origin : limit
    while segment < segments.count {
      let next = segments[segment]
      var measured = ends(of: next, paragraph, segments, at: x, limit: room)
      var isTrimmed = false
      if measured == nil {
        measured = endsTrimmed(next, paragraph, segments, at: x, origin: origin, limit: limit)
        isTrimmed = measured != nil
      } else if let extent = measured,
        !fits(extent.content, endingWith: next, paragraph, origin: origin, limit: limit),
        segment > line.firstSegment
      {
        measured = nil
      }
      guard let (right, end) = measured else { break }
      if Int(next.contentEnd) > cluster { line.width = right }
      x = end
      line.fonts |=
        isBroken(segments) ? paragraph.fonts(from: cluster, in: next) : next.fonts
      line.end = Int(next.end)
      line.isHard = next.isHard
      line.begin = next.endX - x
      cluster = line.end
      segment += 1
      if first == nil { first = (line, self) }
      var drawn = line
      if next.flags.contains(.softHyphen) {
        drawn.width = right + paragraph.marks(at: line.end - 1).hyphen
        drawn.isHyphenated = true
      }
      isUndrawn = drawn.isHyphenated && drawn.width > room
      if !isUndrawn {
        // The width is at most `limit`, even if the content that fits is slightly wider.
        if drawn.width <= room { drawn.width = min(drawn.width, max(limit, 0)) }
        fitting = (drawn, self)
      }
      if line.isHard || isTrimmed { break }
    }
    if fitting == nil, isUndrawn, paragraph.dividesBeforeHyphen, paragraph.breaksWords,
      fillLetters(of: paragraph, segments, from: x, limit: room, line: &line)
    {
      return line
    }
    if let fitting {
      self = fitting.filler
      return fitting.line
    }
    if let first {
      if !paragraph.breaksWords {
        self = first.filler
        line = first.line
        if segments[segment - 1].flags.contains(.softHyphen) {
          line.width += paragraph.marks(at: line.end - 1).hyphen
          line.isHyphenated = true
        }
        return line
      }
      if isUndrawn, paragraph.dividesBeforeHyphen { return divided(first, paragraph, from: line) }
      self = first.filler
      line = first.line
    } else {
      line = breakWord(paragraph, segments, limit: limit)
    }
    if !isBroken(segments) { hang(&line, segments) }
    return line
  }

  /// Ends a line before the soft hyphen for which it has no room, as in Chromium.
  ///
  /// The last grapheme goes with the hyphen to the next line. If it is the only one, the hyphen goes
  /// alone, and is drawn on a line of its own.
  private mutating func divided(
    _ first: (line: Line, filler: LineFiller), _ paragraph: Paragraph, from start: Line
  ) -> Line {
    var line = first.line
    let letters = line.end - 1 - start.start
    guard letters > 0 else {
      self = first.filler
      line.width += paragraph.marks(at: line.end - 1).hyphen
      line.isHyphenated = true
      return line
    }
    segment = start.firstSegment
    cluster = line.end - (letters > 1 ? 2 : 1)
    line.end = cluster
    line.width =
      paragraph.end(
        ofClusters: line.start..<cluster, at: paragraph.starts.width(at: line.start))
      + paragraph.edges.width(at: cluster - 1)
    return line
  }

  /// Adds graphemes of the next segment to a line whose last soft hyphen is not drawn.
  ///
  /// - Returns: Whether at least one grapheme fits.
  private mutating func fillLetters(
    of paragraph: Paragraph, _ segments: UnsafeBufferPointer<Segment>, from x: Double,
    limit: Double, line: inout Line
  ) -> Bool {
    guard segment < segments.count else { return false }
    var x = x
    while cluster < Int(segments[segment].contentEnd) {
      let right = paragraph.end(ofCluster: cluster, at: x)
      let drawn = right + paragraph.edges.width(at: cluster)
      if drawn > limit { break }
      line.fonts |= paragraph.fonts(ofCluster: cluster)
      line.width = drawn
      x = right
      cluster += 1
    }
    defer { line.end = cluster }
    return cluster > line.end
  }

  /// Whether the previous line contains a part of the next segment.
  private func isBroken(_ segments: UnsafeBufferPointer<Segment>) -> Bool {
    cluster > (segment == 0 ? 0 : Int(segments[segment - 1].end))
  }

  /// x coordinates at which the letters and the spaces of the next segment end, if it begins at
  /// `x`.
  ///
  /// If the previous line contains its first part, only its rest is placed. Scanning ends where the
  /// line is full, so that a long word is not scanned from its start for each line.
  ///
  /// - Returns: Coordinates in points from the beginning of the line; `nil` if the letters do not
  ///   fit.
  private func ends(
    of next: Segment, _ paragraph: Paragraph, _ segments: UnsafeBufferPointer<Segment>,
    at x: Double, limit: Double
  ) -> (content: Double, end: Double)? {
    if !next.flags.contains(.tab), !isBroken(segments) {
      let before = segment == 0 ? 0 : segments[segment - 1].endX
      let content = x + (next.contentX - before)
      if content > limit, Int(next.contentEnd) > cluster { return nil }
      return (content, x + (next.endX - before))
    }
    var content = x
    for cluster in cluster..<max(cluster, Int(next.contentEnd)) {
      content = paragraph.end(ofCluster: cluster, at: content)
      if content > limit { return nil }
    }
    let spaces = max(cluster, Int(next.contentEnd))..<Int(next.end)
    let edge = max(0, next.contentX - next.endX)
    return (content + edge, paragraph.end(ofClusters: spaces, at: content))
  }

  /// The same as `ends`, with the last bracket of the segment halved.
  ///
  /// - Returns: Coordinates in points from the beginning of the line; `nil` if no bracket can be
  ///   halved, or if the letters do not fit even so.
  private func endsTrimmed(
    _ next: Segment, _ paragraph: Paragraph, _ segments: UnsafeBufferPointer<Segment>,
    at x: Double, origin: Double, limit: Double
  ) -> (content: Double, end: Double)? {
    guard !paragraph.trims.isEmpty, next.contentEnd == next.end, !next.flags.contains(.tab) else {
      return nil
    }
    let last = Int(next.end) - 1
    let trim = paragraph.trims.width(at: last)
    guard trim > 0, last >= cluster,
      let (content, _) = ends(of: next, paragraph, segments, at: x, limit: limit + trim)
    else { return nil }
    let half = paragraph.advances[last] - trim
    return Self.fits(content - trim, last: half, origin: origin, limit: limit)
      ? (content - trim, content - trim) : nil
  }

  /// Whether a line that ends with a segment fits after Chromium has reshaped its end.
  ///
  /// Chromium reshapes it if its last letter is kerned with the next line's first letter, or if the
  /// next line begins with a bracket that is halved after this segment.
  @inline(__always)
  private func fits(
    _ content: Double, endingWith last: Segment, _ paragraph: Paragraph, origin: Double,
    limit: Double
  ) -> Bool {
    guard content > limit - 1.0 / 32, last.contentEnd == last.end else { return true }
    let edge = max(0, last.contentX - last.endX)
    guard edge > 0 || paragraph.starts.width(at: Int(last.end)) != 0 else { return true }
    return Self.fits(
      content, last: paragraph.advances[Int(last.end) - 1] + edge, origin: origin, limit: limit)
  }

  /// The least available width at which a line ends where it does, in points.
  ///
  /// If Chromium has reshaped the end of the line, it is more than the width of the line.
  @inline(__always)
  func minimumRoom(
    for line: Line, _ paragraph: Paragraph, _ segments: UnsafeBufferPointer<Segment>
  ) -> Double {
    guard !paragraph.edges.isEmpty, !line.isHard, !line.isHyphenated, segment < segments.count,
      segment > 0
    else {
      return line.width
    }
    let last = segments[segment - 1]
    let edge = last.contentX - last.endX
    guard edge > 0, Int(last.contentEnd) == cluster, last.contentEnd == last.end else {
      return line.width
    }
    let letter = paragraph.advances[cluster - 1] + edge
    return max(line.width, Self.steps(line.width, last: letter, origin: line.begin) / 64)
  }

  /// Whether a line fits by Chromium's rule for a line whose last grapheme was reshaped.
  ///
  /// Chromium rounds three numbers up to 1/64 pixel: the width of the last grapheme, and the x
  /// coordinates at which the line and this grapheme begin.
  ///
  /// - Parameters:
  ///   - width: Width of the line including its last grapheme, in points.
  ///   - last: Width of the last grapheme, in points.
  ///   - origin: x coordinate at which the line begins, in points from the beginning of its hard
  ///     line.
  static func fits(_ width: Double, last: Double, origin: Double, limit: Double) -> Bool {
    steps(width, last: last, origin: origin) <= (limit * 64).rounded(.up)
  }

  /// Width of a line whose last grapheme was reshaped, in 1/64 pixel.
  private static func steps(_ width: Double, last: Double, origin: Double) -> Double {
    func steps(_ points: Double) -> Double { (points * 64).rounded(.up) }
    return steps(origin + width - last) - steps(origin) + steps(last)
  }

  /// Fills a line with graphemes of the next segment, as many as fit and at least one; no hyphen.
  private mutating func breakWord(
    _ paragraph: Paragraph, _ segments: UnsafeBufferPointer<Segment>, limit: Double
  ) -> Line {
    let next = segments[segment]
    var line = Line(
      firstSegment: segment, start: cluster, end: cluster, width: 0, fonts: 0, isHard: false)
    if !next.flags.contains(.tab) {
      _ = fill(next, of: paragraph, limit: limit, line: &line)
      return line
    }
    // The last grapheme before which the word may break.
    var last: (cluster: Int, width: Double, fonts: UInt64)?
    while cluster < Int(next.contentEnd) {
      let right = paragraph.end(ofCluster: cluster, at: line.width)
      let mayBreak = cluster > line.start && paragraph.mayDivide(before: cluster)
      if right > limit, mayBreak || last != nil {
        if !mayBreak, let last { (cluster, line.width, line.fonts) = last }
        break
      }
      if mayBreak { last = (cluster, line.width, line.fonts) }
      line.width = right
      line.fonts |= paragraph.fonts(ofCluster: cluster)
      cluster += 1
    }
    if cluster == Int(next.contentEnd) {
      line.fonts |= paragraph.fonts(from: cluster, in: next)
      cluster = Int(next.end)
      segment += 1
      line.isHard = next.isHard
    }
    line.end = cluster
    return line
  }
}

extension LineFiller {
  /// Whether exactly one segment of the paragraph is left.
  @inline(__always)
  func isBeforeLast(_ segments: UnsafeBufferPointer<Segment>) -> Bool {
    segment == segments.count &- 1 || (segment < segments.count && segments[segment].isHard)
  }

  /// Moves the last word of a line to the paragraph's last line, if only one word would be there.
  ///
  /// The number of lines does not change. Words are separated by spaces.
  ///
  /// Source: Apple, `NSParagraphStyle.LineBreakStrategy.pushOut`. Apple does not publish how words
  /// are determined.
  ///
  /// - Parameter line: The line that was just filled, after which one segment of its paragraph is
  ///   left.
  mutating func pushOut(
    _ line: inout Line, _ segments: UnsafeBufferPointer<Segment>, limit: Double
  ) {
    let last = segment
    guard last >= line.firstSegment + 2 else { return }
    let moved = segments[last - 1]
    let before = segments[last - 2]
    let single = segments[last]
    let wordStart = last >= 3 ? segments[last - 3] : nil
    guard cluster == Int(moved.end), Int(single.contentEnd) > cluster,
      moved.endX > moved.contentX, before.endX > before.contentX,
      before.contentX > (wordStart?.endX ?? 0), single.contentX - before.endX <= limit
    else { return }
    if line.fonts != 1 {
      line.fonts = segments[line.firstSegment..<last - 1].reduce(0) { $0 | $1.fonts }
    }
    line.width = before.contentX - line.begin
    line.end = Int(before.end)
    segment = last - 1
    cluster = line.end
  }
}
