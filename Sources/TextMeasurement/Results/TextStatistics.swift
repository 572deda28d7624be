/// Counts of a measurer's work so far.
public struct TextStatistics: Hashable, Sendable {
  /// Number of words, or of runs that cannot be divided into words, that were looked up.
  public var lookups = 0
  /// Number of lookups that the word cache answered.
  public var hits = 0
  /// Number of runs that HarfBuzz shaped, without the characters and pairs that tables learn.
  public var shapedRuns = 0
  /// Number of UTF-16 units that HarfBuzz was given, including spaces that represent neighbors.
  public var shapedUnits = 0
  /// Number of words whose advances came from a table of their font, without HarfBuzz.
  public var wordsByTable = 0
  /// Number of runs that were measured both ways; counted by `ShapingMethod.verified`.
  public var verifiedRuns = 0
  /// Number of runs that HarfBuzz shapes otherwise when it is given the whole run; counted by
  /// `ShapingMethod.verified`.
  public var shapingDifferences = 0
  /// Number of texts prepared, without those found in the paragraph cache.
  public var preparedTexts = 0
  /// Number of texts found in the paragraph cache.
  public var paragraphHits = 0
  /// Number of break iterators that ICU opened.
  public var icuOpens = 0

  /// Creates statistics with zero counts.
  public init() {}

  /// Adds the counts of another measurer.
  public static func += (total: inout TextStatistics, other: TextStatistics) {
    total.lookups += other.lookups
    total.hits += other.hits
    total.shapedRuns += other.shapedRuns
    total.shapedUnits += other.shapedUnits
    total.wordsByTable += other.wordsByTable
    total.verifiedRuns += other.verifiedRuns
    total.shapingDifferences += other.shapingDifferences
    total.preparedTexts += other.preparedTexts
    total.paragraphHits += other.paragraphHits
    total.icuOpens += other.icuOpens
  }
}
