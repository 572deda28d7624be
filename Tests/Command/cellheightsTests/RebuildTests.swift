import Foundation
import Testing

extension CommandLineTests {
  /// Which environments and templates a feed has after it is built again.
  @Suite struct RebuildTests {
    private func key(_ width: String) -> String { "\(width)@3x/L/ltr/en/uikit" }

    private func environments(_ feed: String, in shop: Workshop) async throws -> [String] {
      let json = try JSONLine(await shop.run("stores", "--format", "json").output)
      let entry = json.objects("feeds").first { $0["feed"] as? String == feed }
      let environments = entry?["environments"] as? [[String: Any]] ?? []
      return environments.compactMap { $0["environment"] as? String }
    }

    /// A workshop with feed `home` stored 375 and 390 points wide.
    private func stored() async throws -> Workshop {
      let shop = try await Workshop(holding: .twoWidths)
      try shop.write(SampleFeed.text, to: "home.ndjson")
      return shop
    }

    @Test func aRebuildKeepsTheStoredEnvironments() async throws {
      let shop = try await stored()
      let run = try await shop.run("build", "home.ndjson")
      #expect(run.code == 0, "\(run.errors)")
      #expect(run.lines[0].hasPrefix("built    6 records × 2 environments"))
      #expect(run.lines[1] == "cells    0 computed, 12 reused, 0 failed, 0 removed")
      #expect(run.lines.last == "next     cellheights lookup a --environment \(key("375"))")
    }

    @Test func anEnvironmentIsAddedBesideTheStoredOnes() async throws {
      let shop = try await stored()
      let run = try await shop.run(
        "build", "home.ndjson", "--add-environment", "{390,430}", "--add-environment", "320")
      #expect(run.code == 0, "\(run.errors)")
      #expect(run.lines[1] == "cells    12 computed, 12 reused, 0 failed, 0 removed")
      #expect(try await environments("home", in: shop) == ["375", "390", "430", "320"].map(key))
      try shop.write(SampleFeed.text(SampleFeed.lines.prefix(1)), to: "new.ndjson")
      #expect(try await shop.run("build", "new.ndjson", "--add-environment", "320").code == 0)
      #expect(try await environments("new", in: shop) == ["390", "320"].map(key))
    }

    @Test func anotherFileOfTheSameNameIsNotTakenForTheFeed() async throws {
      let shop = try Workshop()
      for (folder, id) in [("d1", "a"), ("d2", "b")] {
        try FileManager.default.createDirectory(
          at: shop.directory.appending(path: folder), withIntermediateDirectories: false)
        try shop.write(#"{"id":"\#(id)","title":"A"}"#, to: "\(folder)/feed.ndjson")
      }
      #expect(try await shop.run("build", "d1/feed.ndjson").code == 0)
      // The same file: by another path, through a link, compressed.
      for path in ["./d1/../d1/feed.ndjson", shop.directory.path + "/d1/feed.ndjson"] {
        #expect(try await shop.run("build", path).code == 0, "\(path)")
      }
      let gzip = try await shop.shell(
        "ln -s d1 link && $cellheights build link/feed.ndjson && gzip d1/feed.ndjson "
          + "&& $cellheights build d1/feed.ndjson.gz")
      #expect(gzip.code == 0, "\(gzip.errors)")
      let before = try shop.bytes("Cache/heights.sqlite")
      let other = try await shop.run("build", "d2/feed.ndjson")
      #expect(other.code == 65)
      #expect(
        other.errorLines == [
          "cellheights: feed 'feed' is stored from d1/feed.ndjson.gz; this build reads d2/feed.ndjson. "
            + "Nothing was changed. Add --replace to switch, or --feed NAME to build another feed."
        ])
      #expect(try shop.bytes("Cache/heights.sqlite") == before)
      let plan = try JSONLine(
        await shop.run("build", "d2/feed.ndjson", "--plan", "--format", "json").output)
      #expect(plan.objects("drops").first?["sources"] as? [String] == ["d1/feed.ndjson.gz"])
      #expect(try await shop.run("build", "d2/feed.ndjson", "--feed", "second").code == 0)
      // A build that names the feed may change it.
      #expect(try await shop.run("build", "d2/feed.ndjson", "--feed", "feed").code == 0)
      let back = try await shop.run("build", "d1/feed.ndjson.gz", "--replace")
      #expect(back.code == 0 && back.lines[1].hasSuffix("1 removed"), "\(back.errors)")
    }

    private static func card(_ name: String) -> String {
      """
      schema: cellheights.template/1
      template: \(name)
      views: [{id: t, kind: label, text: "{title}"}]
      constraints: ["H:|[t]|", "V:|[t]|"]
      """
    }

    @Test func aStoredFeedRemembersItsTemplateAndFonts() async throws {
      let shop = try Workshop()
      try shop.write(SampleFeed.text(SampleFeed.lines.prefix(2)), to: "home.ndjson")
      try shop.write(Self.card("card"), to: "card.yaml")
      let font = "/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf"
      let first = try await shop.run(
        "build", "home.ndjson", "--template", "card.yaml", "--system-font", font)
      #expect(first.code == 0, "\(first.errors)")
      for arguments in [
        ["verify", "--sample", "all"], ["inspect", "a"],
        ["simulate", "read-drag", "--costs", "measured"],
      ] {
        let run = try await shop.start(arguments).outcome()
        #expect(run.code == 0, "\(arguments) \(run.errors)")
      }
      let again = try await shop.run("build", "home.ndjson")
      #expect(again.lines[1] == "cells    0 computed, 2 reused, 0 failed, 0 removed")
      // The remembered file is not what it was, then not there.
      try shop.write(Self.card("card").replacing("title", with: "content"), to: "card.yaml")
      let changed = try await shop.run("verify")
      #expect(changed.code == 64)
      #expect(changed.errors.contains("template 'card' of card.yaml has changed since feed 'home'"))
      _ = try await shop.shell("rm card.yaml")
      for arguments in [["verify"], ["inspect", "a"], ["build", "home.ndjson"]] {
        let gone = try await shop.start(arguments).outcome()
        #expect(gone.code == 66, "\(arguments)")
        #expect(
          gone.errors.contains("template file card.yaml, with which feed 'home' was built, is not"))
      }
      // Named values take precedence, and --replace takes the defaults.
      let named = try await shop.run("build", "home.ndjson", "--template", "post")
      #expect(named.code == 65)
      #expect(named.errors.contains("with template 'card'; this build uses 'post'"))
      #expect(try await shop.run("build", "home.ndjson", "--replace").code == 0)
      #expect(try await shop.run("verify").code == 0)
    }

    @Test func aBuiltInNameIsReserved() async throws {
      let shop = try Workshop()
      try shop.write(SampleFeed.text, to: "home.ndjson")
      try shop.write(Self.card("post"), to: "own.yaml")
      let run = try await shop.run("build", "home.ndjson", "--template", "own.yaml")
      #expect(run.code == 65 && !shop.has("Cache"))
      #expect(run.errors.contains("is named 'post', as a built-in template, and differs from it"))
      // The same document is the same template, and a configuration may hide it.
      let copy = Workshop.demo("templates/post.yaml")
      let same = try await shop.run(
        "build", "home.ndjson", "--template", copy, "--max-failed", "9")
      #expect(same.code == 0, "\(same.errors)")
      try shop.write(
        "schema: cellheights.config/1\ntemplates: {post: own.yaml}\n", to: "cellheights.yaml")
      #expect(try await shop.run("build", "home.ndjson", "--max-failed", "9").code == 0)
    }

    @Test func aFetchedFeedIsNotedByItsAddress() async throws {
      let shop = try Workshop()
      try shop.write(#"{"id":"a","title":"A"}"#, to: "home.body")
      let address = "https://feed.example.org/home.json"
      let run = try await shop.run(
        "build", "home.body", "--source-address", "home.body=\(address)")
      #expect(run.code == 0, "\(run.errors)")
      let stores = try JSONLine(await shop.run("stores", "--format", "json").output)
      let sources = stores.objects("feeds").first?["sources"] as? [[String: Any]]
      #expect(sources?.map { $0["path"] as? String } == [address])
      let verify = try await shop.run("verify")
      #expect(verify.code == 66)
      #expect(verify.errors.contains("feed 'home' was fetched from \(address); give its records"))
      #expect(try await shop.run("verify", "--input", "home.body").code == 0)
    }

    @Test func environmentsAreNamedOrAddedNotBoth() async throws {
      let run = try await Workshop().run(
        "build", "x", "--environment", "390", "--add-environment", "320")
      #expect(run.code == 64)
      #expect(run.errors.contains("give one of the two"))
    }

    @Test func whatWouldBeDroppedIsNamedAndStopsTheBuild() async throws {
      let shop = try await stored()
      let before = try shop.bytes("Cache/heights.sqlite")
      let run = try await shop.run("build", "home.ndjson", "--environment", "390")
      #expect(run.code == 65 && run.output == "" && run.errorLines.count == 1)
      #expect(
        run.errors.contains(
          "feed 'home' is stored for environment \(key("375")); this build leaves that environment out. "
            + "Nothing was changed. Add --replace to switch"), "\(run.errors)")
      #expect(run.errors.contains("--replace"))
      #expect(try shop.bytes("Cache/heights.sqlite") == before)
      #expect(try shop.names(in: "Cache") == ["heights.sqlite", "heights.sqlite.lock"])
      let plan = try await shop.run("build", "home.ndjson", "--environment", "390", "--plan")
      #expect(plan.code == 0)
      #expect(plan.lines[0].contains("0 to compute, 6 to reuse, 6 to remove"))
      #expect(
        plan.lines[1]
          == "drops    environment \(key("375")) of feed 'home'; the build refuses to without "
          + "--replace")
      let json = try JSONLine(
        await shop.run(
          "build", "home.ndjson", "--environment", "390", "--plan", "--format", "json"
        ).output)
      #expect(json.number("cells", "removed") == 6)
      #expect(json.objects("drops").first?["environments"] as? [String] == [key("375")])
      let replaced = try await shop.run(
        "build", "home.ndjson", "--environment", "390", "--replace")
      #expect(replaced.lines[1] == "cells    0 computed, 6 reused, 0 failed, 6 removed")
      #expect(try await environments("home", in: shop) == [key("390")])
    }

    @Test func anotherTemplateIsNamedAndStopsTheBuild() async throws {
      let shop = try await stored()
      func card(_ text: String) throws {
        try shop.write(
          """
          schema: cellheights.template/1
          template: card
          views: [{id: t, kind: label, text: "\(text)"}]
          constraints: ["H:|[t]|", "V:|[t]|"]
          """, to: "card.yaml")
      }
      try card("{title}")
      let build = ["build", "home.ndjson", "--template", "card.yaml"]
      let run = try await shop.start(build).outcome()
      #expect(run.code == 65)
      #expect(
        run.errorLines == [
          "cellheights: feed 'home' is stored with template 'post'; this build uses 'card'. Nothing was "
            + "changed. Add --replace to switch."
        ])
      #expect(try await shop.start(build + ["--replace"]).outcome().code == 0)
      try card("{content}")
      let edited = try await shop.start(build).outcome()
      #expect(edited.code == 0, "\(edited.errors)")
      #expect(edited.output.contains("12 computed"))
    }

    @Test func flagsBeatVariablesBeatTheFileBeatTheStore() async throws {
      let shop = try await stored()
      try shop.write(
        "schema: cellheights.config/1\nenvironments: ['{375,390,300}']\n", to: "cellheights.yaml")
      let variable = ["CELLHEIGHTS_ENVIRONMENT": "390 375 310"]
      func build(_ words: String..., environment: [String: String] = [:]) async throws -> [String] {
        let run = try await shop.start(
          ["build", "home.ndjson", "--replace"] + words, environment: environment
        ).outcome()
        #expect(run.code == 0, "\(run.errors)")
        return try await environments("home", in: shop)
      }
      #expect(try await build() == ["375", "390", "300"].map(key))
      #expect(try await build(environment: variable) == ["390", "375", "310"].map(key))
      #expect(
        try await build("--environment", "320", environment: variable) == ["320"].map(key))
      // Added environments join those that are declared and stored.
      #expect(
        try await build("--add-environment", "430")
          == ["375", "390", "300", "320", "430"].map(key))
    }

    @Test func eachFeedOfABuildKeepsItsOwn() async throws {
      let shop = try await stored()
      try shop.write(SampleFeed.text(SampleFeed.lines.prefix(2)), to: "away.ndjson")
      #expect(
        try await shop.run("build", "away.ndjson", "--environment", "320/XL").code == 0)
      let run = try await shop.run("build", "home.ndjson", "away.ndjson")
      #expect(run.code == 0, "\(run.errors)")
      #expect(run.lines[1] == "cells    0 computed, 14 reused, 0 failed, 0 removed")
      #expect(try await environments("away", in: shop) == ["320@3x/XL/ltr/en/uikit"])
    }
  }
}
