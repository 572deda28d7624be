import LayoutPrimitives
import MetricsPacks
import TestSupport
import Testing

@testable import TextMeasurement

/// Texts measured with metrics packs of fonts that are there, beside the fonts themselves.
@Suite struct MetricsPackTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The pack of Inter's regular and bold faces, captured once for all tests.
  private static let inter = Result {
    let all = CaptureQuestions()
    // Without the longer texts, which take most of the time.
    let questions = CaptureQuestions(
      common: all.common, groups: all.groups, neighbors: all.neighbors,
      representatives: all.representatives, longest: 3)
    return try FileCapture("Inter", library: Support.library.get()).pack(
      weights: [400, 700], isItalic: false, sizes: [],
      words: ["漢", "字", "漢字", "مرحبا", "العالم", "👍"], questions: questions)
  }

  private static let latin = [
    "The quick brown fox jumps over the lazy dog. It costs $3.50 (or 12% less), isn't it?",
    "A - B: x-ray 3x4 -> \"yes\" (NO) well-known re-entry -5 foo -- bar a/b/c . , ! 1/2 [x] {y}",
    "https://example.org/a/b?c=d&e=f#g-h_i @someone #tag 0x1F 12:30 AVATAR Wo. Ty, office",
    "Ünïcödé Grüße naïve façade — “quoted” ‘single’ … em—dash", "Γεια σου κόσμε, τι κάνεις;",
    "Съешь ещё этих мягких французских булок", "nbsp\u{A0}here and\u{A0}there",
    "e\u{301}te\u{301}", "two  spaces   three", " edge ",
    "Supercalifragilisticexpialidocious antidisestablishmentarianism",
  ]

  private func write(_ pack: MetricsPack, _ name: String = "pack.json") throws -> String {
    try folder.write(pack.document, to: name)
  }

  private func measurer(
    _ pack: MetricsPack, fallback: [String] = FontConfiguration.defaultFallback
  ) throws -> TextMeasurer {
    try TextMeasurer(
      library: FontLibrary(FontConfiguration(system: [write(pack)], fallback: fallback)))
  }

  private func inter(_ change: (inout MetricsPack) -> Void = { _ in }) throws -> MetricsPack {
    var pack = try Self.inter.get()
    change(&pack)
    return pack
  }

  private func isMarked(
    _ text: String, _ style: TextStyle = TextStyle(), with measurer: TextMeasurer,
    _ rules: TextRules = .css
  ) throws -> Bool {
    try measurer.prepare(text, style: style, rules: Support.rules(rules)).caveats
      .contains(.substituteFont)
  }

  @Test(arguments: [TextRules.css, .uikit, .android], [400, 700])
  func linesAreThoseOfTheFontsFile(rules: TextRules, weight: Int) throws {
    let packed = try measurer(inter())
    let files = try Support.measurer()
    for text in Self.latin {
      for size in [13.0, 16.5, 40] {
        let style = TextStyle(family: "system", weight: weight, size: size)
        let own = TextStyle(family: "Inter", weight: weight, size: size)
        let ours = try packed.prepare(text, style: style, rules: Support.rules(rules))
        let theirs = try files.prepare(text, style: own, rules: Support.rules(rules))
        #expect(!ours.caveats.contains(.substituteFont), "\(text)")
        for width in [90.0, 200, 390, 5000] {
          let a = ours.layout(width: width, fitting: LineFitting())
          let b = theirs.layout(width: width, fitting: LineFitting())
          #expect(a.lines.map(\.start) == b.lines.map(\.start), "\(text) \(width)")
          #expect(a.measure.height == b.measure.height, "\(text) \(width)")
          for (one, two) in zip(a.lines, b.lines)
          where !cutsWord(text, one.start) && !cutsWord(text, one.end) {
            #expect(abs(one.width - two.width) <= 1.0 / 64, "\(text) \(width)")
          }
        }
      }
    }
    #expect(packed.statistics.unmeasured.texts.isEmpty)
  }

  /// Whether a line ends between letters, where the pair is not kerned on devices; words of files are
  /// stored with their kerning.
  private func cutsWord(_ text: String, _ unit: Int) -> Bool {
    let units = Array(text.utf16)
    guard unit > 0, unit < units.count else { return false }
    return units[(unit - 1)...unit].allSatisfy {
      Unicode.Scalar($0)?.properties.isAlphabetic == true
    }
  }

  @Test func whatIsOutsideOfThePackIsMarkedAndNamed() throws {
    let measurer = try measurer(inter())
    #expect(try !isMarked("Only letters", with: measurer))
    #expect(try isMarked("Only летters", with: measurer) == false)
    #expect(try isMarked("Hebrew שלום", with: measurer))
    #expect(try isMarked("soft\u{AD}hyphen", with: measurer))
    // The emoji was asked: Inter lacks it. The fallback chain is not the device's.
    #expect(try isMarked("thumbs 👍", with: measurer))
    let texts = Set(measurer.statistics.unmeasured.texts)
    #expect(texts.isSuperset(of: ["ש", "ל", "ו", "ם", "👍"]))
    #expect(!texts.contains("letters"))
  }

  @Test func aDeclaredChainIsTheDevicesForCharactersThatTheFontLacks() throws {
    let measurer = try measurer(inter(), fallback: ["Noto Color Emoji", "Noto Sans Hebrew"])
    #expect(try !isMarked("thumbs 👍", with: measurer))
    #expect(try isMarked("Hebrew שלום", with: measurer))
  }

  @Test func wordsOfOtherScriptsAreKnownWhole() throws {
    // A device whose font has these scripts; each character is half an em, each word half of that.
    let pack = try inter { pack in
      for index in pack.faces.indices {
        pack.faces[index].missing.subtract(["漢", "字"])
        pack.faces[index].missing.subtract("مرحباالعالم".unicodeScalars)
        let em = pack.faces[index].unitsPerEm
        for character in "漢字語مرحباالعالم".unicodeScalars {
          pack.faces[index].advances[character] = em / 2
        }
        pack.faces[index].words = [
          MetricsPack.Word("漢字", width: em - 100), MetricsPack.Word("مرحبا", width: em * 5 / 4),
        ]
      }
    }
    let measurer = try measurer(pack)
    let style = TextStyle(family: "system", size: 20)
    func width(_ text: String) throws -> Double {
      try measurer.prepare(text, style: style, rules: Support.rules(.uikit))
        .layout(width: 1000, fitting: LineFitting()).lines.first?.width ?? 0
    }
    #expect(try !isMarked("漢字", style, with: measurer))
    #expect(try !isMarked("مرحبا", style, with: measurer))
    #expect(try isMarked("漢語", style, with: measurer))
    #expect(try isMarked("字漢", style, with: measurer))
    #expect(try isMarked("العالم", style, with: measurer))
    let em = Double(pack.faces[0].unitsPerEm)
    let space = Double(pack.faces[0].advances[" "] ?? 0) * 20 / em
    #expect(try abs(width("漢字") - 20 * (1 - 100 / em)) < 0.001)
    #expect(try abs(width("مرحبا") - 25) < 0.001)
    #expect(try abs(width("مرحبا مرحبا") - 50 - space) < 0.001)
  }

  @Test func sequencesMakeWordsUnknownUnlessTheyWereAsked() throws {
    let pack = try inter { pack in
      for index in pack.faces.indices {
        pack.faces[index].sequences = ["†0H"]
        pack.faces[index].words = [MetricsPack.Word("a†1B", width: 8000)]
      }
    }
    let measurer = try measurer(pack)
    #expect(try isMarked("see †2Ca", with: measurer))
    #expect(try !isMarked("see † 2C", with: measurer))
    #expect(try !isMarked("see a†1B", with: measurer))
    #expect(measurer.statistics.unmeasured.texts.contains("†2Ca"))
  }

  @Test func weightsAndSizesThatThePackLacksAreMarked() throws {
    let pack = try inter { pack in
      for index in pack.faces.indices { pack.faces[index].sizes = 12...17 }
    }
    let measurer = try measurer(pack)
    for (size, weight, isMarked) in [
      (12.0, 400, false), (17, 700, false), (17.01, 400, true), (11.9, 400, true), (14, 500, true),
      (14, 300, true),
    ] {
      let style = TextStyle(family: "system", weight: weight, size: size)
      #expect(
        try self.isMarked("text", style, with: measurer, .uikit) == isMarked, "\(size) \(weight)")
    }
    #expect(
      try self.isMarked(
        "text", TextStyle(family: "system", italic: true, size: 14), with: measurer, .uikit))
  }

  @Test func faceOfASizeIsUsedForIt() throws {
    let pack = try inter { pack in
      var large = pack.faces[0]
      large.sizes = 18...40
      large.advances["a"] = 1
      large.pairs = large.pairs.filter { $0.first != "a" && $0.second != "a" }
      pack.faces = [pack.faces[0], large]
      pack.faces[0].sizes = 10...17
    }
    let measurer = try measurer(pack)
    func width(_ size: Double) throws -> Double {
      try measurer.prepare(
        "a", style: TextStyle(family: "system", size: size), rules: Support.rules(.uikit)
      ).layout(width: 1000, fitting: LineFitting()).lines.first?.width ?? 0
    }
    #expect(try width(17) > 5)
    #expect(try width(18) < 0.1)
    #expect(try width(10) > 3)
  }

  @Test func letterSpacingAndFeaturesAreMarked() throws {
    let measurer = try measurer(inter())
    var spaced = TextStyle(family: "system", size: 14)
    spaced.letterSpacing = 1
    #expect(try isMarked("text", spaced, with: measurer))
    var features = TextStyle(family: "system", size: 14)
    features.characters.features = [FontFeature("tnum", 1)]
    #expect(try isMarked("text", features, with: measurer))
  }

  @Test func widthsAndTrackingThatThePackLacksAreMarked() throws {
    let measurer = try measurer(inter())
    var wide = TextStyle(family: "system", size: 14)
    wide.characters.width = 110
    #expect(try isMarked("text", wide, with: measurer))
    var tracked = TextStyle(family: "system", size: 14)
    tracked.characters.tracking = .sanFrancisco
    #expect(try isMarked("text", tracked, with: measurer, .uikit))
    // `isSubstitute` and the measured text say the same.
    #expect(measurer.library.isSubstitute(tracked.characters, mode: .uikit))
    #expect(!measurer.library.isSubstitute(TextStyle(size: 14).characters, mode: .uikit))
  }

  @Test func rightToLeftRunsAreKnownOnlyWhole() throws {
    let measurer = try measurer(inter(), fallback: ["Noto Sans Hebrew"])
    let style = TextStyle(family: "system", size: 14)
    func isMarked(_ text: String) throws -> Bool {
      try measurer.prepare(
        text, style: style, language: "he", direction: .rightToLeft, rules: Support.rules(.css)
      ).caveats.contains(.substituteFont)
    }
    #expect(try isMarked("שלום ?.”"))
    #expect(try !isMarked("english"))
  }

  @Test func aLongTextIsMeasuredAsAShortOne() throws {
    // Longer than what HarfBuzz shapes at once, with a pair that involves a space.
    let pack = try inter { pack in
      for index in pack.faces.indices {
        pack.faces[index].pairs.append(MetricsPack.Pair("T", " ", share: -40))
        pack.faces[index].pairs.sort { ($0.first, $0.second) < ($1.first, $1.second) }
      }
    }
    let measurer = try measurer(pack)
    func width(_ text: String) throws -> Double {
      try measurer.prepare(
        text, style: TextStyle(family: "system", size: 14), rules: Support.rules(.uikit)
      ).layout(width: 1e7, fitting: LineFitting()).lines.first?.width ?? 0
    }
    let one = try width("AVAT To |")
    let many = try width(String(repeating: "AVAT To |", count: 1000))
    let junction = try width("|A") - width("|") - width("A")
    #expect(abs(many - 1000 * one - 999 * junction) < 0.01)
  }

  @Test func twoPacksFollowEachOther() throws {
    let system = try inter { pack in
      for index in pack.faces.indices { pack.faces[index].missing.insert("א") }
    }
    var hebrew = try inter()
    hebrew.faces = [hebrew.faces[0]]
    hebrew.faces[0].advances["א"] = 700
    hebrew.faces[0].advances["ב"] = 700
    hebrew.characters.append(MetricsPack.CharacterGroup(script: "Hebr", characters: "אב"))
    let second = try write(hebrew, "hebrew.json")
    let measurer = try measurer(system, fallback: [second])
    #expect(try !isMarked("א", with: measurer))
    // The first pack was not asked whether its font has the letter.
    #expect(try isMarked("ב", with: measurer))
    // The second pack has no bold face.
    #expect(try isMarked("א", TextStyle(family: "system", weight: 700, size: 14), with: measurer))
  }

  @Test func whatBrowsersDoNotTellIsMarked() throws {
    let pack = try inter { pack in
      for index in pack.faces.indices {
        (pack.faces[index].line.top, pack.faces[index].line.bottom) = (nil, nil)
        pack.faces[index].advances["」"] = pack.faces[index].unitsPerEm
      }
    }
    let measurer = try measurer(pack)
    #expect(try !isMarked("text", with: measurer, .uikit))
    #expect(try isMarked("text", with: measurer, .android))
    // Chromium removes the empty half of fullwidth punctuation, if the font has the half form.
    #expect(try isMarked("」", with: measurer, .css))
    #expect(try !isMarked("」", with: measurer, .uikit))
  }

  @Test func lettersThatJoinAreKnownOnlyInWholeWords() throws {
    let pack = try inter { pack in
      for index in pack.faces.indices {
        pack.faces[index].missing.subtract("بت".unicodeScalars)
        for letter in "بت".unicodeScalars { pack.faces[index].advances[letter] = 1000 }
        pack.faces[index].words = ["بت", "تب"].map { MetricsPack.Word($0, width: 1700) }
      }
    }
    let measurer = try measurer(pack)
    #expect(try !isMarked("بت تب", with: measurer))
    #expect(try isMarked("بتب", with: measurer))
  }

  @Test func thePairWithASpaceIsKeptAfterAWholeWord() throws {
    let pack = try inter { pack in
      for index in pack.faces.indices {
        pack.faces[index].pairs.removeAll { $0.first == "r" && $0.second == " " }
        pack.faces[index].pairs.append(MetricsPack.Pair("r", " ", share: -100))
        pack.faces[index].pairs.sort { ($0.first, $0.second) < ($1.first, $1.second) }
        pack.faces[index].words = [MetricsPack.Word("ffffr", width: 9000)]
      }
    }
    let measurer = try measurer(pack)
    func width(_ text: String) throws -> Double {
      try measurer.prepare(
        text, style: TextStyle(family: "system", size: 14), rules: Support.rules(.uikit)
      ).layout(width: 1000, fitting: LineFitting()).lines.first?.width ?? 0
    }
    let em = Double(pack.faces[0].unitsPerEm)
    let space = Double(pack.faces[0].advances[" "] ?? 0)
    let expected = try (9000 - 100 + space) * 14 / em + width("and")
    #expect(try abs(width("ffffr and") - expected) < 0.001)
    #expect(try !isMarked("ffffr and", with: measurer))
  }

  @Test func aPackIsAFamilyToo() throws {
    let path = try write(inter())
    let library = try FontLibrary(FontConfiguration(families: ["Brand": [path]]))
    let measurer = try TextMeasurer(library: library)
    #expect(
      try !isMarked("A brand", TextStyle(family: "Brand", size: 14), with: measurer))
    #expect(try isMarked("A brand", TextStyle(family: "system", size: 14), with: measurer))
    let inventory = try FontInventory(FontConfiguration(families: ["Brand": [path]]))
    #expect(try inventory.packs.map(\.name) == ["Brand"])
  }

  @Test func theFingerprintHasThePack() throws {
    func fingerprint(_ pack: MetricsPack) throws -> String {
      try FontLibrary(FontConfiguration(system: [write(pack)], fallback: [])).fingerprint
    }
    let changed = try inter { $0.faces[0].advances["a"] = 1 }
    #expect(try fingerprint(inter()) != fingerprint(changed))
    #expect(try fingerprint(inter()) == fingerprint(inter()))
  }

  @Test func aDamagedPackIsAnErrorOfItsFile() throws {
    var bytes = try inter().document
    bytes[bytes.count / 2] ^= 1
    let path = try folder.write(bytes, to: "damaged.json")
    #expect {
      try FontLibrary(FontConfiguration(system: [path]))
    } throws: { error in
      guard case TextError.invalidPack(path, _)? = error as? TextError else { return false }
      return true
    }
  }

  @Test func theWordsOfTextsAreCounted() throws {
    let measurer = try Support.measurer()
    measurer.words = WordTally()
    for text in ["the cat the\ncat the", "漢字漢", "so👍👍", "a\u{A0}b"] {
      _ = try measurer.prepare(text, style: TextStyle(), rules: Support.rules(.css))
    }
    let words = try #require(measurer.words).words.map { "\($0.word) \($0.count)" }
    #expect(
      words == [
        "the 3", "cat 2", "漢 2", "👍 2", "a\u{A0}b 1", "o👍 1", "so 1", "字 1", "字漢 1", "漢字 1",
        "👍👍 1",
      ])
  }
}
