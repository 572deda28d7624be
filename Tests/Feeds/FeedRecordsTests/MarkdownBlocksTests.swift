import TestSupport
import Testing

@testable import FeedRecords

/// The places of a Markdown text before which nothing changes when it grows.
@Suite struct MarkdownBlocksTests {
  private static func starts(_ text: String, from start: Int = 0) -> [Int]? {
    var text = text
    return text.withUTF8 { MarkdownBlocks.starts(in: $0, from: start) }
  }

  @Test(arguments: [
    ("a\n\nb\n", [3]), ("a\n\nb", []), ("a\nb\n", []), ("a\n\n b\n", []),
    ("a\n \n# b\n\n- c\n", [4, 9]),
    // Items of a list are one block, whatever their marks.
    ("- a\n\n- b\n", []), ("- a\n\n1. b\n", []), ("- a\n\n  b\n\nc\n", [10]), ("1\n\n2\n", []),
    // Nothing in fenced code begins a block.
    ("```\n\na\n```\n\nb\n", [12]), ("```\na\n\nb\n", []), ("~~~\n```\n\na\n", []),
    ("````\n```\n\na\n````\n\nb\n", [18]), ("- a\n  ```\n\nb\n", [11]), ("- a\n```\n\nb\n", []),
    ("``` a`b\n\nc\n", [9]), ("> ```\n\na\n", [7]),
    // Raw HTML may reach over blank lines.
    ("a\n\n<p>\n\nb\n", []), ("a\n\nb\n\n<p>\n\nc\n", [3]), ("a\n\n`<p>`\n\nb\n", [3, 10]),
  ])
  func startsOfBlocks(text: String, starts: [Int]) {
    #expect(Self.starts(text) == starts)
  }

  @Test func aDefinitionChangesLinksAnywhere() {
    #expect(Self.starts("[a]\n\nb\n\n[a]: c\n") == nil)
    #expect(Self.starts("b\n\n<p>\n\n[a]: c") == nil)
    #expect(Self.starts("[a]: c\n\nd\n\ne\n", from: 8) == [11])
  }

  /// Random texts of lines that mean something in Markdown: the HTML of the parts joined is that of
  /// the whole, also with any text appended.
  @Test func partsAreConvertedLikeTheWhole() {
    let lines = [
      "", "", "", "a", "b c", "# h", "- i", "* i", "1. n", "2) n", "  x", "    code", "```", "~~~",
      "> q", "---", "===", "| a | b |", "|---|---|", "\tt", "a  ", "`c`", "**b", "    - x", "-",
      "1",
    ]
    var random = TestRandom(seed: 7)
    func next(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    func html(_ text: some StringProtocol) -> String {
      MarkdownHTML(String(text), limits: FeedLimits()).html
    }
    var parts = 0
    for _ in 0..<4_000 {
      let text = (0..<next(14)).map { _ in lines[next(lines.count)] }.joined(separator: "\n")
      guard let last = Self.starts(text)?.last else { continue }
      parts += 1
      let (head, tail) = (text.utf8.prefix(last), text.utf8.dropFirst(last))
      let joined =
        html(String(decoding: head, as: UTF8.self)) + html(String(decoding: tail, as: UTF8.self))
      #expect(joined == html(text), "\(text.debugDescription)")
      let more = lines[next(lines.count)] + "\n" + lines[next(lines.count)]
      let grown =
        html(String(decoding: head, as: UTF8.self))
        + html(String(decoding: tail, as: UTF8.self) + more)
      #expect(grown == html(text + more), "\(text.debugDescription)")
    }
    #expect(parts > 500)
  }
}
