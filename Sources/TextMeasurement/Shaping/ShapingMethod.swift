/// How the advances of words are found.
public enum ShapingMethod: Hashable, Sendable {
  /// Word by word: by table where the font proves that HarfBuzz gives the same, otherwise by
  /// HarfBuzz, with as much of the neighboring text as the word depends on.
  case words
  /// By HarfBuzz, in whole runs.
  case harfBuzz
  /// By both; runs that differ are counted in `TextStatistics.shapingDifferences`, and HarfBuzz's
  /// answer is taken.
  case verified
}
