/// Slant of a face.
public enum FontSlant: String, Hashable, Sendable, CaseIterable {
  /// Not slanted.
  case upright
  /// Slanted, with its own letter shapes.
  case italic
  /// Slanted upright letters.
  case oblique
}
