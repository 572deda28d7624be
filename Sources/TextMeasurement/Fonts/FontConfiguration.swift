/// The fonts that a build declares for measuring.
public struct FontConfiguration: Hashable, Sendable {
  /// Font files of the family `system`; when empty, `system` is Inter.
  ///
  /// Each is a path, or `path#2` for the third face of a collection. A path alone means all its
  /// faces.
  public var system: [String]
  /// Families or files, tried in this order for characters that the text's own font lacks.
  ///
  /// A regional family (`Noto Sans CJK SC`) includes the families of other regions: text whose
  /// language is Japanese uses `Noto Sans CJK JP` where that is installed.
  public var fallback: [String]
  /// Families made of files, by their names, in any letter case.
  ///
  /// They have precedence over installed families of the same name. Files are as in ``system``.
  public var families: [String: [String]]

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - system: Paths of font files for the family `system`.
  ///   - fallback: Family names and paths, in the order in which they are tried.
  ///   - families: Font files by the name of their family.
  public init(
    system: [String] = [], fallback: [String] = Self.defaultFallback,
    families: [String: [String]] = [:]
  ) {
    self.system = system
    self.fallback = fallback
    self.families = families
  }

  /// The default fallback chain: Noto families, all of them in three Debian packages.
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
