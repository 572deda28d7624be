import Foundation
import Testing

extension CommandLineTests {
  /// Useless heights are never published without a report.
  @Suite struct FindingTests {
    let shop: Workshop

    init() throws {
      shop = try Workshop()
      try shop.write(SampleFeed.text, to: "home.ndjson")
    }

    private func write(_ name: String, _ views: [String], _ constraints: [String]) throws {
      try shop.write(
        (["schema: cellheights.template/1", "template: x", "views:"]
          + views.map { "  - \($0)" } + ["constraints:"] + constraints.map { "  - \($0)" })
          .joined(separator: "\n") + "\n", to: name)
    }

    private func writeNoBottom() throws {
      try write(
        "no-bottom.yaml",
        [
          #"{id: title, kind: label, text: "{title}"}"#,
          #"{id: body, kind: label, text: "{content}", lines: 0}"#,
        ],
        [#""H:|[title]|""#, #""H:|[body]|""#, #""V:|-4-[title][body]""#])
    }

    private func writeSqueezed() throws {
      try write(
        "squeezed.yaml",
        [
          #"{id: name, kind: label, text: "{id} has a name that is very long indeed", compression: {horizontal: 751}}"#,
          #"{id: buy, kind: button, text: "Get tickets now"}"#,
        ],
        [
          #""H:|-16-[name]-12-[buy]-16-|""#, #""V:|-8-[name]-8-|""#,
          #""buy.centerY == name.centerY""#,
        ])
    }

    private func writeUnanswered() throws {
      try write(
        "unanswered.yaml",
        [
          #"{id: title, kind: label, text: "{titel}"}"#,
          #"{id: body, kind: label, text: "{content_text}", lines: 0}"#,
        ],
        [#""H:|[title]|""#, #""H:|[body]|""#, #""V:|[title][body]|""#])
    }

    @Test("H1: a build of collapsed cells says so, and its next command is the check")
    func collapsedCellsAreTold() async throws {
      try writeNoBottom()
      let refused = try await shop.run("build", "home.ndjson", "--template", "no-bottom.yaml")
      #expect(refused.code == 65 && !shop.has("Cache/heights.sqlite"))
      #expect(refused.errors.contains("error CH0622: all cells of the template 'x' are 0 high"))
      #expect(refused.errors.contains("(--accept flat allows it)"))
      let run = try await shop.run(
        "build", "home.ndjson", "--template", "no-bottom.yaml", "--accept", "flat")
      #expect(run.code == 0)
      #expect(run.lines.contains("trust    0 exact, 6 substitute-font, 6 collapsed"))
      let lines = run.errorLines
      #expect(lines.first == "error CH0622: all cells of the template 'x' are 0 high")
      #expect(lines.count > 1 && lines[1].hasPrefix("warning CH0610: the cell is 0 high"))
      #expect(lines.count > 1 && lines[1].contains("reaches lowest, in "))
      let check =
        "cellheights template check no-bottom.yaml --input home.ndjson --environment "
        + "390@3x/L/ltr/en/uikit"
      #expect(run.errorLines.last == "see      \(check)")
      #expect(run.lines.last == "next     \(check)")
      #expect(run.lines.count == 7)
      // The command that it proposes names the view and the place.
      let told = try await shop.run(
        "template", "check", "no-bottom.yaml", "--input", "home.ndjson", "--environment",
        "390@3x/L/ltr/en/uikit")
      #expect(told.code == 65 && told.output.contains("all cells of the template 'x' are 0 high"))
      #expect(told.output.contains("no-bottom.yaml:5:10: warning: the cell is 0 high"))
      #expect(told.output.contains("cell.bottom >= body.bottom + 12"))
    }

    @Test(
      "H1, H2: --strict refuses what makes heights useless",
      arguments: ["no-bottom.yaml", "unanswered.yaml"])
    func strictRefuses(_ template: String) async throws {
      try writeNoBottom()
      try writeUnanswered()
      let run = try await shop.run(
        "build", "home.ndjson", "--template", template, "--strict", "--accept", "substitute-font",
        "--accept", "size-unknown")
      #expect(run.code == 65)
      #expect(run.errors.contains(template == "no-bottom.yaml" ? "CH0610" : "CH0612"))
      #expect(run.errorLines.last?.hasPrefix("see      cellheights template check") == true)
      #expect(!shop.has("Cache/heights.sqlite"))
    }

    @Test("H2: build and check propose the nearest word")
    func aSlipInABinding() async throws {
      try writeUnanswered()
      let build = try await shop.run(
        "build", "home.ndjson", "--template", "unanswered.yaml", "--format", "json")
      #expect(build.code == 0)
      #expect(
        build.errors.contains("warning CH0612: '{titel}' is absent in 6 of 6 records"))
      let findings = try JSONLine(build.output).objects("findings")
      #expect(findings.map { $0["code"] as? String } == ["CH0612", "CH0620"])
      #expect(findings.first?["view"] as? String == "title")
      #expect(findings.first?["help"] as? String == "did you mean {title}?")
      #expect(findings.first?["line"] as? Int == 4)
    }

    @Test("H5: a button without room is told by check, build and layout, with its environments")
    func aButtonWithoutRoom() async throws {
      try writeSqueezed()
      for command in [
        ["template", "check", "squeezed.yaml", "--input", "home.ndjson"],
        ["build", "home.ndjson", "--template", "squeezed.yaml"],
      ] {
        let run = try await shop.start(command + ["--environment", "{200,900}"]).outcome()
        let all = run.output + run.errors
        #expect(run.code == 0)
        #expect(all.contains("'buy' is 0 wide or high although it has content"), "\(command)")
        // At 900 points both fit.
        #expect(
          all.contains("in 1 of 2 environments") || all.contains("6 of 12 cells and 1 of 2"),
          "\(command)")
      }
      let laidOut = try await shop.run(
        "layout", "--template", "squeezed.yaml", "--environment", "200",
        input: .text(SampleFeed.text))
      #expect(laidOut.errors.contains("warning CH0614"))
      #expect(
        laidOut.lines.first?.contains(
          #""findings":[{"code":"CH0614","severity":"warning","kind":"squeezed","view":"buy"}]"#)
          == true)
    }

    @Test("H5: --fail-on refuses more cells of a kind than it is told, in build and check")
    func failOn() async throws {
      try writeSqueezed()
      for (flags, code) in [
        (["--fail-on", "squeezed"], 65), (["--fail-on", "squeezed=5"], 65),
        (["--fail-on", "squeezed=6"], 0), (["--fail-on", "squeezed=100%"], 0),
        (["--fail-on", "outside", "--fail-on", "unanswered"], 0),
        (["--fail-on", "squezed"], 64), (["--fail-on", "squeezed=x"], 64),
      ] as [([String], Int32)] {
        let build = try await shop.start(
          ["build", "home.ndjson", "--template", "squeezed.yaml", "--environment", "200"] + flags
        ).outcome()
        #expect(build.code == code, "\(flags): \(build.errors)")
        let check = try await shop.start(
          ["template", "check", "squeezed.yaml", "--input", "home.ndjson", "--environment", "200"]
            + flags
        ).outcome()
        #expect(check.code == code, "\(flags): \(check.errors)")
      }
    }

    @Test("H1: simulate refuses a list without height, and says when nothing scrolls")
    func aListWithoutHeight() async throws {
      try writeNoBottom()
      try await shop.run(
        "build", "home.ndjson", "--template", "no-bottom.yaml", "--accept", "flat")
      let flat = try await shop.run("simulate")
      #expect(flat.code == 65 && flat.output == "")
      #expect(flat.errors.contains("is 0 points high, so that nothing scrolls"))
      try writeUnanswered()
      try await shop.run("build", "home.ndjson", "--template", "unanswered.yaml")
      let short = try await shop.run("simulate", "--viewport", "5000")
      #expect(short.code == 0)
      #expect(short.errors.contains("warning CH0612: '{titel}' is absent"))
      #expect(short.errors.contains("nothing scrolls"))
    }

    @Test("content that is missing everywhere: said by a build, refused by --strict and --refuse")
    func missingContent() async throws {
      let lines = (0..<25).map {
        #"{"id":"r\#($0)","title":"T \#($0)","author":"A","txt":"Text \#($0)"}"#
      }
      try shop.write(lines.joined(separator: "\n"), to: "renamed.ndjson")
      let build = ["build", "renamed.ndjson"]
      let told = try await shop.start(build).outcome()
      #expect(told.code == 0)
      #expect(told.errors.contains("warning CH0620: the text of 'body' shows a value of no record"))
      for (flags, code) in [
        (["--strict", "--accept", "substitute-font"], 65), (["--refuse", "blank"], 65),
        (["--refuse", "blank", "--accept", "blank"], 0), (["--refuse", "lost"], 0),
        (["--refuse", "blnk"], 64),
      ] as [([String], Int32)] {
        #expect(try await shop.start(build + flags).outcome().code == code, "\(flags)")
      }
      let half = lines.prefix(12).joined(separator: "\n")
      try shop.write(half, to: "renamed.ndjson")
      let refused = try await shop.start(build).outcome()
      #expect(refused.code == 65)
      #expect(
        refused.errors.contains(
          "feed 'renamed' has 12 records instead of 25, and 5 fewer are accepted; the store is "
            + "unchanged; --max-removed 13 allows it"))
      #expect(try await shop.start(build + ["--max-removed", "13"]).outcome().code == 0)
    }

    @Test("H5: a label that is hidden is not cut, nor are copies that a record leaves out")
    func hiddenLabelsAreNotCut() async throws {
      try write(
        "hidden.yaml",
        [
          #"{id: name, kind: label, text: "{title|'Untitled'}", lines: 0}"#,
          #"{id: gone, kind: label, text: "a text that is far too long for the room that it has here", hidden: true}"#,
        ],
        [
          #""H:|[name]|""#, #""V:|[name]|""#, #""gone.top == cell.top""#,
          #""gone.leading == cell.leading""#, #""gone.width == 20""#,
        ])
      let run = try await shop.run(
        "build", "home.ndjson", "--template", "hidden.yaml", "--fail-on", "truncated", "--fail-on",
        "squeezed", "--strict", "--accept", "substitute-font", "--accept", "size-unknown")
      #expect(run.code == 0, "\(run.errors)")
    }

    @Test("H: a build refuses what the check warns of, though it is known of the template alone")
    func wordsOfOtherTemplates() async throws {
      try write(
        "foreign.yaml",
        [
          #"{id: name, kind: label, text: "{title}"}"#,
          #"{id: more, kind: label, text: "{{content}}"}"#,
        ],
        [#""H:|[name]|""#, #""H:|[more]|""#, #""V:|[name][more]|""#])
      for command in [
        ["build", "home.ndjson", "--template", "foreign.yaml", "--fail-on", "unbound"],
        ["template", "check", "foreign.yaml", "--input", "home.ndjson", "--fail-on", "unbound"],
      ] {
        let run = try await shop.start(command).outcome()
        #expect(run.code == 65, "\(command)")
        #expect((run.output + run.errors).contains("CH0616"), "\(command)")
      }
    }

    @Test("H: a rebuild reports what a first build reports, whatever it keeps")
    func aRebuildReportsTheSame() async throws {
      try writeNoBottom()
      let build = [
        "build", "home.ndjson", "--template", "no-bottom.yaml", "--accept", "flat", "--format",
        "json",
      ]
      let first = try JSONLine(try await shop.start(build).outcome().output)
      let again = try JSONLine(
        try await shop.start(build + ["--jobs", "1"]).outcome().output)
      #expect(again.number("cells", "reused") == 6)
      #expect(!first.objects("findings").isEmpty)
      #expect(
        first.objects("findings") as NSArray == again.objects("findings") as NSArray)
    }
  }
}
