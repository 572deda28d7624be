import Foundation
import Testing

extension CommandLineTests {
  @Suite struct ConfigurationPrecedenceTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    /// The line of `config dump` that has a key, without its white space.
    private func line(
      _ key: String, _ arguments: [String] = [], environment: [String: String] = [:]
    ) async throws -> String? {
      let run = try await shop.start(["config", "dump"] + arguments, environment: environment)
        .outcome()
      try #require(run.code == 0, "\(run.errors)")
      return run.lines.map { $0.trimmingCharacters(in: .whitespaces) }
        .first { $0.hasPrefix("\(key): ") || $0.hasPrefix("# \(key): ") }
    }

    @Test func flagsBeatVariablesBeatTheFileBeatDefaults() async throws {
      #expect(try await line("path") == "path: Cache/heights.sqlite  # default")
      try shop.write(
        "schema: cellheights.config/1\nstore: {path: file.sqlite}\nenvironments: [300]\n",
        to: "cellheights.yaml")
      #expect(try await line("path") == "path: file.sqlite  # cellheights.yaml:2")
      #expect(try await line("keep") == "keep: 3  # default")
      let variables = [
        "CELLHEIGHTS_STORE": "variable.sqlite", "CELLHEIGHTS_ENVIRONMENT": "310 {320,330}",
        "CELLHEIGHTS_TEMPLATE": "other", "CELLHEIGHTS_JOBS": "3",
      ]
      #expect(
        try await line("path", environment: variables)
          == "path: variable.sqlite  # environment CELLHEIGHTS_STORE")
      #expect(
        try await line("path", ["--store", "flag.sqlite"], environment: variables)
          == "path: flag.sqlite  # flag --store")
      #expect(try await line("environments") == "environments: [\"300\"]  # cellheights.yaml:3")
      #expect(
        try await line("environments", environment: variables)
          == "environments: [\"310\", \"{320,330}\"]  # environment CELLHEIGHTS_ENVIRONMENT")
      #expect(
        try await line("environments", ["--environment", "400"], environment: variables)
          == "environments: [\"400\"]  # flag --environment")
      #expect(
        try await line("template", environment: variables)
          == "# template: other  # environment CELLHEIGHTS_TEMPLATE")
      #expect(try await line("template") == "# template: post  # default")
      #expect(
        try await line("jobs", environment: variables)
          == "# jobs: 3  # environment CELLHEIGHTS_JOBS")
      #expect(
        try await line("jobs", ["--jobs", "2"], environment: variables)
          == "# jobs: 2  # flag --jobs")
    }

    @Test func anEmptyVariableSaysNothing() async throws {
      #expect(
        try await line("path", environment: ["CELLHEIGHTS_STORE": "", "CELLHEIGHTS_CONFIG": ""])
          == "path: Cache/heights.sqlite  # default")
    }

    @Test func aVariableThatIsWrongIsNamed() async throws {
      let run = try await shop.run("config", "dump", environment: ["CELLHEIGHTS_JOBS": "many"])
      #expect(run.code == 64)
      #expect(run.errors.contains("CELLHEIGHTS_JOBS") && run.errors.contains("'many'"))
    }

    @Test func theNearestFileUpwardCounts() async throws {
      let inner = shop.directory.appending(path: "a/b/c")
      try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
      try shop.write(
        "schema: cellheights.config/1\nstore: {path: outer.sqlite}\n", to: "cellheights.yaml")
      try shop.write(
        "schema: cellheights.config/1\nstore: {path: inner.sqlite}\n", to: "a/b/cellheights.yaml")
      func path(in folder: String) async throws -> String? {
        let run = try await shop.shell("cd \(folder) && $cellheights config dump")
        return run.lines.first { $0.contains("path: ") }?.trimmingCharacters(in: .whitespaces)
      }
      let here = shop.directory.path
      #expect(try await path(in: ".") == "path: outer.sqlite  # cellheights.yaml:2")
      #expect(
        try await path(in: "a") == "path: \(here)/outer.sqlite  # \(here)/cellheights.yaml:2")
      #expect(try await path(in: "a/b") == "path: inner.sqlite  # cellheights.yaml:2")
      #expect(
        try await path(in: "a/b/c")
          == "path: \(here)/a/b/inner.sqlite  # \(here)/a/b/cellheights.yaml:2")
    }

    @Test func aFileThatIsNamedBeatsOneThatIsFound() async throws {
      for name in ["cellheights", "flag", "variable"] {
        try shop.write(
          "schema: cellheights.config/1\nstore: {path: \(name).sqlite}\n", to: "\(name).yaml")
      }
      let variable = ["CELLHEIGHTS_CONFIG": "variable.yaml"]
      #expect(
        try await line("path", environment: variable) == "path: variable.sqlite  # variable.yaml:2")
      #expect(
        try await line("path", ["--config", "flag.yaml"], environment: variable)
          == "path: flag.sqlite  # flag.yaml:2")
    }

    @Test func aFileThatIsNotThereIsConfiguration() async throws {
      let flag = try await shop.run("lookup", "a", "--config", "none.yaml")
      #expect(flag.code == 78)
      #expect(flag.errorLines.count == 1 && flag.errors.contains("none.yaml"))
      let variable = try await shop.run(
        "build", "x.json", environment: ["CELLHEIGHTS_CONFIG": "none.yaml"])
      #expect(variable.code == 78)
    }

    @Test func everyCommandRefusesABrokenFile() async throws {
      try shop.write("schema: cellheights.config/1\nstor: {path: x}\n", to: "cellheights.yaml")
      let commands = [
        ["build", "x.json"], ["lookup", "a"], ["export"], ["layout"], ["records", "x.json"],
        ["measure", "--text", "x", "--width", "9"], ["template", "check", "post"],
        ["template", "frames", "post"], ["simulate"], ["doctor"], ["config", "dump"],
      ]
      for arguments in commands {
        let run = try await shop.start(arguments).outcome()
        #expect(run.code == 78, "\(arguments)")
        #expect(
          run.errors.contains("cellheights.yaml:2: unknown key 'stor'; did you mean 'store'?"))
      }
    }

    @Test func whatIsPrintedReadsBackAsTheSame() async throws {
      try shop.write(
        """
        schema: cellheights.config/1
        feeds: {"my feed": {files: ["a b.json", 'it''s #1.json'], mapping: m, max_removed: 3}}
        mappings: {m: {records: "$.x[*]", content: {path: c, html: true}, image: {url: u, width: w}}}
        templates: {yes: t.yaml}
        fonts: {system: [A.otf], families: {"B c": [b.otf]}}
        limits: {json_depth: 7}
        budgets: [position.jumps == 0, "frameOverrunMs.P99 <= 0 @///imported:Pixel 8"]
        """, to: "cellheights.yaml")
      func values(_ run: Program.Outcome) -> [Substring] {
        run.lines.map { $0.prefix(upTo: $0.range(of: "  # ")?.lowerBound ?? $0.endIndex) }
      }
      let first = try await shop.run("config", "dump")
      try #require(first.code == 0, "\(first.errors)")
      try shop.write(first.output, to: "again.yaml")
      let second = try await shop.run("config", "dump", "--config", "again.yaml")
      #expect(second.code == 0, "\(second.errors)")
      #expect(values(second) == values(first))
    }
  }
}
