import CICU
import Testing

@testable import TextMeasurement

/// Unicode's LineBreakTest and GraphemeBreakTest, for the project's line breaking and shaping runs.
@Suite struct LineBreakConformanceTests {
  private typealias Deviations = LineBreakDeviations

  /// Options with which the file is run, and the differences that follow.
  struct Setting: Sendable, CustomTestStringConvertible {
    let locale: String
    let strictness: LineBreakStrictness
    let deviations: [LineBreakDeviations]
    let passing: Int

    var testDescription: String { "\(locale.isEmpty ? "any language" : locale), \(strictness)" }
  }

  static let settings = [
    Setting(locale: "", strictness: .auto, deviations: Deviations.always, passing: 7632),
    Setting(locale: "", strictness: .strict, deviations: Deviations.always, passing: 7632),
    Setting(locale: "ja", strictness: .strict, deviations: Deviations.always, passing: 7632),
    Setting(
      locale: "", strictness: .normal, deviations: Deviations.always + [Deviations.smallKana],
      passing: 7538),
    Setting(
      locale: "ja", strictness: .auto, deviations: Deviations.always + [Deviations.smallKana],
      passing: 7538),
    Setting(
      locale: "", strictness: .loose,
      deviations: Deviations.always + [Deviations.smallKana, Deviations.leaders], passing: 7535),
    Setting(
      locale: "zh", strictness: .normal,
      deviations: Deviations.always + [Deviations.smallKana, Deviations.waveDash], passing: 7536),
    Setting(
      locale: "zh", strictness: .loose,
      deviations: Deviations.always + [
        Deviations.smallKana, Deviations.leaders, Deviations.waveDash,
        Deviations.centredPunctuation,
      ], passing: 7527),
  ]

  @Test(arguments: settings)
  func linesBreakAsUnicodesFileSays(setting: Setting) throws {
    let icu = String(cString: cicu_version())
    try #require(icu.hasPrefix("72."), "the pinned lines belong to ICU 72, this is \(icu)")
    let breaks = try LineBreaks(locale: setting.locale)
    let rules = LineBreakRules(mode: .uax14, strictness: setting.strictness)
    var cases = 0
    var failed: Set<Int> = []
    try UnicodeFile("auxiliary/LineBreakTest.txt").forEachLine { number, line in
      let expected = BreakCase(line)
      cases += 1
      let found = try BreakMarks.of(expected.units, breaks: breaks, rules: rules)
      if found != expected.breaks { failed.insert(number) }
    }
    let pinned = Set(setting.deviations.flatMap(\.lines))
    #expect(cases == 7654)
    #expect(cases - failed.count == setting.passing)
    #expect(failed.subtracting(pinned).sorted() == [], "lines that fail and are not pinned")
    #expect(pinned.subtracting(failed).sorted() == [], "lines that are pinned and pass")
  }

  /// UIKit's mode without strategies is that of UAX 14.
  @Test func uikitWithoutStrategiesBreaksAsUAX14Does() throws {
    let breaks = try LineBreaks(locale: "")
    try UnicodeFile("auxiliary/LineBreakTest.txt").forEachLine { number, line in
      let units = BreakCase(line).units
      let plain = try BreakMarks.of(units, breaks: breaks, rules: LineBreakRules(mode: .uax14))
      let uikit = try BreakMarks.of(
        units, breaks: breaks, rules: LineBreakRules(mode: .uikit, strategy: .none))
      #expect(plain == uikit, "line \(number)")
    }
  }

  @Test func graphemesAreUnicodes() throws {
    let iterator = try BreakIterator(line: false, locale: "")
    var cases = 0
    try UnicodeFile("auxiliary/GraphemeBreakTest.txt").forEachLine { number, line in
      let expected = BreakCase(line)
      var marks = [UInt8](repeating: 0, count: expected.units.count)
      iterator.mark(expected.units, count: expected.units.count, bit: 1, marks: &marks)
      marks[0] = 0
      cases += 1
      #expect(marks.map { $0 == 1 } == expected.breaks, "line \(number)")
    }
    #expect(cases == 602)
  }
}
