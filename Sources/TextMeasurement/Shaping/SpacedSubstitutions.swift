/// The substitutions that letter spacing forbids, as letters that stand apart cannot be one shape.
enum SpacedSubstitutions: Hashable {
  /// None: there is no letter spacing.
  case none
  /// Ligatures.
  case ligatures
  /// Ligatures and contextual alternates, as Chromium has it.
  ///
  /// Source: Blink's `FontFeatures`; measured in Chromium 156.
  case contextual

  /// What a text with letter spacing goes without.
  ///
  /// - Parameter spacing: Distance after each grapheme, in points.
  init(letterSpacing spacing: Double, mode: LineBreakMode) {
    self = spacing == 0 ? .none : mode == .chromium ? .contextual : .ligatures
  }

  /// The OpenType features to switch off.
  var features: [String] {
    switch self {
    case .none: []
    case .ligatures: ["clig", "liga"]
    case .contextual: ["calt", "clig", "liga"]
    }
  }
}
