import Testing

@testable import TextMeasurement

/// Spaces, joiners, soft hyphens and line terminators.
@Suite struct SpecialCharacterTests {
  /// Opportunities by UAX 14's rules LB4 to LB12a, LB18 and LB21, the same in all modes.
  @Test(arguments: [
    // Soft hyphen: after it.
    ("soft\u{AD}hyphen", "soft\u{AD}|hyphen"), ("中\u{AD}中", "中\u{AD}|中"),
    // No-break spaces, word joiner, its old form, non-breaking hyphen: neither side.
    ("a\u{A0}b", "a\u{A0}b"), ("中\u{A0}中", "中\u{A0}中"), ("1\u{202F}000", "1\u{202F}000"),
    ("中\u{2007}中", "中\u{2007}中"), ("中\u{2060}中", "中\u{2060}中"),
    ("中\u{FEFF}中", "中\u{FEFF}中"), ("中\u{2011}中", "中\u{2011}中"),
    // After spaces even before a no-break space.
    ("a \u{A0}b", "a |\u{A0}b"), ("a\u{A0} b", "a\u{A0} |b"),
    // Zero-width space: after it and the spaces behind it, whatever follows.
    ("a\u{200B}b", "a\u{200B}|b"), ("中\u{200B}。", "中\u{200B}|。"),
    ("a\u{200B} b", "a\u{200B} |b"),
    // Joiners.
    ("中\u{200D}中", "中\u{200D}中"), ("👨\u{200D}👩", "👨\u{200D}👩"),
    ("中\u{200C}中", "中\u{200C}|中"),
    // Tabs and the spaces of fixed width: after them.
    ("a\tb", "a\t|b"), ("中\u{3000}中", "中\u{3000}|中"), ("中\u{3000}。", "中\u{3000}。"),
    ("a\u{1680}b", "a\u{1680}|b"), ("a\u{2000}b", "a\u{2000}|b"), ("a\u{2003}b", "a\u{2003}|b"),
    ("a\u{2009}b", "a\u{2009}|b"), ("a\u{200A}b", "a\u{200A}|b"), ("a\u{205F}b", "a\u{205F}|b"),
    // Terminators: after them and nowhere else.
    ("a\nb", "a\n|b"), ("a\r\nb", "a\r\n|b"), ("a\rb", "a\r|b"), ("a\u{B}b", "a\u{B}|b"),
    ("a\u{C}b", "a\u{C}|b"), ("a\u{85}b", "a\u{85}|b"), ("a\u{2028}b", "a\u{2028}|b"),
    ("a\u{2029}b", "a\u{2029}|b"), ("中\n。", "中\n|。"), ("a \nb", "a \n|b"),
    ("a\n\n b", "a\n|\n| |b"),
  ])
  func charactersBreakAsUAX14Says(text: String, expected: String) throws {
    for mode in LineBreakMode.allCases {
      #expect(try BreakMarks.shown(text, rules: LineBreakRules(mode: mode)) == expected, "\(mode)")
    }
  }

  /// Chromium breaks after spaces whatever follows, UAX 14 not before a zero-width space.
  @Test func spacesBeforeAZeroWidthSpace() throws {
    let text = "a \u{200B}b"
    #expect(try BreakMarks.shown(text, rules: LineBreakRules(mode: .uax14)) == "a \u{200B}|b")
    #expect(try BreakMarks.shown(text, rules: LineBreakRules(mode: .chromium)) == "a |\u{200B}|b")
  }

  /// Tabs count as spaces to Chromium, which never breaks between the two.
  @Test func spacesAndTabsAreOneRunToChromium() throws {
    let rules = LineBreakRules(mode: .chromium)
    #expect(try BreakMarks.shown("a \tb\t c\t.", rules: rules) == "a \t|b\t |c\t|.")
  }

  /// A zero-width space breaks without hanging: it has no width that could.
  @Test func whiteSpaceThatMayHang() {
    for unit: UInt16 in [0x20, 0x1680, 0x2000, 0x2003, 0x200A, 0x205F, 0x3000] {
      #expect(EmojiPresentation.hangs(unit, mode: .uax14))
      #expect(EmojiPresentation.hangs(unit, mode: .chromium) == [0x20, 0x3000].contains(unit))
    }
    for unit: UInt16 in [0xA0, 0x2007, 0x202F, 0x200B, 0x2060, 0xFEFF, 0xAD, 0x61] {
      #expect(!EmojiPresentation.hangs(unit, mode: .uax14))
      #expect(!EmojiPresentation.hangs(unit, mode: .chromium))
    }
  }

  /// Which terminators end a paragraph: Foundation's `getParagraphStart`.
  @Test(arguments: [
    ("\n", HardLine.Terminator.paragraph), ("\r", .paragraph), ("\r\n", .paragraph),
    ("\u{2029}", .paragraph), ("\u{2028}", .line), ("\u{85}", .line), ("\u{B}", .line),
    ("\u{C}", .line),
  ])
  func terminatorsEndLinesOrParagraphs(terminator: String, kind: HardLine.Terminator) {
    let units = Array("ab\(terminator)c".utf16)
    let first = HardLine(units, count: units.count, from: 0, mode: .uax14)
    #expect(first.content == 0..<2)
    #expect(first.end == units.count - 1)
    #expect(first.terminator == kind)
    let last = HardLine(units, count: units.count, from: first.end, mode: .uax14)
    #expect(last.content == units.count - 1..<units.count)
    #expect(last.end == units.count)
    #expect(last.terminator == .none)
  }

  @Test func emptyLinesAndTheEndAreLinesToo() {
    let units = Array("\n\r\r\n\n\r".utf16)
    var lines: [HardLine] = []
    var start = 0
    repeat {
      lines.append(HardLine(units, count: units.count, from: start, mode: .uax14))
      start = lines[lines.count - 1].end
    } while start < units.count
    #expect(lines.map(\.end) == [1, 2, 4, 5, 6])
    #expect(lines.allSatisfy { $0.content.isEmpty && $0.terminator == .paragraph })
    #expect(HardLine(units, count: units.count, from: 6, mode: .uax14).terminator == .none)
  }
}
