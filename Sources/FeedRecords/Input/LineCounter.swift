#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

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
    var rest = bytes[...]
    // Line feeds are few; the C library's search passes over the rest at the speed of memory.
    while let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
      let found = memchr(start, 0x0A, rest.count)
    {
      count += 1
      rest = rest.dropFirst(UnsafeRawPointer(found) - start + 1)
    }
    return count
  }
}
