import LayoutPrimitives
import TestSupport
import Testing

@testable import TextMeasurement

/// Which styles have a face in their family, and which are measured with a substitute.
///
/// Chromium 156 draws Inter Regular alone at the weights 300 to 900, upright and italic, with the
/// advances of 400: 537.5 px for `The ferry leaves at nine سلام` at 40 px.
@Suite struct FaceOfStyleTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(
    _ name: String, weight: Int = 400, italic: Bool = false, widthClass: Int = 5,
    axes: [TinyFont.Axis] = []
  ) throws -> String {
    var font = TinyFont("ab", family: "Any")
    font.weight = weight
    font.isItalic = italic
    font.style = italic ? "Italic" : "Regular"
    font.widthClass = widthClass
    font.axes = axes
    return try folder.add(font, as: name + ".ttf")
  }

  private func caveats(
    _ files: [String], weight: Int = 400, italic: Bool = false, width: Double = 100,
    family: String = "system", rules: TextRules = .uikit
  ) throws -> Caveats {
    let library = try FontLibrary(
      family == "system"
        ? FontConfiguration(system: files, fallback: [])
        : FontConfiguration(fallback: [], families: family.contains("/") ? [:] : [family: files]))
    var style = TextStyle(family: family, weight: weight, italic: italic, size: 17)
    style.characters.width = width
    let prepared = try TextMeasurer(library: library).prepare(
      "ab", style: style, rules: MeasurementRules(rules: rules, scale: 1))
    #expect(
      library.isSubstitute(
        style.characters, mode: rules == .css ? .chromium : rules == .uikit ? .uikit : .uax14)
        == prepared.caveats.contains(.substituteFont))
    return prepared.caveats
  }

  @Test(arguments: ["system", "Brand"], [TextRules.uikit, .android])
  func aWeightWithoutItsFaceIsASubstitute(family: String, rules: TextRules) throws {
    let regular = try file("regular")
    let bold = try file("bold", weight: 700)
    for weight in [200, 300, 500, 600, 700] {
      #expect(
        try caveats([regular], weight: weight, family: family, rules: rules) == .substituteFont)
    }
    #expect(try caveats([regular], weight: 400, family: family, rules: rules) == [])
    #expect(try caveats([regular, bold], weight: 700, family: family, rules: rules) == [])
    #expect(
      try caveats([regular, bold], weight: 600, family: family, rules: rules) == .substituteFont)
    // Apple's semibold is 590 in the files of San Francisco, its heavy 860, its black 1000.
    for (weight, of) in [(600, 590), (800, 860), (900, 1000), (100, 30)] {
      let face = try file("w\(of)", weight: of)
      #expect(try caveats([regular, face], weight: weight, family: family, rules: rules) == [])
    }
  }

  @Test func browsersMissOnlyBoldnessAndUseAnyOtherWeight() throws {
    let regular = try file("regular")
    let bold = try file("bold", weight: 700)
    for weight in [100, 300, 500, 599] {
      #expect(try caveats([regular], weight: weight, rules: .css) == [])
    }
    for weight in [600, 700, 900] {
      #expect(try caveats([regular], weight: weight, rules: .css) == .substituteFont)
      #expect(try caveats([regular, bold], weight: weight, rules: .css) == [])
    }
    #expect(try caveats([bold], weight: 400, rules: .css) == .substituteFont)
  }

  @Test(arguments: ["system", "Brand"], [TextRules.uikit, .css])
  func aSlantWithoutItsFaceIsASubstitute(family: String, rules: TextRules) throws {
    let upright = try file("upright")
    let italic = try file("italic", italic: true)
    #expect(try caveats([upright], italic: true, family: family, rules: rules) == .substituteFont)
    #expect(try caveats([upright, italic], italic: true, family: family, rules: rules) == [])
    #expect(try caveats([upright, italic], family: family, rules: rules) == [])
  }

  @Test(arguments: [TextRules.uikit, .css])
  func aWidthWithoutItsFaceIsASubstitute(rules: TextRules) throws {
    let normal = try file("normal")
    let condensed = try file("condensed", widthClass: 3)
    #expect(try caveats([normal], width: 75, family: "Brand", rules: rules) == .substituteFont)
    #expect(try caveats([normal], width: 125, family: "Brand", rules: rules) == .substituteFont)
    #expect(try caveats([normal, condensed], width: 75, family: "Brand", rules: rules) == [])
    #expect(try caveats([normal], width: 95, family: "Brand", rules: rules) == [])
  }

  /// A file such as `Brand-Bold.otf` is often a family of its own, and its style says nothing.
  @Test func aFamilyOfOneStyleHasThatOfAStyleThatAsksForNothing() throws {
    let bold = try file("bold", weight: 700)
    let italic = try file("italic", italic: true)
    let condensed = try file("condensed", widthClass: 3)
    for face in [bold, italic, condensed] {
      #expect(try caveats([face], family: "Brand") == [])
      #expect(try caveats([face], family: face) == [])
      #expect(try caveats([face]) == .substituteFont)
    }
    #expect(try caveats([bold], weight: 300, family: "Brand") == .substituteFont)
    #expect(try caveats([italic, bold], weight: 900, family: "Brand") == .substituteFont)
  }

  @Test(arguments: [TextRules.uikit, .css])
  func aVariableFontHasAllValuesOfItsAxes(rules: TextRules) throws {
    let axes = [
      TinyFont.Axis(tag: "slnt", minimum: -10, standard: 0, maximum: 0),
      TinyFont.Axis(tag: "wdth", minimum: 75, standard: 100, maximum: 100),
      TinyFont.Axis(tag: "wght", minimum: 300, standard: 400, maximum: 650),
    ]
    let face = try file("variable", axes: axes)
    for weight in [300, 450, 600, 650] {
      #expect(try caveats([face], weight: weight, rules: rules) == [])
    }
    #expect(try caveats([face], weight: 700, rules: rules) == [])
    #expect(
      try caveats([face], weight: 800, rules: rules) == (rules == .css ? [] : .substituteFont))
    #expect(try caveats([face], italic: true, rules: rules) == [])
    #expect(try caveats([face], width: 80, rules: rules) == [])
    #expect(try caveats([face], width: 125, rules: rules) == .substituteFont)
  }

  @Test func aFaceThatReplacesAnotherInAPieceOfATextIsSeenToo() throws {
    let library = try FontLibrary(
      FontConfiguration(system: [try file("regular")], fallback: []))
    let bold = AttributedText.Run(
      length: 1, style: CharacterStyle(weight: 700, size: 17))
    let prepared = try TextMeasurer(library: library).prepare(
      AttributedText("ab", runs: [bold]), style: TextStyle(size: 17),
      rules: Support.rules(.uikit))
    #expect(prepared.caveats == .substituteFont)
  }
}
