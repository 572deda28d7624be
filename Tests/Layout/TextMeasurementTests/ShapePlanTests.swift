import LayoutPrimitives
import TestSupport
import Testing

@testable import TextMeasurement

/// Fonts whose rules involve spaces, or whose tables mislead, against HarfBuzz on whole runs.
@Suite struct ShapePlanTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A font of some letters of different widths, with `w` and `x` for substitutions.
  private static func font() -> TinyFont {
    var font = TinyFont("abcdwx.")
    for (index, unit) in "abcdwx.".unicodeScalars.enumerated() {
      font.advances[unit.value] = 400 + 37 * index
    }
    return font
  }

  private static let texts = [
    "a", "ab", "a b", "b a", "a  b", "ab cd", "cab dab", "a b a b", "x ab x", " a", "a b.", "ba ab",
    "a   b", "d a b c", "aa bb", "abab", "a c b", "some", "a bc", "c b a", "w x", "dab", "b  b",
    "c a b",
  ]

  /// Lays the texts out word by word and as whole runs.
  private func differences(
    _ font: TinyFont, limits: TextLimits = TextLimits()
  ) throws -> TextStatistics {
    let path = try folder.add(font, as: "font.ttf")
    let library = try FontLibrary(FontConfiguration(system: [path], fallback: [path]))
    let measurer = try TextMeasurer(library: library, limits: limits, shaping: .verified)
    for text in Self.texts {
      _ = try measurer.prepare(text, style: TextStyle(size: 100), rules: Support.rules(.uikit))
    }
    return measurer.statistics
  }

  private static func coverage(_ glyphs: Int...) -> [UInt8] {
    Big.u16(1) + Big.u16(glyphs.count) + glyphs.sorted().flatMap { Big.u16($0) }
  }

  /// Replaces one glyph by another.
  private static func single(_ glyph: Int, by other: Int) -> TinyFont.Lookup {
    TinyFont.Lookup(
      type: 1, subtable: Big.u16(1) + Big.u16(6) + Big.i16(other - glyph) + coverage(glyph))
  }

  /// Joins two or more glyphs.
  private static func ligature(_ glyphs: [Int], _ result: Int) -> TinyFont.Lookup {
    let rule = Big.u16(result) + Big.u16(glyphs.count) + glyphs.dropFirst().flatMap { Big.u16($0) }
    let set = Big.u16(1) + Big.u16(4) + rule
    return TinyFont.Lookup(
      type: 4,
      subtable: Big.u16(1) + Big.u16(8 + set.count) + Big.u16(1) + Big.u16(8) + set
        + coverage(glyphs[0]))
  }

  /// Applies another lookup to a glyph between others.
  private static func chain(
    _ before: [Int], _ glyph: Int, _ after: [Int], apply lookup: Int, flags: Int = 0
  ) -> TinyFont.Lookup {
    let count = before.count + 1 + after.count
    let header = 2 + 2 + before.count * 2 + 2 + 2 + 2 + after.count * 2 + 2 + 4
    var place = header
    func offsets(_ glyphs: [Int]) -> [UInt8] {
      var bytes = Big.u16(glyphs.count)
      for _ in glyphs {
        bytes += Big.u16(place)
        place += 6
      }
      return bytes
    }
    var table = Big.u16(3) + offsets(before.reversed()) + offsets([glyph]) + offsets(after)
    table += Big.u16(1) + Big.u16(0) + Big.u16(lookup)
    for glyph in before.reversed() + [glyph] + after { table += coverage(glyph) }
    assert(table.count == header + count * 6)
    return TinyFont.Lookup(type: 6, flags: flags, subtable: table)
  }

  /// A rule of two glyphs of class 0, whose class definition is at an offset from the subtable.
  private static func pairOfClass0(
    first glyph: Int, definition: Int, _ bytes: [UInt8] = []
  ) -> TinyFont.Lookup {
    let rule = Big.u16(2) + Big.u16(1) + Big.u16(0) + Big.u16(0) + Big.u16(1)
    let set = Big.u16(1) + Big.u16(4) + rule
    return TinyFont.Lookup(
      type: 5,
      subtable: Big.u16(2) + Big.u16(10 + set.count) + Big.u16(definition) + Big.u16(1)
        + Big.u16(10) + set + coverage(glyph) + bytes)
  }

  enum Rule: String, CaseIterable {
    case nextLetterAcrossASpace, letterBeforeASpace, ligatureAcrossASpace, spaceChanges
    case spacesChange, spaceChangesBetweenLetters, spacesSkipped, farAcrossSpaces
    case contextOfThreeGlyphs, nestedAcrossASpace
    case kernThenAlternates, markThenLigature, distThenComposition
    case noClassDefinition, classDefinitionOfUnknownFormat
  }

  private static func made(_ rule: Rule) -> TinyFont {
    var font = font()
    let (a, b, c, w, space) = (
      font.glyph("a"), font.glyph("b"), font.glyph("c"), font.glyph("w"), font.glyph(" ")
    )
    font.substitutions =
      switch rule {
      case .nextLetterAcrossASpace:
        [("calt", [chain([], a, [space, b], apply: 1)]), ("ss01", [single(a, by: w)])]
      case .letterBeforeASpace:
        [("calt", [chain([a, space], b, [], apply: 1)]), ("ss01", [single(b, by: w)])]
      case .ligatureAcrossASpace: [("liga", [ligature([a, space, b], w)])]
      case .spaceChanges: [("ccmp", [single(space, by: w)])]
      case .spacesChange: [("liga", [ligature([space, space], w)])]
      case .spaceChangesBetweenLetters:
        [("calt", [chain([a], space, [b], apply: 1)]), ("ss01", [single(space, by: w)])]
      case .spacesSkipped:
        // The flag that skips bases; without a GDEF table no glyph is one.
        [("calt", [chain([], a, [b], apply: 1, flags: 2)]), ("ss01", [single(a, by: w)])]
      case .farAcrossSpaces:
        [
          ("calt", [chain([c, space, a, space], b, [], apply: 1)]), ("ss01", [single(b, by: w)]),
        ]
      case .contextOfThreeGlyphs:
        // From the first glyph, the third one is changed.
        [
          (
            "calt",
            [
              TinyFont.Lookup(
                type: 5,
                subtable: Big.u16(3) + Big.u16(3) + Big.u16(1) + Big.u16(16) + Big.u16(22)
                  + Big.u16(28) + Big.u16(2) + Big.u16(1) + coverage(a) + coverage(space)
                  + coverage(b))
            ]
          ), ("ss01", [single(b, by: w)]),
        ]
      case .nestedAcrossASpace:
        [("calt", [chain([], a, [], apply: 1)]), ("ss01", [ligature([a, space, b], w)])]
      case .kernThenAlternates:
        [
          ("kern", [single(a, by: w)]), ("calt", [chain([], w, [b], apply: 2)]),
          ("ss01", [single(w, by: c)]),
        ]
      case .markThenLigature: [("mark", [single(a, by: w)]), ("liga", [ligature([w, b], c)])]
      case .distThenComposition: [("dist", [single(a, by: w)]), ("ccmp", [ligature([w, b], c)])]
      case .noClassDefinition:
        [("calt", [pairOfClass0(first: a, definition: 0)]), ("ss01", [single(a, by: w)])]
      case .classDefinitionOfUnknownFormat:
        [
          (
            "calt",
            [pairOfClass0(first: a, definition: 30, Big.u16(9) + Big.u16(a) + Big.u16(1))]
          ), ("ss01", [single(a, by: w)]),
        ]
      }
    return font
  }

  @Test(arguments: Rule.allCases)
  func wordsAreThoseOfWholeRuns(rule: Rule) throws {
    let statistics = try differences(Self.made(rule))
    #expect(statistics.verifiedRuns >= Self.texts.count)
    #expect(statistics.shapingDifferences == 0)
  }

  /// The rules of these fonts do something at all.
  @Test(arguments: Rule.allCases.filter { $0 != .spacesSkipped })
  func rulesChangeWidths(rule: Rule) throws {
    func widths(_ font: TinyFont) throws -> [Double] {
      let path = try folder.add(font, as: "\(rule) \(font.substitutions.count).ttf")
      let library = try FontLibrary(FontConfiguration(system: [path], fallback: [path]))
      let measurer = try TextMeasurer(library: library)
      return try Self.texts.map {
        try measurer.prepare($0, style: TextStyle(size: 100), rules: Support.rules(.uikit))
          .unwrapped().width
      }
    }
    #expect(try widths(Self.made(rule)) != widths(Self.font()))
  }

  /// Beyond a limit words go to HarfBuzz, with the same result.
  @Test(arguments: [
    ProofLimits(numbersRead: 0), ProofLimits(contexts: 0), ProofLimits(inputs: 1),
    ProofLimits(plans: 0),
  ])
  func limitsOfTheProofChangeNoWidth(proof: ProofLimits) throws {
    let font = Self.made(.letterBeforeASpace)
    let usual = try differences(font)
    #expect(usual.wordsByTable > 0)
    var limited = font
    if proof.inputs == 1 {
      let glyphs = [font.glyph("a"), font.glyph("b")]
      limited.substitutions = [("liga", [Self.ligature(glyphs, font.glyph("w"))])]
    }
    let statistics = try differences(limited, limits: TextLimits(proof: proof))
    #expect(statistics.wordsByTable == 0)
    #expect(statistics.shapingDifferences == 0)
  }

  /// A font that shows many characters by one glyph is not proved.
  @Test func charactersThatShareAGlyphAreLimited() throws {
    let limits = TextLimits(proof: ProofLimits(charactersPerGlyph: 1))
    #expect(try differences(Self.font(), limits: limits).wordsByTable > 0)
    #expect(try differences(Self.font()).wordsByTable > 0)
  }

  /// One entry serves a word at the beginning, in the middle and at the end.
  @Test func aWordMeasuredByTableIsMeasuredOnce() throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(.uikit)
    _ = try measurer.prepare("word", style: TextStyle(), rules: rules)
    let words = measurer.statistics.wordsByTable
    _ = try measurer.prepare("word word word", style: TextStyle(), rules: rules)
    #expect(measurer.statistics.wordsByTable == words)
    #expect(measurer.statistics.shapedRuns == 0)
  }

  /// A word without advance is content: the space before it is not at the end of the line.
  @Test(arguments: [TextRules.uikit, .css, .android])
  func aLastWordWithoutAdvanceKeepsTheSpaceBeforeIt(rules: TextRules) throws {
    var font = TinyFont("ab")
    font.advances[0x62] = 0
    let path = try folder.add(font, as: "zero.ttf")
    let library = try FontLibrary(FontConfiguration(system: [path], fallback: [path]))
    let measurer = try TextMeasurer(library: library)
    func width(_ text: String) throws -> Double {
      try measurer.prepare(text, style: TextStyle(size: 100), rules: Support.rules(rules))
        .unwrapped().width
    }
    #expect(try width("a b") == 75)
    #expect(try width("a b ") == 75)
    #expect(try width("a ") == 50)
  }

  /// HarfBuzz chooses a language's rules by all of its subtags.
  @Test func languagesKeepTheirSubtags() {
    #expect(LanguageTag("tr-fonipa").shaping == "tr-fonipa")
    #expect(LanguageTag("en-x-hbotTRK").shaping == "en-x-hbottrk")
    #expect(LanguageTag("und-x-hbotTRK").shaping == "und-x-hbottrk")
    #expect(LanguageTag(nil).shaping == "und")
    #expect(LanguageTag("zh_Hant_TW").shaping == "zh-hant-tw")
    #expect(LanguageTag("zh_Hant_TW").locale == "zh_hant_tw")
    #expect(LanguageTag("tr-fonipa").locale == "tr")
    #expect(LanguageTag("tr-fonipa").plain == LanguageTag("tr"))
  }

  /// Distinct tags are bounded, because HarfBuzz never forgets one.
  @Test func subtagsBeyondALimitAreDropped() {
    let registry = LanguageRegistry()
    let numbers = Set((0..<3000).map { registry.number("en-x-a\($0)") })
    #expect(numbers.count < 1100)
    #expect(registry.tag(registry.number("en-x-a2999")).shaping == "en")
  }
}
