/// Limits on the time and memory of text measurement.
public struct TextLimits: Hashable, Sendable {
  /// Maximum number of UTF-16 units of one text.
  ///
  /// A longer text is cut off, and the result has the caveat `limit`.
  public var textUnits: Int
  /// Maximum number of UTF-16 units that are shaped at once, 64 to 16,383.
  ///
  /// A longer shaping run is divided at a position where the characters on both sides do not affect
  /// each other in the font. If there is no such position, it is divided elsewhere, and the result
  /// has the caveat `limit`.
  public var shapedUnits: Int
  /// Maximum number of consecutive UTF-16 units of marks and invisible characters, 32 to 4,096.
  ///
  /// The time to shape such a sequence grows with the square of its length. A longer sequence is
  /// shaped in parts, and the result has the caveat `limit`. Unicode's bound for streams is 30
  /// marks. Source: UAX 15, section 13, Stream-Safe Text Format.
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

  /// Limits on reading a font's tables to prove that words can be measured without HarfBuzz.
  public var proof: ProofLimits

  /// The range of `shapedUnits`, to which other values are clamped.
  public static let shapedUnitsRange = 64...16_383
  /// The range of `stackedUnits`, to which other values are clamped.
  public static let stackedUnitsRange = 32...4_096

  /// Creates limits.
  public init(
    textUnits: Int = 100_000, shapedUnits: Int = 4_096, stackedUnits: Int = 256,
    wordCacheEntries: Int = 16_384, paragraphCacheEntries: Int = 1_024,
    paragraphCacheBytes: Int = 8 << 20, proof: ProofLimits = ProofLimits()
  ) {
    self.textUnits = max(0, textUnits)
    self.shapedUnits = shapedUnits
    self.stackedUnits = stackedUnits
    self.wordCacheEntries = max(16, wordCacheEntries)
    self.paragraphCacheEntries = max(0, paragraphCacheEntries)
    self.paragraphCacheBytes = max(0, paragraphCacheBytes)
    self.proof = proof
  }
}

/// Limits on reading a font's tables to prove which words can be measured by table.
///
/// Words for which a limit is exceeded are shaped by HarfBuzz; the results are the same.
public struct ProofLimits: Hashable, Sendable {
  /// Maximum number of 16-bit numbers read from each rule table of a face.
  public var numbersRead: Int
  /// Maximum number of different contexts in the rules of a face.
  public var contexts: Int
  /// Maximum number of glyphs that one rule of a face may match.
  public var inputs: Int
  /// Maximum number of characters that may share a glyph.
  ///
  /// Each rule about a glyph applies to all characters that share it. Without the limit, a font
  /// with only one glyph would take minutes.
  public var charactersPerGlyph: Int
  /// Maximum number of shape plans per face, one for each script, language and direction.
  ///
  /// Text that needs further plans is shaped in whole runs.
  public var plans: Int

  /// Creates limits.
  public init(
    numbersRead: Int = 2_000_000, contexts: Int = 20_000, inputs: Int = 64,
    charactersPerGlyph: Int = 8, plans: Int = 32
  ) {
    self.numbersRead = max(0, numbersRead)
    self.contexts = max(0, contexts)
    self.inputs = max(0, inputs)
    self.charactersPerGlyph = max(1, charactersPerGlyph)
    self.plans = max(0, plans)
  }
}
