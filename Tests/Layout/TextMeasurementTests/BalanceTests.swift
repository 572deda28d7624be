import LayoutPrimitives
import Testing

@testable import TextMeasurement

/// Balanced lines.
///
/// Values: Chromium 156 on Debian with Inter at 16 px, `text-wrap: balance`, from the rectangle of
/// each word.
@Suite struct BalanceTests {
  private static let short = "A very short text"
  private static let heights = "Heights that are known before a cell is on the screen"
  private static let fox = "The quick brown fox jumps over the lazy dog and a cat"
  private static let report =
    "The report of the committee, which was published on Tuesday, has 128 pages."
  private static let lists =
    "Lists stutter, jump and mis-scroll because nobody knows the height of a cell before it is on "
    + "screen, so we compute it."

  /// Texts, widths, and the numbers of words on each line.
  private static let cases: [(text: String, width: Double, words: [Int])] = [
    (report, 120, [3, 2, 2, 2, 2, 2]), (report, 320, [7, 6]), (report, 390, [7, 6]),
    (heights, 120, [2, 2, 4, 3]), (heights, 320, [4, 7]), (heights, 390, [4, 7]),
    (fox, 120, [2, 2, 2, 3, 3]), (fox, 320, [5, 7]), (short, 120, [2, 2]), (short, 320, [4]),
    (lists, 320, [6, 7, 9]), (lists, 390, [6, 7, 9]),
    // Eight lines are not balanced; "mis-scroll" is on two of them.
    (lists, 120, [2, 3, 2, 2, 4, 4, 3, 3]),
  ]

  private static func words(
    _ text: String, _ width: Double, lines: Int = 0, balances: Bool = true
  ) throws -> [Int] {
    let prepared = try Support.measurer().prepare(
      text, style: TextStyle(family: "Inter", size: 16), rules: Support.rules(.css, scale: 1))
    let fitting = LineFitting(lines: lines, balances: balances)
    let layout = prepared.layout(width: width, fitting: fitting)
    #expect(layout.measure == prepared.wrapped(width: width, fitting: fitting))
    let units = Array(text.utf16)
    return layout.lines.map { line in
      String(decoding: units[line.start..<line.end], as: UTF16.self)
        .split(whereSeparator: \.isWhitespace).count
    }
  }

  @Test(arguments: cases.indices)
  func linesHaveTheWordsOfChromiums(index: Int) throws {
    let (text, width, words) = Self.cases[index]
    #expect(try Self.words(text, width) == words, "\(text) at \(width)")
  }

  @Test func onlyTheLinesBeforeAHardBreakAreBalanced() throws {
    let both = Self.heights + "\n" + Self.heights
    #expect(try Self.words(both, 320) == [4, 7] + Self.words(Self.heights, 320, balances: false))
  }

  /// Balance keeps the number of lines, and each line within the width.
  @Test func balanceKeepsTheNumberOfLines() throws {
    for width in stride(from: 30.0, to: 500, by: 7) {
      for text in [
        Self.report, Self.heights, Self.lists, "wide\u{AD}ly hy\u{AD}phen\u{AD}at\u{AD}ed",
      ] {
        let prepared = try Support.measurer().prepare(
          text, style: TextStyle(family: "Inter", size: 16), rules: Support.rules(.css, scale: 1))
        let greedy = prepared.layout(width: width, fitting: LineFitting())
        let balanced = prepared.layout(width: width, fitting: LineFitting(balances: true))
        #expect(balanced.lines.count <= greedy.lines.count, "\(text) at \(width)")
        #expect(balanced.measure.width <= max(greedy.measure.width, width))
        #expect(balanced.lines.last?.end == text.utf16.count)
        for (line, next) in zip(balanced.lines, balanced.lines.dropFirst()) {
          #expect(line.end == next.start)
        }
      }
    }
  }

  /// The widths of lines with brackets that are halved depend on where lines end.
  @Test(arguments: [
    "公開しました：「東京の夜」", "今日は、とても「暑い」日でした。明日はどうでしょう？", "『春』（第二版）、発売中！",
    "駅前に、新しい店ができた。（毎日十時から）「また行きたい」と、母は言う。", "！．新しい記事を公開しました：「東京の夜」（",
  ]) func balanceKeepsTheNumberOfLinesBesideBrackets(text: String) throws {
    for spaces in [TextSpacingTrim.normal, .spaceAll] {
      var style = TextStyle(family: "Inter", size: 16)
      style.textSpacingTrim = spaces
      let prepared = try Support.measurer().prepare(
        text, style: style, language: "ja", rules: Support.rules(.css, scale: 1))
      for width in stride(from: 20.0, to: 400, by: 5) {
        let greedy = prepared.layout(width: width, fitting: LineFitting())
        let balanced = prepared.layout(width: width, fitting: LineFitting(balances: true))
        #expect(balanced.lines.count == greedy.lines.count, "\(text) at \(width)")
        #expect(balanced.lines.last?.end == text.utf16.count)
      }
    }
  }
}
