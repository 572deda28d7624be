/// What text measurement spends at most.
public struct TextLimits: Hashable, Sendable {
  /// UTF-16 units of one text; what lies beyond is cut off and the result flagged `limit`.
  public var textUnits: Int
  /// UTF-16 units that are shaped at once; 64 to 16,383.
  ///
  /// A longer stretch of one font, script and direction is divided where the font lets neither side
  /// see the other. Where there is no such place, it is divided all the same and the result flagged
  /// `limit`.
  public var shapedUnits: Int
  /// UTF-16 units of marks and of characters that are drawn as nothing that are shaped at once when
  /// they stand in succession; 32 to 4,096.
  ///
  /// Shaping compares each with all beside it. Where more follow one another they are shaped apart
  /// and the result is flagged `limit`. Unicode's own bound for streams is 30 marks.
  /// Source: UAX 15, section 13, Stream-Safe Text Format.
  public var stackedUnits: Int
  /// Words kept shaped in each of the word cache's two generations; at least 16.
  public var wordCacheEntries: Int
  /// Texts kept prepared in each of two generations; 0 keeps none.
  public var paragraphCacheEntries: Int
  /// Bytes of prepared texts, about, kept in each of two generations.
  ///
  /// A text that would take more than a quarter of it is prepared anew each time.
  public var paragraphCacheBytes: Int

  /// The values that `shapedUnits` may have; others are moved into them.
  public static let shapedUnitsRange = 64...16_383
  /// The values that `stackedUnits` may have; others are moved into them.
  public static let stackedUnitsRange = 32...4_096

  /// Creates limits.
  public init(
    textUnits: Int = 100_000, shapedUnits: Int = 4_096, stackedUnits: Int = 256,
    wordCacheEntries: Int = 16_384, paragraphCacheEntries: Int = 1_024,
    paragraphCacheBytes: Int = 8 << 20
  ) {
    self.textUnits = max(0, textUnits)
    self.shapedUnits = shapedUnits
    self.stackedUnits = stackedUnits
    self.wordCacheEntries = max(16, wordCacheEntries)
    self.paragraphCacheEntries = max(0, paragraphCacheEntries)
    self.paragraphCacheBytes = max(0, paragraphCacheBytes)
  }
}
