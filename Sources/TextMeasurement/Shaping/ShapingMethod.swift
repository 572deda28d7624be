/// How the advances of words are found.
public enum ShapingMethod: Hashable, Sendable {
  /// By table where the font proves that HarfBuzz gives the same, otherwise by HarfBuzz.
  case tables
  /// By HarfBuzz only.
  case harfBuzz
  /// By both; differences are counted in `TextStatistics.tableDifferences`, and HarfBuzz's answer
  /// is taken.
  case verified
}
