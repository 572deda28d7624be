import Foundation
import Testing

extension CommandLineTests {
  /// Invalid input: an exit code, one clear sentence, and no change of the store.
  @Suite struct BadInputTests {
    let shop: Workshop
    let store: Data

    init() async throws {
      shop = try await Workshop(holding: .sample)
      try shop.write(SampleFeed.text, to: "good.ndjson")
      store = try shop.bytes("Cache/heights.sqlite")
    }

    /// Runs a command that must fail with a code and one sentence that has some words.
    private func refuses(
      _ arguments: [String], _ code: Int32, _ words: String, environment: [String: String] = [:],
      at location: SourceLocation = #_sourceLocation
    ) async throws {
      let run = try await shop.start(arguments, environment: environment).outcome()
      #expect(run.code == code, "\(run.errors)", sourceLocation: location)
      #expect(run.output == "", sourceLocation: location)
      #expect(run.errorLines.count == 1, "\(run.errors)", sourceLocation: location)
      #expect(run.errors.hasPrefix("cellheights: "), "\(run.errors)", sourceLocation: location)
      #expect(
        words.isEmpty || run.errors.contains(words), "\(run.errors)", sourceLocation: location)
      #expect(
        try shop.bytes("Cache/heights.sqlite") == store, "the old store", sourceLocation: location)
      #expect(
        try shop.names(in: "Cache") == ["heights.sqlite", "heights.sqlite.lock"],
        sourceLocation: location)
    }

    @Test(arguments: [
      ("", "is empty"), (" \n", "is empty"), ("hello", "neither JSON nor XML"),
      (#"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1"#, "ends early"),
      ("[{\"id\":\"1\"},", "ends early"), ("{\"id\":\"1\"}\n{\"id\":\"2\",\"ti", "ends inside"),
      ("<rss><channel><item></rss>", "not well-formed XML"),
      ("<rss><channel>\n<item><title>x</ti", "ends before its root element is closed"),
      ("<html><body>404</body></html>", "this is an HTML page, no feed"),
      (" <!DOCTYPE HTML><p>a<br><p>b", "this is an HTML page, no feed"),
      ("<?xml version='1.0'?><html><p>a</p></html>", "this is an HTML page, no feed"),
      ("[]", "has no records"), ("[1,2]", ""), ("{\"error\":\"rate limit\"}", ""),
    ])
    func aFeedThatIsNoneIsBadData(_ text: String, _ words: String) async throws {
      try shop.write(text, to: "feed.txt")
      let run = try await shop.start(["build", "feed.txt"]).outcome()
      #expect(run.code == 65)
      #expect(run.output == "")
      // Grouped causes follow the sentence, indented.
      #expect(run.errorLines.filter { !$0.hasPrefix("  ") }.count == 1, "\(run.errors)")
      #expect(run.errors.contains("feed.txt") || run.errors.contains("feed 'feed'"))
      #expect(words.isEmpty || run.errors.contains(words), "\(run.errors)")
      #expect(try shop.bytes("Cache/heights.sqlite") == store)
      #expect(try shop.names(in: "Cache") == ["heights.sqlite", "heights.sqlite.lock"])
    }

    @Test func aFeedThatIsNotThereIsMissing() async throws {
      for command in ["build", "records"] {
        try await refuses([command, "nope.json"], 66, "nope.json: no such file")
        try await refuses([command, "."], 66, "Is a directory")
        try await refuses([command, "good.ndjson/x"], 66, "good.ndjson/x")
      }
      try await refuses(["measure", "--input", "nope", "--width", "9"], 66, "nope")
      try await refuses(["measure", "--input", ".", "--width", "9"], 66, "Is a directory")
    }

    @Test func aTemplateThatIsNotThereIsNamed() async throws {
      for command in [["build", "good.ndjson"], ["layout"]] {
        try await refuses(command + ["--template", "pots"], 64, "did you mean 'post'?")
        try await refuses(command + ["--template", "./x.yaml"], 66, "./x.yaml")
      }
      try shop.write("template: x\n", to: "x.yaml")
      let run = try await shop.run("build", "good.ndjson", "--template", "x.yaml")
      #expect(run.code == 65 && run.output == "")
      #expect(run.errors.contains("x.yaml:1: "))
    }

    @Test func anEnvironmentOrMappingThatCannotBeIsAUsageError() async throws {
      let build = ["build", "good.ndjson"]
      for environment in ["0", "wide", "390@0x", "390/HUGE", "{390", "390/L/up", "1e99"] {
        try await refuses(build + ["--environment", environment], 64, "")
      }
      try await refuses(build + ["--mapping", "nope"], 64, "known are weibo")
      try await refuses(build + ["--mapping", "./nope.yaml"], 66, "./nope.yaml")
      try await refuses(build + ["--feed", ""], 64, "--feed")
    }

    @Test("H4: a word of another part, or of no language, says what to write")
    func aMisplacedWordOfAnEnvironmentIsSentHome() async throws {
      let build = ["build", "good.ndjson", "--environment"]
      try await refuses(build + ["{360,768}/L/ltr/css"], 64, "write {360,768}/L/ltr//css")
      try await refuses(build + ["390///klingon"], 64, "did you mean 'tlh' (Klingon)?")
      try await refuses(build + ["390/l"], 64, "did you mean 'L'?")
      try await refuses(build + ["390@3"], 64, "write @3x")
      for command in [
        ["layout"], ["template", "check", "post"], ["template", "frames", "post"],
        ["inspect", "--template", "post", "--input", "good.ndjson"],
      ] {
        try await refuses(command + ["--environment", "390///klingon"], 64, "'klingon'")
        try await refuses(command + ["--environment", "390/css"], 64, "write 390////css")
      }
      for (environment, words) in [
        ("390/L/ltr/css", "write 390/L/ltr//css"), ("390///klingon", "tlh"),
      ] {
        try shop.write(
          "schema: cellheights.config/1\nenvironments: [\"\(environment)\"]\n", to: "c.yaml")
        try await refuses(["build", "good.ndjson", "--config", "c.yaml"], 78, words)
      }
    }

    @Test func aFontThatVanishedIsConfiguration() async throws {
      try shop.write(
        "<?xml version=\"1.0\"?><!DOCTYPE fontconfig SYSTEM \"fonts.dtd\"><fontconfig/>",
        to: "fonts.conf")
      let environment = ["FONTCONFIG_FILE": shop.directory.appending(path: "fonts.conf").path]
      for command in [["build", "good.ndjson"], ["layout"], ["measure", "--text=a", "--width=9"]] {
        try await refuses(command, 78, "is not installed", environment: environment)
      }
    }

    @Test func aStoreThatCannotBeMadeSaysSo() async throws {
      try shop.write("x", to: "file")
      let build = ["build", "good.ndjson", "--store"]
      try await refuses(build + ["file/heights.sqlite"], 73, "file")
      try await refuses(build + ["file/deep/heights.sqlite"], 73, "file")
      #expect(try shop.bytes("file") == Data("x".utf8))
    }

    @Test(.enabled(if: geteuid() != 0, "root may write anywhere"))
    func aFolderThatIsReadOnlyCannotHoldAStore() async throws {
      let folder = shop.directory.appending(path: "closed")
      try FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o500])
      try await refuses(
        ["build", "good.ndjson", "--store", "closed/h.sqlite"], 73, "closed/h.sqlite")
      try await refuses(["build", "good.ndjson", "--store", "closed/x/h.sqlite"], 73, "closed/x")
    }

    @Test func aForeignFileIsNoStoreAndStaysAsItIs() async throws {
      let damaged = store.prefix(20_000)
      let foreign: [(Data, String)] = [
        (Data("some text".utf8), "is not a store"), (Data(), "is not a store"),
        (damaged, "is damaged"),
      ]
      for (bytes, words) in foreign {
        try bytes.write(to: shop.directory.appending(path: "foreign"))
        for command in [
          ["build", "good.ndjson"], ["lookup", "a"], ["export"], ["simulate"],
        ] {
          try await refuses(command + ["--store", "foreign"], 65, words)
        }
        #expect(try shop.bytes("foreign") == bytes)
      }
    }

    @Test func aStoreThatIsNotThereSaysHowToMakeOne() async throws {
      for command in [["lookup", "a"], ["export"], ["simulate"]] {
        try await refuses(command + ["--store", "none.sqlite"], 66, "cellheights build")
      }
    }

    @Test func anUnknownIdIsANegativeAnswer() async throws {
      try await refuses(["lookup", "nope"], 1, "no record 'nope' in feed home")
    }

    @Test func aFeedOnStandardInputThatIsEmptyIsBadData() async throws {
      try await refuses(["build", "-"], 65, "is empty")
    }

    @Test func streamsThatAreClosedDoNotReachTheStore() async throws {
      let run = try await shop.shell("$cellheights build good.ndjson <&- >&- 2>&-")
      #expect(run.code == 0)
      #expect(try await shop.run("lookup", "a", "--feed", "good").code == 0)
    }

    @Test func flagsThatDoNotExistAreUsageErrors() async throws {
      for arguments in [
        ["nonsense"], ["build"], ["build", "good.ndjson", "--stroe", "x"], ["lookup"],
      ] {
        let run = try await shop.start(arguments).outcome()
        #expect(run.code == 64)
        #expect(run.output == "")
        #expect(run.errors.contains("--help"))
      }
      #expect(try await shop.run("--version").code == 0)
    }
  }
}
