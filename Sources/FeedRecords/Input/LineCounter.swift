import XMLDocuments

/// Counts line feeds up to places that only move on.
struct LineCounter {
  /// The line of `place`, from 1.
  private(set) var line = 1
  private(set) var place = 0

  /// Moves on to a position in the window, before which all bytes have been counted.
  mutating func advance(to target: Int, in window: InputWindow) {
    line = line(at: target, in: window)
    place = max(place, target)
  }

  /// The line of a place at or behind the last one, without moving on.
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
