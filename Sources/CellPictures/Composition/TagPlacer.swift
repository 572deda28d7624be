import LayoutPrimitives

/// Finds room for tags, so that no one covers another, or a text, where that can be helped.
struct TagPlacer {
  private var taken: [Rect] = []
  private var texts: [Rect] = []

  /// Whether a rectangle lies on none that was placed before.
  func isFree(_ rect: Rect) -> Bool { !taken.contains { Self.meet($0, rect) } }

  /// Keeps tags off a line of text, if there is room elsewhere.
  mutating func avoid(_ text: Rect) { texts.append(text) }

  /// Takes the first rectangle that is free and covers no text, else the first that is free, else
  /// the first of all.
  mutating func place(_ candidates: [Rect]) -> Rect? {
    let free = candidates.filter(isFree)
    let clear = free.first { rect in !texts.contains { Self.meet($0, rect) } }
    guard let chosen = clear ?? free.first ?? candidates.first else { return nil }
    taken.append(chosen)
    return chosen
  }

  private static func meet(_ one: Rect, _ other: Rect) -> Bool {
    one.x < other.maxX && other.x < one.maxX && one.y < other.maxY && other.y < one.maxY
  }
}
