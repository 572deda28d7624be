import Foundation
import Testing

@testable import cellheights

/// C6: Colour for people, never for programs.
@Suite struct PaletteTests {
  private static func palette(_ variables: [String: String], terminal: Bool) -> Palette {
    Palette(variable: { variables[$0] }, isTerminal: terminal)
  }

  @Test(
    "C6: colour goes to terminals, and where the environment asks for it",
    arguments: [
      (["TERM": "xterm"], true, true), (["TERM": "xterm"], false, false),
      (["TERM": "dumb"], true, false), ([:], true, false),
      (["TERM": "xterm", "NO_COLOR": "1"], true, false),
      (["TERM": "xterm", "NO_COLOR": ""], true, true),
      (["TERM": "xterm", "CLICOLOR": "0"], true, false),
      (["CLICOLOR_FORCE": "1"], false, true), (["CLICOLOR_FORCE": "0"], false, false),
      (["CLICOLOR_FORCE": "1", "TERM": "dumb"], true, true),
      (["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], true, false),
    ] as [([String: String], Bool, Bool)])
  func conventions(_ variables: [String: String], _ terminal: Bool, _ colored: Bool) {
    #expect(Self.palette(variables, terminal: terminal).isColored == colored)
  }

  @Test(
    "C6: the word that says how bad it is is painted, and nothing else",
    arguments: [
      ("cellheights: no", "<1;31>cellheights:<0> no"),
      ("warning CH0420: a: b", "<1;33>warning CH0420<0>: a: b"),
      ("a.yaml:3:5: error: x: note: y", "a.yaml:3:5: <1;31>error<0>: x: note: y"),
      ("a.yaml:3:5: warning: x", "a.yaml:3:5: <1;33>warning<0>: x"),
      ("note: the trace", "<1;36>note:<0> the trace"),
      ("Error: x\nUsage: y", "<1;31>Error:<0> x\n<1>Usage:<0> y"),
      ("errors were found", "errors were found"), ("", ""),
    ])
  func diagnostics(_ line: String, _ painted: String) {
    let palette = Self.palette(["CLICOLOR_FORCE": "1"], terminal: false)
    let shown = palette.line(line, .diagnostic).replacing(/\u{1B}\[([0-9;]*)m/) { "<\($0.1)>" }
    #expect(shown == painted)
    #expect(Self.palette([:], terminal: false).line(line, .diagnostic) == line)
  }

  @Test(
    arguments: [
      ["build", "--color", "never"]: .never, ["build", "--color=always", "x"]: .always,
      ["build", "--color=always", "--color", "auto"]: .auto,
    ] as [[String]: ColorChoice])
  func theFlagIsFound(_ words: [String], _ choice: ColorChoice) {
    #expect(ColorChoice.asked(words) == choice)
  }

  @Test(arguments: [["build"], ["build", "--", "--color", "never"], ["build", "--color"]])
  func noFlag(_ words: [String]) {
    #expect(ColorChoice.asked(words) == nil)
  }
}

extension CommandLineTests {
  @Suite struct ColorTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    private static let escape = "\u{1B}["

    /// Runs the command with both streams on a terminal, and gives what it shows.
    private func shown(_ line: String, term: String = "xterm") async throws -> String {
      let run = try await shop.shell(
        "NO_COLOR= CLICOLOR= CLICOLOR_FORCE= TERM=\(term) script -qec \"$cellheights \(line)\" /dev/null </dev/null"
      )
      return run.output
    }

    @Test("C6: colour on a terminal only, and as --color says")
    func terminals() async throws {
      #expect(try await shown("explain 101").contains("\(Self.escape)1;31merror CH0101"))
      for plain in ["explain 101 --color never", "explain 101 --format json"] {
        #expect(try await !shown(plain).contains("\u{1B}"), "\(plain)")
      }
      #expect(try await !shown("explain 101", term: "dumb").contains("\u{1B}"))
      #expect(try await shown("buld").contains("\(Self.escape)1;31mError:"))
      #expect(try await !shop.run("explain", "101").output.contains("\u{1B}"))
      #expect(
        try await shop.run("explain", "101", "--color", "always").output.contains(Self.escape))
      #expect(
        try await shop.run("explain", "101", environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": ""])
          .output
          .contains(Self.escape))
      let never = try await shop.run(
        "explain", "101", "--color=never", environment: ["CLICOLOR_FORCE": "1", "NO_COLOR": ""])
      #expect(!never.output.contains("\u{1B}"))
    }

    @Test("C6: JSON is never coloured")
    func programs() async throws {
      let shop = try await Workshop(holding: .sample)
      for line in [
        "lookup a --format json", "export", "explain --format json", "doctor --format json",
        "measure --text a --width 90 --format json", "config dump",
      ] {
        let run = try await shop.start(
          line.split(separator: " ").map(String.init) + ["--color", "always"]
        ).outcome()
        #expect(run.code == 0, "\(line): \(run.errors)")
        #expect(!run.output.contains("\u{1B}"), "\(line)")
      }
      for line in ["lookup a", "doctor", "measure --text a --width 90"] {
        let words = line.split(separator: " ").map(String.init)
        let colored = try await shop.start(words + ["--color", "always"]).outcome()
        #expect(colored.output.contains(Self.escape), "\(line)")
        let plain = try await shop.start(words).outcome()
        #expect(colored.output.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain.output)
      }
    }

    @Test("C6: an id with a colour of its own brings none")
    func textsOfOthers() async throws {
      let run = try await shop.run("explain", "\u{1B}[31mred", "--color", "always")
      #expect(run.code == 64)
      #expect(run.errors.hasPrefix("\(Self.escape)1;31mcellheights:\(Self.escape)0m "))
      #expect(!run.errors.contains("\(Self.escape)31mred"))
    }
  }
}
