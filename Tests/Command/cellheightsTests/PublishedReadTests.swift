import CommandSettings
import Foundation
@testable import Operations
import PublishedHeights
import Testing

@testable import cellheights

extension CommandLineTests {
  /// Published files that a simulation reads, from a folder and over HTTP.
  @Suite struct PublishedReadTests {
    /// Reads a list in process, as `simulate --source` does.
    private func read(
      _ source: String, feed: String? = nil, environment: String? = nil, list: String? = nil,
      limits: FormatLimits = FormatLimits(), in shop: Workshop
    ) throws -> (list: PublishedList, cells: [PublishedList.Cell]) {
      let folder = PublishedFolder(shop.directory.appending(path: source).path, limits: limits)
      let list = try PublishedList(
        in: folder, feed: feed, environment: environment, list: list, limits: limits)
      var cells: [PublishedList.Cell] = []
      try list.forEachCell { cells.append($0) }
      return (list, cells)
    }

    /// The exit status and the sentence of a list that cannot be read.
    private func refusal(
      _ source: String, feed: String? = nil, environment: String? = nil, list: String? = nil,
      limits: FormatLimits = FormatLimits(), in shop: Workshop
    ) -> (status: CommandSettings.ExitStatus?, sentence: String) {
      do {
        _ = try read(
          source, feed: feed, environment: environment, list: list, limits: limits, in: shop)
        return (nil, "")
      } catch {
        return (CommandSettings.ExitStatus(of: error), "\(error)")
      }
    }

    private func published(_ store: SampleStore, _ flags: String...) async throws -> Workshop {
      let shop = try await Workshop(holding: store)
      let run = try await shop.start(["publish", "out"] + flags).outcome()
      try #require(run.code == 0, "\(run.errors)")
      return shop
    }

    @Test func cellsAreThoseThatTheStoreHas() async throws {
      let shop = try await published(.demo)
      let (list, read) = try read("out", in: shop)
      let cells = try await shop.run("export").lines.map { try JSONLine($0) }
      #expect(read.count == cells.count && cells.count > 10)
      #expect(list.feed == cells[0].string("feed"))
      #expect(list.environment.key == cells[0].string("environment"))
      #expect(list.list.name == "feed" && list.list.count == cells.count)
      let steps = list.environment.stepsPerPoint
      for (found, cell) in zip(read, cells) {
        #expect(found.id == cell.string("id"))
        #expect(Double(found.height) / steps == cell.number("height"))
        let texts = try #require(found.texts)
        #expect(list.manifest.templates[texts.template].name == cell.string("template"))
        let lines = cell.objects("frames").compactMap { ($0["lines"] as? NSNumber)?.intValue }
        #expect(texts.labels == lines.count { $0 > 0 })
        #expect(texts.lines == lines.reduce(0, +))
      }
      #expect(try self.read("out/", list: "feed", in: shop).cells == read)
    }

    @Test func withoutFramesOnlyHeightsAreKnown() async throws {
      let shop = try await published(.sample, "--no-frames")
      let cells = try read("out", in: shop).cells
      #expect(cells.count == 6 && cells.allSatisfy { $0.texts == nil })
      let run = try await shop.run("simulate", "--source", "out")
      #expect(run.code == 65 && run.errors.contains("6 cells of 6 have no frames and lines"))
    }

    @Test func whatIsNotTheOnlyOneMustBeNamed() async throws {
      let shop = try Workshop()
      for name in ["home.ndjson", "away.ndjson"] { try shop.write(SampleFeed.text, to: name) }
      let build = try await shop.run(
        "build", "home.ndjson", "away.ndjson", "--environment", "{375,390}")
      try #require(build.code == 0, "\(build.errors)")
      let wide = try await shop.run(
        "build", "home.ndjson", "--add-environment", "280..300@1x")
      try #require(wide.code == 0, "\(wide.errors)")
      #expect(try await shop.run("publish", "out").code == 0)

      let feeds = refusal("out", in: shop)
      #expect(feeds.status == .usage)
      #expect(feeds.sentence.contains("name one with --feed: away, home"), "\(feeds)")
      let environments = refusal("out", feed: "home", in: shop)
      #expect(environments.status == .usage)
      #expect(
        environments.sentence.contains("2 environments; name one with --environment: 375@"))
      #expect(!environments.sentence.contains("280..300"), "\(environments)")
      let range = refusal(
        "out", feed: "home", environment: "280..300@1x/L/ltr/en/uikit", in: shop)
      #expect(range.status == .usage && range.sentence.contains("is a range of widths"))
      let key = "390@3x/L/ltr/en/uikit"
      for name in ["390", "390/en", "390@3x", key] {
        let part = try read("out", feed: "home", environment: name, in: shop)
        #expect(part.list.environment.key == key)
      }
      #expect(refusal("out", feed: "home", environment: "wide", in: shop).status == .usage)
      #expect(refusal("out", feed: "home", environment: "391", in: shop).status == .negativeAnswer)
      let unknown = refusal("out", feed: "hom", in: shop)
      #expect(unknown.status == .negativeAnswer)
      #expect(unknown.sentence.contains("no feed 'hom'; have away, home"))
      let list = refusal("out", feed: "home", environment: key, list: "best", in: shop)
      #expect(list.status == .negativeAnswer)
      #expect(list.sentence.contains("no list 'best'; have feed"))
      // The command prints the same.
      let run = try await shop.run("simulate", "--source", "out", "--feed=-away")
      #expect(run.code == 1 && run.output.isEmpty)
      #expect(run.errors.contains("no feed '-away'; have away, home"), "\(run.errors)")
      let several = try await shop.run("simulate", "--source", "out", "--feed", "home")
      #expect(several.code == 64 && several.errors.contains(environments.sentence))
    }

    @Test func whatIsNotWhatWasPublishedIsRefused() async throws {
      let shop = try await published(.sample)
      #expect(refusal("nowhere", in: shop).status == .inputMissing)
      #expect(refusal("Cache/heights.sqlite", in: shop).status == .inputMissing)
      let small = FormatLimits(maximumFileBytes: 20)
      #expect(refusal("out", limits: small, in: shop).status == .badData)
      let chunks = try shop.names(in: "out/c")
      #expect(chunks.count == 4)
      var refused = 0
      for name in chunks {
        let path = shop.directory.appending(path: "out/c/\(name)")
        let bytes = try Data(contentsOf: path)
        var other = bytes
        other[bytes.count / 2] ^= 1
        for damage in [other, bytes.dropLast(), bytes + [0]] {
          try damage.write(to: path)
          let found = refusal("out", in: shop)
          // The versions are not read.
          if found.status == nil { continue }
          refused += 1
          #expect(found.status == .badData && found.sentence.contains("c/\(name)"), "\(found)")
        }
        try FileManager.default.removeItem(at: path)
        let found = refusal("out", in: shop)
        #expect(found.status == nil || found.status == .inputMissing, "\(found)")
        try bytes.write(to: path)
      }
      #expect(refused == 9)
      for manifest in try shop.names(in: "out/m") {
        try shop.write("x", to: "out/m/\(manifest)")
      }
      #expect(refusal("out", in: shop).status == .badData)
      try shop.write("{}", to: "out/current.json")
      #expect(refusal("out", in: shop).status == .badData)
    }

    @Test func addressesAreReadAsFoldersAre() async throws {
      let shop = try await published(.twoWidths)
      let run = try await shop.shell(
        """
        python3 -u -m http.server 0 --bind 127.0.0.1 --directory . > server.log 2>&1 &
        server=$!
        trap 'kill $server' EXIT
        for try in {1..300}; do
          grep -q 'port ' server.log && break
          sleep 0.1
        done
        web=http://127.0.0.1:$(grep -o 'port [0-9]*' server.log | grep -o '[0-9]*')
        # As a service has it.
        mkdir service && ln -s ../out service/heights
        simulate() { $cellheights simulate restore --hz 60 --format json --environment 390 --source "$@"; }
        simulate out > expected; echo "alone $?"
        simulate "$web/out/" | cmp - expected; echo "folder $?"
        simulate "$web/service" | cmp - expected; echo "service $?"
        simulate "$web/nowhere"; echo "missing $?"
        for file in out/c/*; do printf x >> "$file"; done
        simulate "$web/out" > altered; echo "altered $? $(cat altered)"
        kill $server; wait
        simulate "$web/out"; echo "refused $?"
        PATH=/nowhere simulate "$web/out"; echo "without curl $?"
        """)
      #expect(
        run.lines == [
          "alone 0", "folder 0", "service 0", "missing 66", "altered 65 ", "refused 75",
          "without curl 78",
        ], "\(run.output)\(run.errors)")
      #expect(run.errors.contains("/nowhere/heights/current.json: "))
      #expect(run.errors.contains("the server cannot be reached"))
      #expect(run.errors.contains("curl is missing"))
    }

    @Test func wrongAddressesAreRefused() async throws {
      for address in [
        "http://", "http://user:secret@localhost/", "https://localhost/?a=b", "http://localhost/#a",
        "http://localhost/\u{1B}", "http://localhost/" + String(repeating: "a", count: 2_048),
      ] {
        let failure = #expect(throws: Failure.self) { try PublishedAddress(address) }
        #expect(failure?.status == .usage && failure?.description.contains("secret") == false)
      }
      let run = try await Workshop().run("simulate", "--source", "http://u:secret@localhost/")
      #expect(run.code == 64 && !run.errors.contains("secret"), "\(run.errors)")
    }
  }
}
