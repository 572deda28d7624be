import LayoutPrimitives
import Testing

@testable import TextMeasurement

/// Letter spacing as in Chromium.
///
/// All widths: Chromium 156, `font: 16px Inter` before the fonts of the default chain,
/// `letter-spacing: 10px`, at one device pixel a CSS pixel.
@Suite struct LetterSpacingTests {
  private func width(_ text: String, spacing: Double, rules: TextRules = .css) throws -> Double {
    var style = TextStyle(size: 16)
    style.letterSpacing = spacing
    return try Support.measurer().prepare(text, style: style, rules: Support.rules(rules, scale: 1))
      .unwrapped().width
  }

  /// T2: Spaces are spaced, all other characters of a run of a cursive script are not; a run
  /// includes the digits and signs beside it.
  @Test(
    "T2: no letter spacing in cursive scripts, but at their spaces",
    arguments: [
      ("بلال", 0), ("اللّٰه", 0), ("مرحبا بالعالم، هذا 123 نص", 4), ("ۀ ـــ", 1), ("١٢٣", 0),
      ("(سلام)", 0),
      ("»سلام«", 0), ("؟،؛", 0), ("123 سلام", 1), ("سلام abc", 4), ("a 123 سلام", 6),
      ("ل\u{A0}ل", 1),
      ("سلام. 5 5", 2), ("ܫܠܡܐ", 0), ("ߒߞߏ", 0), ("ᠮᠣᠩᠭᠣᠯ", 0), ("ࡌࡀࡍࡃࡀ", 0), ("ꡏꡡꡃ", 0), ("𐴌𐴟", 0),
    ])
  func cursive(text: String, times: Int) throws {
    // One unit of 1/64 px or so is what ligatures of Syriac and Phags-pa make, which spacing forbids.
    let gained = try width(text, spacing: 10) - width(text, spacing: 1e-9)
    #expect(abs(gained - Double(10 * times)) < 0.04)
  }

  /// T2.
  @Test(
    "T2: letter spacing follows shapes, not graphemes",
    arguments: [
      ("स्नेह", 3), ("क्षत्रिय र्क", 5), ("ক্ষমা", 2), ("நிக்ஷ", 2), ("ខ្ញុំ", 1), ("မြန်မာ", 3), ("สวัสดี", 4),
      ("שָׁלוֹם", 4), ("𞤀𞤣", 2), ("office", 6), ("👩‍👩‍👧‍👦🇩🇪👍🏽", 3), ("e\u{301}a", 2),
      ("a\u{200B}b\u{200D}c", 3), ("pre\u{AD}fix", 6), ("日本、語", 4),
    ])
  func shapes(text: String, times: Int) throws {
    let gained = try width(text, spacing: 10) - width(text, spacing: 1e-9)
    #expect(abs(gained - Double(10 * times)) < 0.04)
  }

  /// T2: Inter makes a sign of multiplication of an x between digits.
  @Test("T2: Chromium's letter spacing switches contextual alternates off")
  func alternates() throws {
    #expect(abs(try width("553x62", spacing: 10) - 117.94) < 0.01)
    #expect(abs(try width("بلال", spacing: 10) - 25.02) < 0.01)
    #expect(abs(try width("स्नेह", spacing: 10) - 53.5) < 0.01)
    #expect(abs(try width("553x62", spacing: 10, rules: .uikit) - 119.84) < 1)
  }
}
