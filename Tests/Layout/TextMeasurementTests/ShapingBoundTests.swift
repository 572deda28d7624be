import Glibc
import LayoutPrimitives
import Testing

@testable import TextMeasurement

/// The amount of text that is shaped at once, which affects no result unless it must.
@Suite struct ShapingBoundTests {
  private func prepare(
    _ text: String, limits: TextLimits = TextLimits(), rules: TextRules = .uikit,
    style: TextStyle = TextStyle(size: 17)
  ) throws -> PreparedText {
    try Support.measurer(limits: limits).prepare(text, style: style, rules: Support.rules(rules))
  }

  /// Seconds of processor time that the calling thread takes.
  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    try body()
    return now() - start
  }

  private static let marks = String(
    String.UnicodeScalarView((0..<98_999).compactMap { UnicodeScalar(0x300 + UInt32($0 % 0x50)) }))

  @Test(
    "S4: 99,000 soft hyphens, marks and the like take no time that grows with their square",
    arguments: [
      String(repeating: "\u{AD}", count: 99_000), "a" + marks,
      String(repeating: "\u{5D1}\u{5B0}\u{5BC}", count: 1) + marks,
      String(repeating: "\u{200D}", count: 99_000), String(repeating: "\u{93F}", count: 99_000),
      "a" + String(repeating: "\u{E0061}", count: 49_000),
      String(repeating: "\u{1780}\u{17D2}", count: 49_500),
    ])
  func hostileTextsTakeBoundedTime(text: String) throws {
    let spent = try seconds {
      for rules in [TextRules.uikit, .css] {
        let prepared = try prepare(text, rules: rules)
        for width in [0, 2, 300] { _ = prepared.wrapped(width: Double(width), lines: 0) }
      }
    }
    // Soft hyphens alone took 40 s.
    #expect(spent < 4)
    #expect(try prepare(text).caveats.contains(.limit))
  }

  /// S4: 32,768 marks on one letter ended the process, by an assertion of HarfBuzz.
  @Test func marksBeyondSixteenBitsAreMeasuredAndDrawn() throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(.uikit)
    let text = AttributedText("a" + Self.marks + "b")
    let drawn = try measurer.drawing(
      of: text, width: 300, fitting: LineFitting(), style: TextStyle(size: 17), rules: rules)
    #expect(drawn.lines.count == 1)
    #expect(drawn.caveats.contains(.limit))
    // Marks have no width, and no line breaks among those of one letter.
    let plain = try prepare("ab").unwrapped()
    #expect(drawn.measure.width == plain.width)
    let prepared = try measurer.prepare(text, style: TextStyle(size: 17), rules: rules)
    #expect(prepared.wrapped(width: 1, lines: 0).lineCount == 2)
    #expect(prepared.paragraph.advances.count == 2)
    #expect(prepared.paragraph.ends == [98_999 + 1, 98_999 + 2])
  }

  @Test("S4: marks within the limit are shaped as ever", arguments: [1, 30, 255])
  func fewMarksAreShapedAsEver(count: Int) throws {
    let text = "zalgo e" + Self.marks.unicodeScalars.prefix(count).map(String.init).joined() + " on"
    let prepared = try prepare(text)
    #expect(!prepared.caveats.contains(.limit))
    let whole = try prepare(text, limits: TextLimits(stackedUnits: 4_096))
    #expect(prepared.paragraph.advances == whole.paragraph.advances)
  }

  /// Texts of one long run: without spaces, or in fonts that see across them.
  private static let runs: [(name: String, text: String, family: String)] = [
    ("Thai", "สวัสดีชาวโลกนี่คือข้อความภาษาไทยที่ยาวมาก", "system"),
    ("Khmer", "ខ្ញុំស្រឡាញ់ភាសាខ្មែរណាស់", "system"),
    ("Arabic", "مرحبابالعالمهذانصعربيطويل", "system"),
    ("Nastaliq", "یہ اردو زبان میں ایک جملہ ہے ", "Noto Nastaliq Urdu"),
    ("Japanese", "ひらがなとカタカナがまざった、ながいぶんしょう。", "system"),
    ("Chinese", "今天天气很好，我们去公园散步吧。", "system"),
    ("Hindi", "नमस्ते दुनिया, यह हिन्दी में एक वाक्य है। ", "system"),
    ("Hebrew", "שלוםעולםזהטקסטבעברית", "system"),
    ("Hangul", "오늘은날씨가정말좋습니다", "system"),
    ("Latin", "Waffles-AVATAR/fjord_10x20+(Tofu).", "system"),
    ("Myanmar", "မြန်မာဘာသာစကားကိုချစ်တယ်", "system"),
  ]

  /// S4: If no limit is reported, pieces equal the whole.
  @Test(arguments: runs.indices, [64, 200, 1_000])
  func piecesAreAsTheWhole(index: Int, units: Int) throws {
    let run = Self.runs[index]
    let text = String(repeating: run.text, count: 3_000 / run.text.utf16.count)
    var style = TextStyle(size: 17)
    style.family = run.family
    guard let whole = try? prepare(text, style: style) else {
      // The family is in no package that the project requires.
      #expect(run.name == "Nastaliq")
      return
    }
    #expect(!whole.caveats.contains(.limit))
    let pieces = try prepare(text, limits: TextLimits(shapedUnits: units), style: style)
    if pieces.caveats.contains(.limit) {
      #expect(
        ["Latin", "Nastaliq", "Khmer", "Arabic", "Myanmar"].contains(run.name), "\(run.name)")
      let (a, b) = (pieces.unwrapped().width, whole.unwrapped().width)
      #expect(abs(a - b) < b / 100)
    } else {
      #expect(pieces.paragraph.advances == whole.paragraph.advances, "\(run.name)")
      #expect(pieces.paragraph.ends == whole.paragraph.ends)
      #expect(pieces.wrapped(width: 200, lines: 0) == whole.wrapped(width: 200, lines: 0))
    }
  }

  @Test("S4: a word of more letters than are shaped at once is told by its trust")
  func aWordBeyondTheLimitIsTold() throws {
    let letters = String(repeating: "AVATO", count: 2_000)
    let word = try prepare("a word of " + letters + " letters")
    #expect(word.caveats.contains(.limit))
    let text = try prepare(String(repeating: "AVATO ", count: 2_000))
    #expect(!text.caveats.contains(.limit))
  }

  @Test func limitsAreMovedIntoTheirRanges() {
    let most = ShapingBounds(TextLimits(shapedUnits: .max, stackedUnits: .max))
    #expect(most.units == 16_383)
    #expect(most.stacked == 4_096)
    let least = ShapingBounds(TextLimits(shapedUnits: 0, stackedUnits: -1))
    #expect(least.units == 64)
    #expect(least.stacked == 32)
  }

  @Test func noPairOfUnitsIsDivided() {
    let text = Array(String(repeating: "😀", count: 100).utf16) + [0, 0, 0, 0]
    let bounds = ShapingBounds(TextLimits(shapedUnits: 65))
    let reach = bounds.reach(text, from: 0, to: 200)
    #expect(reach.end == 64)
    #expect(!reach.isStacked)
    #expect(bounds.reach(text, from: 190, to: 200).end == 200)
  }
}
