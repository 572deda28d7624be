import LayoutPrimitives
import Testing

@testable import TextMeasurement

/// T6: Words that line ends divide are reshaped there, and no line breaks after a combining mark.
///
/// Line starts: Chromium 156, `font: 16px Inter` before the fonts of the default chain.
@Suite struct CutWordsTests {
  private static let visit =
    "It is long-lost to borrow, last-minute to celebrate and unfortunately impossible to visit."
  private static let platform =
    "There are 421 headphones and/or lanterns left at platform 9… We bought 5 blueprints at 7 p.m."

  private func starts(
    _ text: String, width: Double, rules: LineBreakRules, language: String
  ) throws -> [Int] {
    let rules = try MeasurementRules(rules: .css, scale: 1, lineBreak: rules)
    return try Support.measurer().prepare(
      text, style: TextStyle(size: 16), language: language, rules: rules
    ).lines(width: width, lines: 0).map(\.start)
  }

  private static let anywhereCases: [(String, Double, [Int])] = [
    (visit, 90.0, [0, 13, 24, 35, 47, 58, 70, 81]), (visit, 120, [0, 19, 34, 49, 64, 79]),
    (visit, 150, [0, 22, 42, 61, 81]), (platform, 90, [0, 11, 21, 33, 46, 58, 67, 78, 91]),
    (platform, 150, [0, 18, 36, 58, 75]),
  ]

  @Test("T6: line-break: anywhere", arguments: anywhereCases)
  func anywhere(text: String, width: Double, expected: [Int]) throws {
    let rules = LineBreakRules(mode: .chromium, strictness: .anywhere)
    #expect(try starts(text, width: width, rules: rules, language: "en") == expected)
  }

  private static let breakAllCases: [(String, Double, String, [Int])] = [
    (visit, 90.0, "en", [0, 13, 24, 35, 47, 58, 70, 81]),
    (visit, 120, "en", [0, 19, 34, 49, 64, 79]), (visit, 150, "en", [0, 22, 42, 61, 81]),
    (platform, 90, "en", [0, 11, 21, 33, 46, 58, 67, 78, 91]),
    (platform, 150, "en", [0, 18, 36, 58, 75]),
    ("होगा और 8 घंटे चलेगा। raincoat", 120, "hi", [0, 16]),
    ("यही राहुल की विश्वविद्यालय की शुरुआत थी।", 90, "hi", [0, 13, 27, 37]),
    ("يستمر 4 ساعات تقريبًا جدًّا", 60, "ar", [0, 8, 15]),
    ("يستمر 4 ساعات تقريبًا جدًّا", 80, "ar", [0, 10, 22]),
  ]

  @Test("T6: word-break: break-all", arguments: breakAllCases)
  func breakAll(text: String, width: Double, language: String, expected: [Int]) throws {
    let rules = LineBreakRules(mode: .chromium, words: .breakAll)
    #expect(try starts(text, width: width, rules: rules, language: language) == expected)
  }
}
