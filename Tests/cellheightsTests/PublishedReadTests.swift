import Foundation
import Testing

@testable import cellheights

extension CommandLineTests {
  /// `cellheights-publish read`, which the command starts for published sources.
  @Suite struct PublishedReadTests {
    /// Runs the companion program.
    private func read(
      _ arguments: String..., in shop: Workshop, environment: [String: String] = [:]
    ) async throws -> Program.Outcome {
      try await Run(
        try Program.url("cellheights-publish"), ["read"] + arguments, in: shop.directory,
        input: .nothing, environment: environment
      ).outcome()
    }

    private func published(_ store: SampleStore, _ flags: String...) async throws -> Workshop {
      let shop = try await Workshop(holding: store)
      let run = try await shop.start(["publish", "out"] + flags).outcome()
      try #require(run.code == 0, "\(run.errors)")
      return shop
    }

    @Test func linesAreTheCellsThatTheStoreHas() async throws {
      let shop = try await published(.demo)
      let run = try await read("out", in: shop)
      try #require(run.code == 0, "\(run.errors)")
      let cells = try await shop.run("export").lines.map { try JSONLine($0) }
      #expect(run.lines.count == cells.count + 2 && cells.count > 10)
      let head = try JSONLine(run.lines[0])
      #expect(
        head.names == [
          "schema", "generation", "digest", "listDigest", "feed", "environment", "list",
          "stepsPerPoint", "gap", "insets", "templates", "count",
        ])
      #expect(head.string("schema") == "cellheights.published-list/1")
      #expect(head.string("feed") == cells[0].string("feed"))
      #expect(head.string("environment") == cells[0].string("environment"))
      #expect(head.string("list") == "feed" && head.number("count") == Double(cells.count))
      #expect(head.number("insets", "top") != nil)
      let templates = try #require(head["templates"] as? [String])
      let steps = try #require(head.number("stepsPerPoint"))
      for (text, cell) in zip(run.lines.dropFirst(), cells) {
        let line = try JSONLine(text)
        #expect(line.names == ["id", "height", "template", "labels", "lines"])
        #expect(line.string("id") == cell.string("id"))
        #expect(line.number("height").map { $0 / steps } == cell.number("height"))
        let template = try #require(line.number("template"))
        #expect(templates[Int(template)] == cell.string("template"))
        let lines = cell.objects("frames").compactMap { ($0["lines"] as? NSNumber)?.intValue }
        #expect(line.number("labels") == Double(lines.count { $0 > 0 }))
        #expect(line.number("lines") == Double(lines.reduce(0, +)))
      }
      #expect(run.lines.last == #"{"eof":\#(cells.count)}"#)
      let again = try await read("out/", "--list", "feed", in: shop)
      #expect(again.output == run.output)
    }

    @Test func withoutFramesOnlyHeightsAreKnown() async throws {
      let shop = try await published(.sample, "--no-frames")
      let run = try await read("out", in: shop)
      #expect(run.code == 0 && run.lines.count == 8, "\(run.errors)")
      for line in run.lines.dropFirst().dropLast() {
        #expect(line.hasSuffix(#","template":null,"labels":null,"lines":null}"#), "\(line)")
      }
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

      let feeds = try await read("out", in: shop)
      #expect(feeds.code == 64 && feeds.output.isEmpty)
      #expect(feeds.errors.contains("name one with --feed: away, home"), "\(feeds.errors)")
      let environments = try await read("out", "--feed", "home", in: shop)
      #expect(environments.code == 64)
      #expect(environments.errors.contains("2 environments; name one with --environment: 375@"))
      #expect(!environments.errors.contains("280..300"), "\(environments.errors)")
      let range = try await read(
        "out", "--feed", "home", "--environment", "280..300@1x/L/ltr/en/uikit", in: shop)
      #expect(range.code == 64 && range.errors.contains("is a range of widths"), "\(range.errors)")
      for name in ["390", "390/en", "390@3x"] {
        let part = try await read("out", "--feed", "home", "--environment", name, in: shop)
        #expect(part.lines.first?.contains("390@3x/L/ltr/en/uikit") == true, "\(part.errors)")
      }
      #expect(try await read("out", "--feed", "home", "--environment", "wide", in: shop).code == 64)
      #expect(try await read("out", "--feed", "home", "--environment", "391", in: shop).code == 1)
      let unknown = try await read("out", "--feed", "hom", in: shop)
      #expect(unknown.code == 1 && unknown.errors.contains("no feed 'hom'; have away, home"))
      let key = try #require(
        environments.errors.firstMatch(of: /390@[^ ,\n]*/).map { String($0.output) })
      #expect(
        try await read("out", "--feed", "home", "--environment", key, in: shop).code == 0)
      let list = try await read(
        "out", "--feed", "home", "--environment", key, "--list", "best", in: shop)
      #expect(list.code == 1 && list.errors.contains("no list 'best'; have feed"))
    }

    @Test func whatIsNotWhatWasPublishedIsRefused() async throws {
      let shop = try await published(.sample)
      #expect(try await read("nowhere", in: shop).code == 66)
      #expect(try await read("Cache/heights.sqlite", in: shop).code == 66)
      #expect(try await read("out", "--max-file-bytes", "20", in: shop).code == 65)
      #expect(try await read("out", "--max-file-bytes", "0", in: shop).code == 64)
      #expect(try await read("out", "--max-seconds", "0", in: shop).code == 64)
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
          let run = try await read("out", in: shop)
          // The versions are not read.
          if run.code == 0 { continue }
          refused += 1
          #expect(run.code == 65 && run.errors.contains("c/\(name)"), "\(run.errors)")
          #expect(!run.output.contains("eof"))
        }
        try FileManager.default.removeItem(at: path)
        let run = try await read("out", in: shop)
        #expect(run.code == 0 || run.code == 66, "\(run.errors)")
        try bytes.write(to: path)
      }
      #expect(refused == 9)
      for manifest in try shop.names(in: "out/m") {
        try shop.write("x", to: "out/m/\(manifest)")
      }
      #expect(try await read("out", in: shop).code == 65)
      try shop.write("{}", to: "out/current.json")
      #expect(try await read("out", in: shop).code == 65)
    }

    @Test func addressesAreReadAsFoldersAre() async throws {
      let shop = try await published(.twoWidths)
      let key = try #require(
        try await read("out", in: shop).errors.firstMatch(of: /390@[^ ,\n]*/).map {
          String($0.output)
        })
      let folder = try await read("out", "--environment", key, in: shop)
      #expect(folder.code == 0)
      let run = try await Run(
        URL(filePath: "/bin/bash"),
        [
          "-c",
          """
          python3 -u -m http.server 0 --bind 127.0.0.1 --directory . > server.log 2>&1 &
          servers=$!
          trap 'kill $servers' EXIT
          $cellheights serve --port 0 --port-file port --access-log none 2> serve.log &
          servers="$servers $!"
          for try in {1..300}; do
            grep -q 'port ' server.log && [ -s port ] && break
            sleep 0.1
          done
          web=http://127.0.0.1:$(grep -o 'port [0-9]*' server.log | grep -o '[0-9]*')
          $publish read "$web/out/" --environment "$key" | cmp - expected; echo "folder $?"
          $publish read "http://127.0.0.1:$(cat port)" --environment "$key" | cmp - expected
          echo "service $?"
          $publish read "$web/nowhere"; echo "missing $?"
          for file in out/c/*; do printf x >> "$file"; done
          $publish read "$web/out" --environment "$key" > /dev/null; echo "altered $?"
          kill $servers; wait
          $publish read "$web/out"; echo "refused $?"
          PATH=/nowhere $publish read "$web/out"; echo "without curl $?"
          """,
        ], in: shop.directory, input: .nothing,
        environment: [
          "cellheights": try Program.url().path, "key": key,
          "publish": try Program.url("cellheights-publish").path,
          "expected": try shop.write(folder.output, to: "expected"),
        ]
      ).outcome()
      #expect(
        run.lines == [
          "folder 0", "service 0", "missing 66", "altered 65", "refused 75", "without curl 78",
        ], "\(run.output)\(run.errors)")
      #expect(run.errors.contains("/nowhere/heights/current.json: "))
      #expect(run.errors.contains("the server cannot be reached"))
    }

    @Test func wrongAddressesAreRefused() async throws {
      let shop = try Workshop()
      for address in [
        "http://", "http://user:secret@localhost/", "https://localhost/?a=b", "http://localhost/#a",
        "http://localhost/\u{1B}", "http://localhost/" + String(repeating: "a", count: 2_048),
      ] {
        let run = try await read(address, in: shop)
        #expect(run.code == 64 && !run.errors.contains("secret"), "\(run.errors)")
      }
    }
  }
}
