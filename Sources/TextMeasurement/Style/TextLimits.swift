/// Limits of the work and memory of text measurement.
public struct TextLimits: Hashable, Sendable {
  /// Maximum number of UTF-16 units of one text; the rest is cut off and the result flagged
  /// `limit`.
  public var textUnits: Int
  /// Maximum number of UTF-16 units shaped at once, 64 to 16,383.
  ///
  /// A longer shaping run is divided where the font has no interaction between the two sides.
  /// Without such a position it is divided anyway and the result flagged `limit`.
  public var shapedUnits: Int
  /// Maximum number of consecutive UTF-16 units of marks and invisible characters, 32 to 4,096.
  ///
  /// The time to shape such a sequence is quadratic. A longer one is shaped in parts and the result
  /// flagged `limit`. Unicode's bound for streams is 30 marks. Source: UAX 15, section 13,
  /// Stream-Safe Text Format.
  public var stackedUnits: Int
  /// Maximum number of words in each of the word cache's two generations, at least 16.
  public var wordCacheEntries: Int
  /// Maximum number of texts in each of the paragraph cache's two generations; 0 disables the
  /// cache.
  public var paragraphCacheEntries: Int
  /// Approximate maximum size of each of the paragraph cache's two generations, in bytes.
  ///
  /// A text that needs more than a quarter of this size is not cached.
  public var paragraphCacheBytes: Int

  /// The range of `shapedUnits`, to which other values are clamped.
  public static let shapedUnitsRange = 64...16_383
  /// The range of `stackedUnits`, to which other values are clamped.
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
