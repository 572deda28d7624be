import Foundation
import Testing

extension CommandLineTests {
  /// Lists of `cellheights.yaml` in the use of a person.
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

    @Test func slipsInListsAreFound() async throws {
      try shop.write(SampleFeed.text, to: "home.ndjson")
      func configure(_ lists: String, feeds: String = "") throws {
        try shop.write(
          "schema: cellheights.config/1\n\(feeds)lists:\n  \(lists)\n", to: "cellheights.yaml")
      }
      // Not a path of any record; a name that no record has does not exist.
      try configure("home: {new: {order: publishd desc}, late: {order: updated}}")
      let build = try await shop.run("build", "home.ndjson")
      #expect(build.code == 0)
      #expect(build.errors.contains("CH0440: list 'new' of feed 'home'"))
      #expect(build.errors.contains("did you mean 'published'?"))
      #expect(!build.errors.contains("'late'"))
      #expect(try await ids("new") == ["a", "b", "c", "d", "e", "f"])
      // A feed of a later build, as long as no feeds are configured.
      try configure("weather: {feed: {spacing: 8}}")
      #expect(try await shop.run("build", "home.ndjson").code == 0)
      try configure("hme: {feed: {spacing: 8}}")
      let slip = try await shop.run("build", "home.ndjson")
      #expect(slip.code == 78)
      #expect(slip.errors.contains("cellheights.yaml:3: "))
      #expect(slip.errors.contains("did you mean 'home'?"))
      let feeds = "feeds: {home: {files: home.ndjson}}\n"
      try configure("weather: {feed: {spacing: 8}}", feeds: feeds)
      let unknown = try await shop.run("build")
      #expect(unknown.code == 78)
      #expect(unknown.errors.contains("list 'feed' is of feed 'weather'"))
      #expect(unknown.errors.contains("[CH0471]"))
      // The feeds of the store are known.
      try shop.write("schema: cellheights.config/1\n", to: "cellheights.yaml")
      try await shop.run("build", "home.ndjson", "--feed", "weather")
      try configure("weather: {feed: {spacing: 8}}", feeds: feeds)
      #expect(try await shop.run("build").code == 0)
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
