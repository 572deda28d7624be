import XMLDocuments

/// Counts the lines of a source, at byte offsets that only increase.
struct LineCounter {
  /// The line of `place`, from 1.
  private(set) var line = 1
  private(set) var place = 0

  /// Moves to a byte offset that the window holds, and counts the line feeds up to it.
  mutating func advance(to target: Int, in window: InputWindow) {
    line = line(at: target, in: window)
    place = max(place, target)
  }

  /// The line of a byte offset at or behind `place`, without moving there.
  func line(at target: Int, in window: InputWindow) -> Int {
    guard target > place else { return line }
    var line = line
    var rest = window[place..<target]
    while let feed = rest.place(of: 0x0A) {
      line += 1
      rest = rest[(feed + 1)...]
    }
    return line
  }
}
