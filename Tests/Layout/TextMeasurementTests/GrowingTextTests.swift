import Foundation
import LayoutPrimitives
import TestSupport
import Testing

@testable import TextMeasurement

/// A text that grows equals the whole text at each step.
@Suite struct GrowingTextTests {
  /// Words and pieces of texts in 15 languages; each piece may also be cut anywhere.
  static let languages: [(tag: String, pieces: String)] = [
    (
      "en",
      "the quick (brown) fox, jumps over $3.50 a lazy-dog https://a.b/c?d=e isn't “it” f\u{AD}i"
    ),
    (
      "de",
      "Grüße an Käse, Straßenbahn über 1.200,50 € „Zitat“ z.\u{A0}B. Donaudampfschiff\u{AD}fahrt e\u{301}"
    ),
    ("fr", "déjà vu, l’été : « façade » où ça 5\u{202F}% c’est-à-dire cœur naïve office ﬁn"),
    ("es", "¿qué tal? ¡hola! mañana (niño) 12.5 km/h señor — pingüino"),
    ("tr", "ışık İstanbul'da öğretmen çığlık 3’te şu ağaç fi fl ffi"),
    ("vi", "tiếng Việt, người đẹp 100.000₫ những ngày (hôm nay) ơ\u{323}"),
    ("ru", "привет, мир! «ёлка» № 5 — по-русски т.е. й и\u{306} слово"),
    ("el", "Καλημέρα, κόσμε· «ώρα» 3ος σήμερα; Άλφα ΐ"),
    ("ar", "مرحبا بالعالم، (نص) طويل 123 مع English وَرْد؟ 12:30 ١٢٣"),
    ("he", "שלום עולם, (טקסט) 456 עם ABC עִבְרִית? צה\"ל"),
    ("hi", "नमस्ते दुनिया, यह (वाक्य) है। क्षत्रिय १२३ र्क ज़"),
    ("th", "สวัสดี ชาวโลก นี่คือข้อความภาษาไทย 100 บาท ๆ น้ำ"),
    ("zh", "今天天气很好，我们去公园散步吧。 “所以” （要带伞）！ 3.5 元 English"),
    ("ja", "昨日は映画を見に行きました。 「とても」 面白い ガッ カ\u{3099} 12時 です！"),
    ("ko", "오늘은 날씨가 정말 좋습니다. (산책하러) 갈까요? ‘네’ 3시 각 ᄒ\u{1161}\u{11AB}"),
  ]
  static let extras = [
    "\n", "\r\n", "\r", "\u{2028}", "\t", "  ", " ", " ", " ", "👩‍👩‍👧‍👦", "🇩🇪🇫🇷", "👍🏽", "1️⃣", "☺️",
    "\u{200B}", "\u{2060}", "…", "\u{FFFF}", "([{", "」", "\u{202B}", "؟",
  ]

  static let texts =
    ProcessInfo.processInfo.environment["CELLHEIGHTS_GROWING_TEXTS"]
    .flatMap(Int.init) ?? 60

  /// A text, and the lengths of its beginnings in scalars.
  private static func text(
    _ number: Int
  ) -> (text: [Unicode.Scalar], steps: [Int], language: String) {
    var random = TestRandom(seed: UInt64(number) &* 7919 &+ 3)
    let language = languages[number % languages.count]
    let words = language.pieces.split(separator: " ").map(String.init)
    let other = languages.randomElement(using: &random)?.pieces.split(separator: " ") ?? []
    let isPure = Int.random(in: 0..<3, using: &random) > 0
    let usesSpaces = !["zh", "ja", "th"].contains(language.tag)
    var scalars: [Unicode.Scalar] = []
    var ends: [Int] = []
    for _ in 0..<Int.random(in: 20...90, using: &random) {
      var piece = words.randomElement(using: &random) ?? ""
      if !isPure, Int.random(in: 0..<8, using: &random) == 0 {
        piece = extras.randomElement(using: &random) ?? ""
      } else if !isPure, Int.random(in: 0..<20, using: &random) == 0 {
        piece = other.randomElement(using: &random).map(String.init) ?? ""
      } else if usesSpaces || Int.random(in: 0..<9, using: &random) == 0 {
        piece += " "
      }
      scalars += piece.unicodeScalars
      ends.append(scalars.count)
    }
    guard number / languages.count % 2 == 0 else { return (scalars, ends, language.tag) }
    return (scalars, Array(1...scalars.count), language.tag)
  }

  @Test(arguments: [TextRules.uikit, .css, .android])
  func eachStepEqualsTheWholeText(rules: TextRules) throws {
    let growing = try Support.measurer()
    let whole = try Support.measurer(limits: TextLimits(paragraphCacheEntries: 0))
    let place = [TextRules.uikit, .css, .android].firstIndex(of: rules) ?? 0
    let measurement = try Support.rules(rules)
    for number in stride(from: place, to: Self.texts, by: 3) {
      let (scalars, steps, language) = Self.text(number)
      var style = TextStyle(size: 17)
      if number % 7 == 0 { style.wrapping = .character }
      if number % 11 == 0 { style.letterSpacing = 0.4 }
      let direction: LayoutDirection = number % 5 == 0 ? .rightToLeft : .leftToRight
      var earlier: [GrowingText] = []
      for step in steps {
        var text = ""
        text.unicodeScalars.append(contentsOf: scalars[..<step])
        let prepared = try growing.prepare(
          text, growing: &earlier, style: style, language: language, direction: direction,
          rules: measurement)
        let expected = try whole.prepare(
          text, style: style, language: language, direction: direction, rules: measurement)
        let difference = Difference(prepared.paragraph, expected.paragraph).name
        try #require(difference == nil, "\(difference ?? "") of text \(number) at \(step): \(text)")
        #expect(
          prepared.lines(width: 160, lines: 0) == expected.lines(width: 160, lines: 0),
          "text \(number) at \(step)")
        #expect(
          prepared.wrapped(width: 97, lines: 3) == expected.wrapped(width: 97, lines: 3),
          "text \(number) at \(step)")
      }
    }
  }

  /// The work for the last word does not depend on the length of the text before it.
  @Test(arguments: ["en", "de", "ru", "el", "vi", "hi", "ko"])
  func anAppendCostsItsWords(language: String) throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(.uikit)
    let pieces = try #require(Self.languages.first { $0.tag == language }).pieces
    var most = 0
    for repeats in [20, 200, 1_000] {
      var earlier: [GrowingText] = []
      var text = String(repeating: pieces + " ", count: repeats)
      _ = try measurer.prepare(
        text, growing: &earlier, style: TextStyle(), language: language, rules: rules)
      for word in pieces.split(separator: " ") {
        text += word + " "
        let before = measurer.statistics.preparedUnits
        _ = try measurer.prepare(
          text, growing: &earlier, style: TextStyle(), language: language, rules: rules)
        most = max(most, measurer.statistics.preparedUnits - before)
      }
    }
    #expect(most <= 400, "\(most) units for a word")
  }

  @Test func textsWithOtherStylesGrowBesideEachOther() throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(.uikit)
    var earlier: [GrowingText] = []
    for text in ["One", "One two", "One two three", "Another", ""] {
      for size in [17.0, 23] {
        let style = TextStyle(size: size)
        let prepared = try measurer.prepare(text, growing: &earlier, style: style, rules: rules)
        let expected = try measurer.prepare(text, style: style, rules: rules)
        #expect(Difference(prepared.paragraph, expected.paragraph).name == nil)
      }
      #expect(earlier.count == 2)
    }
  }

  @Test func aTextAboveTheLimitIsCutAsAWhole() throws {
    let limits = TextLimits(textUnits: 100)
    let measurer = try Support.measurer(limits: limits)
    let rules = try Support.rules(.uikit)
    var earlier: [GrowingText] = []
    var text = ""
    for _ in 0..<40 {
      text += "word "
      let prepared = try measurer.prepare(
        text, growing: &earlier, style: TextStyle(), rules: rules)
      let expected = try measurer.prepare(text, style: TextStyle(), rules: rules)
      #expect(Difference(prepared.paragraph, expected.paragraph).name == nil)
      #expect(prepared.caveats.contains(.limit) == (text.utf16.count > 100))
    }
  }
}

/// The first property in which two paragraphs differ.
private struct Difference {
  let name: String?

  init(_ one: Paragraph, _ other: Paragraph) {
    func edges(_ edges: ContiguousArray<LineEdge>) -> [[Double]] {
      edges.map { [Double($0.cluster), $0.width] }
    }
    func marks(_ marks: [RunMarks]) -> [[Double]] {
      marks.map {
        [Double($0.firstCluster), $0.ellipsis.advance, Double($0.ellipsis.fonts), $0.hyphen]
      }
    }
    func segments(_ paragraph: Paragraph) -> [[Double]] {
      paragraph.segments.map {
        [
          $0.contentX, $0.endX, Double($0.fonts), Double($0.contentEnd), Double($0.end),
          Double($0.flags.rawValue),
        ]
      }
    }
    let isEqual: [(String, Bool)] = [
      ("advances", one.advances == other.advances), ("ends", one.ends == other.ends),
      ("segments", segments(one) == segments(other)),
      ("fonts", one.fonts.map(\.description) == other.fonts.map(\.description)),
      ("fontBits", one.fontBits == other.fontBits), ("masks", one.masks == other.masks),
      ("edges", edges(one.edges) == edges(other.edges)),
      ("starts", edges(one.starts) == edges(other.starts)),
      ("trims", edges(one.trims) == edges(other.trims)),
      ("marks", marks(one.marks) == marks(other.marks)),
      ("tabs", one.tabs?.clusters == other.tabs?.clusters),
      ("needsCare", one.needsCare == other.needsCare),
      ("isPlain", one.isPlain == other.isPlain), ("caveats", one.caveats == other.caveats),
    ]
    name = isEqual.first { !$0.1 }?.0
  }
}
