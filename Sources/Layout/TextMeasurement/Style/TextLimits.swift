/// Limits on the time and memory of text measurement.
public struct TextLimits: Hashable, Sendable {
  /// Maximum number of UTF-16 units of a text; a longer text is cut off and has the caveat `limit`.
  public var textUnits: Int
  /// Maximum number of UTF-16 units that are shaped at once, within `shapedUnitsRange`.
  ///
  /// A longer shaping run is divided where both sides do not affect each other in the font. If
  /// there is no such position, it is divided at another one, and the text has the caveat `limit`.
  public var shapedUnits: Int
  /// Maximum number of UTF-16 units of marks and invisible characters in a row, within
  /// `stackedUnitsRange`.
  ///
  /// The time to shape such a sequence grows with the square of its length. A longer sequence is
  /// shaped in parts, and the text has the caveat `limit`. Unicode's Stream-Safe Text Format allows
  /// 30 marks.
  ///
  /// Source: UAX 15, section 13.
  public var stackedUnits: Int
  /// Maximum size of the words in each of the two halves of the word cache, in bytes, at least
  /// 4,096.
  ///
  /// A word of six letters takes about 72 bytes. The hash table of a half takes up to a third more.
  public var wordCacheBytes: Int
  /// Maximum number of texts in each of the two halves of the paragraph cache; 0 for no cache.
  public var paragraphCacheEntries: Int
  /// Approximate maximum size of each of the two halves of the paragraph cache, in bytes.
  ///
  /// A text that needs more than a quarter of a half is not cached.
  public var paragraphCacheBytes: Int
  /// Maximum number of styles' font sets that a measurer keeps, at least 16; a set is about 10 KB.
  ///
  /// A set belongs to families, weight, width, slant and features, and to the size if a face has an
  /// optical size axis. Beyond the limit, and beyond four times as many open faces, all fonts and
  /// caches of the measurer are dropped. Results do not change.
  public var fontSets: Int

  /// Limits on reading the rules of a font to prove that words can be measured without HarfBuzz.
  public var proof: ProofLimits

  /// The range of `shapedUnits`, to which other values are clamped.
  public static let shapedUnitsRange = 64...16_383
  /// The range of `stackedUnits`, to which other values are clamped.
  public static let stackedUnitsRange = 32...4_096

  /// Creates limits; numbers below a minimum are raised to it.
  public init(
    textUnits: Int = 100_000, shapedUnits: Int = 4_096, stackedUnits: Int = 256,
    wordCacheBytes: Int = 8 << 20, paragraphCacheEntries: Int = 1_024,
    paragraphCacheBytes: Int = 8 << 20, fontSets: Int = 512, proof: ProofLimits = ProofLimits()
  ) {
    self.textUnits = max(0, textUnits)
    self.shapedUnits = shapedUnits
    self.stackedUnits = stackedUnits
    self.wordCacheBytes = max(4_096, wordCacheBytes)
    self.paragraphCacheEntries = max(0, paragraphCacheEntries)
    self.paragraphCacheBytes = max(0, paragraphCacheBytes)
    self.fontSets = max(16, fontSets)
    self.proof = proof
  }
}

/// Limits on reading the rules of a font to prove which words can be measured by table.
///
/// If a limit is exceeded, HarfBuzz shapes the words; the results are the same.
public struct ProofLimits: Hashable, Sendable {
  /// Maximum number of 16-bit numbers read from the table GSUB, and from the table GPOS.
  public var numbersRead: Int
  /// Maximum number of different contexts in the rules of a face.
  public var contexts: Int
  /// Maximum number of input glyphs of a contextual rule, or of glyphs of a ligature.
  public var inputs: Int
  /// Maximum number of characters that may have the same glyph.
  ///
  /// A rule for a glyph concerns all characters that have it. Without this limit, a font with a
  /// single glyph would take minutes.
  public var charactersPerGlyph: Int
  /// Maximum number of plans of a face, one for each script, language and direction.
  ///
  /// Text that needs a further plan is shaped in whole runs.
  public var plans: Int

  /// Creates limits; numbers below a minimum are raised to it.
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
