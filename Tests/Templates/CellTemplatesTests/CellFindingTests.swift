import CellTemplates
import FeedRecords
import LayoutPrimitives
import Testing

/// Findings of cells, in templates whose frames are plain sums.
@Suite struct CellFindingTests {
  /// Views and constraints of a template whose labels are boxes of known sizes.
  private func plan(_ views: [String], _ constraints: [String]) throws -> TemplatePlan {
    let text =
      (["schema: cellheights.template/1", "template: x", "views:"] + views.map { "  - \($0)" }
      + ["constraints:"] + constraints.map { "  - \($0)" }).joined(separator: "\n")
    return TemplatePlan(try CellTemplate(text: text, file: "x.yaml"))
  }

  /// The findings of one cell, 100 points wide, as words with their views.
  private func found(
    _ views: [String], _ constraints: [String], _ values: [String: String] = [:]
  ) throws -> (words: [String], caveats: Caveats) {
    let plan = try plan(views, constraints)
    var layouter = CellLayouter(plan: plan, measurer: nil)
    let cell = try layouter.cellLayout(
      Record(values: values), in: Environment(parsing: "100@1x"))
    let words = cell.findings.numbers.map { number in
      "\(CellFinding(number: number).kind) \(plan.finding(number).view ?? "cell")"
    }
    return (words, cell.caveats)
  }

  private let photo = #"{id: photo, kind: image, source: "{image}", size: [40, 30]}"#
  private let logo = "{id: logo, kind: image, size: [20, 50]}"

  @Test("H1: nothing holds the bottom: the lowest view with content is named")
  func aCellThatCollapses() throws {
    let top = [#""V:|-8-[photo]""#, #""V:|-8-[logo]""#, #""H:|[photo][logo]""#]
    let cell = try found([photo, logo], top, ["image": "a.png"])
    #expect(cell.words == ["collapsed logo"])
    #expect(cell.caveats.contains(.collapsed))
    // The same views, held.
    let held = try found([photo, logo], top + [#""V:[logo]-8-|""#], ["image": "a.png"])
    #expect(held.words == [] && held.caveats.isEmpty)
  }

  @Test("H1: a cell without content may be 0 high")
  func aCellWithNothingInIt() throws {
    let cell = try found(
      ["{id: rule, kind: view, size: [10, 10], hidden: true}", "{id: box, kind: view}"],
      [#""V:|[rule]""#, #""H:|[rule]""#, #""V:|[box]""#, #""H:|[box]|""#])
    #expect(!cell.caveats.contains(.collapsed))
    #expect(!cell.words.contains { $0.hasPrefix("collapsed") })
  }

  @Test("H1: views outside the cell, below it and elsewhere")
  func viewsOutside() throws {
    let cell = try found(
      [photo, logo, "{id: shade, kind: view, size: [30, 10]}"],
      [
        #""V:|-8-[photo]-8-|""#, #""H:|-8-[photo]""#, #""V:|-10-[logo]""#, #""H:|-60-[logo]""#,
        #""V:|-4-[shade]""#, #""H:|-90-[shade]""#,
      ], ["image": "a.png"])
    // The cell is 8 + 30 + 8 high; the logo ends at 60, the shade at x = 120.
    #expect(cell.words == ["below logo", "outside shade"])
    #expect(cell.caveats.isEmpty)
  }

  @Test("H5: a view with content that is 0 wide is told; one without is not")
  func viewsWithoutRoom() throws {
    let views = [#"{id: photo, kind: image, source: "{image}"}"#, logo]
    let constraints = [
      #""V:|[photo(30)]|""#, #""V:|[logo]""#, #""H:|[logo]-80-[photo]|""#,
      #""logo.bottom <= cell.bottom @500""#,
    ]
    #expect(try found(views, constraints, ["image": "a.png"]).words.contains("vanished photo"))
    #expect(try !found(views, constraints).words.contains("vanished photo"))
    let plan = try plan(views, constraints)
    let help = (0..<200).filter { CellFinding(number: $0).kind == .vanished }
      .map { plan.finding($0) }.filter { $0.view == "photo" }.map(\.help)
    #expect(help.first?.contains("photo.height == 0.75 * photo.width") == true, "\(help)")
  }

  @Test("H1: a hidden view, and one in a hidden view, is not looked at")
  func hiddenViews() throws {
    let cell = try found(
      [
        photo,
        #"{id: box, kind: view, size: [10, 90], hidden: "{secret}", subviews: [{id: logo, kind: image, size: [10, 90]}]}"#,
      ],
      [
        #""V:|[photo]|""#, #""H:|[photo]""#, #""box.top == cell.top""#,
        #""box.leading == cell.leading""#, #""logo.top == cell.top""#,
        #""logo.leading == cell.leading""#,
      ], ["image": "a.png", "secret": "yes"])
    #expect(cell.words == [])
  }

  @Test("H1: a button or a view of a size of its own is content")
  func contentOfItsOwnSize() throws {
    for kind in ["button", "view", "image"] {
      let cell = try found(
        ["{id: box, kind: \(kind), intrinsic: [24, 24]}"], [#""H:|-16-[box]""#, #""V:|-12-[box]""#])
      #expect(cell.words == ["collapsed box"], "\(kind)")
    }
  }

  @Test("H5: what the template holds at 0 is meant, and so is a cell that it holds at 0")
  func heldAtZero() throws {
    let views = [photo.replacing("[40, 30]", with: "[40, null]"), logo]
    let row = [#""H:|[photo][logo]""#, #""V:|[logo]|""#, #""photo.top == cell.top""#]
    let held = try found(views, row + [#""photo.height == 0""#], ["image": "a.png"])
    #expect(held.words == [])
    let pressed = try found(
      [photo], [#""H:|[photo]""#, #""photo.top == cell.top""#, #""cell.height == 0""#],
      ["image": "a.png"])
    #expect(pressed.words == [] && pressed.caveats.isEmpty)
  }

  @Test func aNumberReadsBackAsItsFinding() {
    for number in 0..<200 { #expect(CellFinding(number: number).number == number) }
  }
}

/// Bindings without a value in any record, and texts that depend on none.
@Suite struct UnansweredBindingTests {
  private func template(_ text: String, condition: String = "'{image}'") throws -> CellTemplate {
    try CellTemplate(
      text: """
        schema: cellheights.template/1
        template: x
        views:
          - {id: a, kind: label, text: \(text)}
        constraints: ["H:|[a]|", "V:|[a]|"]
        groups:
          - when: \(condition)
            constraints: ["a.height >= 10"]
        """, file: "x.yaml")
  }

  private func unanswered(
    _ template: CellTemplate, _ records: [FeedRecord]
  ) -> [String] {
    var tally = PathTally(template)
    for record in records { tally.count(record) }
    return tally.unanswered(in: template).map { finding in
      let path = finding.message.dropFirst(2).prefix { $0 != "}" }
      return "\(finding.severity.rawValue) \(path)"
    }
  }

  private func records() throws -> [FeedRecord] {
    let decoder = RecordLineDecoder()
    return try [
      #"{"id":"1","title":"One","content_text":"c","tags":["a","b"],"attachments":[{"url":"u","type":"audio/ogg"}],"fields":{"likes":0,"reblog":null,"media":[]}}"#,
      #"{"id":"2","title":"Two","fields":{"likes":2,"reblog":null,"media":[{"url":"m"}]}}"#,
    ].enumerated().map { try decoder.record(Array($1.utf8), number: $0 + 1) }
  }

  @Test(
    "H2: a slip is a warning, a word of records that is absent a note",
    arguments: [
      (#""{titel}""#, ["warning titel", "note image"]),
      (#""{title}""#, ["note image"]),
      (#""{titel|title}""#, ["note image"]),
      (#""{titel|'untitled'}""#, ["warning titel", "note image"]),
      (#""{author}""#, ["note author", "note image"]),
      (#""{likes}""#, ["note image"]),
      // Null in every record, and in a list that is too short: later records may have a value.
      (#""{reblog.title}""#, ["note reblog.title", "note image"]),
      (#""{media[4].url}""#, ["note media[4].url", "note image"]),
      (#""{media[0].uri}""#, ["warning media[0].uri", "note image"]),
      (#""{published.year}""#, ["warning published.year", "note image"]),
    ])
  func bindingsThatNoRecordAnswers(_ text: String, _ expected: [String]) throws {
    #expect(unanswered(try template(text), try records()) == expected)
  }

  @Test(
    "names of feeds and other programs lead to the record's own",
    arguments: [
      ("date", "published"), ("pubDate", "published"), ("link", "url"), ("titel", "title"),
      ("content_txt", "content_text"), ("body", "content"),
    ])
  func wordsForTheSame(_ written: String, _ meant: String) throws {
    let template = try template("\"{\(written)}\"")
    var tally = PathTally(template)
    for record in try records() { tally.count(record) }
    let finding = tally.unanswered(in: template).first
    #expect(finding?.help == "did you mean {\(meant)}?")
  }

  @Test("H2: content_text, content_html and indexed paths are words of records")
  func ownListsAndTexts() throws {
    let record = try records()[0]
    for (path, value) in [
      "content_text": "c", "tags[0]": "a", "tags[1]": "b", "attachments[0].url": "u",
      "attachments[0].type": "audio/ogg", "attachments[*].url": "u",
    ] {
      let text = try BoundText("{\(path)}")
      #expect(text.text(in: record) == value, "\(path)")
    }
    #expect(try BoundText("{tags[2]}").text(in: record) == "")
    let html = FeedRecord(id: "1", version: "1", contentText: "t", contentHTML: "<p>t</p>")
    #expect(try BoundText("{content_html}").text(in: html) == "<p>t</p>")
    #expect(try BoundText("{attachments, count}").bindings[0].number(in: record) == 1)
  }

  @Test("H2: conditions are asked too")
  func aConditionThatIsNeverTrue() throws {
    #expect(
      unanswered(try template(#""{title}""#, condition: #""{imge}""#), try records())
        == ["warning imge"])
  }

  @Test("H3: a template that no record decides, and words of other template languages")
  func textsThatNobodyBinds() throws {
    for (text, codes) in [
      ("Hello", ["CH0615"]), (#""{{title}}""#, ["CH0616", "CH0615"]),
      (#""%@ and {title}""#, ["CH0616"]), (#""{title} 100%""#, []),
    ] {
      var examination = TemplateExamination(
        plan: TemplatePlan(try template(text, condition: "width > 0")), measurer: nil,
        clock: { 0 })
      for record in try records() {
        examination.examine(
          record, id: record.id, in: [try Environment(parsing: "100@1x")])
      }
      examination.finish()
      let found = examination.findings.filter { $0.kind == .unbound }
      #expect(found.map(\.code) == codes, "\(text)")
      #expect(found.allSatisfy { $0.severity == .warning })
    }
  }
}
