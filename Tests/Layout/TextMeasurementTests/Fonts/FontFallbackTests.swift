import LayoutPrimitives
import TestSupport
import Testing

@testable import TextMeasurement

/// The fonts of characters: a font for Latin, a general one with the danda, and one for Devanagari.
@Suite struct FontFallbackTests {
  private let folder: TemporaryFolder
  private let latin: String
  private let general: String
  private let devanagari: String

  init() throws {
    folder = try TemporaryFolder()
    latin = try folder.add(TinyFont("ab.", family: "Latin"), as: "Latin.ttf")
    general = try folder.add(TinyFont("ab.।क※", family: "General"), as: "General.ttf")
    devanagari = try folder.add(TinyFont("कखि।.\u{301}", family: "Deva"), as: "Deva.ttf")
  }

  /// Names of the files that serve each grapheme.
  private func fonts(
    _ text: String, fallback: [String], lineBreak: LineBreakMode = .uikit
  ) throws -> [String] {
    let library = try FontLibrary(FontConfiguration(system: [latin], fallback: fallback))
    return try FontInspector(library: library)
      .servingFonts(of: text, lineBreak: lineBreak)
      .map { $0.font.file.split(separator: "/").last.map { String($0.dropLast(4)) } ?? "" }
  }

  @Test func theDeclaredOrderDecidesWhicheverScriptAFontIsFor() throws {
    #expect(
      try fonts("कख", fallback: [general, devanagari]) == ["General", "Deva"])
    #expect(
      try fonts("कख", fallback: [devanagari, general]) == ["Deva", "Deva"])
  }

  @Test func theFirstFamilyOfAListThatIsThereIsTheOwnFont() throws {
    let library = try FontLibrary(
      FontConfiguration(
        system: [latin], fallback: [general],
        families: ["Latin": [latin], "Deva": [devanagari]]))
    func serving(_ family: String) throws -> [String] {
      try FontInspector(library: library)
        .servingFonts(of: "aक※", style: TextStyle(family: family, size: 16), lineBreak: .chromium)
        .map { $0.font.file.split(separator: "/").last.map { String($0.dropLast(4)) } ?? "" }
    }
    // The other families of the list come before the fallback chain.
    #expect(try serving("Latin, Deva") == ["Latin", "Deva", "General"])
    #expect(try serving("Latin") == ["Latin", "General", "General"])
    #expect(try serving(" Nowhere ,Deva, Latin") == ["Latin", "Deva", "General"])
    #expect(library.isSubstitute(CharacterStyle(family: "Nowhere, Latin"), mode: .uikit))
    #expect(!library.isSubstitute(CharacterStyle(family: "Latin, Nowhere"), mode: .uikit))
    #expect(
      try library.fileHashes(ofFamily: "Nowhere, Deva, Latin")
        == library.fileHashes(ofFamily: "Deva") + library.fileHashes(ofFamily: "Latin"))
    #expect(throws: TextError.self) { try serving("Nowhere, Neither") }
  }

  @Test func theOwnFontServesWhateverItHas() throws {
    #expect(
      try fonts("क. a", fallback: [devanagari]) == ["Deva", "Latin", "Latin", "Latin"])
  }

  @Test func punctuationStaysWithTheLettersBeforeIt() throws {
    let chain = [general, devanagari]
    #expect(try fonts("ख।", fallback: chain) == ["Deva", "Deva"])
    #expect(try fonts("ख ।", fallback: chain) == ["Deva", "Latin", "Deva"])
    // Nothing before it, or letters whose font lacks it: the declared order decides.
    #expect(try fonts("।ख", fallback: chain) == ["General", "Deva"])
    #expect(try fonts("a।", fallback: chain) == ["Latin", "General"])
    #expect(try fonts("ख※", fallback: chain) == ["Deva", "General"])
    // A new line begins without neighbours.
    #expect(try fonts("ख\n।", fallback: chain) == ["Deva", "General"])
  }

  @Test func chromiumKnowsOnlyTheDeclaredOrder() throws {
    let chain = [general, devanagari]
    #expect(try fonts("ख।", fallback: chain, lineBreak: .chromium) == ["Deva", "General"])
  }

  @Test func marksStayWithTheirBase() throws {
    // One grapheme, one font: the first that has all of it.
    #expect(try fonts("कि", fallback: [general, devanagari]) == ["Deva"])
    // No font has both: the base decides.
    #expect(try fonts("a\u{301}", fallback: [general, devanagari]) == ["Latin"])
  }

  /// HarfBuzz composes and decomposes, so a font covers characters that it has in another form.
  @Test func canonicalEquivalentsAreServedAlike() throws {
    var composed = TinyFont("a\u{E9}\u{2010}", family: "Composed")
    composed.advances[0x65] = 500
    let one = try folder.add(composed, as: "Composed.ttf")
    let two = try folder.add(TinyFont("ae\u{301}\u{302}", family: "Marks"), as: "Marks.ttf")
    let library = { (system: String, other: String) throws -> FontInspector in
      try FontInspector(
        library: FontLibrary(FontConfiguration(system: [system], fallback: [other])))
    }
    for text in ["\u{E9}", "e\u{301}"] {
      for (system, other) in [(one, two), (two, one)] {
        let served = try library(system, other).servingFonts(of: text)
        #expect(served.map(\.font.file) == [system], "\(text.unicodeScalars.count)")
        #expect(served.map(\.isMissing) == [false])
      }
    }
    // e with circumflex and acute is neither composed nor in one font of the first kind.
    #expect(try library(one, two).servingFonts(of: "\u{1EBF}").map(\.font.file) == [two])
    // A hyphen that forbids breaks is drawn with the one that does not.
    #expect(try library(one, two).servingFonts(of: "\u{2011}").map(\.isMissing) == [false])
  }

  @Test func tabsAndControlsNeedNoGlyph() throws {
    let library = try FontLibrary(FontConfiguration(system: [latin], fallback: []))
    let served = try FontInspector(library: library).servingFonts(of: "a\tb\u{1}\u{200D}.\u{7F}")
    #expect(served.allSatisfy { !$0.isMissing })
    #expect(served.last?.range.upperBound == 7)
  }

  @Test func aFallbackMayBeAFileOrAFaceOfACollection() throws {
    let installed = try Support.library.get()
    let collection = try #require(
      try installed.families(ofList: "Noto Sans CJK JP").flatMap(\.faces).first {
        $0.file.hasSuffix(".ttc")
      })
    let library = try FontLibrary(
      FontConfiguration(
        system: [latin], fallback: [general, "\(collection.file)#\(collection.index)"]))
    #expect(library.entries.map(\.role) == [.system, .fallback, .fallback])
    #expect(library.entries[2].faces.map(\.index) == [collection.index])
    #expect(library.chain.count == 3)
  }

  @Test func aFamilyOfFilesServesStylesAndTheChain() throws {
    var bold = TinyFont("ab", family: "Whatever")
    bold.weight = 700
    bold.style = "Bold"
    bold.advances[0x61] = 900
    let file = try folder.add(bold, as: "bold.ttf")
    let library = try FontLibrary(
      FontConfiguration(
        system: [], fallback: ["BRAND"],
        families: ["Brand": [latin, file], "Inter": [general]]))
    #expect(library.entries[1].faces.map(\.weight) == [400, 700])
    let measurer = try TextMeasurer(library: library)
    let rules = try MeasurementRules(rules: .uikit, scale: 1)
    let width = { (weight: Int) throws -> Double? in
      try measurer.prepare(
        "a", style: TextStyle(family: "brand", weight: weight, size: 10), rules: rules
      ).lines(width: .infinity, lines: 0).first?.width
    }
    #expect(try width(400) == 5)
    #expect(try width(600) == 9)
    // A declared family takes precedence over an installed one of its name, but `system` is
    // unchanged.
    #expect(try library.families(ofList: "inter").flatMap(\.faces).map(\.file) == [general])
    #expect(library.chain.first?.file != general)
  }
}

/// The memory that styles of records take.
@Suite struct FontSetLimitTests {
  @Test func fontsAreFreedWithTheirMeasurer() throws {
    weak var registry: FontRegistry?
    do {
      let measurer = try Support.measurer()
      let rules = try Support.rules(.css, scale: 1)
      let prepared = try measurer.prepare("a ب 日", style: TextStyle(size: 10), rules: rules)
      #expect(prepared.lines(width: .infinity, lines: 0).count == 1)
      registry = measurer.registry
      #expect(registry?.fonts.isEmpty == false)
    }
    #expect(registry == nil)
  }

  @Test func beyondTheLimitFontsAreForgottenAndResultsStay() throws {
    let folder = try TemporaryFolder()
    let file = try folder.add(TinyFont("ab", family: "Tiny"), as: "tiny.ttf")
    let library = try FontLibrary(FontConfiguration(system: [file], fallback: []))
    let measurer = try TextMeasurer(library: library, limits: TextLimits(fontSets: 16))
    let rules = try Support.rules(.uikit, scale: 1)
    var growing: [GrowingText] = []
    var text = "a"
    for number in 0..<1_000 {
      var style = TextStyle(size: 10)
      style.characters.width = 50 + Double(number) / 7
      let prepared = try measurer.prepare("ab", style: style, rules: rules)
      #expect(prepared.lines(width: .infinity, lines: 0).map(\.width) == [10])
      _ = try measurer.strut(style, language: nil, rules: rules)
      #expect(measurer.registry.sets.count <= 17)
      // A text that grows does not use fonts of an earlier generation.
      text += number % 5 == 0 ? " b" : "b"
      let grown = try measurer.prepare(
        text, growing: &growing, style: TextStyle(size: 10), rules: rules)
      let expected = text.utf8.reduce(0) { $0 + ($1 == 0x20 ? 2.5 : 5) }
      #expect(grown.lines(width: .infinity, lines: 0).map(\.width) == [expected])
    }
    #expect(measurer.generation > 50)
    #expect(measurer.statistics.lookups >= 1_000)
    #expect(measurer.statistics.preparedTexts >= 1_000)
  }
}
