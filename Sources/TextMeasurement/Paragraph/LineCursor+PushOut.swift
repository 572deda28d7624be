extension LineCursor {
  /// Whether the next segment is the last of its paragraph.
  @inline(__always)
  func isBeforeLast(_ segments: UnsafeBufferPointer<Segment>) -> Bool {
    segment == segments.count &- 1 || (segment < segments.count && segments[segment].isHard)
  }

  /// Moves the last word of a line to the paragraph's last line when that has but one word.
  ///
  /// So no word is left alone. Lines never become more or fewer.
  /// Source: Apple, `NSParagraphStyle.LineBreakStrategy.pushOut`. Which words Apple's engine takes is
  /// not published: here those between spaces.
  ///
  /// - Parameter line: The line just filled; the next segment is the last of its paragraph.
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
