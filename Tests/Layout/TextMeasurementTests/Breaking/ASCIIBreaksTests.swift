import Glibc
import TestSupport
import Testing

@testable import TextMeasurement

/// The options that words of ASCII can ignore, according to `usesASCIIFastPath`.
@Suite struct ASCIIBreaksTests {
  /// All triples of printable ASCII and the space, one a line.
  private static let triples: [UInt16] = {
    var units: [UInt16] = []
    units.reserveCapacity(95 * 95 * 95 * 4)
    for first in UInt16(0x20)...0x7E {
      for second in UInt16(0x20)...0x7E {
        for third in UInt16(0x20)...0x7E {
          units.append(first)
          units.append(second)
          units.append(third)
          units.append(0x0A)
        }
      }
    }
    return units
  }()

  /// All pairs, then random texts, one a line.
  private static let mixture: [UInt16] = {
    var units: [UInt16] = []
    for first in UInt16(0x20)...0x7E {
      for second in UInt16(0x20)...0x7E { units += [first, second, 0x0A] }
    }
    var random = TestRandom(seed: 5)
    for _ in 0..<4000 {
      for _ in 0..<Int.random(in: 4...30, using: &random) {
        units.append(UInt16.random(in: 0x20...0x7E, using: &random))
      }
      units.append(0x0A)
    }
    return units
  }()

  private func marks(
    _ text: [UInt16], _ breaks: LineBreaks, _ rules: LineBreakRules
  ) throws -> [UInt8] {
    var marks = [UInt8](repeating: 0, count: text.count)
    try breaks.mark(text, count: marks.count, rules: rules, bit: 1, marks: &marks)
    return marks
  }

  private func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && memcmp(left, right, left.count) == 0
  }

  /// The tailorings of Chinese, Japanese and Korean, and the root that all other languages have.
  @Test(arguments: ["", "ja", "zh", "ko"])
  func strictnessChangesNoTripleOfASCII(locale: String) throws {
    let root = LineBreakRules(mode: .uax14)
    let expected = try marks(Self.triples, LineBreaks(locale: ""), root)
    let breaks = try LineBreaks(locale: locale)
    for strictness in [LineBreakStrictness.auto, .loose, .normal, .strict] {
      // Phrases exist in Japanese only.
      for words in locale == "ja" ? [WordBreak.normal, .phrase] : [.normal] {
        let rules = LineBreakRules(mode: .uax14, strictness: strictness, words: words)
        #expect(rules.usesASCIIFastPath)
        let found = try marks(Self.triples, breaks, rules)
        #expect(areEqual(found, expected), "\(locale): \(rules)")
      }
    }
  }

  @Test(arguments: ["", "ja", "zh", "ko"])
  func optionsChangeNothingInTextsOfASCII(locale: String) throws {
    let breaks = try LineBreaks(locale: locale)
    let root = try LineBreaks(locale: "")
    for mode in LineBreakMode.allCases {
      let expected = try marks(Self.mixture, root, LineBreakRules(mode: mode, strategy: .none))
      for strictness in LineBreakStrictness.allCases where strictness != .anywhere {
        for words in WordBreak.allCases where words != .breakAll {
          let rules = LineBreakRules(mode: mode, strictness: strictness, words: words)
          #expect(rules.usesASCIIFastPath)
          let found = try marks(Self.mixture, breaks, rules)
          #expect(areEqual(found, expected), "\(locale): \(rules)")
        }
      }
    }
  }

  @Test func whatChangesThemSaysSo() throws {
    for mode in LineBreakMode.allCases {
      for rules in [
        LineBreakRules(mode: mode, words: .breakAll),
        LineBreakRules(mode: mode, strictness: .anywhere),
      ] {
        #expect(!rules.usesASCIIFastPath)
        #expect(try BreakMarks.shown("ab", rules: rules) == "a|b")
      }
    }
  }
}
