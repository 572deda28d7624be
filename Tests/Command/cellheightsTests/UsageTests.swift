import ArgumentParser
import Foundation
import Testing
import TextMeasurement

@testable import cellheights

extension CommandLineTests {
  /// C2: What was probably meant by a command line that cannot be.
  @Suite struct UsageTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    /// A raw string shows the backslash that joins its lines; a default that help adds is not written.
    @Test func helpHasNoSlips() {
      func check(_ command: any ParsableCommand.Type) {
        let help = Cellheights.helpMessage(for: command, columns: 100)
        #expect(!help.contains("\\\n"), "\(command)")
        // The options of a command, each with its continuation.
        for option in help.split(separator: #/\n  (?=[-<])/#) {
          let text = option.split { $0.isWhitespace }.joined(separator: " ")
          #expect(text.matches(of: #/\(default: |; default: /#).count <= 1, "\(command): \(text)")
        }
        command.configuration.subcommands.forEach(check)
      }
      check(Cellheights.self)
    }

    @Test(
      "C2: an unknown command is told with the nearest",
      arguments: [
        ("buld x", "there is no command 'buld'; did you mean 'build'?"),
        ("buld --jobs 2 x", "there is no command 'buld'; did you mean 'build'?"),
        ("temp check x", "there is no command 'temp'; did you mean 'template'?"),
        ("template chek x", "'template' has no command 'chek'; did you mean 'check'?"),
        ("config dmp", "'config' has no command 'dmp'; did you mean 'dump'?"),
        ("help buld", "there is no command 'buld'; did you mean 'build'?"),
        ("help template chek", "'template' has no command 'chek'; did you mean 'check'?"),
        ("config qqqqqq", "'config' has no command 'qqqqqq'; there are dump"),
      ])
    func unknownCommands(_ line: String, _ message: String) async throws {
      try await expect(line, message)
    }

    @Test(
      "C2: a value that is none of a list is told with the nearest",
      arguments: [
        ("build --format jsn x", "'jsn' is invalid for '--format <format>'; did you mean 'json'?"),
        ("measure --text a --width 9 --metrics cs", "did you mean 'css'?"),
        ("measure --text a --width 9 --size-category xxl", "did you mean 'XXL'?"),
        ("records x --input-format=json-fed", "did you mean 'json-feed'?"),
        ("simulate --strategy stord", "did you mean 'stored'?"),
        ("template check x --format texte", "did you mean 'text'?"),
        ("build x --mapping weibi", "did you mean 'weibo'?"),
        ("measure --text a --width 9 --style boddy", "did you mean 'body'?"),
        ("measure --text a --width 9 --weight semibld", "did you mean 'semibold'?"),
        ("build x --strict --accept relaxd", "did you mean 'relaxed'?"),
        ("build x --fail-on colapsed", "did you mean 'collapsed'?"),
        ("build x --fail-on colapsed=1%", "did you mean 'collapsed'?"),
        ("simulate flick-medum", "did you mean 'flick-medium'?"),
      ])
    func values(_ line: String, _ message: String) async throws {
      try shop.write(SampleFeed.text, to: "x")
      try await expect(line, message)
    }

    @Test(
      "C2: a misspelt option is told with the nearest, or with the command that has it",
      arguments: [
        (
          "build --enviroment 390 x", "Unknown option '--enviroment'; did you mean '--environment'?"
        ),
        ("build --env 390 x", "Unknown option '--env'; did you mean '--environment'?"),
        ("measure --text a --wdth 10", "Unknown option '--wdth'; did you mean '--width'?"),
        ("lookup --at-ofset=5", "Unknown option '--at-ofset'; did you mean '--at-offset'?"),
        ("build --letter-spacing 2 x", "it is an option of 'measure'"),
      ])
    func options(_ line: String, _ message: String) async throws {
      try await expect(line, message)
    }

    @Test(
      "C2: a negative number is a value",
      arguments: [
        ("measure --text a --width -1", "--width is a number of points above 0 and at most 100000"),
        ("measure --text a --width=-1", "--width is a number of points above 0 and at most 100000"),
        (
          "measure --text a --width -.5", "--width is a number of points above 0 and at most 100000"
        ),
        ("build x --jobs -1", "--jobs is a number of workers from 1 to 256"),
        ("lookup --range -1..3", "The value '-1..3' is invalid for '--range <A..B>'"),
        ("lookup --feed -x a", "a value that begins with a dash is written --feed=-x"),
      ])
    func negativeNumbers(_ line: String, _ message: String) async throws {
      try await expect(line, message)
    }

    @Test func negativeNumbersThatAreMeantAreTaken() async throws {
      let run = try await shop.run(
        "measure", "--text", "ab", "--width", "100", "--letter-spacing", "-1")
      #expect(run.code == 0)
      #expect(try await shop.run("measure", "--text", "-1", "--width", "100").code == 0)
    }

    @Test func aFeedThatTheStoreDoesNotHave() async throws {
      let shop = try await Workshop(holding: .sample)
      let run = try await shop.run("lookup", "a", "--feed", "hom")
      #expect(run.errors.contains("no feed 'hom'; have home; did you mean 'home'?"))
    }

    @Test func aFormatThatAVariableNames() async throws {
      let run = try await shop.run(
        "records", "x", environment: ["CELLHEIGHTS_INPUT_FORMAT": "ndjsn"])
      #expect(run.code == 64)
      #expect(run.errors.contains("did you mean 'ndjson'?"))
    }

    private func expect(_ line: String, _ message: String) async throws {
      let run = try await shop.start(line.split(separator: " ").map(String.init)).outcome()
      #expect(run.code == 64, "\(line)")
      #expect(run.output == "", "\(line)")
      #expect(run.errors.contains(message), "\(line): \(run.errors)")
    }
  }
}

@Suite struct NegativeValuesTests {
  @Test(
    arguments: [
      ["build", "--jobs", "-1", "x"]: ["build", "--jobs=-1", "x"],
      ["build", "--plan", "-1"]: ["build", "--plan", "-1"],
      ["lookup", "--", "--feed", "-1"]: ["lookup", "--", "--feed", "-1"],
      ["template", "frames", "x", "--width", "-1"]: ["template", "frames", "x", "--width=-1"],
      ["measure", "--width=-1", "-2"]: ["measure", "--width=-1", "-2"],
      ["-1"]: ["-1"],
    ])
  func onlyOptionsTakeThem(_ words: [String], _ joined: [String]) throws {
    #expect(try NegativeValues.joined(words) { try CommandTree() } == joined)
  }
}

@Suite struct FontWeightNameTests {
  @Test func everyNameIsAWeight() {
    let numbers = Set(FontWeight.names.compactMap { FontWeight.number(named: $0) })
    #expect(numbers == Set(stride(from: 100, through: 900, by: 100)))
    for name in FontWeight.names { #expect(FontWeight.number(named: name) != nil, "\(name)") }
  }
}
