/// Counts of a measurer's work so far.
public struct TextStatistics: Hashable, Sendable {
  /// Words that were looked up, or runs that cannot be divided into words.
  public var lookups = 0
  /// Lookups answered by the word cache.
  public var hits = 0
  /// Runs that HarfBuzz shaped.
  public var shapedRuns = 0
  /// UTF-16 units that HarfBuzz was given, including spaces that represent neighbors.
  public var shapedUnits = 0
  /// Texts prepared, without those found in the paragraph cache.
  public var preparedTexts = 0
  /// Texts found in the paragraph cache.
  public var paragraphHits = 0
  /// Iterators that ICU opened.
  public var icuOpens = 0

  /// Creates statistics with zero counts.
  public init() {}

  /// Adds another measurer's work.
  public static func += (total: inout TextStatistics, other: TextStatistics) {
    total.lookups += other.lookups
    total.hits += other.hits
    total.shapedRuns += other.shapedRuns
    total.shapedUnits += other.shapedUnits
    total.preparedTexts += other.preparedTexts
    total.paragraphHits += other.paragraphHits
    total.icuOpens += other.icuOpens
  }
}
