import LayoutPrimitives
import Testing

@testable import TextMeasurement

@Suite struct CacheTests {
  private static func paragraph(clusters: Int) throws -> Paragraph {
    let text = String(repeating: "word ", count: clusters / 5)
    let measurer = try Support.measurer(limits: TextLimits(paragraphCacheEntries: 0))
    return try measurer.prepare(text, style: TextStyle(), rules: Support.rules(.uikit)).paragraph
  }

  private static func key(_ text: String) -> ParagraphKey {
    ParagraphKey(
      text: text,
      request: ParagraphRequest(
        font: RunFont(fontSet: 0, size: 17, computedSize: 17, spacing: 0, baselineOffset: 0),
        spans: [],
        language: 0, direction: .leftToRight, lineBreak: .uikit, metrics: .uikit,
        wrapping: .word, breaksWords: true, trimsPunctuation: false, tabInterval: 0, tabScale: 0))
  }

  @Test func theBytesOfPreparedTextsAreBounded() throws {
    let paragraph = try Self.paragraph(clusters: 1000)
    #expect(paragraph.byteCount > 8000)
    var cache = ParagraphCache(entries: 1_000_000, bytes: 100_000)
    for number in 0..<1000 { cache.insert(paragraph, for: Self.key("\(number)")) }
    #expect(cache.contents.bytes <= 200_000)
    #expect(cache.contents.bytes > 50_000)
    // The latest are there.
    #expect(cache.find(Self.key("999")) != nil)
    #expect(cache.find(Self.key("0")) == nil)
  }

  @Test func whatIsUsedStays() throws {
    let paragraph = try Self.paragraph(clusters: 10)
    var cache = ParagraphCache(entries: 10, bytes: 1 << 20)
    cache.insert(paragraph, for: Self.key("used"))
    for number in 0..<100 {
      cache.insert(paragraph, for: Self.key("\(number)"))
      #expect(cache.find(Self.key("used")) != nil)
      #expect(cache.contents.count <= 20)
    }
  }

  @Test func aTextThatIsTooLargeIsNotKept() throws {
    let paragraph = try Self.paragraph(clusters: 1000)
    var cache = ParagraphCache(entries: 10, bytes: 10_000)
    cache.insert(try Self.paragraph(clusters: 10), for: Self.key("small"))
    cache.insert(paragraph, for: Self.key("large"))
    #expect(cache.find(Self.key("large")) == nil)
    #expect(cache.find(Self.key("small")) != nil)
  }

  /// Sizes share words; size categories of one size, widths and templates share paragraphs.
  @Test func sizesShareWordsAndWidthsShareParagraphs() throws {
    let measurer = try Support.measurer()
    let rules = try Support.rules(.uikit)
    let text = "words are shaped once for all sizes"
    _ = try measurer.prepare(text, style: TextStyle(size: 17), rules: rules)
    let runs = measurer.statistics.shapedRuns
    for size in [11.0, 23, 17] {
      let prepared = try measurer.prepare(text, style: TextStyle(size: size), rules: rules)
      for width in [100.0, 200] { _ = prepared.wrapped(width: width, lines: 0) }
    }
    #expect(measurer.statistics.shapedRuns == runs)
    #expect(measurer.statistics.paragraphHits == 1)
    #expect(measurer.statistics.preparedTexts == 3)
    // Footnote has one size at three categories.
    let sizes = [SizeCategory.extraSmall, .small, .medium].map {
      DynamicType(.footnote, category: $0).size
    }
    for size in sizes {
      _ = try measurer.prepare(text, style: TextStyle(size: size), rules: rules)
    }
    #expect(measurer.statistics.preparedTexts == 4)
  }
}
