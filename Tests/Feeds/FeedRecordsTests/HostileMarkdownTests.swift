import TestSupport
import Testing
import XMLDocuments

@testable import FeedRecords

/// Markdown beyond a limit is truncated and keeps the text before it.
@Suite struct HostileMarkdownTests {
  private static func many(_ text: String, _ size: Int = 1 << 20) -> String {
    String(repeating: text, count: size / text.utf8.count)
  }

  /// Patterns of 1 MiB, most of which cost md4c time in proportion to the square of their size.
  static let patterns: [(name: String, text: String)] = [
    ("quotes", many("> ")), ("quotes in lines", many(many(">", 1000) + "a\n")),
    ("lists", many("- ") + "a"), ("numbers", many("1. ")), ("quotes and lists", many("> - ")),
    ("lists and blank lines", many("- ", 1 << 19) + "a\n" + many("\n", 1 << 19)),
    ("steps", (0..<1400).map { String(repeating: " ", count: 2 * $0) + "- a\n" }.joined()),
    ("brackets", many("[")), ("pairs of brackets", many("[", 1 << 19) + many("]", 1 << 19)),
    ("images", many("![a")), ("links", many("[a](")), ("links in lines", many("[a](\n")),
    ("links with titles", many("[a](<b>\n\"c\n")), ("nested links", many("[a") + many("](b)")),
    ("emphasis", many("*a **b ")), ("emphasis that ends", many("a** b* ")),
    ("mixed emphasis", many("*a_ ")), ("asterisks", many("*")), ("deletions", many("~~a ~b ")),
    ("backticks", (1..<1400).map { "e" + String(repeating: "`", count: $0) }.joined()),
    ("code", many("`a``")), ("tags", many("<a b=\"")), ("comments", "a " + many("<!-- x")),
    ("instructions", "a " + many("<?")), ("blocks of HTML", many("<div>\n\n")),
    ("entities", many("&")), ("addresses", many("www.a.b(")), ("paths", many("www.a.b/(")),
    ("mail", many("a@b.c")), ("schemes", many("http://a.b/) ")),
    ("columns", "|" + many("a|", 20_000) + "\n|" + many("---|", 40_000) + "\n" + many("b|")),
    ("rows", "|" + many("a|", 10_000) + "\n|" + many("---|", 20_000) + "\n" + many("a\n")),
    ("tables", many("a|b\n---|---\nc|d\n\n")),
    ("definitions", (0..<80_000).map { "[\($0)]: a\n" }.joined() + "\n" + many("[1] ", 1 << 18)),
    ("titles", many("[a]: b\n'c\n")),
    ("a long address", "[a]: " + many("b", 30_000) + "\n\n" + many("[a] ")),
    ("a long title", "[a]: b '" + many("b", 30_000) + "'\n\n" + many("[a] ")),
    ("NUL", many("a\0*")), ("spaces", many(" ") + "a"), ("tabs", many("-\t")),
  ]

  @Test(arguments: patterns.indices) func patternsAreBounded(_ index: Int) {
    let limits = FeedLimits()
    let html = MarkdownHTML(Self.patterns[index].text, limits: limits)
    #expect(html.isCut)
    // The last event may exceed the limit.
    #expect(html.html.utf8.count <= 17 * limits.markdownBytes)
    let content = AttributedContent(markdown: Self.patterns[index].text)
    #expect(content.isCut)
    #expect(content.text.utf8.count <= html.html.utf8.count)
  }

  @Test func longMarkdownIsCutBetweenCharacters() {
    func read(_ text: String, _ bytes: Int) -> AttributedContent {
      AttributedContent(markdown: text, limits: FeedLimits(markdownBytes: bytes))
    }
    #expect(read("a漢漢", 6) == AttributedContent(text: "a漢", isCut: true))
    #expect(read("a漢", 4) == AttributedContent(text: "a漢"))
    #expect(read("a漢", 1) == AttributedContent(text: "a", isCut: true))
    #expect(read("**a**", 0) == AttributedContent(text: "", isCut: true))
  }

  @Test func linesThatOpenTooManyListsEndTheText() {
    func read(_ line: String) -> AttributedContent {
      AttributedContent(
        markdown: "start\n\n\(line)\n\nend", limits: FeedLimits(xml: XMLLimits(depth: 8)))
    }
    for line in ["> > > > > > > > > a", ">>>>>>>>>a", "- - 1. - - + - 2) - a"] {
      #expect(read(line) == AttributedContent(text: "start", isCut: true), "\(line)")
    }
    for line in ["- - - - - - - - -", "* * * * * * * * * *", "1 2 3 4 5 6 7 8 9 10", "---------a"] {
      #expect(!read(line).isCut, "\(line)")
      #expect(read(line).text.hasSuffix("end"), "\(line)")
    }
    // Elements that are too deep without such a line are found in the HTML.
    let steps = (0..<9).map { String(repeating: "  ", count: $0) + "- \($0)\n" }.joined()
    #expect(read(steps).isCut)
    #expect(read(steps).text.hasPrefix("start\n\n• 0\n• 1\n"))
  }

  @Test func aRecordWithLongMarkdownHasAWarning() {
    let reading = Reading(
      #"{"id": "1", "content_markdown": "\#(Self.many("a ", 100))"}"#,
      limits: FeedLimits(markdownBytes: 9))
    #expect(reading.records.map(\.contentText) == ["a a a a a"])
    #expect(reading.warnings.map(\.code) == [.cutText])
    #expect(reading.warnings.first?.message.contains("markdown_bytes") == true)
  }

  // MARK: - Changed documents

  private static let seeds = [
    "# a\n\n> - *b* __c__\n>   1. `d`\n\n[e](f \"g\") ![h][i]\n\n[i]: <j> 'k'\n",
    "|a|b|\n|---|:-:|\n|`c|d`|~~e~~|\n\n- [x] f\n- [ ] g\n",
    "<div>\n*a*\n\n<b c='d'>e</b> &amp; &#1;\n",
    "```a\nb\n```\n    c\n\nd\n===\ne\n---\n***\n",
    "www.a.b/(c) http://d.e?f&g h@i.j <k:l>\\\nm  \nn",
  ]
  private static let marks =
    [
      "[", "]", "(", ")", "![", "](", "*", "**", "_", "`", "``", "~", "|", "\n", "\n\n", "- ", "> ",
      "1. ", "\n|---|---|\n", "<a ", "</a>", "<!--", "&amp;", "http://a.b/", "www.a.b", "a@b.c",
      "\\",
      "\t", "    ", "```\n", "\0", "[a]: b\n", "# ", "---\n", "<", ">", "\"", "'", "\r\n", "[x] ",
      "é",
    ].map { Array($0.utf8) }

  private static func changed(_ seeds: [String], _ random: inout TestRandom) -> String {
    var bytes = Array(seeds[random.next(below: seeds.count)].utf8)
    for _ in 0...random.next(below: 8) {
      let offset = random.next(below: bytes.count + 1)
      let length = min(random.next(below: 30), bytes.count - offset)
      switch random.next(below: 6) {
      case 0: bytes.removeSubrange(offset..<offset + length)
      case 1: bytes.insert(contentsOf: Array(bytes[offset..<offset + length]), at: offset)
      case 2: bytes.insert(UInt8(random.next(below: 256)), at: offset)
      case 3:
        let other = Array(seeds[random.next(below: seeds.count)].utf8)
        bytes.insert(contentsOf: other.dropFirst(random.next(below: other.count)), at: offset)
      default:
        let mark = marks[random.next(below: marks.count)]
        let times = random.next(below: 8) == 0 ? random.next(below: 40) : 1
        for _ in 0..<times { bytes.insert(contentsOf: mark, at: offset) }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// 10,000 documents; the seed is fixed, so that a failure comes again.
  @Test(arguments: 0..<10) func changedDocumentsAreReadTwiceAsTheSame(_ seed: Int) throws {
    var random = TestRandom(seed: UInt64(seed))
    let seeds = Self.seeds + (try CommonMarkExample.all().map(\.markdown))
    for _ in 0..<1000 {
      let markdown = Self.changed(seeds, &random)
      let content = AttributedContent(markdown: markdown)
      #expect(content == AttributedContent(markdown: markdown), "\(markdown)")
      let plain = HTMLText(markdown, in: .markdown, limits: FeedLimits())
      #expect(plain.text == content.text, "\(markdown)")
      #expect(content.runs.allSatisfy { $0.range.upperBound <= content.text.utf8.count })
    }
  }
}
