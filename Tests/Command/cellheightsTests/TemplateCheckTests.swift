import Foundation
import Testing

extension CommandLineTests {
  @Suite struct TemplateCheckTests {
    let shop: Workshop

    init() throws {
      shop = try Workshop()
      try shop.write(SampleFeed.text, to: "home.ndjson")
    }

    /// A document of which only what follows the heading matters.
    private func write(_ name: String, views: [String], constraints: [String]) throws {
      try shop.write(
        (["schema: cellheights.template/1", "template: x", "views:"]
          + views.map { "  - \($0)" } + ["constraints:"] + constraints.map { "  - \($0)" })
          .joined(separator: "\n") + "\n", to: name)
    }

    /// 16 + 40 points from the left do not end 60 points before the right edge of a cell 390 wide:
    /// that needs 274 points more.
    private func writeFight() throws {
      try write(
        "fight.yaml",
        views: ["{id: photo, kind: image, size: [40, 10]}", "{id: rule, kind: view}"],
        constraints: [
          #""H:|-16-[photo]""#, #""V:|-4-[photo]-4-[rule(1)]|""#, #""H:|[rule]|""#,
          #"{id: trailing, constraint: "photo.trailing == cell.trailing - 60"}"#,
        ])
    }

    /// A text that is twice as wide as it is high: width makes it low, which takes the width away.
    private func writeLoop() throws {
      try write(
        "loop.yaml",
        views: [
          #"{id: note, kind: label, text: "{content}", lines: 0, "#
            + "hugging: {horizontal: 1}, compression: {horizontal: 1}}"
        ],
        constraints: [
          #""V:|-4-[note]-4-|""#, #""note.leading == cell.leading""#,
          #""note.width == 2 * note.height""#,
        ])
    }

    @Test func goodTemplatesPass() async throws {
      let run = try await shop.run(
        "template", "check", "post", Workshop.demo("templates/compact.yaml"), "--input",
        Workshop.demo("demo-lines.ndjson"))
      #expect(run.code == 0)
      #expect(run.errors == "")
      let verdicts = run.lines.filter { $0.hasPrefix("ok ") }
      #expect(verdicts.count == 2 && verdicts.allSatisfy { $0.hasSuffix("40 cells tried") })
      // One engine for all records, whose constraints are never taken down.
      #expect(run.lines.count { $0.contains("engines created: 1,") } == 2)
      #expect(run.lines.count { $0.contains(" toggled, 0 added, 0 removed") } == 2)
      #expect(run.lines.contains { $0.hasPrefix("label    title: sized ") })
    }

    @Test func withoutRecordsOnlyTheDocumentIsChecked() async throws {
      let run = try await shop.run("template", "check", "post")
      #expect(run.code == 0)
      #expect(run.lines.count == 1 && run.output.hasPrefix("ok       post: "))
    }

    @Test func allThatIsWrongWithADocumentIsShownWhereItStands() async throws {
      try write(
        "bad.yaml", views: ["{id: a, kind: lable}"],
        constraints: [
          #""b.top == cell.top""#, #""a.left == cell.leading""#, #""a.top = 5""#,
        ])
      let run = try await shop.run("template", "check", "bad.yaml")
      #expect(run.code == 65 && run.output == "")
      let heads = run.errorLines.filter { $0.contains(": error: ") }
      #expect(
        heads.map { $0.prefix { $0 != " " } } == [
          "bad.yaml:4:19:", "bad.yaml:6:6:", "bad.yaml:7:16:", "bad.yaml:8:12:",
        ])
      #expect(
        run.errors.contains("\n    4 |   - {id: a, kind: lable}\n      |                   ^~~~~\n")
      )
      #expect(run.errors.contains("  = help: "))
      let json = try await shop.run("template", "check", "bad.yaml", "--format", "json")
      #expect(json.code == 65 && json.errors == "" && json.lines.count == 1)
      let document = try JSONLine(json.output)
      #expect(document.string("schema") == "cellheights.check/1")
      #expect(document.objects("findings").map { $0["column"] as? Int } == [19, 6, 16, 12])
    }

    @Test func aContradictionIsToldOnceWithItsIrreducibleSet() async throws {
      try writeFight()
      let run = try await shop.run(
        "template", "check", "fight.yaml", "--input", "home.ndjson", "--environment",
        "{380,390}")
      #expect(run.code == 65)
      let heads = run.lines.filter { $0.contains(": error: ") || $0.contains(": note: ") }
      #expect(
        heads == [
          "fight.yaml:10:33: error: 'photo.trailing == cell.trailing - 60' contradicts 3 other "
            + "required constraints and had to give [CH0101]",
          "fight.yaml: note: 'cell.width == 380', which the environment gives",
          "fight.yaml:4:10: note: 'photo.width == 40', the view's size",
          "fight.yaml:7:6: note: 'photo.leading == cell.leading + 16'",
        ])
      #expect(run.output.contains("it fails by at least 264 pt"))
      #expect(run.output.contains("affects 6 of 6 records in 2 of 2 environments"))
      #expect(run.output.contains("12 cells\n"))
      #expect(run.output.contains("record 'a' at 380@3x/L/ltr/en/uikit"))
    }

    /// The numbers of the record are those that clash: 3 × 40 against 100.
    @Test func aReproducerNamesTheNumbersOfItsRecord() async throws {
      try write(
        "bound.yaml", views: ["{id: a, kind: view, size: [40, 10]}", "{id: b, kind: view}"],
        constraints: [
          #""H:|[a]""#, #""H:|[b]""#, #""V:|[a][b(10)]|""#, #""b.width == 100""#,
          #""b.width == {share} * a.width""#,
        ])
      try shop.write(
        #"{"id":"even","share":2.5}"# + "\n" + #"{"id":"odd","share":3}"# + "\n", to: "f.ndjson")
      let run = try await shop.run(
        "template", "check", "bound.yaml", "--feed", "f.ndjson", "--format", "json")
      #expect(run.code == 65)
      let finding = try #require(try JSONLine(run.output).objects("findings").first)
      #expect(finding["records"] as? Int == 1 && finding["leastError"] as? Double == 20)
      let reproducer = try #require(finding["reproducer"] as? [String: Any])
      #expect(reproducer["record"] as? String == "odd")
      #expect(reproducer["numbers"] as? [String: Double] == ["{share}": 3])
      let members = try #require(finding["members"] as? [[String: Any]])
      #expect(
        members.map { $0["equation"] as? String } == [
          "a.width == 40", "b.width == 100", "b.width == 3 * a.width",
        ])
      #expect(members.map { $0["line"] as? Int } == [4, 10, 11])
    }

    /// The box is 10 points wide in a cell of 390: it may begin at 0 or at 380.
    @Test func whatNothingDecidesIsShownByTwoLayouts() async throws {
      try write(
        "open.yaml", views: ["{id: box, kind: view, size: [10, 10]}"],
        constraints: [
          #""V:|-4-[box]-4-|""#, #""box.leading >= cell.leading""#,
          #""box.trailing <= cell.trailing""#,
        ])
      let run = try await shop.run("template", "check", "open.yaml", "--input", "home.ndjson")
      #expect(run.code == 0)
      #expect(
        run.output.hasPrefix("open.yaml:4:10: warning: nothing decides box.leading [CH0201]\n"))
      #expect(run.output.contains("0 pt and 380 pt are both valid"))
      let uikit = try await shop.run(
        "template", "check", "open.yaml", "--input", "home.ndjson", "--format", "uikit")
      #expect(uikit.output.contains("*UIView:box- AMBIGUOUS LAYOUT for UIView:box.minX"))
    }

    @Test func aTieIsANote() async throws {
      try write(
        "tie.yaml", views: ["{id: box, kind: view}"],
        constraints: [
          #""V:|[box(10)]|""#, #""H:|[box]""#, #""box.width == 10 @500""#,
          #""box.width == 20 @500""#,
        ])
      let run = try await shop.run("template", "check", "tie.yaml", "--input", "home.ndjson")
      #expect(run.code == 0)
      #expect(run.output.hasPrefix("tie.yaml:8:6: note: a tie at priority 500"))
      #expect(run.output.contains("tie.yaml:9:6: note: 'box.width == 20 @500' pays for it"))
      #expect(run.output.contains("\nok       tie.yaml: 1 note; "))
    }

    @Test func aLoopNamesItsViewsVariableAndConstraints() async throws {
      try writeLoop()
      let run = try await shop.run(
        "template", "check", "loop.yaml", "--input", "home.ndjson", "--format", "json")
      #expect(run.code == 65)
      let found = try #require(
        try JSONLine(run.output).objects("findings").first { $0["code"] as? String == "CH0107" })
      #expect(found["variable"] as? String == "note.width")
      #expect(found["viewsInLoop"] as? [String] == ["note"])
      #expect((found["values"] as? [Double] ?? []).count >= 2)
      let affecting = found["affecting"] as? [[String: Any]] ?? []
      #expect(affecting.contains { $0["equation"] as? String == "note.width == 2 * note.height" })
      // Most of the sample's texts are longer than one word and loop; one alone does not fail all.
      let text = try await shop.run("template", "check", "loop.yaml", "--input", "home.ndjson")
      #expect(text.output.contains("loop.yaml:4:10: error: layout feedback loop: note.width"))
      let uikit = try await shop.run(
        "template", "check", "loop.yaml", "--input", "home.ndjson", "--format", "uikit")
      #expect(uikit.code == 65)
      #expect(uikit.output.contains("Views caught in loop: <UILabel: note>"))
    }

    @Test func uikitFormatIsTheGrammarOfItsLog() async throws {
      try writeFight()
      let run = try await shop.run(
        "template", "check", "fight.yaml", "--input", "home.ndjson", "--format", "uikit")
      #expect(run.code == 65)
      #expect(run.output.hasPrefix("Unable to simultaneously satisfy constraints.\n\tProbably "))
      let list = try #require(run.output.firstRange(of: "\n(\n"))
      let end = try #require(run.output.firstRange(of: "\n)\n"))
      #expect(
        run.output[list.upperBound..<end.lowerBound].split(separator: "\n") == [
          "    \"<NSLayoutConstraint:environment.width 'UIView-Encapsulated-Layout-Width' "
            + "cell.width == 390   (active)>\",",
          "    \"<NSLayoutConstraint:photo.width.size photo.width == 40   (active)>\",",
          "    \"<NSLayoutConstraint:c1 photo.leading == cell.leading + 16   (active)>\",",
          "    \"<NSLayoutConstraint:trailing photo.trailing == cell.trailing - 60   (active)>\"",
        ])
      #expect(
        run.output.contains(
          "\nWill attempt to recover by breaking constraint \n<NSLayoutConstraint:trailing "
            + "photo.trailing == cell.trailing - 60   (active)>\n"))
    }

    @Test func costlyHabitsAreKnownWithoutRecords() async throws {
      try write(
        "dear.yaml",
        views: [
          #"{id: photo, kind: image, source: "{image}"}"#,
          #"{id: note, kind: label, text: "{content}", lines: 0}"#,
        ],
        constraints: [
          #""V:|[photo][note]|""#, #""H:|[photo]""#, #""photo.trailing == cell.trailing @750""#,
          #""photo.height == {image.height|9}/{image.width|16} * photo.width @999""#,
          #""H:|[note]""#, #""note.trailing == cell.trailing @999""#,
        ])
      let run = try await shop.run("template", "check", "dear.yaml", "--format", "json")
      #expect(run.code == 0)
      let document = try JSONLine(run.output)
      #expect(document.string("program") == "joined")
      let findings = document.objects("findings")
      #expect(findings.map { $0["code"] as? String } == ["CH0602", "CH0601", "CH0603"])
      #expect(findings.map { $0["line"] as? Int } == [10, 10, 5])
    }

    @Test func aStoredFeedIsReadFromItsOwnFiles() async throws {
      try writeFight()
      #expect(try await shop.run("build", "home.ndjson").code == 0)
      let run = try await shop.run(
        "template", "check", "fight.yaml", "--feed", "home", "--format", "json")
      #expect(run.code == 65)
      #expect(try JSONLine(run.output).number("records") == 6)
      let other = try await shop.run("template", "check", "post", "--feed", "nope")
      #expect(other.code == 64 && other.errors.contains("it has home"))
      let none = try await shop.run(
        "template", "check", "post", "--feed", "nope", "--store", "none.sqlite")
      #expect(none.code == 66)
    }

    @Test func aTableOfSizesStandsInForRecordsAndFonts() async throws {
      try writeFight()
      try shop.write(#"{"photo":[40,10]}"#, to: "sizes.json")
      let run = try await shop.run(
        "template", "check", "fight.yaml", "--sizes", "sizes.json", "--format", "json")
      #expect(run.code == 65)
      #expect(try JSONLine(run.output).number("cells") == 1)
    }

    @Test func aFeedOfWhichNothingCanBeTriedIsNoPass() async throws {
      try shop.write("{\"id\":\"a\"\n[]\n", to: "broken.ndjson")
      let run = try await shop.run("template", "check", "post", "--input", "broken.ndjson")
      #expect(run.code == 65)
      let twice = try await shop.run("template", "check", "post", "post", "--input", "-")
      #expect(twice.code == 64)
    }
  }
}
