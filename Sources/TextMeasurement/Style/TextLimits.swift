/// What text measurement spends at most.
public struct TextLimits: Hashable, Sendable {
  /// UTF-16 units of one text; what lies beyond is cut off and the result flagged `limit`.
  public var textUnits: Int
  /// Words kept shaped in each of the word cache's two generations; at least 16.
  public var wordCacheEntries: Int
  /// Texts kept prepared in each of two generations; 0 keeps none.
  public var paragraphCacheEntries: Int
  /// Bytes of prepared texts, about, kept in each of two generations.
  ///
  /// A text that would take more than a quarter of it is prepared anew each time.
  public var paragraphCacheBytes: Int

  /// Creates limits.
  public init(
    textUnits: Int = 100_000, wordCacheEntries: Int = 16_384, paragraphCacheEntries: Int = 1_024,
    paragraphCacheBytes: Int = 8 << 20
  ) {
    self.textUnits = max(0, textUnits)
    self.wordCacheEntries = max(16, wordCacheEntries)
    self.paragraphCacheEntries = max(0, paragraphCacheEntries)
    self.paragraphCacheBytes = max(0, paragraphCacheBytes)
  }
}
