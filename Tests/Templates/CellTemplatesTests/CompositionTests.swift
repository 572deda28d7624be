import AutoLayout
import FeedRecords
import LayoutPrimitives
import Testing

@testable import CellTemplates
@testable import TemplateDocuments

@Suite struct CompositionTests {
  private let quote = Composed.document(
    """
    margins: 4
    constants: {gap: 3, side: {default: 5, "width >= 414": 9}}
    views:
      - {id: name, kind: label, text: "{user.name}: {{x}}"}
      - {id: pic, kind: image, source: "{image}", hidden: "not {image}"}
    constraints:
      - "H:|-side-[name]|"
      - {id: low, constraint: "V:|-gap-[name]-(>=gap)-|"}
      - "pic.top == cell.top"
      - "pic.height == {image.height|9}/{image.width|16} * pic.width"
    groups:
      - when: "name.truncated and {likes} > 3"
        id: more
        constraints: ["cell.height >= gap"]
        otherwise: [{id: less, constraint: "cell.height >= 1"}]
    """, name: "quote")

  /// A label of a view's own document decides whether the view is hidden, even if the outer
  /// document has a label of that name.
  @Test func whatHidesAViewIsAskedOfItsOwnDocument() throws {
    let inner = Composed.document(
      """
      views:
        - {id: body, kind: label, text: "{text}"}
        - {id: more, kind: view, hidden: "not body.truncated"}
      """, name: "inner")
    let composed = try Composed(files: ["inner.yaml": inner]).template(
      Composed.document(
        """
        views:
          - {id: body, kind: label, text: "{content}"}
          - {id: q, use: inner.yaml}
        """))
    let hidden = composed.views.first { $0.id == "q.more" }?.hiddenWhen
    let asked = composed.labels.firstIndex { composed.views[$0].id == "q.body" }
    #expect(hidden == .not(.truncated(label: asked ?? -1)))
  }

  /// The same in the copies of a view, in which no document could name the label of the same copy.
  @Test func whatHidesAViewOfACopyIsAskedOfThatCopy() throws {
    let composed = try Composed(files: [:]).template(
      Composed.document(
        """
        views:
          - id: row
            kind: view
            repeat: {over: "{media}", as: item, upTo: 2}
            subviews:
              - {id: body, kind: label, text: "{item.text}"}
              - {id: more, kind: view, hidden: "not body.truncated"}
        """))
    for number in 1...2 {
      let hidden = composed.views.first { $0.id == "row.\(number).more" }?.hiddenWhen
      let asked = composed.labels.firstIndex {
        composed.views[$0].id == "row.\(number).body"
      }
      #expect(hidden == .not(.truncated(label: asked ?? -1)))
    }
  }

  /// In a view's parentheses the id of a view takes precedence, so no constant may get that name.
  @Test func constantsOfACellTakeNoViewsName() throws {
    let inner = Composed.document(
      """
      constants: {gutter: 5}
      views: [{id: body, kind: view}]
      constraints: ["H:|[body(gutter)]"]
      """, name: "inner")
    let composed = try Composed(files: ["inner.yaml": inner]).template(
      Composed.document(
        """
        views: [{id: q, use: inner.yaml}, {id: q_gutter, kind: view, size: [200, 1]}]
        """))
    #expect(composed.system.constraints.contains { $0.second == nil && $0.constant == 5 })
  }

  /// Written out by hand, the document is the same.
  @Test func aCellStandsInAViewsPlace() throws {
    let composed = try Composed(files: ["quote.yaml": quote]).template(
      Composed.document(
        """
        constants: {q_gap: 1}
        views:
          - {id: q, use: quote.yaml, record: "{reblog}", hugging: 300}
        constraints: ["V:|[q]|", "H:|-q_gap-[q]|"]
        groups: [{when: "{a}", constraints: ["q.height >= 2"]}]
        """))
    let plain = try CellTemplate(
      text: Composed.document(
        """
        constants: {q_gap: 1, q_gap_: 3, q_side: {default: 5, "width >= 414": 9}}
        views:
          - id: q
            kind: view
            hugging: 300
            margins: 4
            subviews:
              - {id: q.name, kind: label, text: "{reblog.user.name}: {{x}}"}
              - {id: q.pic, kind: image, source: "{reblog.image}", hidden: "not {reblog.image}"}
        constraints:
          - "V:|[q]|"
          - "H:|-q_gap-[q]|"
          - 'H:|-q_side-["q.name"]|'
          - {id: q.low, constraint: 'V:|-q_gap_-["q.name"]-(>=q_gap_)-|'}
          - '"q.pic".top == q.top'
          - '"q.pic".height == {reblog.image.height|9}/{reblog.image.width|16} * "q.pic".width'
          - 'q.height == 0 @50'
        groups:
          - {when: "{a}", constraints: ["q.height >= 2"]}
          - when: '"q.name".truncated and {reblog.likes} > 3'
            id: q.more
            constraints: ["q.height >= q_gap_"]
            otherwise: [{id: q.less, constraint: "q.height >= 1"}]
        """), file: "plain.yaml")
    #expect(composed.canonicalText == plain.canonicalText)
    #expect(composed.system == plain.system)
  }

  @Test func aRepeatedViewIsItsCopies() throws {
    let composed = try Composed().template(
      Composed.document(
        """
        views:
          - id: grid
            kind: stack
            subviews:
              - id: tile
                kind: view
                repeat: {over: "{media}", as: item, upTo: 2}
                subviews:
                  - {id: pic, kind: image, source: "{item.url|title}"}
              - {id: two, kind: label, text: "{item}", hidden: "width < 100", repeat: {over: "{tags}", as: item, from: 2, upTo: 2}}
        constraints: ['"tile.1.pic".width == 5', '"two.2".width == 3']
        """))
    let plain = try CellTemplate(
      text: Composed.document(
        """
        views:
          - id: grid
            kind: stack
            subviews:
              - id: tile.1
                kind: view
                hidden: "not {media[0]}"
                subviews: [{id: tile.1.pic, kind: image, source: "{media[0].url|title}"}]
              - id: tile.2
                kind: view
                hidden: "not {media[1]}"
                subviews: [{id: tile.2.pic, kind: image, source: "{media[1].url|title}"}]
              - {id: two.2, kind: label, text: "{tags[1]}", hidden: "(width < 100) or not {tags[1]}"}
        constraints: ['"tile.1.pic".width == 5', '"two.2".width == 3']
        """), file: "plain.yaml")
    #expect(composed.canonicalText == plain.canonicalText)
  }

  /// Comments of comments: both levels are numbered, and the inner list is the outer element's.
  @Test func repeatedCellsNest() throws {
    let comment = Composed.document(
      """
      views:
        - {id: text, kind: label, text: "{body}"}
        - id: reply
          kind: label
          text: "{r.body}"
          repeat: {over: "{replies}", as: r, upTo: 2}
      """, name: "comment")
    let template = try Composed(files: ["comment": comment]).template(
      Composed.document(
        """
        views:
          - {id: c, use: comment, record: "{item}", repeat: {over: "{comments}", as: item, upTo: 2}}
        """))
    #expect(
      template.views.map(\.id) == [
        "cell", "c.1", "c.1.text", "c.1.reply.1", "c.1.reply.2", "c.2", "c.2.text", "c.2.reply.1",
        "c.2.reply.2",
      ])
    let paths = template.views.compactMap { $0.label?.text.bindings.first?.paths.first?.spelling }
    #expect(
      paths == [
        "comments[0].body", "comments[0].replies[0].body", "comments[0].replies[1].body",
        "comments[1].body", "comments[1].replies[0].body", "comments[1].replies[1].body",
      ])
    #expect(template.views[1].hiddenWhen != nil)
    #expect(template.views[4].file == "comment")
    #expect(template.views[4].line == 5)
    #expect(template.views[1].file == nil)
  }

  @Test func placesAreThoseOfTheNestedDocument() throws {
    let template = try Composed(files: ["quote.yaml": quote]).template(
      Composed.document("views: [{id: q, use: quote.yaml}]\nconstraints: ['q.top == cell.top']"))
    let places = template.places.map(\.location)
    #expect(places.prefix(3) == ["main.yaml:4", "quote.yaml:9", "quote.yaml:9"])
    #expect(places.contains("quote.yaml:16"))
    #expect(places.contains("main.yaml:3"))
  }

  @Test func aSlipInANestedDocumentIsToldThereOnce() throws {
    let broken = quote.replacing("pic.top ==", with: "pci.top ==")
    let problems = Composed(files: ["d/quote.yaml": broken]).problems(
      Composed.document(
        """
        views:
          - {id: q, use: ./quote.yaml}
          - {id: r, use: ./quote.yaml}
        """), file: "d/main.yaml")
    #expect(problems.count == 1)
    #expect(problems[0].file == "d/quote.yaml")
    #expect(problems[0].lines == [11])
    #expect(problems[0].mark == nil || problems[0].mark?.line == 11)
    #expect(problems[0].expected.contains("'pic'"))
  }

  @Test(arguments: [
    ("{id: q, use: ./none.yaml}", TemplateProblem.Code.unknownName, "none.yaml"),
    ("{id: q, use: quoet}", .unknownName, "'quoet'"), ("{id: q, use: 5}", .invalidValue, "5"),
    ("{id: q, use: quote, kind: label}", .unknownKey, "'kind' beside 'use'"),
    ("{id: q, use: quote, subviews: []}", .unknownKey, "'subviews' beside 'use'"),
    ("{id: q, use: quote, record: x}", .bindingSyntax, "'x'"),
    ("{id: q, use: quote, record: '{a|b}'}", .bindingSyntax, "'{a|b}'"),
    ("{id: q, use: quote, record: '{a'}", .bindingSyntax, "never closed"),
    ("{id: q, use: stateful}", .unknownName, "open"), ("{use: quote}", .missingKey, "'id'"),
    ("{id: q, kind: view, record: '{a}'}", .unknownKey, "'record' without 'use'"),
    ("{id: q, use: quote, lines: 5}", .unknownKey, "'lines'"),
    ("{id: q, kind: view, repeat: 5}", .invalidValue, "5"),
    ("{id: q, kind: view, repeat: {over: '{m}', as: i}}", .missingKey, "'upTo'"),
    ("{id: q, kind: view, repeat: {over: m, as: i, upTo: 2}}", .bindingSyntax, "'m'"),
    ("{id: q, kind: view, repeat: {over: '{m}', as: 'i j', upTo: 2}}", .invalidValue, "'i j'"),
    (
      "{id: q, kind: view, repeat: {over: '{m}', as: i, from: 3, upTo: 2}}", .invalidValue, "'from'"
    ),
    ("{id: q, kind: view, repeat: {over: '{m}', as: i, upTo: 1000}}", .invalidValue, "1000"),
    ("{id: q, kind: view, repeat: {over: '{m}', as: i, upTo: 2, by: 2}}", .unknownKey, "'by'"),
  ]) func slipsAreTold(view: String, code: TemplateProblem.Code, found: String) throws {
    let stateful = Composed.document("states: [open]\nviews: []", name: "stateful")
    let problems = Composed(files: ["quote": quote, "stateful": stateful]).problems(
      Composed.document("views:\n  - \(view)"))
    #expect(problems.count == 1, "\(problems)")
    let problem = try #require(problems.first)
    #expect(problem.code == code, "\(problem)")
    #expect(problem.lines == [4], "\(problem)")
    #expect(problem.found.contains(found), "\(problem)")
  }

  @Test func statesOfTheWholeCellAreThoseOfItsParts() throws {
    let stateful = Composed.document(
      """
      states: [open]
      views: [{id: a, kind: view}]
      groups: [{when: "state == open", constraints: ["a.height == 5"]}]
      """, name: "stateful")
    let template = try Composed(files: ["stateful": stateful]).template(
      Composed.document("states: [shut, open]\nviews: [{id: q, use: stateful}]"))
    #expect(template.states == ["shut", "open"])
    #expect(template.groups.count == 1)
  }

  @Test func documentsThatUseThemselvesAreNamed() throws {
    func using(_ other: String) -> String {
      Composed.document("views: [{id: v, use: ./\(other).yaml}]", name: "u")
    }
    let problems = Composed(files: ["b.yaml": using("c"), "c.yaml": using("b")]).problems(
      using("b"), file: "a.yaml")
    #expect(problems.count == 1)
    #expect(problems[0].found.contains("b.yaml → c.yaml → b.yaml"))
    #expect(problems[0].file == "c.yaml")
    let own = Composed(files: ["x/a.yaml": using("a")]).problems(using("a"), file: "x/a.yaml")
    #expect(own.first?.found.contains("x/a.yaml → x/a.yaml") ?? false)
  }

  @Test func gatheringEnds() throws {
    func using(_ other: Int) -> String {
      Composed.document("views: [{id: v, use: ./\(other).yaml}]", name: "u")
    }
    var files: [String: String] = [:]
    for number in 1...20 { files["\(number).yaml"] = using(number + 1) }
    files["21.yaml"] = Composed.document("views: []", name: "end")
    let deep = Composed(files: files).problems(using(1))
    #expect(deep.first?.code == .limit)
    #expect(deep.first?.found.contains("more than 8 documents inside one another") ?? false)

    let wide = Composed.document(
      "views:\n" + (1...20).map { "  - {id: v\($0), use: ./w\($0).yaml}\n" }.joined())
    files = [:]
    for number in 1...20 { files["w\(number).yaml"] = Composed.document("views: []", name: "w") }
    #expect(
      Composed(files: files, limits: .init(documents: 19)).problems(wide).first?.code == .limit)
    #expect(Composed(files: files, limits: .init(bytes: 500)).problems(wide).first?.code == .limit)
    #expect(try Composed(files: files).template(wide).views.count == 21)

    // Copies of copies of copies.
    let inner = "{id: c, kind: view, repeat: {over: '{x}', as: i, upTo: 100}}"
    let middle =
      "{id: b, kind: view, repeat: {over: '{x}', as: j, upTo: 100}, subviews: [\(inner)]}"
    let outer =
      "{id: a, kind: view, repeat: {over: '{x}', as: k, upTo: 100}, subviews: [\(middle)]}"
    let copies = Composed().problems(Composed.document("views:\n  - \(outer)"))
    #expect(copies.map(\.code) == [.limit])
  }

  /// The quoted cell's name is 20 points high at 12, 4 from its own top: 8 + 3 + 20 + 3 + 8.
  @Test func aNestedCellIsLaidOut() throws {
    let template = try Composed(files: ["quote": quote]).template(
      Composed.document(
        """
        views:
          - {id: q, use: quote, record: "{reblog}"}
        constraints: ["V:|-8-[q]-8-|", "H:|-8-[q]-8-|"]
        """))
    let sized = try template.replacingContent(with: ["q.name": .init(width: 50, height: 20)])
    #expect(sized.documents == template.documents && sized.documents == ["quote"])
    let plan = TemplatePlan(sized)
    var layouter = CellLayouter(plan: plan, measurer: nil)
    let cell = try layouter.layout(
      FeedRecord(id: "1", version: "1"), in: Environment(parsing: "414@1x"))
    #expect(cell.layout.exactHeight == 42)
    let name = try #require(template.views.firstIndex { $0.id == "q.name" })
    #expect(cell.solved.frames[name].x == 17)
    #expect(cell.solved.frames[name].y == 11)
  }
}
