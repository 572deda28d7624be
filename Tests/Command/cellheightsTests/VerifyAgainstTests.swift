import Foundation
import Heights
import HeightStore
import LayoutPrimitives
@testable import Operations
import Testing

@testable import cellheights

extension CommandLineTests {
  /// `verify --against`: measurements of the stored heights, with planted deviations.
  @Suite struct VerifyAgainstTests {
    let shop: Workshop

    init() async throws {
      shop = try Workshop()
      try shop.write(SampleFeed.text, to: "home.ndjson")
      let run = try await shop.run(
        "build", "home.ndjson", "--environment", "390", "--environment", "320")
      try #require(run.code == 0, "\(run.errors)")
    }

    /// The measurement of each record at a width, as the store has it.
    private func measurements(width: String = "390") throws -> [String: Measurement] {
      let lookup = try HeightLookup(
        store: shop.directory.appending(path: "Cache/heights.sqlite").path)
      let scope = try lookup.scopes(
        feed: "home", environment: "\(width)@3x/L/ltr/en/uikit"
      ).get()[0]
      var all: [String: Measurement] = [:]
      try lookup.list(in: scope).forEach { _, hit in
        var lines: [String: Int] = [:]
        for (label, count) in zip(hit.template.labels, hit.layout.labels) {
          lines[label.id] = count.count
        }
        all[hit.cell.recordID] = Measurement(
          id: hit.cell.recordID, environment: width, template: hit.template.name,
          height: scope.grid.points(hit.layout.height), lines: lines)
      }
      return all
    }

    /// A line, whose members may be changed.
    private struct Measurement {
      var id: String
      var environment: String
      var template: String
      var height: Double
      var lines: [String: Int]?
      var fonts: [String: String]?
      var version: String?

      var text: String {
        var members: [String: Any] = [
          "id": id, "environment": environment, "template": template, "height": height,
        ]
        members["lines"] = lines
        members["fonts"] = fonts
        members["version"] = version
        let data = try? JSONSerialization.data(withJSONObject: members, options: .sortedKeys)
        return String(decoding: data ?? Data(), as: UTF8.self)
      }
    }

    private func verify(
      _ measured: some Sequence<Measurement>, _ options: String...
    ) async throws -> (code: Int32?, json: JSONLine, errors: String) {
      try shop.write(SampleFeed.text(measured.map(\.text)), to: "measured.ndjson")
      let run = try await shop.start(
        ["verify", "--against", "measured.ndjson", "--format", "json"] + options
      ).outcome()
      return (run.code, try JSONLine(run.output), run.errors)
    }

    private func causes(_ json: JSONLine) -> [String: String] {
      Dictionary(
        uniqueKeysWithValues: json.objects("worst").map {
          ($0["id"] as? String ?? "", $0["cause"] as? String ?? "")
        })
    }

    @Test func whatTheStoreHasHolds() async throws {
      let measured = try measurements().values.sorted { $0.id < $1.id }
      let found = try await verify(measured)
      #expect(found.code == 0 && found.errors == "")
      #expect(found.json.string("schema") == "cellheights.verify-against/1")
      #expect(found.json["holds"] as? Bool == true)
      #expect(found.json.number("lines", "compared") == 6)
      #expect(found.json.number("deviation", "max") == 0)
      #expect(found.json.objects("worst").isEmpty && found.json.objects("causes").isEmpty)
    }

    @Test func aDevicePixelIsTolerated() async throws {
      var measured = try measurements()
      measured["a"]?.height += 1.0 / 3
      #expect(try await verify(measured.values).code == 0)
      #expect(try await verify(measured.values, "--tolerance", "0.3").code == 1)
      measured["a"]?.height += 0.1
      #expect(try await verify(measured.values).code == 1)
      #expect(try await verify(measured.values, "--tolerance", "0.5").code == 0)
    }

    @Test func everyPlantedCauseIsNamed() async throws {
      var measured = try measurements()
      measured["a"]?.height += 20
      measured["a"]?.fonts = ["system": "0123456789abcdef0123456789abcdef"]
      measured["b"]?.height -= 30
      measured["c"]?.height += 20
      measured["c"]?.lines?["body"]? += 1
      measured["d"]?.height += 217
      measured["e"]?.height += 5
      measured["e"]?.version = "8"
      measured["f"]?.height += 3
      let found = try await verify(measured.values.sorted { $0.id < $1.id })
      #expect(found.code == 1 && found.errors == "")
      #expect(
        causes(found.json) == [
          "a": "font", "b": "image-size", "c": "line-break", "d": "image-size", "e": "version",
          "f": "margin",
        ])
      #expect(found.json.objects("worst").first?["id"] as? String == "d")
      #expect(
        found.json.objects("causes").map { "\($0["cause"] ?? "") \($0["cells"] ?? "")" } == [
          "version 1", "font 1", "line-break 1", "margin 1", "image-size 2",
        ])
      let reasons = Dictionary(
        uniqueKeysWithValues: found.json.objects("worst").map {
          ($0["id"] as? String ?? "", $0["because"] as? String ?? "")
        })
      #expect(reasons["a"]?.hasPrefix("font 'system' is 01234567 there, ") == true)
      #expect(reasons["c"]?.hasPrefix("'body' has ") == true)
      #expect(reasons["e"] == "version 8, 7 stored")
    }

    @Test func theFontOfTheBuildIsNoCause() async throws {
      let doctor = try JSONLine(try await shop.run("doctor", "--format", "json").output)
      let entries = try #require(
        (doctor["fonts"] as? [String: Any])?["entries"] as? [[String: Any]])
      let regular = try #require(entries.first?["regular"] as? [String: Any])
      let hash = try #require(regular["hash"] as? String)
      var measured = try measurements()
      measured["a"]?.height += 3
      measured["a"]?.fonts = ["system": String(hash.prefix(8)).uppercased(), "Inter": hash]
      #expect(try causes(await verify(measured.values).json) == ["a": "margin"])
      measured["a"]?.fonts = ["No such family": hash]
      #expect(try causes(await verify(measured.values).json) == ["a": "font"])
      measured["a"]?.fonts = ["/etc/passwd": hash]
      #expect(try causes(await verify(measured.values).json) == ["a": "font"])
    }

    @Test func aDeviationOfMostCellsIsAMargin() async throws {
      var measured = try measurements()
      for id in measured.keys {
        measured[id]?.height += 8
        measured[id]?.lines = nil
      }
      let found = try await verify(measured.values)
      #expect(causes(found.json).values.allSatisfy { $0 == "margin" })
      #expect(causes(found.json).count == 6)
      #expect(found.json.number("deviation", "mean") == 8)
      #expect(found.json.number("deviation", "p50") == 8)
    }

    @Test func aPictureExplainsWhatOnlyCellsWithPicturesHave() async throws {
      var measured = try measurements()
      for id in ["b", "d"] {
        measured[id]?.height += 40
        measured[id]?.lines = nil
      }
      #expect(
        try causes(await verify(measured.values).json) == ["b": "image-size", "d": "image-size"])
    }

    @Test func withoutLinesWholeLinesAreABreak() async throws {
      var measured = try measurements()
      let inspected = try JSONLine(
        try await shop.run("lookup", "f", "--environment", "390", "--format", "json").output)
      let frames = inspected.objects("frames")
      let body = try #require(frames.first { $0["view"] as? String == "body" })
      let height = try #require(body["height"] as? Double)
      let lines = try #require(measured["f"]?.lines?["body"])
      measured["f"]?.height += 2 * height / Double(lines)
      measured["f"]?.lines = nil
      let found = try await verify(measured.values)
      #expect(causes(found.json) == ["f": "line-break"])
      let because = found.json.objects("worst").first?["because"] as? String
      #expect(
        because == "the difference is the height of 2 lines of 'title', or 2 lines of 'body'")
    }

    @Test func aRecordThatHasChangedIsAnotherVersion() async throws {
      var measured = try measurements()
      measured["a"]?.height += 20
      let lines = SampleFeed.lines.map { $0.replacing("again, twice.", with: "again.\\nTwice.") }
      try shop.write(SampleFeed.text(lines), to: "home.ndjson")
      #expect(try causes(await verify(measured.values).json) == ["a": "version"])
      try FileManager.default.removeItem(at: shop.directory.appending(path: "home.ndjson"))
      let found = try await verify(measured.values)
      #expect(causes(found.json) == ["a": "margin"])
      #expect(found.errors.contains("whether records of feed 'home' have changed is not known"))
      try shop.write(SampleFeed.text(lines), to: "now.ndjson")
      #expect(
        try causes(await verify(measured.values, "--input", "now.ndjson").json) == ["a": "version"])
    }

    @Test func anotherTemplateIsAnotherVersion() async throws {
      var measured = try measurements()
      measured["a"]?.height += 20
      measured["a"]?.template = "card"
      #expect(try causes(await verify(measured.values).json) == ["a": "version"])
    }

    @Test func widthsAreComparedSeparately() async throws {
      var measured = Array(try measurements().values)
      let narrow = try measurements(width: "320").values.map { measurement in
        var shifted = measurement
        shifted.height += 4
        return shifted
      }
      measured += narrow
      let found = try await verify(measured)
      let environments = found.json.objects("environments")
      #expect(
        Set(environments.map { "\($0["environment"] ?? "") \($0["off"] ?? "")" }) == [
          "390@3x/L/ltr/en/uikit 0", "320@3x/L/ltr/en/uikit 6",
        ])
      #expect(found.json.number("deviation", "p50") == 2)
    }

    @Test func linesThatAreNoneAndUnknownRecordsAreCounted() async throws {
      let good = try #require(try measurements()["a"])
      var unknown = good
      unknown.id = "zz"
      let bad = [
        "not json", "[]", #"{"id":"a","environment":"390"}"#, #"{"environment":"390","height":1}"#,
        #"{"id":"a","environment":"wide","height":1}"#,
        #"{"id":"a","environment":"390","height":-1}"#,
        #"{"id":"a","environment":"390","height":1,"lines":{"body":1.5}}"#,
        #"{"id":"a","environment":"390","height":1,"fonts":{"system":"xyz"}}"#,
      ]
      try shop.write(
        SampleFeed.text([good.text, unknown.text, ""] + bad + bad), to: "measured.ndjson")
      let run = try await shop.run(
        "verify", "--against", "measured.ndjson", "--format", "json")
      #expect(run.code == 0)
      let json = try JSONLine(run.output)
      #expect(json.number("lines", "read") == 18 && json.number("lines", "unreadable") == 16)
      #expect(json.number("lines", "missed") == 1)
      #expect(json.objects("misses").first?["kind"] as? String == "unknown-record")
      #expect(run.errors.contains("measured.ndjson:2: no record 'zz'"))
      #expect(run.errors.contains("measured.ndjson:4: "))
      #expect(run.errors.contains("(2 times, this was the first)"))
      #expect(run.errors.split(separator: "\n").count <= 8)
      try shop.write(SampleFeed.text(bad), to: "bad.ndjson")
      #expect(try await shop.run("verify", "--against", "bad.ndjson").code == 65)
      try shop.write(unknown.text, to: "other.ndjson")
      #expect(try await shop.run("verify", "--against", "other.ndjson").code == 1)
      #expect(try await shop.run("verify", "--against", "none.ndjson").code == 66)
      try shop.write("", to: "empty.ndjson")
      #expect(try await shop.run("verify", "--against", "empty.ndjson").code == 65)
    }

    @Test func aWidthInARangeHasAHeightToCompare() async throws {
      try #require(
        try await shop.run("build", "home.ndjson", "--add-environment", "400..420@1x").code == 0)
      let found = try await shop.run(
        "lookup", "a", "--environment", "410@1x", "--format", "json")
      let height = try #require(try JSONLine(found.output).number("height"))
      try shop.write(
        #"{"id":" a ","environment":"410@1x","height":\#(height + 3),"lines":{"body":9}}"#,
        to: "measured.ndjson")
      let run = try await shop.run("verify", "--against", "measured.ndjson", "--format", "json")
      #expect(run.code == 1)
      #expect(try causes(JSONLine(run.output)) == ["a": "unknown"])
    }

    @Test func tableAndUsage() async throws {
      var measured = try measurements()
      measured["a"]?.height += 3
      try shop.write(SampleFeed.text(measured.values.map(\.text)), to: "measured.ndjson")
      let run = try await shop.shell("$cellheights verify --against - < measured.ndjson")
      #expect(run.code == 1 && run.errors == "")
      #expect(run.lines.first == "against  -  6 lines, 6 compared, 0 not found, 0 unreadable")
      #expect(run.lines.last?.hasPrefix("off      1 of 6 heights of generation 1 of ") == true)
      #expect(run.lines.contains { $0.hasPrefix("margin") })
      for options in [
        ["--against", "measured.ndjson", "--sample", "3"], ["--tolerance", "1"],
        ["--against", "measured.ndjson", "--tolerance", "-1"],
        ["--against", "measured.ndjson", "--tolerance", "nan"],
      ] {
        #expect(try await shop.start(["verify"] + options).outcome().code == 64)
      }
    }
  }
}
