import Foundation
import Testing

extension CommandLineTests {
  /// D1: The tour of the README is what the command does; numbers and hashes, which change with
  /// fonts, machines and versions, are not compared.
  @Suite struct ReadmeTests {
    private static func readme() throws -> String {
      try String(contentsOf: Workshop.package.appending(path: "README.md"), encoding: .utf8)
    }

    /// One command of a transcript.
    private struct Step {
      var command: String
      var output: [String] = []
    }

    @Test("D1: the tour shows what the command prints")
    func theTour() async throws {
      let shop = try Workshop()
      try FileManager.default.createSymbolicLink(
        at: shop.directory.appending(path: "Feeds"),
        withDestinationURL: Workshop.package.appending(path: "Feeds"))
      let text = try Self.readme()
      let tour = try #require(text.range(of: "## A tour"))
      let end = try #require(text.range(of: "\n## ", range: tour.upperBound..<text.endIndex))
      var compared = 0
      for block in Documentation.blocks(text[tour.upperBound..<end.lowerBound]) {
        if block.language == "yaml" {
          try shop.write(block.text, to: "card.yaml")
        }
        for step in Self.steps(block.text) where !step.command.contains("simulate") {
          let command = step.command.replacing("scripts/cellheights", with: "$cellheights")
          let run = try await shop.shell("(\(command)) 2>&1")
          #expect(
            run.lines.map(Self.normal) == step.output.map(Self.normal), "\(step.command)")
          compared += 1
        }
      }
      #expect(compared >= 14)
    }

    @Test("D1: no hash, digest or fingerprint stands where it goes stale")
    func nothingGoesStale() throws {
      for text in [try Self.readme(), try Documentation.text("commands.md")] {
        #expect(text.matches(of: /[0-9a-f]{32}/).map { String($0.output) } == [])
      }
    }

    @Test("D1: the README names every library and no number of templates")
    func libraries() throws {
      let text = try Self.readme()
      let rooms = try #require(text.range(of: "The rooms are library products"))
      let list = text[rooms.upperBound...].prefix(400)
      let manifest = try String(
        contentsOf: Workshop.package.appending(path: "Package.swift"), encoding: .utf8)
      let start = try #require(manifest.range(of: "+ ["))
      let end = try #require(
        manifest.range(of: "].map", range: start.upperBound..<manifest.endIndex))
      let names = manifest[start.upperBound..<end.lowerBound].matches(of: /"(\w+)"/).map(\.1)
      #expect(names.count > 10)
      for name in names { #expect(list.contains("`\(name)`"), "\(name)") }
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

    /// A line without its numbers, hashes and gaps.
    private static func normal(_ line: String) -> String {
      line.replacing(#/hash:(…|[0-9a-f]+)/#, with: "hash:#")
        .replacing(#/-?[0-9][0-9., -]*/#, with: "#")
        .replacing("workers", with: "worker").replacing(#/ +/#, with: " ")
        .trimmingCharacters(in: .whitespaces)
    }
  }
}
