import LayoutPrimitives
import Testing

@testable import TextMeasurement

@Suite struct FontTests {
  private func fonts(_ text: String, language: String? = nil, weight: Int = 400) throws -> [String]
  {
    let measurer = try Support.measurer()
    let prepared = try measurer.prepare(
      text, style: TextStyle(weight: weight), language: language, rules: Support.rules(.uikit))
    return prepared.fonts.map(\.family)
  }

  @Test(arguments: [
    ("Hello", ["Inter"]), ("Привет", ["Inter"]), ("你好", ["Inter", "Noto Sans CJK SC"]),
    ("مرحبا", ["Inter", "Noto Sans Arabic"]), ("שלום", ["Inter", "Noto Sans Hebrew"]),
    ("नमस्ते", ["Inter", "Noto Sans Devanagari"]), ("สวัสดี", ["Inter", "Noto Sans Thai"]),
    ("👍🏽", ["Inter", "Noto Color Emoji"]), ("🇩🇪", ["Inter", "Noto Color Emoji"]),
    ("1#*0 ©", ["Inter"]), ("1️⃣", ["Inter", "Noto Color Emoji"]),
    ("❤️", ["Inter", "Noto Color Emoji"]), ("مرحبا بالعالم", ["Inter", "Noto Sans Arabic"]),
  ])
  func eachScriptHasItsFont(text: String, expected: [String]) throws {
    #expect(try fonts(text) == expected)
  }

  @Test func languageChoosesTheRegionOfHan() throws {
    #expect(try fonts("直", language: "ja").last == "Noto Sans CJK JP")
    #expect(try fonts("直", language: "ko-KR").last == "Noto Sans CJK KR")
    #expect(try fonts("直", language: "zh-Hant").last == "Noto Sans CJK TC")
    #expect(try fonts("直", language: "zh-HK").last == "Noto Sans CJK HK")
    #expect(try fonts("直", language: "en").last == "Noto Sans CJK SC")
  }

  @Test func aSpaceIsAsWideInEveryScript() throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(.css)
    let width = { (text: String) throws -> Double in
      let prepared = try measurer.prepare(text, style: TextStyle(size: 16), rules: rules)
      return prepared.lines(width: .infinity, lines: 0).first?.width ?? 0
    }
    // Inter's space: 792 of 2816 units, each rounded to 2⁻²² pixel.
    let space = try width("م م") - 2 * width("م")
    #expect(abs(space - 16.0 * 792 / 2816) < 792 / 4_194_304.0)
  }

  @Test func aMissingFamilyIsAnErrorWithTheNearestOne() throws {
    let library = try Support.library.get()
    #expect(throws: TextError.missingFont(family: "Nonesuch")) {
      try library.families(ofList: "Nonesuch").flatMap(\.faces)
    }
    #expect(
      throws: TextError.missingFont(
        family: "Noto Sans CJK XX", nearest: "Noto Sans CJK HK")
    ) { try FontLibrary(FontConfiguration(fallback: ["Noto Sans CJK XX"])) }
    #expect(throws: TextError.unreadableFont("/nowhere/none.otf")) {
      try FontLibrary(FontConfiguration(system: ["/nowhere/none.otf"]))
    }
  }

  @Test func weightsFollowCSSMatching() throws {
    let library = try Support.library.get()
    let inter = try library.families(ofList: "inter").flatMap(\.faces).filter { !$0.isVariable }
    #expect(inter.nearest(FontTraits(weight: 600))?.weight == 600)
    #expect(inter.nearest(FontTraits(weight: 650, slant: .italic))?.weight == 700)
    #expect(inter.nearest(FontTraits(weight: 600, slant: .italic))?.italic == true)
    let cjk = try library.families(ofList: "Noto Sans CJK SC").flatMap(\.faces).filter {
      [400, 700].contains($0.weight)
    }
    #expect(cjk.nearest(FontTraits(weight: 600))?.weight == 700)
    #expect(cjk.nearest(FontTraits(weight: 500, slant: .italic))?.weight == 400)
    #expect(FontWeight.number(named: "Semibold") == 600)
    #expect(FontWeight.number(named: "0") == nil)
  }

  @Test func aFileServesAsFamilyAndAsSystem() throws {
    let library = try Support.library.get()
    let face = try #require(library.chain.first)
    #expect(face.family == "Inter")
    #expect(try library.families(ofList: face.file).flatMap(\.faces).first?.weight == 400)
    let configured = try FontLibrary(FontConfiguration(system: [face.file], fallback: []))
    let measurer = try TextMeasurer(library: configured)
    let prepared = try measurer.prepare("Hi", style: TextStyle(), rules: Support.rules(.uikit))
    #expect(prepared.caveats.isEmpty)
    let other = try Support.measurer().prepare(
      "Hi", style: TextStyle(), rules: Support.rules(.uikit))
    #expect(other.caveats == .substituteFont)
    #expect(prepared.unwrapped() == other.unwrapped())
    // Without a fallback the Han character has no glyph.
    let missing = try measurer.prepare("你", style: TextStyle(), rules: Support.rules(.uikit))
    #expect(missing.caveats == .substituteFont)
    let collection = try #require(
      try library.families(ofList: "Noto Sans CJK JP").flatMap(\.faces).first)
    #expect(throws: TextError.missingFace(file: collection.file, index: 99)) {
      try library.families(ofList: collection.file + "#99").flatMap(\.faces)
    }
  }

  @Test func theFingerprintNamesTheChain() throws {
    let one = try FontLibrary(FontConfiguration(fallback: ["Noto Sans", "Noto Sans Thai"]))
    let same = try FontLibrary(FontConfiguration(fallback: ["Noto Sans", "Noto Sans Thai"]))
    let other = try FontLibrary(FontConfiguration(fallback: ["Noto Sans Thai", "Noto Sans"]))
    #expect(one.fingerprint == same.fingerprint)
    #expect(one.fingerprint != other.fingerprint)
    #expect(one.fingerprint.count == 32)
    #expect(try one.fingerprint(ofFamily: "Inter") != one.fingerprint(ofFamily: "Noto Sans"))
  }
}
