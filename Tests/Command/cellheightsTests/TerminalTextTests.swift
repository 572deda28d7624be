import Foundation
import Testing

extension CommandLineTests {
  /// X1: ids, names, paths and texts of others reach a terminal only as text.
  @Suite struct TerminalTextTests {
    let shop: Workshop

    /// ESC, BEL, right-to-left override, C1's control sequence introducer, DEL, line separator.
    private static let evil = "x\u{1B}[31m\u{7}\u{202E}y\u{9B}2J\u{7F}\u{2028}z"
    private static let commands = Set(
      "\u{1B}\u{7}\u{202E}\u{9B}\u{7F}\u{2028}\u{2029}\u{2066}\u{200F}".unicodeScalars)

    init() async throws {
      shop = try Workshop()
      let json = #"x\u001b[31m\u0007\u202ey\u009b2J\u007f\u2028z"#
      try shop.write(
        #"{"id":"\#(json)","title":"\#(json)","content_text":"\#(json)"}"# + "\n", to: "feed.ndjson"
      )
      // An id is on one line.
      let view = json.replacingOccurrences(of: #"\u2028"#, with: "")
      try shop.write(
        """
        {"schema": "cellheights.template/1", "template": "t",
         "views": [{"id": "\(view)", "kind": "label", "text": "{title}"}],
         "constraints": ["H:|-[\\"\(view)\\"]-|", "V:|-[\\"\(view)\\"]-|"]}
        """, to: "evil.json")
      try shop.write(
        """
        {"schema": "cellheights.template/1", "template": "t",
         "views": [{"id": "\(json)", "kind": "label", "text": "{title}"}],
         "constraints": ["\(json)"], "groups": [{"when": "\(json)"}]}
        """, to: "broken.json")
      let built = try await shop.run(
        "build", "feed.ndjson", "--feed", Self.evil, "--template", "evil.json")
      try #require(built.code == 0, "\(built.errors)")
    }

    private func isQuiet(
      _ arguments: [String], input: Run.Input = .nothing, code: Int32? = 0,
      at location: SourceLocation = #_sourceLocation
    ) async throws -> Program.Outcome {
      let run = try await shop.start(arguments, input: input).outcome()
      for (name, text) in [("output", run.output), ("errors", run.errors)] {
        let found = text.unicodeScalars.first { Self.commands.contains($0) }
        #expect(
          found == nil, "\(arguments): U+\(String(found?.value ?? 0, radix: 16)) in \(name)",
          sourceLocation: location)
      }
      if let code { #expect(run.code == code, "\(run.errors)", sourceLocation: location) }
      return run
    }

    @Test("X1: no command sends what its input says to the terminal")
    func nothingCommandsATerminal() async throws {
      let id = Self.evil
      let view = id.filter { $0 != "\u{2028}" }
      for command: [String] in [
        ["build", "feed.ndjson", "--feed", id, "--template", "evil.json"],
        ["build", "feed.ndjson", "--feed", id, "--template", "evil.json", "--plan"],
        ["lookup", id], ["lookup", "--range", "0..1"], ["lookup", "--at-offset", "0"],
        ["inspect", id, "--template", "evil.json"],
        ["inspect", id, "--template", "evil.json", "--constraints", view],
        ["inspect", "--template", "evil.json", "--input", "feed.ndjson"],
        ["simulate", "--template", "evil.json", "--iterations", "1"],
        ["template", "check", "evil.json"],
        ["template", "check", "evil.json", "--input", "feed.ndjson"],
        ["template", "check", "evil.json", "--input", "feed.ndjson", "--format", "uikit"],
        ["template", "frames", "evil.json"], ["records", "feed.ndjson"], ["export"],
        ["records", "feed.ndjson", "--detect"], ["measure", "--text", id, "--width", "100"],
        ["config", "dump", "--store", id, "--template", id],
      ] {
        _ = try await isQuiet(command, code: nil)
        if ["build", "lookup", "measure"].contains(command[0]) || command.contains("evil.json"),
          !command.contains("uikit"), !command.contains("frames"),
          !command.contains("--constraints")
        {
          _ = try await isQuiet(command + ["--format", "json"], code: nil)
        }
      }
      let input = Run.Input.text(
        try #require(String(data: shop.bytes("feed.ndjson"), encoding: .utf8)))
      _ = try await isQuiet(["layout", "--template", "evil.json"], input: input)
    }

    @Test("X1: neither do errors")
    func noErrorCommandsATerminal() async throws {
      let id = Self.evil
      for command: [String] in [
        ["template", "check", "broken.json"],
        ["template", "check", "broken.json", "--format", "json"],
        ["build", "feed.ndjson", "--template", "broken.json"], ["build", id],
        ["build", "feed.ndjson", "--store", "/dev/null/\(id)"], ["lookup", id + "?"],
        ["lookup", "a", "--feed", id + "?"], ["lookup", "a", "--store", id],
        ["build", "feed.ndjson", "--template", id], ["build", "feed.ndjson", "--mapping", id],
        ["build", "feed.ndjson", "--environment", id], ["template", "import", id + ".xib"],
        ["inspect", id, "--constraints", id + "?", "--template", "evil.json"],
        ["measure", "--text", "a", "--width", "9", "--font", id],
      ] {
        let run = try await isQuiet(command, code: nil)
        #expect(run.code != 0, "\(command)")
      }
    }

    @Test("X1: tables show the characters, JSON has them as escapes that read back")
    func whatIsShownSaysWhatItIs() async throws {
      let table = try await isQuiet(["lookup", Self.evil])
      #expect(table.output.contains(#"x\u{1B}[31m\u{7}\u{202E}y\u{9B}2J\u{7F}\u{2028}z"#))
      let json = try await isQuiet(["lookup", Self.evil, "--format", "json"])
      #expect(try JSONLine(json.lines[0]).string("id") == Self.evil)
      let record = try await isQuiet(["records", "feed.ndjson"])
      #expect(try JSONLine(record.lines[0]).string("title") == Self.evil)
      let dump = try await isQuiet(["config", "dump", "--store", Self.evil])
      #expect(dump.output.contains(#"\u202ey\x9b2J\x7f\u2028z"#))
      // Characters that are no commands are kept: the joiner of emoji, and the letters of every
      // script.
      let plain = try await isQuiet(["measure", "--text", "👩‍👧 نهر é", "--width", "300"])
      #expect(plain.output.contains("👩‍👧 نهر é"))
    }
  }
}
