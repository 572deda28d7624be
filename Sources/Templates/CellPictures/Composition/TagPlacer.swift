import LayoutPrimitives

/// Places tags without overlaps, if possible.
struct TagPlacer {
  private var taken: [Rect] = []
  private var texts: [Rect] = []

  /// Whether a rectangle overlaps no tag.
  func isFree(_ rect: Rect) -> Bool { !taken.contains { Self.meet($0, rect) } }

  /// Adds the rectangle of a line of text, which tags avoid if possible.
  mutating func avoid(_ text: Rect) { texts.append(text) }

  /// Takes the first candidate that overlaps neither tags nor text, otherwise the first that
  /// overlaps no tag, otherwise the first.
  ///
  /// - Returns: The chosen rectangle; nil without candidates.
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
