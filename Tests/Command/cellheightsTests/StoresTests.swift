import Foundation
import Testing

@testable import cellheights

extension CommandLineTests {
  @Suite struct StoresTests {
    @Test func aStoreIsToldInAShortTable() async throws {
      let shop = try await Workshop(holding: .twoWidths)
      let run = try await shop.run("stores")
      #expect(run.code == 0 && run.errors == "")
      #expect(run.lines.count <= 14, "\(run.output)")
      #expect(run.lines[0].hasPrefix("store    Cache/heights.sqlite  "))
      #expect(run.lines[1].hasPrefix("state    generation 1, "))
      #expect(run.lines.contains("cells    12 with a height, 0 failed"))
      #expect(
        run.lines.contains("feed     home: 6 records from home.ndjson, replaced by generation 1"))
      #expect(run.lines.contains("for      375@3x/L/ltr/en/uikit  6 cells"))
      #expect(run.lines.contains("         390@3x/L/ltr/en/uikit  6 cells"))
      #expect(run.lines.contains("list     feed  6 cells"))
      #expect(run.lines.contains("trust    12 exact"))
      #expect(run.output.contains("\ntemplate post  "))
    }

    @Test func aStoreMayBeNamedAsAnArgument() async throws {
      let shop = try await Workshop(holding: .twoWidths)
      let option = try await shop.run("stores", "--store", "Cache/heights.sqlite")
      let argument = try await shop.run("stores", "Cache/heights.sqlite")
      #expect(argument.code == 0 && argument.lines[0] == option.lines[0])
      let both = try await shop.run("stores", "gone.sqlite", "--store", "Cache/heights.sqlite")
      #expect(both.code == 66 && both.lines[0] == option.lines[0])
      #expect(both.errors.contains("gone.sqlite"))
      #expect(try await shop.run("stores", "").code == 64)
    }

    @Test func theDocumentHasItsMembersInOrder() async throws {
      let shop = try await Workshop(holding: .twoWidths)
      let run = try await shop.run("stores", "--format", "json")
      try #require(run.code == 0 && run.lines.count == 1)
      let json = try JSONLine(run.output)
      #expect(
        json.names == [
          "schema", "store", "bytes", "generation", "created", "ageSeconds", "engineVersion",
          "digest", "listDigest", "cells", "feeds",
        ])
      #expect(json.string("schema") == "cellheights.stores/1")
      #expect(json.number("bytes") == Double(try shop.bytes("Cache/heights.sqlite").count))
      #expect(json.number("cells", "good") == 12)
      let feed = try #require(json.objects("feeds").first)
      #expect(feed["feed"] as? String == "home" && feed["records"] as? Int == 6)
      let sources = try #require(feed["sources"] as? [[String: Any]])
      #expect(sources.map { $0["path"] as? String } == ["home.ndjson"])
      let environments = try #require(feed["environments"] as? [[String: Any]])
      #expect(
        environments.map { $0["environment"] as? String } == [
          "375@3x/L/ltr/en/uikit", "390@3x/L/ltr/en/uikit",
        ])
      #expect(environments.map { $0["cells"] as? Int } == [6, 6])
      let lists = try #require(feed["lists"] as? [[String: Any]])
      #expect(lists.map { $0["list"] as? String } == ["feed"])
      #expect(lists.first?["insets"] as? [Double] == [0, 0, 0, 0])
      let trust = try #require(feed["trust"] as? [String: Int])
      #expect(trust["substitute-font"] == 0 && trust["exact"] == 12 && trust.count == 9)
      let findings = try #require(feed["findings"] as? [String: Int])
      #expect(Set(findings.keys) == ["error", "warning", "note"])
    }

    @Test func failedCellsAreToldByCodeWithOneOfThem() async throws {
      let shop = try Workshop()
      try shop.write(
        """
        schema: cellheights.template/1
        template: picture
        views:
          - {id: p, kind: image, source: "{image}"}
          - {id: t, kind: label, text: "{title}"}
        constraints: ["p.centerX == cell.centerX", "H:|[t]|", "V:|[p][t]|"]
        """, to: "w.yaml")
      try shop.write(
        #"{"id":"good","title":"x"}"# + "\n"
          + #"{"id":"bad","title":"x","image":{"url":"u","width":5,"height":9e8}}"# + "\n",
        to: "home.ndjson")
      let build = try await shop.run(
        "build", "home.ndjson", "--template", "w.yaml", "--max-failed", "1")
      try #require(build.code == 0, "\(build.errors)")
      let run = try await shop.run("stores")
      let line = try #require(run.lines.first { $0.hasPrefix("failed ") })
      #expect(line.contains("1 cell") && line.contains("such as 'bad'"), "\(line)")
      #expect(run.output.contains("1 failed"))
      let json = try JSONLine(try await shop.run("stores", "--format", "json").output)
      let failures = json.objects("feeds").first?["failures"] as? [[String: Any]]
      #expect(failures?.first?["sample"] as? String == "bad")
      #expect(failures?.first?["cells"] as? Int == 1)
    }

    @Test func severalStoresAreToldApartFromThoseThatFail() async throws {
      let shop = try await Workshop(holding: .sample)
      try shop.write("no store", to: "text.sqlite")
      var bytes = try shop.bytes("Cache/heights.sqlite")
      bytes.replaceSubrange(4096..<8192, with: Data(repeating: 0x5A, count: 4096))
      try bytes.write(to: shop.directory.appending(path: "damaged.sqlite"))
      for (path, code) in [("none.sqlite", Int32(66)), ("text.sqlite", 65), ("damaged.sqlite", 65)]
      {
        let run = try await shop.run(
          "stores", "--store", path, "--store", "Cache/heights.sqlite", "--format", "json")
        let lookup = try await shop.run("lookup", "a", "--store", path)
        #expect(run.code == code && lookup.code == code, "\(path): \(run.errors)")
        #expect(run.errorLines == lookup.errorLines)
        #expect(run.lines.count == 1)
      }
      #expect(try await shop.run("stores", "--store", "").code == 64)
    }

    @Test(arguments: [
      (-90, "in the future, by this machine's clock"), (-5, "just now"), (59, "just now"),
      (60, "1 minute ago"), (3_599, "59 minutes ago"), (7_200, "2 hours ago"),
      (47 * 3_600, "47 hours ago"), (48 * 3_600, "2 days ago"), (400 * 86_400, "400 days ago"),
    ])
    func anAgeIsToldInWords(_ seconds: Int, _ words: String) {
      #expect(ElapsedTime(seconds: seconds).words == words)
    }

    @Test(arguments: [
      (1, "1 byte"), (999, "999 bytes"), (1_000, "1.0 kB"), (12_345_678, "12.3 MB"),
    ])
    func aSizeIsToldInThousands(_ bytes: Int, _ text: String) {
      #expect(StoreReport.size(bytes) == text)
    }
  }
}
