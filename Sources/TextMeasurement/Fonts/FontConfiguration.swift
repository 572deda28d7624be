/// Which fonts a build measures with, as declared by its configuration.
public struct FontConfiguration: Hashable, Sendable {
  /// Font files that stand for the family `system`; when empty, `system` is Inter.
  public var system: [String]
  /// Families that are tried in this order for characters that the text's own font lacks.
  ///
  /// A regional family (`Noto Sans CJK SC`) stands for its siblings too: text that says it is
  /// Japanese takes `Noto Sans CJK JP` where that is installed.
  public var fallback: [String]

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - system: Paths of font files for the family `system`.
  ///   - fallback: Family names, in the order in which they are tried.
  public init(system: [String] = [], fallback: [String] = Self.defaultFallback) {
    self.system = system
    self.fallback = fallback
  }

  /// The declared chain of Noto families, all of them in three Debian packages.
  public static let defaultFallback = [
    "Noto Sans", "Noto Sans CJK SC", "Noto Sans Arabic", "Noto Sans Hebrew",
    "Noto Sans Devanagari", "Noto Sans Thai", "Noto Sans Bengali", "Noto Sans Tamil",
    "Noto Sans Telugu", "Noto Sans Kannada", "Noto Sans Malayalam", "Noto Sans Gujarati",
    "Noto Sans Gurmukhi", "Noto Sans Oriya", "Noto Sans Sinhala", "Noto Sans Lao",
    "Noto Sans Khmer", "Noto Sans Myanmar", "Noto Sans Georgian", "Noto Sans Armenian",
    "Noto Sans Ethiopic", "Noto Serif Tibetan", "Noto Sans Math", "Noto Sans Symbols",
    "Noto Sans Symbols2", "Noto Color Emoji",
  ]
}
