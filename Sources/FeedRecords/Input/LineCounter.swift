/// Counts line feeds up to places that only move on.
struct LineCounter {
  /// The line, from 1, that `place` stands in.
  private(set) var line = 1
  private(set) var place = 0

  /// Moves on to a place inside the window; bytes that the window has let go must be counted before.
  mutating func advance(to target: Int, in window: InputWindow) {
    guard target > place else { return }
    line += window.withUnsafeBytes(in: place..<target, Self.count)
    place = target
  }

  /// The line of a place at or behind the last one, without moving on.
  func line(at target: Int, in window: InputWindow) -> Int {
    guard target > place else { return line }
    return line + window.withUnsafeBytes(in: place..<target, Self.count)
  }

  private static func count(_ bytes: UnsafeRawBufferPointer) -> Int {
    var count = 0
    for byte in bytes { count &+= byte == 0x0A ? 1 : 0 }
    return count
  }
}
