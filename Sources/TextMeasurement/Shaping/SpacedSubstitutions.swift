/// The substitutions that letter spacing disables, because spaced letters cannot form one shape.
enum SpacedSubstitutions: Hashable {
  /// No substitutions, as there is no letter spacing.
  case none
  /// Ligatures only.
  case ligatures
  /// Ligatures and contextual alternates, as in Chromium.
  ///
  /// Source: Blink's `FontFeatures`; measured in Chromium 156.
  case contextual

  /// Determines the substitutions that are disabled at a letter spacing.
  ///
  /// - Parameter spacing: Distance after each grapheme, in points.
  init(letterSpacing spacing: Double, mode: LineBreakMode) {
    self = spacing == 0 ? .none : mode == .chromium ? .contextual : .ligatures
  }

  /// Tags of the OpenType features to disable.
  var features: [String] {
    switch self {
    case .none: []
    case .ligatures: ["clig", "liga"]
    case .contextual: ["calt", "clig", "liga"]
    }
  }
}
