import LayoutPrimitives
import TestSupport
import Testing

@testable import TextMeasurement

/// Values that no design has, which must neither trap nor fill the memory.
@Suite struct AbsurdStyleTests {
  @Test(arguments: [(Int.min, 1), (-1, 1), (.max, 1000)])
  func aWeightOutOfRangeCountsAsTheNearest(weight: Int, nearest: Int) throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(.uikit)
    for family in ["Inter", "Noto Sans"] {
      let absurd = try measurer.prepare(
        "Ab", style: TextStyle(family: family, weight: weight), rules: rules)
      let expected = try measurer.prepare(
        "Ab", style: TextStyle(family: family, weight: nearest), rules: rules)
      #expect(absurd.fonts == expected.fonts)
      #expect(absurd.unwrapped() == expected.unwrapped())
    }
  }

  /// A NaN width equals nothing, so no cache could find it again.
  @Test(arguments: [Double.nan, .infinity])
  func aWidthThatIsNoNumberCountsAsNormal(width: Double) throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(.uikit)
    var style = TextStyle()
    let expected = try measurer.prepare("Ab", style: style, rules: rules)
    style.characters.width = width
    let absurd = try measurer.prepare("Ab", style: style, rules: rules)
    #expect(absurd.unwrapped() == expected.unwrapped())
    #expect(measurer.statistics.paragraphHits == 1)
  }

  /// Found by halving; the definition is the first stretch that ends later.
  @Test func aUnitsStretchIsTheFirstThatEndsAfterIt() {
    let font = RunFont(fontSet: 0, size: 17, computedSize: 17, spacing: 0, baselineOffset: 0)
    var random = TestRandom(seed: 47)
    for count in 0..<20 {
      var end = 0
      let spans = (0..<count).map { _ in
        end += Int.random(in: 1...4, using: &random)
        return RunSpan(end: end, font: font)
      }
      let table = RunTable(spans: spans, base: font)
      for unit in 0...end + 2 {
        let expected = spans.firstIndex { $0.end > unit } ?? count
        #expect(table.number(at: unit) == expected)
        #expect(table.number(at: unit, from: expected) == expected)
      }
    }
  }

  /// A million runs for one letter are bytes too.
  @Test func theParagraphCacheCountsTheStylesOfItsKeys() throws {
    let measurer = try Support.measurer(limits: TextLimits(paragraphCacheBytes: 64_000))
    let runs = (0..<1_000).map {
      AttributedText.Run(length: 1, style: CharacterStyle(size: $0 % 2 == 0 ? 17 : 18))
    }
    let text = AttributedText("a", runs: runs)
    for _ in 0..<2 {
      _ = try measurer.prepare(text, style: TextStyle(), rules: Support.rules(.uikit))
    }
    #expect(MemoryLayout<RunSpan>.stride * 1_000 > 64_000 / 4)
    #expect(measurer.statistics.paragraphHits == 0)
  }
}
