import Foundation
import Testing

extension CommandLineTests {
  /// `publish --from-cells` and `--from-parts`, and what `layout` has for coordinators.
  @Suite struct PartCommandTests {
    let shop: Workshop

    init() throws {
      shop = try Workshop()
      try shop.write(ShardCommandTests.feed, to: "home.ndjson")
    }

    private static let environments = ["--environment", "{320,390}"]

    private func cells(_ lines: [String]) async throws -> [String] {
      let run = try await shop.start(
        ["layout", "--cells", "store"] + Self.environments, input: .text(SampleFeed.text(lines))
      ).outcome()
      #expect(run.code == 0, "\(run.errors)")
      return run.lines
    }

    /// The lines of `publish --from-cells`: the cells of each environment as one chunk.
    private func chunks(_ lines: [String]) throws -> [String] {
      let header = try #require(lines.first)
      let cells = lines.dropFirst().filter { $0.contains(#""environment":"#) }
      let environments = try cells.map { try #require(try JSONLine($0).string("environment")) }
      var all = [header]
      for environment in Set(environments).sorted() {
        all.append(#"{"chunk":0,"rank":0}"#)
        all += zip(cells, environments).filter { $0.1 == environment }.map(\.0)
      }
      return all + [#"{"eof":\#(cells.count)}"#]
    }

    @Test func partsEqualAPublishedBuild() async throws {
      let one = try await shop.start(
        ["build", "home.ndjson", "--store", "one.sqlite"] + Self.environments
      ).outcome()
      #expect(one.code == 0, "\(one.errors)")
      let whole = try await shop.run("publish", "whole", "--store", "one.sqlite")
      #expect(whole.code == 0, "\(whole.errors)")
      // A repeated id is for the caller to omit.
      let records = try await shop.run("records", "home.ndjson").lines
      var seen: Set<String> = []
      let laidOut = try await cells(
        try records.filter { seen.insert(try #require(try JSONLine($0).string("id"))).inserted })
      try shop.write(try chunks(laidOut).joined(separator: "\n"), to: "cells.ndjson")
      let written = try await shop.run("publish", "parts", "--from-cells", "cells.ndjson")
      #expect(written.code == 0, "\(written.errors)")
      #expect(written.lines.last == #"{"eof":2}"#)
      for line in written.lines.dropLast() {
        #expect(try JSONLine(line).string("schema") == "cellheights.chunk/1")
      }
      let header = try #require(laidOut.first)
      let lost = [header, written.lines[0], #"{"eof":2}"#].joined(separator: "\n")
      try shop.write(lost, to: "lost.ndjson")
      let refused = try await shop.run(
        "publish", "parts", "--from-parts", "lost.ndjson", "--feed", "home")
      #expect(refused.code == 65)
      #expect(refused.errors.contains("CH0725 the parts: 1 chunks, and eof says 2"))
      // One of two environments, no cell at all, a part twice, a part of other cells.
      let header2 = header.replacing(#""fonts":""#, with: #""fonts":"0"#)
      let again = written.lines[0].replacing(#""chunk":0"#, with: #""chunk":1"#)
      for (lines, words) in [
        ([header, written.lines[0], #"{"eof":1}"#], "different numbers of cells"),
        ([header, #"{"eof":0}"#], "no cell has a height"),
        ([header, written.lines[0], written.lines[0], #"{"eof":2}"#], "is there twice"),
        ([header, written.lines[0], again, #"{"eof":2}"#], "which begins with cell"),
        ([header2, written.lines[0], #"{"eof":1}"#], "was another one"),
      ] {
        try shop.write(lines.joined(separator: "\n"), to: "wrong.ndjson")
        let outcome = try await shop.run(
          "publish", "parts", "--from-parts", "wrong.ndjson", "--feed", "home")
        #expect(outcome.code == 65 && outcome.errors.contains(words), "\(outcome.errors)")
      }
      try shop.write(
        "schema: cellheights.config/1\nlists: {home: {newest: {order: title}}}\n", to: "lists.yaml")
      let listed = try await shop.run(
        "publish", "parts", "--from-parts", "lost.ndjson", "--feed", "home", "--config",
        "lists.yaml")
      #expect(listed.code == 65 && listed.errors.contains("CH0727"), "\(listed.errors)")
      #expect(!shop.has("parts/current.json"))
      try shop.write(
        ([header] + written.lines.reversed().dropFirst() + [#"{"eof":2}"#])
          .joined(separator: "\n"), to: "chunks.ndjson")
      let published = try await shop.run(
        "publish", "parts", "--from-parts", "chunks.ndjson", "--feed", "home")
      #expect(published.code == 0, "\(published.errors)")
      #expect(try shop.bytes("parts/current.json") == shop.bytes("whole/current.json"))
      #expect(try shop.names(in: "parts/c") == shop.names(in: "whole/c"))
      #expect(try shop.names(in: "parts/m") == shop.names(in: "whole/m"))
    }

    @Test func truncatedCellsAreNotPublished() async throws {
      let lines = try chunks(try await cells(SampleFeed.lines))
      func outcome(_ lines: [String]) async throws -> Program.Outcome {
        try await shop.start(
          ["publish", "parts", "--from-cells", "-"], input: .text(lines.joined(separator: "\n"))
        ).outcome()
      }
      let whole = try await outcome(lines)
      #expect(whole.code == 0, "\(whole.errors)")
      for (part, words) in [
        (Array(lines.dropLast()), "no eof line"), (Array(lines.dropLast(2)), "no eof line"),
        (lines.dropLast(2) + [lines[lines.count - 1]], "eof says"),
        (lines + [#"{"chunk":2,"rank":0}"#], "it follows the eof"),
      ] {
        let cut = try await outcome(part)
        #expect(cut.code == 65)
        #expect(cut.errors.contains("CH0725") && cut.errors.contains(words), "\(cut.errors)")
        #expect(!cut.lines.contains { $0.contains("eof") })
      }
      let bare = lines.map { $0.replacing(#/"cellHash":"[0-9a-f]+",?/#, with: "") }
      let unchecked = try await outcome(bare)
      #expect(unchecked.code == 65 && unchecked.errors.contains("'cellHash' is missing"))
    }

    @Test func environmentsOfDifferentFeedsAreNotPublished() async throws {
      func parts(_ records: [String], _ folder: String) async throws -> [String] {
        let lines = try chunks(try await cells(records))
        let run = try await shop.start(
          ["publish", folder, "--from-cells", "-"], input: .text(lines.joined(separator: "\n"))
        ).outcome()
        #expect(run.code == 0, "\(run.errors)")
        return [lines[0]] + run.lines.dropLast()
      }
      let here = try await parts(SampleFeed.lines, "parts")
      let reversed = try await parts(SampleFeed.lines.reversed(), "parts")
      let other = try await parts(
        SampleFeed.lines.map { $0.replacing(#""id":""#, with: #""id":"other-"#) }, "parts")
      func publish(_ parts: [String]) async throws -> Program.Outcome {
        try await shop.start(
          ["publish", "parts", "--from-parts", "-", "--feed", "home"],
          input: .text((parts + [#"{"eof":2}"#]).joined(separator: "\n"))
        ).outcome()
      }
      for mixed in [[here[0], here[1], other[2]], [here[0], here[1], reversed[2]]] {
        let run = try await publish(mixed)
        #expect(run.code == 65 && run.errors.contains("different records"), "\(run.errors)")
      }
      #expect(!shop.has("parts/current.json"))
      #expect(try await publish(here).code == 0)
      // Files that another process pruned in the meantime.
      let pointer = try shop.bytes("parts/current.json")
      let name = try #require(
        try shop.names(in: "parts/c").first { here[1].contains($0.replacing(".bin", with: "")) })
      try FileManager.default.removeItem(at: shop.directory.appending(path: "parts/c/\(name)"))
      let pruned = try await publish(here)
      #expect(pruned.code == 65 && pruned.errors.contains("c/\(name)"), "\(pruned.errors)")
      #expect(try shop.bytes("parts/current.json") == pointer)
    }

    @Test func alteredCellsAreNotPublished() async throws {
      let lines = try chunks(try await cells(SampleFeed.lines))
      func refusal(_ lines: [String]) async throws -> String {
        let outcome = try await shop.start(
          ["publish", "parts", "--from-cells", "-"], input: .text(lines.joined(separator: "\n"))
        ).outcome()
        #expect(outcome.code == 65)
        return outcome.errors
      }
      let altered = lines[2].replacing(#""version":""#, with: #""version":"x"#)
      #expect(altered != lines[2])
      #expect(
        try await refusal([lines[0], lines[1], altered])
          .contains("'cellHash' is not the hash of this cell"))
      #expect(try await refusal([lines[0], lines[2]]).contains("a cell without a chunk"))
      #expect(try await refusal([lines[0], lines[1]]).contains("the last chunk has no cells"))
      let far = #"{"chunk":0,"rank":9223372036854775807}"#
      #expect(
        try await refusal([lines[0], far, lines[2]]).contains("'chunk' and 'rank' are not both"))
      #expect(
        try await refusal([lines[0], lines[1], lines[2], lines[2]])
          .contains("its chunk has another cell of record"))
      let hash = lines[2].replacing(#/"cellHash":"[0-9a-f]+"/#, with: #""cellHash":"zz""#)
      #expect(try await refusal([lines[0], lines[1], hash]).contains("is not a hash of 32"))
      #expect(try await refusal([lines[1]]).contains("it is not cellheights.cells/1"))
      #expect(try await refusal([]).contains("there is no line"))
      let wrong = try await shop.run("publish", "parts", "--from-parts", "-")
      #expect(wrong.code == 64)
    }

    @Test func aCheckReadsNothingAndSyncIsAnswered() async throws {
      let checked = try await shop.run("layout", "--cells", "store", "--check")
      #expect(checked.code == 0 && checked.lines.count == 1)
      let all = try await shop.start(
        ["layout", "--cells", "store"],
        input: .text(
          SampleFeed.lines[0] + "\n{\"sync\":7}\n { \"sync\" : 8 }\n" + SampleFeed.lines[1])
      ).outcome()
      #expect(all.lines.first == checked.lines.first)
      #expect(all.lines[2...3] == [#"{"sync":7}"#, #"{"sync":8}"#])
      #expect(all.lines.last == #"{"eof":2}"#)
      #expect(try await shop.run("layout", "--check").output.isEmpty)
      let unknown = try await shop.run("layout", "--check", "--template", "none")
      #expect(unknown.code == 64 && unknown.output.isEmpty)
    }
  }
}
