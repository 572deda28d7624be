import LayoutPrimitives
import TestSupport
import Testing

@testable import TextMeasurement

/// T3: `text-spacing-trim` as in Chromium.
///
/// All values: Chromium 156, `font: 16px Inter, "Noto Sans CJK SC"` (JP for Japanese, TC for
/// Taiwan's Chinese), `white-space: pre-wrap; overflow-wrap: anywhere`, at one device pixel a CSS
/// pixel.
@Suite struct TextSpacingTrimTests {
  private func prepare(
    _ text: String, language: String = "zh-CN", trim: TextSpacingTrim = .normal,
    family: String = "system", rules: TextRules = .css
  ) throws -> PreparedText {
    var style = TextStyle(family: family, size: 16)
    style.textSpacingTrim = trim
    return try Support.measurer().prepare(
      text, style: style, language: language, rules: Support.rules(rules, scale: 1))
  }

  private func starts(
    _ text: String, width: Double, trim: TextSpacingTrim = .normal
  ) throws -> [Int] {
    try prepare(text, trim: trim).lines(width: width, lines: 0).map(\.start)
  }

  /// Pairs, and the number of their four halves that are removed in Chinese, Japanese and Taiwan's
  /// Chinese.
  private static let pairs: [(String, [Int])] = [
    ("」「", [1, 1, 1]), ("「「", [1, 1, 1]), ("」」", [1, 1, 1]), ("。」", [1, 1, 0]), ("。「", [1, 1, 1]),
    ("・「", [1, 1, 1]), ("「・", [0, 0, 0]), ("」・", [1, 1, 1]), ("：「", [1, 1, 1]), ("（「", [1, 1, 1]),
    ("　「", [1, 1, 1]), ("！「", [0, 0, 0]), ("」！", [0, 0, 0]), ("”（", [1, 0, 1]), ("）”", [1, 1, 1]),
    ("、。", [1, 1, 0]), ("…「", [0, 0, 0]), ("」…", [0, 0, 0]), ("，，", [1, 1, 0]), ("：：", [1, 0, 0]),
    ("；」", [1, 0, 0]), ("？」", [0, 0, 0]), ("」；", [1, 1, 1]), ("」)", [1, 1, 1]), ("(「", [1, 1, 1]),
    ("「(", [0, 0, 0]), ("」：", [1, 1, 1]), ("：」", [1, 0, 0]), ("；「", [1, 1, 1]), ("‘「", [1, 1, 1]),
    ("「’", [0, 0, 0]), ("｢「", [1, 1, 1]), ("」｣", [1, 1, 1]), ("〝「", [1, 1, 1]), ("」〟", [1, 1, 1]),
    ("「」", [0, 0, 0]), ("国「", [0, 0, 0]), ("」国", [0, 0, 0]), ("·「", [1, 1, 1]), ("」·", [1, 1, 1]),
    ("）a", [0, 0, 0]), ("a（", [0, 0, 0]), ("）。", [1, 1, 1]), ("」、「", [2, 2, 2]),
    ("【】【", [1, 1, 1]),
    ("》，《", [2, 2, 2]),
  ]

  @Test("T3: halves between two characters are left out as in Chromium", arguments: pairs)
  func pair(text: String, halves: [Int]) throws {
    for (language, halves) in zip(["zh-CN", "ja", "zh-TW"], halves) {
      let trimmed = try prepare(text, language: language).unwrapped().width
      let whole = try prepare(text, language: language, trim: .spaceAll).unwrapped().width
      #expect(abs(whole - trimmed - Double(8 * halves)) < 0.02, "\(text) in \(language)")
    }
  }

  /// The ends of lines: a closing bracket is halved only if its whole does not fit.
  ///
  /// Full stops are not halved, and neither are brackets before a space or line feed.
  ///
  /// Chromium rounds text that it reshapes up to 1/64 pixel.
  private static let lineCases: [(String, Double, [Int])] = [
    ("国国国「国国」国国国", 96.0, [0, 5]), ("国国国「国国」国国国", 104, [0, 5]), ("国国国「国国」国国国", 111.9, [0, 7]),
    ("国国国「国国」国国国", 112, [0, 7]), ("国国国「国国」国国国", 128, [0, 8]), ("国国国「国国」", 104, [0, 5]),
    ("国国国「国国」", 111, [0]), ("国国国「国国」\n国", 111, [0, 5, 8]), ("国国国「国国」 国", 104, [0, 5]),
    ("国国国“国国”国国", 104, [0, 7]), ("国国国国国国。国国", 104, [0, 5]), ("国国国」「国国国", 64, [0, 2, 6]),
    ("国国国」「国国国", 72, [0, 4]), ("国国国」「国国国", 80, [0, 4]), ("国国国」「国国国", 88, [0, 6]),
    ("国国国」）国国国", 64, [0, 2, 6]), ("国国国」）国国国", 72, [0, 5]), ("国国国」）国国国", 88, [0, 6]),
    ("「「国」」国国", 40, [0, 3, 6]), ("国」国（国）国", 30, [0, 2, 3, 4, 6]),
    ("国」国（国）国", 32, [0, 2, 3, 5]), ("国」国（国）国", 40, [0, 2, 3, 6]), ("国国　「国国", 64, [0, 3]),
    ("国国　「国国", 72, [0, 5]), ("国国。　国国", 40, [0, 4]), ("国国。　国国", 72, [0, 5]),
  ]

  @Test("T3: lines begin and end with brackets as in Chromium", arguments: lineCases)
  func lines(text: String, width: Double, starts: [Int]) throws {
    #expect(try self.starts(text, width: width) == starts)
  }

  @Test("T3: space-all leaves every character whole, as do other rules")
  func spaceAll() throws {
    let text = "国国「国」「国」"
    #expect(abs(try prepare(text, trim: .spaceAll).unwrapped().width - 128) < 0.02)
    #expect(try starts("国国国「国国」国", width: 111, trim: .spaceAll) == [0, 5])
    #expect(try prepare(text, rules: .uikit).unwrapped().width == 128)
    #expect(try prepare(text, rules: .android).unwrapped().width == 128)
  }

  /// A font of the same characters that has no feature `halt`.
  @Test("T3: a font without halves keeps its punctuation whole")
  func fontsWithoutHalves() throws {
    let folder = try TemporaryFolder()
    var font = TinyFont("国「」、。“”‘’，．：；（）")
    for scalar in "国「」、。“”‘’，．：；（）".unicodeScalars { font.advances[scalar.value] = 1000 }
    let file = try folder.add(font, as: "Whole.ttf")
    #expect(abs(try prepare("国「国」「国」", family: file).unwrapped().width - 112) < 0.02)
    #expect(
      try prepare("国国国「国国」国", family: file).lines(width: 111, lines: 0).map(\.start) == [0, 5])
  }

  /// A bracket at the beginning of a line is whole in truncated lines, too.
  @Test("T3: cut lines hold as much as fits beside the ellipsis")
  func cutLines() throws {
    let text = try prepare("国国国」「国国国国国国国国")
    let line = try #require(text.lines(width: 80, lines: 2).last)
    #expect(line.start == 4)
    // The bracket and three characters, 16 px each, and the ellipsis.
    #expect(line.end == 8)
    let ellipsis = try prepare("…").unwrapped().width
    #expect(abs(line.width - (ellipsis + 64)) < 0.05)
  }

  /// Cached shapes do not depend on the rules, and texts without such punctuation require no
  /// special path.
  @Test("T3: only texts with brackets take the careful way")
  func plainTexts() throws {
    #expect(try !prepare("今天天气很好，我们去公园散步吧。明天可能会下雨").paragraph.needsCare)
    #expect(try !prepare("Hello (world) “quoted” [x]").paragraph.needsCare)
    #expect(try prepare("他说「好」吗").paragraph.needsCare)
  }
}
