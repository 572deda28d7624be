/// Where the parser stands, and going back to before an element that could not be parsed where it
/// lies.
extension XMLSink {
  /// What parsing an element changes here besides its events.
  struct Mark {
    let depth: Int
    fileprivate let end: (offset: Int, line: Int)
    fileprivate let start: (offset: Int, line: Int)
    fileprivate let runBytes: Int
    fileprivate let repairs: Int
    fileprivate let repairCount: Int
  }

  /// The sink as it is, when no events wait.
  var mark: Mark {
    Mark(
      depth: depth, end: (endOffset, endLine), start: lastStart, runBytes: runBytes,
      repairs: repairs.count, repairCount: repairCount)
  }

  /// Forgets an element that could not be parsed.
  mutating func goBack(to mark: Mark) {
    drain()
    depth = mark.depth
    path.truncate(to: depth)
    (endOffset, endLine) = mark.end
    lastStart = mark.start
    runBytes = mark.runBytes
    repairs.removeLast(max(repairs.count - mark.repairs, 0))
    repairCount = mark.repairCount
    failure = nil
  }

  /// Says where what is parsed next starts, which is not pushed.
  mutating func standAt(line: Int, byteOffset: Int) {
    endOffset = byteOffset
    endLine = line
  }

  /// Says where in the document the parser stands.
  mutating func move(line: Int, byteOffset: Int) {
    lineBase += line - self.line
    offsetBase += byteOffset - offset
    endLine = line
    endOffset = byteOffset
  }
}
