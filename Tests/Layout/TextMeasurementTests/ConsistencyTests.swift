import LayoutPrimitives
import TestSupport
import Testing

@testable import TextMeasurement

@Suite struct ConsistencyTests {
  static let widths: [Double] = [0, 1, 17, 60, 100, 199, 320, 1000]

  /// ICU breaks the whole line and every item is shaped separately: the fast path must agree.
  @Test(arguments: [TextRules.uikit, .css, .android])
  func plainASCIIGivesTheSameLinesOnTheFastPath(rules: TextRules) throws {
    let fast = try Support.measurer()
    let slow = try Support.measurer(isFastPathOn: false)
    let rules = try Support.rules(rules)
    var random = TestRandom(seed: 7)
    let alphabet = Array("  aaAAbxX01239.,:;!?-/()[]{}'\"$%+*&<>=@#^_`|~\\")
    for round in 0..<400 {
      let count = Int.random(in: 1...60, using: &random)
      let text = String((0..<count).map { _ in alphabet.randomElement(using: &random) ?? "a" })
      let left = try fast.prepare(text, style: TextStyle(), rules: rules)
      let right = try slow.prepare(text, style: TextStyle(), rules: rules)
      for width in [1.0, 60, 199] {
        let expected = right.lines(width: width, lines: 0)
        #expect(
          left.lines(width: width, lines: 0) == expected, "round \(round), width \(width): \(text)")
      }
    }
  }

  @Test func whatTheCachesHoldNeverChangesAResult() throws {
    let rules = try Support.rules(.uikit)
    let warm = try Support.measurer()
    for text in Support.samples {
      _ = try warm.prepare(text, style: TextStyle(size: 31), rules: rules)
    }
    let tiny = try Support.measurer(
      limits: TextLimits(wordCacheBytes: 4_096, paragraphCacheEntries: 1))
    for text in Support.samples + Support.samples.reversed() {
      let cold = try Support.measurer(limits: TextLimits(paragraphCacheEntries: 0))
      let expected = try cold.prepare(text, style: TextStyle(), rules: rules)
      for measurer in [warm, tiny] {
        let prepared = try measurer.prepare(text, style: TextStyle(), rules: rules)
        #expect(prepared.fonts == expected.fonts)
        for width in Self.widths {
          #expect(
            prepared.lines(width: width, lines: 0) == expected.lines(width: width, lines: 0))
          #expect(
            prepared.wrapped(width: width, lines: 3) == expected.wrapped(width: width, lines: 3))
        }
      }
    }
  }

  @Test(arguments: [TextRules.uikit, .css, .android])
  func aMeasuredWidthGivesTheSameLinesAgain(rules: TextRules) throws {
    let measurer = try Support.measurer()
    for scale in [1.0, 2, 3] {
      let rules = try Support.rules(rules, scale: scale)
      for text in Support.samples {
        let prepared = try measurer.prepare(text, style: TextStyle(), rules: rules)
        for width in Self.widths + [rules.grid.points(517), rules.grid.points(743)] {
          let width = rules.grid.roundedUp(width)
          let measure = prepared.wrapped(width: width, lines: 0)
          // A grapheme wider than the width exceeds it, and its width could contain others.
          guard measure.width <= width else { continue }
          let again = prepared.wrapped(width: measure.width, lines: 0)
          #expect(measure == again, "width \(width), scale \(scale): \(text)")
        }
        let unwrapped = prepared.unwrapped()
        #expect(prepared.wrapped(width: unwrapped.width, lines: 0) == unwrapped)
      }
    }
  }

  @Test func linesCoverTheTextInOrder() throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(.uikit)
    for text in Support.samples {
      let prepared = try measurer.prepare(text, style: TextStyle(), rules: rules)
      for width in Self.widths + [-5, .nan, .infinity] {
        let lines = prepared.lines(width: width, lines: 0)
        #expect(lines.first?.start ?? 0 == 0)
        #expect(lines.last?.end ?? 0 == text.utf16.count)
        for (left, right) in zip(lines, lines.dropFirst()) { #expect(left.end == right.start) }
        #expect(prepared.wrapped(width: width, lines: 0).lineCount == lines.count)
      }
    }
  }
}
