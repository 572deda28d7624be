import Foundation
import Testing

extension CommandLineTests {
  /// Lists of `cellheights.yaml` as a user meets them.
  @Suite struct NamedListTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    @Test func listsAreSortedAndSpaced() async throws {
      try shop.write(SampleFeed.text, to: "home.ndjson")
      try shop.write("e\nnone\na\ne\n", to: "top.txt")
      try shop.write(
        """
        schema: cellheights.config/1
        lists:
          home:
            feed: {spacing: 8, insets: [4, 0, 0, 0]}
            titles: {order: title desc}
            authors: {order: author}
            top: {ids: top.txt}
        """, to: "cellheights.yaml")
      let build = try await shop.run("build", "home.ndjson")
      #expect(build.errors.contains("CH0437"))
      #expect(try await ids("top") == ["e", "a"])
      // By code points: emoji, kanji, Arabic, N, A; d has no title.
      #expect(try await ids("titles") == ["f", "b", "c", "e", "a", "d"])
      #expect(try await ids("authors") == ["f", "b", "c", "a", "d", "e"])
      let first = try JSONLine(await shop.run("lookup", "a", "--format", "json").output)
      #expect(first.number("offset") == 4)
      let miss = try await shop.shell("$cellheights lookup a --list nothing")
      #expect(miss.code == 1)
      #expect(miss.errors.contains("authors, feed, titles, top"))
    }

    @Test func framesCanBeLeftOut() async throws {
      try shop.write(SampleFeed.text, to: "home.ndjson")
      try await shop.run("build", "home.ndjson")
      let build = try await shop.run("build", "home.ndjson", "--frames", "none")
      #expect(build.output.contains("heights alone"))
      #expect(build.output.contains("6 computed, 0 reused"))
      let cell = try await shop.run("lookup", "a", "--format", "json")
      #expect(cell.output.contains("\"frames\":null"))
    }

    private func ids(_ list: String) async throws -> [String] {
      try await shop.run("export", "--list", list).lines.compactMap {
        try JSONLine($0).string("id")
      }
    }
  }
}
