import Foundation
@testable import Operations
import Testing

@testable import cellheights

extension CommandLineTests {
  /// The README and the tour show what their commands print, apart from what depends on the machine.
  ///
  /// With `CELLHEIGHTS_RECORD=1` what the commands print is written into the pages instead.
  @Suite struct ReadmeTests {
    private static let pages = ["README.md", "docs/tour.md"]

    /// Commands that compile, install or fetch; they have tests of their own.
    private static let elsewhere = [
      "scripts/test", "scripts/man ", "scripts/cellheights nightly ", "scripts/package ", "pip ",
    ]

    private static func url(_ page: String) -> URL { Workshop.package.appending(path: page) }

    private static func text(_ page: String) throws -> String {
      try String(contentsOf: url(page), encoding: .utf8)
    }

    /// A command of a transcript and the lines below it.
    private struct Step {
      var command: String
      var output: [String] = []
    }

    @Test(arguments: pages)
    func everyCommandPrintsWhatThePageShows(page: String) async throws {
      let shop = try Self.project()
      var text = try Self.text(page)
      var compared = 0
      for block in Documentation.blocks(text[...]) {
        switch block.language {
        case "yaml" where block.text.hasPrefix("schema: cellheights.template/"):
          try shop.write(block.text, to: "card.yaml")
        case "sh":
          for command in block.text.lineList {
            if Self.elsewhere.contains(where: command.hasPrefix) { continue }
            let run = try await Self.run(command, in: shop)
            #expect(run.code == 0, "\(command): \(run.errors)")
          }
        case "":
          var shown: [Step] = []
          for step in Self.steps(block.text) {
            let run = try await Self.run("(\(step.command)) 2>&1", in: shop)
            let lines = run.lines.map(Self.shortened)
            let same = lines.map(Self.masked) == step.output.map(Self.masked)
            shown.append(Step(command: step.command, output: same ? step.output : lines))
            compared += 1
            if !Self.records { #expect(same, "\(page): \(step.command)\n\(run.output)") }
          }
          let made = shown.flatMap { ["$ \($0.command)"] + $0.output }.map { $0 + "\n" }.joined()
          if Self.records, !shown.isEmpty { text = text.replacing(block.text, with: made) }
        default: break
        }
      }
      if Self.records { try text.write(to: Self.url(page), atomically: true, encoding: .utf8) }
      #expect(compared >= 3)
    }

    @Test func everyCommandOfTheRunbookWorks() async throws {
      let shop = try Self.project()
      try FileManager.default.copyItem(
        at: Workshop.package.appending(path: "Feeds/demo-lines.ndjson"),
        to: shop.directory.appending(path: "home.ndjson"))
      var feed = try String(
        contentsOf: shop.directory.appending(path: "home.ndjson"), encoding: .utf8)
      var count = 0
      for block in Documentation.blocks(try Self.text("docs/runbook.md")[...])
      where block.language == "sh" {
        for command in block.text.lineList {
          if command.hasPrefix("cellheights nightly") {
            // A night without a change keeps no generation for the rollback.
            feed += #"{"id":"night-\#(count)","title":"Another night"}"# + "\n"
            try shop.write(feed, to: "home.ndjson")
          }
          let run = try await Self.run(command, in: shop)
          #expect(run.code == 0, "\(command): \(run.errors)")
          count += 1
        }
      }
      #expect(count >= 15)
    }

    @Test func theRunbookTellsOfEveryEventOfTheLog() throws {
      let runbook = try Self.text("docs/runbook.md")
      for event in NightlyLog.Event.allCases {
        #expect(runbook.contains("| `\(event.rawValue)` |"), "\(event)")
      }
    }

    @Test func theReadmeIsShort() throws {
      #expect(try Self.text("README.md").lineList.count <= 150)
    }

    @Test(arguments: pages + ["docs/commands.md"])
    func noHashStandsWhereItGoesStale(page: String) throws {
      #expect(try Self.text(page).matches(of: /[0-9a-f]{32}/).map { String($0.output) } == [])
    }

    @Test func theReadmeNamesEveryCommand() async throws {
      let help = try await Workshop().run("--help")
      let list = try #require(help.output.range(of: "SUBCOMMANDS:\n"))
      let names = help.output[list.upperBound...].matches(of: /(?m)^  (\w+) {2,}\w/).map(\.1)
      #expect(names.count >= 12)
      let readme = try Self.text("README.md")
      for name in names { #expect(readme.contains("| `\(name)` |"), "\(name)") }
    }

    @Test func theReadmeNamesEveryLibrary() throws {
      let text = try Self.text("README.md")
      let rooms = try #require(text.range(of: "The modules are library products"))
      let list = text[rooms.upperBound...].prefix(600)
      let manifest = try Self.text("Package.swift")
      let start = try #require(manifest.range(of: "+ ["))
      let end = try #require(
        manifest.range(of: "].map", range: start.upperBound..<manifest.endIndex))
      let names = manifest[start.upperBound..<end.lowerBound].matches(of: /"(\w+)"/).map(\.1)
      #expect(names.count > 10)
      for name in names { #expect(list.contains("`\(name)`"), "\(name)") }
    }

    private static var records: Bool {
      ProcessInfo.processInfo.environment["CELLHEIGHTS_RECORD"] == "1"
    }

    /// A folder like the project's, in which `scripts/cellheights` and `cellheights` are the built
    /// command.
    private static func project() throws -> Workshop {
      let shop = try Workshop()
      let files = FileManager.default
      try files.createDirectory(
        at: shop.directory.appending(path: "scripts"), withIntermediateDirectories: false)
      try files.createSymbolicLink(
        at: shop.directory.appending(path: "scripts/cellheights"),
        withDestinationURL: Program.url())
      try files.createSymbolicLink(
        at: shop.directory.appending(path: "Feeds"),
        withDestinationURL: Workshop.package.appending(path: "Feeds"))
      return shop
    }

    private static func run(_ command: String, in shop: Workshop) async throws -> Program.Outcome {
      try await shop.shell(
        """
        export HOME=$PWD PATH=$PWD/scripts:$PATH
        mkdir -p ~/.local/share/bash-completion/completions
        \(command)
        """)
    }

    private static func steps(_ block: String) -> [Step] {
      var steps: [Step] = []
      for line in block.lineList {
        if line.hasPrefix("$ ") {
          steps.append(Step(command: String(line.dropFirst(2))))
        } else if !steps.isEmpty {
          steps[steps.count - 1].output.append(line)
        }
      }
      return steps
    }

    /// A line as the pages show it.
    private static func shortened(_ line: String) -> String {
      line.replacing(#/hash:[0-9a-f]+/#, with: "hash:…")
    }

    /// A line without what depends on the machine; the tour lists it.
    private static func masked(_ line: String) -> String {
      line
        .replacing(#/[0-9]+(\.[0-9]+)? (m?s\b|workers?)/#) { "# \($0.output.2.prefix(6))" }
        .replacing(#/engines created: [0-9]+/#, with: "engines created: #")
        .replacing(#/^(\S+Ms\S*|hitch\.\S+|frames\.\S+) .*/#) { "\($0.output.1) #" }
        .replacing(#/ was [0-9.]+ at /#, with: " was # at ")
        .replacing(#/, median of 5 runs: \w+/#, with: "")
    }
  }
}
