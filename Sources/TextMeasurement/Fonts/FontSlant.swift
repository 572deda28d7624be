/// How a face leans.
public enum FontSlant: String, Hashable, Sendable, CaseIterable {
  /// Not at all.
  case upright
  /// With letter shapes of its own.
  case italic
  /// The upright letters, slanted.
  case oblique
}
