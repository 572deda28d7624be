import CommandSettings
import Foundation
@testable import Operations
import Testing

@testable import cellheights

extension CommandLineTests {
  /// `prune`, `rollback`, `backup`, `verify` and `build --deadline`.
  @Suite struct GenerationCommandTests {
    let shop: Workshop

    init() throws {
      shop = try Workshop()
      try shop.write(SampleFeed.text, to: "home.ndjson")
    }

    /// Two generations that differ in one record; of equal ones the second alone is kept.
    private func buildTwoGenerations() async throws {
      try shop.write(SampleFeed.text(SampleFeed.lines.dropLast()), to: "home.ndjson")
      try await shop.run("build", "home.ndjson")
      try shop.write(SampleFeed.text, to: "home.ndjson")
      try await shop.run("build", "home.ndjson")
    }

    @Test func generationsAreKeptRolledBackAndPruned() async throws {
      var digests: [String] = []
      for width in ["390", "391", "392", "393"] {
        let run = try await shop.run(
          "build", "home.ndjson", "--environment", width, "--replace", "--format", "json")
        digests.append(try JSONLine(run.output).string("digest") ?? "")
      }
      #expect(
        try shop.names(in: "Cache") == [
          "heights.sqlite", "heights.sqlite.2", "heights.sqlite.3", "heights.sqlite.lock",
        ])
      let unknown = try await shop.run("rollback", "1")
      #expect(unknown.code == 1)
      #expect(
        unknown.errors.contains("generation 1 of Cache/heights.sqlite is not kept; there are 3, 2"))
      let back = try await shop.run("rollback", "2", "--format", "json")
      let document = try JSONLine(back.output)
      #expect(document.string("schema") == "cellheights.rollback/1")
      #expect(document.number("generation") == 5)
      #expect(document.string("digest") == digests[1])
      #expect(try await shop.run("lookup", "a", "--environment", "391").code == 0)
      let pruned = try await shop.run("prune", "--keep", "1", "--format", "json")
      let removed = try JSONLine(pruned.output)
      #expect(removed.objects("removed").compactMap { $0["generation"] as? Int } == [4, 3])
      #expect(removed.objects("kept").isEmpty)
      #expect(try shop.names(in: "Cache") == ["heights.sqlite", "heights.sqlite.lock"])
    }

    /// Without a hold the next night publishes again what was rolled back.
    @Test func aRollbackLastsWhileItIsHeld() async throws {
      for width in ["390", "391"] {
        try await shop.run("build", "home.ndjson", "--environment", width, "--replace")
      }
      let back = try await shop.run("rollback", "1", "--hold")
      #expect(back.code == 0)
      #expect(
        back.output.contains("held     no build publishes until: cellheights rollback --release"))
      let held = try shop.bytes("Cache/heights.sqlite")
      for arguments in [
        ["build", "home.ndjson", "--environment", "391", "--replace"],
        ["nightly", "home.ndjson"], ["nightly", "news=http://127.0.0.1:1/x", "--retries", "0"],
      ] {
        let run = try await shop.start(arguments).outcome()
        #expect(run.code == 78, "\(arguments)")
        #expect(run.errors.contains("Cache/heights.sqlite is held (generation 3 since 20"))
        #expect(run.errors.contains("cellheights rollback --release --store Cache/heights.sqlite"))
        #expect(try shop.bytes("Cache/heights.sqlite") == held)
      }
      let told = try await shop.run("stores")
      #expect(told.lines.contains { $0.hasPrefix("held     generation 3 since 20") })
      let document = try await shop.run("stores", "--format", "json")
      #expect(try JSONLine(document.output).string("held")?.hasPrefix("generation 3") == true)
      // Commands that publish nothing new still work.
      #expect(try await shop.run("build", "home.ndjson", "--plan").code == 0)
      #expect(try await shop.run("prune", "--keep", "2").code == 0)
      #expect(try await shop.run("rollback", "2").code == 0)
      #expect(try await shop.run("build", "home.ndjson").code == 78)
      let released = try await shop.run("rollback", "--release", "--format", "json")
      #expect(
        try JSONLine(released.output).names == ["schema", "store", "held"] && released.code == 0)
      #expect(try await shop.run("build", "home.ndjson").code == 0)
      #expect(try await shop.run("rollback", "--hold").code == 0)
      #expect(try await shop.run("build", "home.ndjson").code == 78)
      for arguments in [[], ["1", "--release"], ["--hold", "--release"]] {
        #expect(try await shop.start(["rollback"] + arguments).outcome().code == 64)
      }
    }

    @Test func theConfigurationSaysHowManyAreKept() async throws {
      try shop.write(
        "schema: cellheights.config/1\nstore: {keep: 1}\n", to: "cellheights.yaml")
      try await buildTwoGenerations()
      #expect(try shop.names(in: "Cache") == ["heights.sqlite", "heights.sqlite.lock"])
      try shop.write(SampleFeed.text(SampleFeed.lines.dropFirst()), to: "home.ndjson")
      try await shop.run("build", "home.ndjson", "--keep", "2")
      #expect(try shop.names(in: "Cache").contains("heights.sqlite.2"))
      #expect(try await shop.run("build", "home.ndjson", "--keep", "0").code == 64)
    }

    @Test func nothingIsPrunedOrRolledBackBesideABuild() async throws {
      try await buildTwoGenerations()
      let pipe = try shop.makePipe("pipe")
      let run = try shop.start(["build", pipe, "--feed", "home"])
      try #require(
        await run.waits { try !self.shop.bytes("Cache/heights.sqlite.lock").isEmpty })
      #expect(try await shop.run("prune").code == 75)
      #expect(try await shop.run("rollback", "1").code == 75)
      #expect(try await shop.run("backup", "copy.sqlite").code == 0)
      run.terminate()
      _ = try await run.outcome()
      #expect(try shop.bytes("copy.sqlite") == shop.bytes("Cache/heights.sqlite"))
      #expect(try await shop.run("backup", "copy.sqlite").code == 73)
      #expect(try await shop.run("backup", "copy.sqlite", "--force").code == 0)
      let nowhere = try await shop.run("backup", "none/copy.sqlite")
      #expect(nowhere.code == 73)
      #expect(nowhere.errors.contains("backup to none/copy.sqlite: No such file or directory"))
      #expect(try await shop.run("prune", "--store", "none/x.sqlite").code == 66)
    }

    @Test func verifyHoldsAndFindsWhatIsWrong() async throws {
      try await shop.run("build", "home.ndjson", "--environment", "{320,390}")
      let whole = try await shop.run("verify", "--sample", "all", "--format", "json")
      #expect(whole.code == 0, "\(whole.output)\(whole.errors)")
      let document = try JSONLine(whole.output)
      #expect(document.string("schema") == "cellheights.verify/1")
      #expect(document.number("cells", "read") == 12)
      #expect(document.number("cells", "recomputed") == 12)
      #expect(document.number("lists", "positions") == 12)
      let part = try await shop.run("verify", "--sample", "5", "--format", "json")
      #expect(try JSONLine(part.output).number("cells", "recomputed") == 5)
      // A changed record is omitted, and so is a removed one.
      try shop.write(
        SampleFeed.text(SampleFeed.lines.dropLast().map { $0.replacing("A walk", with: "A run") }),
        to: "home.ndjson")
      let changed = try await shop.run("verify", "--sample", "all", "--format", "json")
      #expect(changed.code == 0)
      #expect(try JSONLine(changed.output).number("cells", "changed") == 2)
      #expect(try JSONLine(changed.output).number("cells", "gone") == 2)
      try FileManager.default.removeItem(at: shop.directory.appending(path: "home.ndjson"))
      let missing = try await shop.run("verify")
      #expect(missing.code == 66)
      #expect(missing.output.contains("read     12 cells, 2 lists with 12 positions"))
      #expect(missing.output.contains("warning  no cell was compared"))
      #expect(missing.errors.contains("--input; --sample 0 checks what needs no source"))
      #expect(try await shop.run("verify", "--sample", "0").code == 0)
    }

    @Test func verifyNamesWhatTheBuildHadDifferently() async throws {
      try await shop.run("build", "home.ndjson")
      let font = "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"
      try shop.write(#"{"url":"https://a.org/1.jpg","width":6,"height":4}"#, to: "sizes.ndjson")
      for (flags, words) in [
        (["--system-font", font], "the fonts;"), (["--time-zone", "Asia/Tokyo"], "the time zone"),
        (["--image-sizes", "sizes.ndjson"], "the sizes of pictures;"),
      ] {
        let run = try await shop.start(["verify", "--format", "json"] + flags).outcome()
        #expect(run.code == 64, "\(run.output)")
        #expect(run.errors.contains("something else than is given now: \(words)"))
        let document = try JSONLine(run.output)
        #expect(document.number("total") == 0)
        #expect(document.objects("leftOut").first?["feed"] as? String == "home")
      }
    }

    /// Cells that were edited on their way into a store differ from what their records give.
    @Test func verifyComparesImportedCellsWithGivenRecords() async throws {
      // Too little for another pixel.
      let edit = #"""
        import re, sys
        member = '"exactHeight":([0-9.]+)'
        more = lambda found: '"exactHeight":%r' % (float(found[1]) + 0.001)
        sys.stdout.write(re.sub(member, more, sys.stdin.read()))
        """#
      try shop.write(edit, to: "edit.py")
      let made = try await shop.shell(
        "$cellheights records home.ndjson | $cellheights layout --cells store "
          + "| python3 edit.py > cells.ndjson && $cellheights import cells.ndjson --feed home")
      #expect(made.code == 0, "\(made.errors)")
      let alone = try await shop.run("verify")
      #expect(alone.code == 0)
      #expect(alone.output.contains("0 cells laid out again\nwarning  no cell was compared"))
      #expect(alone.errors.contains("its cells were imported"))
      let run = try await shop.run(
        "verify", "--input", "home.ndjson", "--max-listed", "2", "--format", "json")
      #expect(run.code == 1, "\(run.errors)")
      let document = try JSONLine(run.output)
      #expect(document.objects("differences").count == 2)
      #expect((document.number("total") ?? 0) > 2)
      #expect(document.objects("differences").first?["kind"] as? String == "layout")
    }

    @Test func damageIsToldWithoutASourceAndNeverServedAgain() async throws {
      try await buildTwoGenerations()
      let edit = try await shop.shell(
        """
        for f in Cache/heights.sqlite Cache/heights.sqlite.1; do python3 -c "import sqlite3, sys
        d = sqlite3.connect(sys.argv[1])
        d.execute('UPDATE cells SET height = height + 1 WHERE cell_id = 2')
        d.commit()" $f; done
        """)
      #expect(edit.code == 0, "\(edit.errors)")
      let all = try await shop.run("verify", "--sample", "all", "--format", "json")
      #expect(all.code == 1, "\(all.errors)")
      #expect(try JSONLine(all.output).number("cells", "recomputed") == 5)
      try FileManager.default.removeItem(at: shop.directory.appending(path: "home.ndjson"))
      let run = try await shop.run("verify", "--format", "json")
      #expect(run.code == 1)
      #expect(run.errors.contains("home.ndjson of feed 'home' is not there"))
      let kinds = try JSONLine(run.output).objects("differences").compactMap {
        $0["kind"] as? String
      }
      #expect(kinds == ["cell", "list"])
      let backup = try await shop.run("backup", "copy.sqlite")
      #expect(backup.code == 65)
      #expect(backup.errors.contains("heights.sqlite is damaged (cell 2 is not what was written)"))
      #expect(!shop.has("copy.sqlite"))
      let back = try await shop.run("rollback", "1")
      #expect(back.code == 65)
      #expect(back.errors.contains("generation 1 is damaged and was not published"))
    }

    @Test func aKeptGenerationIsNamedWhereTheStoreIsNone() async throws {
      try await buildTwoGenerations()
      try shop.write("junk", to: "Cache/heights.sqlite")
      let junk = try await shop.run("lookup", "a")
      #expect(junk.code == 65)
      #expect(junk.errors.contains("generation 1 is kept beside it: move this file away"))
      try FileManager.default.removeItem(at: shop.directory.appending(path: "Cache/heights.sqlite"))
      let missing = try await shop.run("lookup", "a")
      #expect(missing.code == 66)
      let command = "cellheights rollback 1 --store Cache/heights.sqlite"
      #expect(missing.errors.contains("is kept beside it: publish it with: \(command)"))
      #expect(try await shop.shell("$\(command)").code == 0)
      #expect(try await shop.run("lookup", "a").code == 0)
    }

    @Test func inspectSaysThatHeightsAreStoredAlone() async throws {
      try await shop.run("build", "home.ndjson", "--frames", "none")
      let run = try await shop.run("inspect", "a")
      #expect(run.code == 0)
      #expect(run.errors.contains("feed 'home' is stored with heights alone"))
      #expect(!run.errors.contains("another one"))
    }

    @Test func aFeedFromStandardInputNeedsItsRecords() async throws {
      _ = try await shop.shell("$cellheights build - < home.ndjson")
      let run = try await shop.run("verify")
      #expect(run.code == 64)
      #expect(run.errors.contains("give its records with --input FILE"))
      #expect(try await shop.run("verify", "--input", "home.ndjson").code == 0)
    }

    @Test func aDeadlineThatIsPastStopsTheBuild() async throws {
      let run = try await shop.run(
        "build", "home.ndjson", "--deadline", "2026-01-31T05:00:00Z", "--format", "json")
      #expect(run.code == 75)
      #expect(run.output.isEmpty)
      #expect(run.errors.contains("the time of --deadline has come; the store is unchanged"))
      #expect(!shop.has("Cache/heights.sqlite"))
      #expect(try await shop.run("build", "home.ndjson", "--deadline", "5 o'clock").code == 64)
      let later = try await shop.run("build", "home.ndjson", "--deadline", "2999-01-31T05:00:00Z")
      #expect(later.code == 0)
    }
  }

  /// The time of `--deadline`.
  @Suite struct BuildDeadlineTests {
    @Test(arguments: [
      ("05:00", "UTC", "2026-01-31T05:00:00Z"), ("03:10", "UTC", "2026-02-01T03:10:00Z"),
      ("05:00", "Europe/Berlin", "2026-01-31T04:00:00Z"),
      ("2026-03-01T05:00:00Z", "Europe/Berlin", "2026-03-01T05:00:00Z"),
    ])
    func theNextOneInTheTimeZone(_ text: String, _ zone: String, _ expected: String) throws {
      let now = try Date("2026-01-31T03:10:00Z", strategy: .iso8601)
      #expect(try BuildDeadline(text, now: now, timeZone: zone).written == expected)
    }

    @Test(arguments: ["5:00", "24:00", "05:60", "soon", "", "٠٥:٠٠"])
    func whatIsNoTimeIsRefused(_ text: String) {
      #expect(throws: Failure.self) { try BuildDeadline(text, now: .now, timeZone: "UTC") }
    }
  }
}
