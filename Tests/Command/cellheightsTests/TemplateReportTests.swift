import Foundation
import Testing

extension CommandLineTests {
  /// What `template check`, `template frames` and `build` say about templates.
  @Suite struct TemplateReportTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    private func write(_ name: String, _ views: [String], _ constraints: [String]) throws {
      try shop.write(
        (["schema: cellheights.template/1", "template: x", "views:"]
          + views.map { "  - \($0)" } + ["constraints:"] + constraints.map { "  - \"\($0)\"" })
          .joined(separator: "\n") + "\n", to: name)
    }

    /// Five labels of one line that show the names of a list.
    private func writeTags(_ more: [String] = []) throws {
      let tag =
        #"{id: tag, kind: label, text: "{t.name}", repeat: {over: "{list}", as: t, upTo: 5}}"#
      try write(
        "tags.yaml",
        [
          "{id: row, kind: stack, axis: vertical, subviews: [\(([tag] + more).joined(separator: ", "))]}"
        ],
        ["H:|[row]|", "V:|[row]|"])
    }

    /// Records with the given numbers of names, which are too long for one line.
    private func writeLists(_ counts: [Int], to name: String = "lists.ndjson") throws {
      let text = String(repeating: "a long name ", count: 12)
      try shop.write(
        counts.enumerated().map { index, count in
          let list = (0..<count).map { _ in #"{"name":"\#(text)"}"# }.joined(separator: ",")
          return #"{"id":"\#(name.prefix(1))\#(index)","list":[\#(list)]}"# + "\n"
        }.joined(), to: name)
    }

    @Test("U2: copies of one repeated view are one finding of the text, with their names")
    func copiesAreReportedTogether() async throws {
      try writeTags()
      try writeLists([5, 5, 3])
      let run = try await shop.run("template", "check", "tags.yaml", "--input", "lists.ndjson")
      #expect(run.lines.count { $0.contains("[CH0613]") } == 1)
      #expect(
        run.lines.contains(
          "  = also 'tag.2', 'tag.3', 'tag.4' (2 cells), 'tag.5' (2 cells)"), "\(run.output)")
      #expect(run.lines.contains { $0.hasPrefix("ok       tags.yaml: 1 note; ") })
      let json = try await shop.run(
        "template", "check", "tags.yaml", "--input", "lists.ndjson", "--format", "json")
      #expect(try JSONLine(json.output).objects("findings").count == 5)
    }

    @Test("U2: outlets without a binding are one warning with one excerpt")
    func outletsAreReportedTogether() async throws {
      let labels = ["one", "two", "three"].map { id in
        """
        <label text="\(id)" translatesAutoresizingMaskIntoConstraints="NO" id="\(id)-aa-aaa">
        <rect key="frame" x="0" y="0" width="1" height="1"/></label>
        """
      }
      let outlets = ["one", "two", "three"].map {
        #"<outlet property="\#($0)" destination="\#($0)-aa-aaa" id="o-\#($0)"/>"#
      }
      try shop.write(
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <document type="com.apple.InterfaceBuilder3.CocoaTouch.XIB" version="3.0" \
        toolsVersion="23504" useAutolayout="YES"><objects><tableViewCell id="cel-aa-aaa">
        <rect key="frame" x="0" y="0" width="390" height="100"/>
        <tableViewCellContentView key="contentView" tableViewCell="cel-aa-aaa" id="con-aa-aaa">
        <rect key="frame" x="0" y="0" width="390" height="100"/><subviews>
        \(labels.joined(separator: "\n"))
        </subviews></tableViewCellContentView><connections>
        \(outlets.joined(separator: "\n"))
        </connections></tableViewCell></objects></document>
        """, to: "Cell.xib")
      let run = try await shop.run("template", "check", "Cell.xib")
      #expect(run.lines.count { $0.contains("[CH0490]") } == 1)
      #expect(run.lines.contains("  = also 'two' (line 8), 'three' (line 10)"), "\(run.output)")
    }

    @Test("U2: without records, no view has too little space for its content")
    func aCheckWithoutRecordsKnowsNoContent() async throws {
      try write(
        "icon.yaml",
        [
          #"{id: title, kind: label, text: "{title}"}"#,
          "{id: icon, kind: view, intrinsic: [20, 20], compression: 1}",
          #"{id: more, kind: label, text: "A text that is longer than the width of every cell"}"#,
        ],
        [
          "H:|[title]", "H:|[icon]", "icon.width == title.width", "V:|[title][icon][more]|",
          "H:|[more(40)]",
        ])
      let run = try await shop.run("template", "check", "icon.yaml")
      #expect(run.code == 0)
      #expect(!run.output.contains("CH0614") && !run.output.contains("CH0613"), "\(run.output)")
      try shop.write(#"{"id":"a"}"# + "\n" + #"{"id":"b"}"# + "\n", to: "none.ndjson")
      let tried = try await shop.run("template", "check", "icon.yaml", "--input", "none.ndjson")
      #expect(tried.output.contains("'icon' is 0 wide or high"))
    }

    @Test(
      "A10: a record without a layout is told with its code",
      arguments: [
        ("1e12", "CH0110"), ("9e8", "CH0109"),
      ])
    func framesTellTheCode(_ height: String, _ code: String) async throws {
      try write(
        "high.yaml", [#"{id: a, kind: view, intrinsic: [10, "{h}"]}"#], ["H:|[a]", "V:|[a]|"])
      let records = "ab".map { #"{"id":"\#($0)","h":\#(height)}"# + "\n" }
      try shop.write(records.joined(), to: "high.ndjson")
      let run = try await shop.run("template", "frames", "high.yaml", "--input", "high.ndjson")
      #expect(run.code == 65)
      #expect(run.errors.hasSuffix(" [\(code)]\n"), "\(run.errors)")
      let picture = try await shop.run(
        "inspect", "--template", "high.yaml", "--input", "high.ndjson", "--record", "a")
      #expect(picture.code == 65 && picture.errors.hasSuffix(" [\(code)]\n"), "\(picture.errors)")
    }

    @Test(
      "N10: a size category that changes nothing is told",
      arguments: [
        ("fontSize: 15", true), ("fontSize: 15, scalesWith: body", false), ("style: body", false),
      ])
    func fixedFontsAreTold(_ font: String, _ isTold: Bool) async throws {
      try write(
        "fixed.yaml", [#"{id: a, kind: label, text: "{title}", \#(font)}"#], ["H:|[a]|", "V:|[a]|"])
      for environment in ["390", "390/AX2"] {
        let run = try await shop.run(
          "template", "check", "fixed.yaml", "--environment", environment)
        let told = run.errors.contains(
          "note: the size category AX2 changes nothing in template 'x'")
        #expect(told == (isTold && environment != "390"), "\(run.errors)")
      }
    }

    @Test("N4: a list that is cut is a warning, which --strict refuses and --accept allows")
    func cutListsAreRefused() async throws {
      try writeTags()
      try writeLists([2, 7, 6])
      let build = [
        "build", "lists.ndjson", "--template", "tags.yaml", "--accept", "substitute-font",
        "--format", "json",
      ]
      let plain = try await shop.start(build).outcome()
      #expect(plain.code == 0)
      let found = try JSONLine(plain.output).objects("findings").filter {
        $0["kind"] as? String == "cut"
      }
      #expect(found.map { $0["code"] as? String } == ["CH0617"])
      #expect(found.map { $0["records"] as? Int } == [2])
      #expect(plain.errors.contains("CH0617"), "\(plain.errors)")
      let strict = try await shop.start(build + ["--strict"]).outcome()
      #expect(strict.code == 65 && strict.errors.contains("CH0617"), "\(strict.errors)")
      #expect(try await shop.start(build + ["--strict", "--accept", "cut"]).outcome().code == 0)
      #expect(try await shop.start(build + ["--fail-on", "cut=1"]).outcome().code == 65)
      #expect(try await shop.start(build + ["--fail-on", "cut=2"]).outcome().code == 0)
      try writeTags([#"{id: more, kind: label, text: "{list, count} names"}"#])
      #expect(try await shop.start(build + ["--strict"]).outcome().code == 0)
    }

    @Test("N4: shards have the finding of one build")
    func shardsSumCutLists() async throws {
      try writeTags()
      try writeLists([7, 2, 6, 1, 9, 2])
      for shard in 1...2 {
        let run = try await shop.run(
          "build", "lists.ndjson", "--template", "tags.yaml", "--shard", "\(shard)/2", "--store",
          "\(shard).sqlite")
        #expect(run.code == 0, "\(run.errors)")
      }
      let merge = try await shop.run(
        "merge", "1.sqlite", "2.sqlite", "--store", "all.sqlite", "--format", "json")
      let whole = try await shop.run(
        "build", "lists.ndjson", "--template", "tags.yaml", "--store", "one.sqlite", "--format",
        "json")
      for run in [merge, whole] {
        let found = try JSONLine(run.output).objects("findings").filter {
          $0["kind"] as? String == "cut"
        }
        #expect(found.map { $0["records"] as? Int } == [3], "\(run.output)")
        #expect(found.map { $0["cells"] as? Int } == [3])
      }
    }

    /// The form is that of UIKit's log for a constraint with an identifier.
    @Test("K: the share of a row's width has UIKit's name in its log and in the constraints")
    func sharesHaveTheirName() async throws {
      let label =
        #"kind: label, text: "{title}", lines: 0, "#
        + "hugging: {horizontal: 1}, compression: {horizontal: 1}"
      try write(
        "loop.yaml",
        ["{id: row, kind: stack, subviews: [{id: a, \(label)}, {id: b, \(label)}]}"],
        ["V:|[row]|", "row.leading == cell.leading", "row.width == 2 * a.height"])
      let title = String(repeating: "a long title ", count: 20)
      try shop.write(
        "ab".map { #"{"id":"\#($0)","title":"\#(title)"}"# + "\n" }.joined(), to: "t.ndjson")
      let loop = try await shop.run(
        "template", "check", "loop.yaml", "--input", "t.ndjson", "--format", "uikit")
      #expect(loop.output.contains("Views caught in loop: <UILabel: a>, <UILabel: b>"))
      #expect(
        loop.lines.contains { line in
          line.contains(
            " 'UISV-text-width-disambiguation' a.width == 0.5 * row.width @11   (active)>")
        }, "\(loop.output)")
      try write(
        "row.yaml", ["{id: row, kind: stack, subviews: [{id: a, \(label)}, {id: b, \(label)}]}"],
        ["V:|[row]|", "H:|[row]|"])
      let why = try await shop.run(
        "inspect", "--template", "row.yaml", "--input", "t.ndjson", "--record", "a",
        "--constraints",
        "a")
      #expect(why.output.contains("(stack 'row', UISV-text-width-disambiguation)"), "\(why.output)")
    }

    @Test("U7: a comparison of templates lists no change of height by 0")
    func changesByNothingAreNotListed() async throws {
      for (name, gap) in [("old", 4), ("new", 8)] {
        try write(
          "\(name).yaml", [#"{id: a, kind: label, text: "{title}"}"#],
          ["H:|-\(gap)-[a]", "V:|[a]|"])
      }
      try shop.write(
        "ab".map { #"{"id":"\#($0)","title":"A title"}"# + "\n" }.joined(), to: "t.ndjson")
      let run = try await shop.run(
        "template", "diff", "old.yaml", "new.yaml", "--input", "t.ndjson")
      #expect(run.code == 1)
      #expect(!run.lines.contains { $0.hasPrefix("record ") && $0.contains(" old ") })
      #expect(
        run.lines.contains {
          $0.hasPrefix("2 cells have the same height and differ otherwise, such as 'a'")
        },
        "\(run.output)")
    }
  }
}
