import Foundation
import Testing

extension CommandLineTests {
  @Suite struct ConfiguredBuildTests {
    let shop: Workshop

    init() throws {
      shop = try Workshop()
      try FileManager.default.createDirectory(
        at: shop.directory.appending(path: "feeds"), withIntermediateDirectories: true)
      try shop.write(SampleFeed.text(SampleFeed.lines.prefix(3)), to: "feeds/home-1.ndjson")
      try shop.write(SampleFeed.text(SampleFeed.lines.suffix(3)), to: "feeds/home-2.ndjson")
      try shop.write(
        #"{"posts":[{"key":"p1","head":"One"},{"key":"p2","head":"Two"}]}"#, to: "feeds/odd.json")
      try shop.write(
        """
        schema: cellheights.config/1
        feeds:
          home: {files: ["feeds/home-*.ndjson"], max_removed: 0}
          odd: {files: feeds/odd.json, mapping: posts, template: small}
        mappings:
          posts: {records: "$.posts[*]", id: key, title: head}
        templates: {small: small.yaml}
        environments: [320]
        store: {path: heights.sqlite}
        """, to: "cellheights.yaml")
      try shop.write(
        """
        schema: cellheights.template/1
        template: small
        views: [{id: head, kind: label, text: "{title}"}]
        constraints: ["H:|[head]|", "V:|[head]|"]
        """, to: "small.yaml")
    }

    private func ids(_ feed: String) async throws -> [String?] {
      try await shop.run("export", "--feed", feed).lines.map { try JSONLine($0).string("id") }
    }

    @Test func withoutFilesEveryConfiguredFeedIsBuiltAsItSays() async throws {
      let run = try await shop.run("build", "--jobs", "1", "--format", "json")
      try #require(run.code == 0, "\(run.errors)")
      let json = try JSONLine(run.output)
      #expect(json.number("records") == 8)
      #expect(json.number("engines", "templates") == 2)
      #expect(json.number("generation") == 1)
      #expect(json.string("store") == "heights.sqlite")
      #expect(try await ids("home") == ["a", "b", "c", "d", "e", "f"])
      let odd = try await shop.run("lookup", "p1", "--format", "json")
      #expect(try JSONLine(odd.output).string("template") == "small")
      #expect(try JSONLine(odd.output).string("environment") == "320@3x/L/ltr/en/uikit")
    }

    @Test func oneFeedIsBuiltByItsName() async throws {
      #expect(try await shop.run("build", "--feed", "odd").code == 0)
      #expect(try await shop.run("lookup", "p2").code == 0)
      #expect(try await shop.run("lookup", "a").code == 1)
      let run = try await shop.run("build", "--feed", "od")
      #expect(run.code == 64)
      #expect(run.errors.contains("there are home, odd; did you mean 'odd'?"))
    }

    @Test func whatAFeedSaysHoldsForFilesFromTheCommandLineToo() async throws {
      let run = try await shop.run(
        "build", "-", "--feed", "odd", input: .text(#"{"posts":[{"key":"p9","head":"Nine"}]}"#))
      #expect(run.code == 0, "\(run.errors)")
      let found = try await shop.run("lookup", "p9", "--format", "json")
      #expect(try JSONLine(found.output).string("template") == "small")
      let flag = try await shop.run(
        "build", "feeds/odd.json", "--template", "post", "--store", "other.sqlite")
      #expect(flag.code == 0)
      let post = try await shop.run("lookup", "p1", "--store", "other.sqlite", "--format", "json")
      #expect(try JSONLine(post.output).string("template") == "post")
    }

    @Test func pathsOfTheFileBeginAtItsFolder() async throws {
      let run = try await shop.shell("mkdir -p x/y && cd x/y && $cellheights build --jobs 1")
      #expect(run.code == 0, "\(run.errors)")
      #expect(shop.has("heights.sqlite") && !shop.has("x/y/heights.sqlite"))
      #expect(try await ids("odd") == ["p1", "p2"])
      let named = try await shop.shell(
        "cd x && $cellheights build --feed odd --config ../cellheights.yaml")
      #expect(named.code == 0, "\(named.errors)")
      // A lookup from here would not find the store by itself.
      #expect(named.lines.last?.contains("--store ../heights.sqlite") == true)
    }

    @Test func aFeedSaysHowManyRecordsMayVanish() async throws {
      #expect(try await shop.run("build").code == 0)
      try FileManager.default.removeItem(at: shop.directory.appending(path: "feeds/home-2.ndjson"))
      let refused = try await shop.run("build")
      #expect(refused.code == 65)
      #expect(refused.errors.contains("3 of 6 records of feed 'home' vanished"))
      #expect(try await ids("home").count == 6)
      #expect(try await shop.run("build", "--max-removed", "50%").code == 0)
      #expect(try await ids("home").count == 3)
    }

    @Test func aPatternWithoutAFileIsMissingInput() async throws {
      for name in ["home-1", "home-2"] {
        try FileManager.default.removeItem(
          at: shop.directory.appending(path: "feeds/\(name).ndjson"))
      }
      let run = try await shop.run("build")
      #expect(run.code == 66)
      #expect(run.errorLines.count == 1)
      #expect(
        run.errors.contains("cellheights.yaml:3: feed 'home': no file fits the pattern"))
      #expect(!shop.has("heights.sqlite"))
    }

    /// Whatever names the file, the line of the configuration is told.
    @Test(arguments: [
      ("feeds: {home: {files: [no.json]}}", 66),
      ("feeds: {home: {files: [feeds/odd.json], template: no.yaml}}", 66),
      ("feeds: {home: {files: [feeds/odd.json], mapping: no.yaml}}", 66),
      ("feeds: {home: {files: [feeds/odd.json], template: card}}\ntemplates: {card: no.yaml}", 66),
      ("feeds: {home: {files: [feeds/odd.json]}}\nlists: {home: {l: {ids: no.txt}}}", 66),
      (
        "feeds: {home: {files: [feeds/odd.json]}}\nlists: {home: {l: {order: feed, header: ./no.yaml}}}",
        66
      ),
      (
        "feeds: {home: {files: [feeds/odd.json]}}\ntemplates: {rules: [{when: \"{title}\", use: ./no.yaml}]}",
        66
      ),
      ("feeds: {home: {files: [feeds/odd.json]}}\nfonts: {system: [no.ttf]}", 78),
      ("feeds: {home: {files: [feeds/odd.json]}}\nimage_sizes: [no.json]", 66),
    ])
    func aMissingFileIsToldWithTheLineThatNamesIt(keys: String, code: Int32) async throws {
      try shop.write("schema: cellheights.config/1\n" + keys + "\n", to: "cellheights.yaml")
      let line = keys.contains("\n") ? 3 : 2
      for words in [["build"], ["build", "--keep-going"]] {
        let run = try await shop.start(words).outcome()
        #expect(run.code == code, "\(keys): \(run.errors)")
        #expect(
          run.errors.contains("cellheights: cellheights.yaml:\(line): "), "\(keys): \(run.errors)")
      }
    }

    @Test func filesOfOneNameInTwoFoldersAreOneFeed() async throws {
      try shop.write(
        """
        schema: cellheights.config/1
        feeds: {all: {files: ["*/x.ndjson", "one/x.ndjson"]}}
        """, to: "two.yaml")
      for (folder, line) in [("one", 0), ("two", 1)] {
        try FileManager.default.createDirectory(
          at: shop.directory.appending(path: folder), withIntermediateDirectories: true)
        try shop.write(SampleFeed.text([SampleFeed.lines[line]]), to: "\(folder)/x.ndjson")
      }
      let run = try await shop.run("build", "--config", "two.yaml", "--store", "two.sqlite")
      #expect(run.code == 0, "\(run.errors)")
      let cells = try await shop.run("export", "--store", "two.sqlite").lines
      #expect(try cells.map { try JSONLine($0).string("id") } == ["a", "b"])
    }

    @Test func configuredNamesAreKnownToTheOtherCommands() async throws {
      let records = try await shop.run("records", "feeds/odd.json", "--mapping", "posts")
      #expect(try records.lines.map { try JSONLine($0).string("id") } == ["p1", "p2"])
      #expect(try await shop.run("template", "check", "small").code == 0)
      let frames = try await shop.run("template", "frames", "small")
      #expect(frames.code == 0 && frames.output.contains("\"head\""))
      let unknown = try await shop.run("records", "feeds/odd.json", "--mapping", "post")
      #expect(unknown.code == 64 && unknown.errors.contains("known are posts, "))
      let template = try await shop.run("layout", "--template", "smal")
      #expect(template.code == 64 && template.errors.contains("small"))
    }

    @Test func limitsHoldForReaders() async throws {
      try shop.write(
        "schema: cellheights.config/1\nlimits: {record_bytes: 200}\n", to: "small-limit.yaml")
      let run = try await shop.run(
        "records", "feeds/home-1.ndjson", "--config", "small-limit.yaml")
      #expect(run.lines.isEmpty == false && run.lines.count < 3)
      #expect(run.errors.contains("CH0421"))
    }

    @Test func aChangedLimitOfTextMakesNewCells() async throws {
      #expect(try await shop.run("build", "--feed", "odd").code == 0)
      let text = String(decoding: try shop.bytes("cellheights.yaml"), as: UTF8.self)
      try shop.write(text + "\nlimits: {text_units: 2}\n", to: "cellheights.yaml")
      let run = try await shop.run("build", "--feed", "odd", "--format", "json")
      #expect(try JSONLine(run.output).number("cells", "computed") == 2)
      #expect(try JSONLine(run.output).number("trust", "limit") == 2)
    }

    @Test func aBuildOfNothingSaysWhatToName() async throws {
      let run = try await Workshop().run("build")
      #expect(run.code == 64)
      #expect(run.errors.contains("no feed") && run.errors.contains("cellheights.yaml"))
    }
  }
}
