import LayoutPrimitives

/// Finds room for tags, so that no one covers another where that can be helped.
struct TagPlacer {
  private var taken: [Rect] = []

  /// Whether a rectangle lies on none that was placed before.
  func isFree(_ rect: Rect) -> Bool {
    !taken.contains { other in
      rect.x < other.maxX && other.x < rect.maxX && rect.y < other.maxY && other.y < rect.maxY
    }
  }

  /// Takes the first rectangle that is free, or the first of all.
  mutating func place(_ candidates: [Rect]) -> Rect? {
    guard let chosen = candidates.first(where: isFree) ?? candidates.first else { return nil }
    taken.append(chosen)
    return chosen
  }
}
