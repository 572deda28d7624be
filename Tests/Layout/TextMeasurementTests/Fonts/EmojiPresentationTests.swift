import FoundationEssentials
import Testing

@testable import TextMeasurement

/// Emoji by presentation, with the sequences of Unicode's own emoji-test.txt.
@Suite struct EmojiPresentationTests {
  /// Debian's package unicode-data.
  static let file = "/usr/share/unicode/emoji/emoji-test.txt"

  private static let emojiFirst = Result { () throws(TextError) in
    try FontLibrary(FontConfiguration(fallback: ["Noto Color Emoji", "Noto Sans"]))
  }

  private struct Sequence {
    var scalars: [UInt32]
    var status: String

    var text: String {
      String(String.UnicodeScalarView(scalars.compactMap(Unicode.Scalar.init)))
    }
  }

  private func sequences() throws -> [Sequence] {
    guard let data = FileManager.default.contents(atPath: Self.file) else { return [] }
    return String(decoding: data, as: UTF8.self).split(separator: "\n").compactMap { line in
      let fields = line.prefix { $0 != "#" }.split(separator: ";")
      guard fields.count == 2 else { return nil }
      return Sequence(
        scalars: fields[0].split(separator: " ").compactMap { UInt32($0, radix: 16) },
        status: fields[1].filter { $0 != " " })
    }
  }

  private func serve(_ text: String, _ inspector: FontInspector) throws -> [ServedGrapheme] {
    try inspector.servingFonts(of: text)
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: Self.file),
      "needs emoji-test.txt of the package unicode-data"))
  func everyFullyQualifiedSequenceIsOneGraphemeOfTheEmojiFont() throws {
    let inspector = try FontInspector(library: Support.library.get())
    let all = try sequences()
    let full = all.filter { $0.status == "fully-qualified" }
    #expect(full.count > 3_000)
    var lacking: [String] = []
    for sequence in full {
      let served = try serve(sequence.text, inspector)
      #expect(served.count == 1, "\(sequence.text)")
      guard let grapheme = served.first else { continue }
      if grapheme.isMissing { lacking.append(sequence.text) }
      #expect(grapheme.font.family == "Noto Color Emoji", "\(sequence.text)")
    }
    // Debian's emoji font is of Unicode 15, as is its emoji-test.txt.
    #expect(lacking == [])
    // Components, such as the skin tones, are emoji by themselves too.
    for sequence in all where sequence.status == "component" {
      #expect(try serve(sequence.text, inspector).map(\.font.family) == ["Noto Color Emoji"])
    }
  }

  /// Without its selector a character that is text by default uses a text font that has it.
  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: Self.file),
      "needs emoji-test.txt of the package unicode-data"))
  func unqualifiedCharactersAreTextWhereATextFontHasThem() throws {
    let inspector = try FontInspector(library: Support.library.get())
    let registry = try FontRegistry(library: Support.library.get())
    let key = FontFallbackKey(
      family: "system", traits: .regular, features: [], region: nil, opticalSize: nil,
      isChromium: false)
    let number = try registry.setNumber(key)
    let set = registry.sets[number]
    var asText = 0
    for sequence in try sequences() where sequence.status == "unqualified" {
      guard sequence.scalars.count == 1, let scalar = sequence.scalars.first else { continue }
      var hasTextFont = false
      for number in 0..<set.count {
        let font = try set.font(number)
        if !font.isEmoji, font.covers(scalar) { hasTextFont = true }
      }
      for text in [sequence.text, sequence.text + "\u{FE0E}"] {
        let isEmoji = try serve(text, inspector).first?.font.family == "Noto Color Emoji"
        #expect(isEmoji == !hasTextFont, "\(sequence.text)")
      }
      if hasTextFont { asText += 1 }
      let qualified = try serve(sequence.text + "\u{FE0F}", inspector)
      #expect(qualified.map(\.font.family) == ["Noto Color Emoji"], "\(sequence.text)")
    }
    #expect(asText > 100)
  }

  @Test(arguments: [
    "0", "9", "#", "*", " ", "0\u{FE0F}", "#\u{FE0F}", "1\u{FE0E}", "1\u{20E3}",
    "*\u{FE0E}\u{20E3}",
    "#\u{200D}", "a\u{FE0F}", " \u{FE0F}",
  ])
  func digitsAndSignsAreNeverEmojiAlone(text: String) throws {
    // Even if the emoji font is the text's own, or the first of the chain.
    let inspector = try FontInspector(library: Self.emojiFirst.get())
    for family in ["system", "Noto Color Emoji"] {
      let served = try inspector.servingFonts(of: text, style: TextStyle(family: family))
      #expect(served.count == 1)
      #expect(served.allSatisfy { $0.font.family != "Noto Color Emoji" }, "\(family)")
    }
  }

  @Test func aTextSelectorAsksForATextFont() throws {
    let inspector = try FontInspector(library: Support.library.get())
    #expect(try serve("\u{2764}\u{FE0E}", inspector).first?.font.family != "Noto Color Emoji")
    #expect(try serve("\u{2764}\u{FE0F}", inspector).first?.font.family == "Noto Color Emoji")
    // No text font has it: better a coloured mouse than a box.
    #expect(try serve("\u{1F401}\u{FE0E}", inspector).first?.isMissing == false)
  }
}
