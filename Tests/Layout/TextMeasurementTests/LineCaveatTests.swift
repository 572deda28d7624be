import LayoutPrimitives
import Testing

@testable import TextMeasurement

/// The reasons why the number of lines at a width may be inexact.
@Suite struct LineCaveatTests {
  private func prepare(
    _ text: String, _ rules: TextRules = .css, words: WordBreak = .normal
  ) throws -> PreparedText {
    let usual = try Support.rules(rules, scale: 1)
    let lineBreak = LineBreakRules(mode: usual.lineBreak.mode, words: words)
    let rules = try MeasurementRules(rules: rules, scale: 1, lineBreak: lineBreak)
    return try Support.measurer().prepare(
      text, style: TextStyle(family: "Inter", size: 16), rules: rules)
  }

  private func caveats(
    _ text: PreparedText, _ width: Double, _ fitting: LineFitting = LineFitting()
  ) -> (Caveats, lines: Int) {
    let measure = text.wrapped(width: width, fitting: fitting)
    #expect(measure == text.layout(width: width, fitting: fitting).measure)
    return (measure.caveats, measure.lineCount)
  }

  /// In Chromium, a line may be wider than the available width by less than 1/64 px.
  @Test func aWidthNearThatOfALineIsSaid() throws {
    let text = try prepare("Hello world")
    let width = try #require(text.layout(width: 500, fitting: LineFitting()).lines.first?.width)
    // The text fits by 3/4 of the rounding, and by 1/2; it does not fit by 1/2.
    #expect(caveats(text, width - 0.25 / 64) == (.nearLimit, 1))
    #expect(caveats(text, width - 0.5 / 64) == (.nearLimit, 1))
    #expect(caveats(text, width - 1.5 / 64) == (.nearLimit, 2))
    for (other, lines) in [(width, 1), (width + 0.1, 1), (width - 0.1, 2), (500, 1)] {
      #expect(caveats(text, other) == ([], lines))
    }
    // The number of lines is the same.
    #expect(caveats(text, width - 0.5 / 64, LineFitting(lines: 1)) == ([], 1))
    let uikit = try prepare("Hello world", .uikit)
    #expect(caveats(uikit, width - 1.0 / 256) == ([], 2))
  }

  @Test func aLineThatEndsElsewhereIsNotSaidIfTheNumberOfLinesIsTheSame() throws {
    let text = try prepare("Hello world a")
    let width = try #require(
      try prepare("Hello world").layout(width: 500, fitting: LineFitting()).lines.first?.width)
    let lines = [width - 0.1, width - 0.5 / 64].map { text.lines(width: $0, lines: 0).map(\.end) }
    #expect(lines == [[6, 13], [12, 13]])
    #expect(caveats(text, width - 0.5 / 64) == ([], 2))
  }

  /// Ten ideographs of 16 px fit 160 px exactly.
  @Test func ideographsThatFitExactlyAreExact() throws {
    let text = try prepare(String(repeating: "字", count: 95))
    for count in 2...30 {
      #expect(
        caveats(text, Double(count) * 16) == ([], (95 + count - 1) / count), "\(count)")
    }
  }

  @Test(arguments: [
    ("ខ្ញុំទៅផ្សារជាមួយមិត្តភក្តិ ហើយទិញបន្លែ", true), ("မြန်မာဘာသာစကားသည်မြန်မာနိုင်ငံ၏", true),
    ("ສະບາຍດີຍິນດີຕ້ອນຮັບສູ່ປະເທດລາວ", true), ("สวัสดีครับยินดีต้อนรับสู่ประเทศไทย", false),
    ("今天天气很好，我们去公园散步吧。", false), ("Hello world, ក", false), ("བོད་སྐད་ནི་བོད་ཀྱི་སྐད་ཡིག་ཡིན།", false),
  ])
  func linesThatADictionaryBreaksAreSaid(_ text: String, _ isSaid: Bool) throws {
    for rules in [TextRules.css, .uikit] {
      let prepared = try prepare(text, rules)
      #expect(caveats(prepared, 60).0.contains(.dictionary) == isSaid)
      #expect(caveats(prepared, 1_000) == ([], 1))
      #expect(prepared.caveats.isEmpty)
    }
    #expect(try caveats(prepare(text, words: .breakAll), 60).0.contains(.dictionary) == false)
  }

  /// Two lines that a line feed divides do not wrap.
  @Test func linesThatATextDividesAreExact() throws {
    #expect(try caveats(prepare("ខ្ញុំ\nទៅ"), 500) == ([], 2))
    #expect(try caveats(prepare("ខ្ញុំ\nទៅ\n"), 500) == ([], 2))
  }
}
