extension PreparedText {
  /// For each of the first lines, the index of the segment after it, if their lengths are balanced;
  /// else empty.
  ///
  /// A text of one line or of more than six lines, with a line that is too wide, or with tabs, is not
  /// balanced. Balancing never changes the number of lines.
  ///
  /// - Parameter width: The available width, in points.
  func balancedEnds(_ width: Double, _ fitting: LineFitting) -> [Int] {
    guard fitting.balances, width > 0, width.isFinite, paragraph.tabs == nil else { return [] }
    return paragraph.segments.withUnsafeBufferPointer { segments in
      let balance = LineBalance(
        paragraph: paragraph, segments: segments, maximum: fitting.lines, limit: limit(width),
        width: width)
      return balance.ends()
    }
  }
}

/// Balances the lengths of lines.
///
/// Source: Blink's `ScoreLineBreaker`.
private struct LineBalance {
  let paragraph: Paragraph
  let segments: UnsafeBufferPointer<Segment>
  /// The line limit of the text; 0 for none.
  let maximum: Int
  /// Maximum width of a line that fits the available width, in points.
  let limit: Double
  /// The available width, in points.
  let width: Double

  /// Maximum number of lines that are balanced.
  private static let lineLimit = 6
  /// The score of a last line of one word.
  private static let orphanPenalty = 10_000.0

  /// The ends of the lines up to the first hard line break, as indices of the segments after them;
  /// empty for no balance.
  func ends() -> [Int] {
    let isClamped = (1...Self.lineLimit).contains(maximum)
    guard let greedy = filled(maximum: isClamped ? maximum : Self.lineLimit),
      greedy.ends.count > 1, isClamped || greedy.isAtEnd
    else { return [] }
    let ends = scored(upTo: greedy.ends[greedy.ends.count - 1])
    // The scores do not know all widths of lines, such as those of brackets that are halved within
    // a line only.
    return ends.count == greedy.ends.count ? ends : []
  }

  /// A place where a line may end.
  private struct Candidate {
    /// x coordinate of the end of a line that ends here.
    var contentX: Double
    /// x coordinate of the beginning of a line that begins here.
    var endX: Double
    /// Index of the first segment of that line.
    var end: Int
    /// The least sum of scores of the lines up to here.
    var score = 0.0
    /// The candidate before, at which the last of these lines begins.
    var previous = 0
    var penalty = 0.0
    /// Whether a hyphen is drawn at the end of a line that ends here.
    var isHyphenated = false
  }

  /// The score of a line that ends with a hyphen.
  private var hyphenPenalty: Double { 2 * width * paragraph.fonts[0].size }

  /// The ends of the lines whose sum of squared distances from the available width is least.
  ///
  /// - Parameter end: Index of the segment after the lines.
  private func scored(upTo end: Int) -> [Int] {
    var candidates = [Candidate(contentX: 0, endX: 0, end: 0)]
    var before: Int32 = 0
    for (index, segment) in segments[..<end].enumerated() {
      if segment.contentEnd > before {
        var candidate = Candidate(
          contentX: segment.contentX, endX: segment.endX, end: index + 1)
        if segment.flags.contains(.softHyphen), index < end - 1 {
          candidate.contentX += paragraph.marks(at: Int(segment.contentEnd) - 1).hyphen
          candidate.penalty = hyphenPenalty
          candidate.isHyphenated = true
        }
        candidates.append(candidate)
      } else {
        candidates[candidates.count - 1].endX = segment.endX
        candidates[candidates.count - 1].end = index + 1
      }
      before = segment.end
    }
    // One or two places to break are not worth it.
    guard candidates.count >= 5 else { return [] }
    for index in candidates.indices.dropLast().reversed() {
      candidates[index].penalty += Self.orphanPenalty
      if !candidates[index].isHyphenated { break }
    }
    let linePenalty = 2 * hyphenPenalty
    for last in candidates.indices.dropFirst() {
      var best = Double.infinity
      for first in (0..<last).reversed() {
        let free = limit - (candidates[last].contentX - candidates[first].endX)
        if free < 0 { break }
        let score = candidates[first].score + free * free
        if score < best {
          best = score
          candidates[last].previous = first
        }
      }
      candidates[last].score = best + candidates[last].penalty + linePenalty
    }
    var ends: [Int] = []
    var last = candidates.count - 1
    while last > 0, candidates[last].score.isFinite {
      ends.append(candidates[last].end)
      last = candidates[last].previous
    }
    return ends.reversed()
  }

  /// Lines filled one after the other.
  private struct Filled {
    /// For each line, the index of the segment after it.
    var ends: [Int] = []
    /// Whether all text up to a hard line break is on the lines.
    var isAtEnd = false
  }

  /// The next lines up to a hard line break; `nil` if one of them is too wide or breaks inside a
  /// word.
  ///
  /// - Parameter maximum: Maximum number of lines.
  private func filled(maximum: Int) -> Filled? {
    var filler = LineFiller()
    var result = Filled()
    while !filler.isAtEnd(segments), result.ends.count < maximum {
      let line =
        paragraph.needsCare
        ? filler.nextWithSoftHyphens(paragraph, segments, limit: limit)
        : filler.next(paragraph, segments, limit: limit)
      guard line.width <= limit, filler.segment > 0,
        line.end == Int(segments[filler.segment - 1].end)
      else { return nil }
      result.ends.append(filler.segment)
      if line.isHard {
        result.isAtEnd = true
        return result
      }
    }
    result.isAtEnd = filler.onlySpaceLeft(segments)
    return result
  }
}
