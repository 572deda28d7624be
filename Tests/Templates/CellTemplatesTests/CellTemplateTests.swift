import AutoLayout
import LayoutPrimitives
import Testing
import TextMeasurement

@testable import CellTemplates

@Suite struct CellTemplateTests {
  /// Linear spelling of an installed constraint, from its indices only.
  private func spelling(_ constraint: LayoutConstraint, in template: CellTemplate) -> String {
    func anchor(_ anchor: Anchor) -> ParsedConstraint.Anchor {
      .init(
        item: .named(template.views[anchor.item].id), attribute: anchor.attribute, offset: 0)
    }
    return ParsedConstraint(
      first: anchor(constraint.first), relation: constraint.relation,
      multiplier: .literal(constraint.multiplier), second: constraint.second.map(anchor),
      constant: .literal(constraint.constant), priority: constraint.priority
    ).description
  }

  @Test func exampleCompilesInDocumentOrder() throws {
    let template = try CellTemplate(text: DesignExample.yaml, file: "post.yaml")
    #expect(template.name == "post")
    #expect(template.views.map(\.id) == ["cell", "avatar", "title", "badge", "body", "photo"])
    #expect(template.system.items.map(\.name) == template.views.map(\.id))
    #expect(template.system.items.map(\.parent) == [nil, 0, 0, 0, 0, 0])
    #expect(
      template.system.items.map(\.content)
        == [.none, .none, .text, .intrinsic, .text, .intrinsic])
    #expect(template.labels == [2, 4])
    #expect(template.images == [5])
    #expect(template.states.isEmpty)
    #expect(template.warnings.isEmpty)
    #expect(
      template.system.constraints.map { spelling($0, in: template) } == [
        "avatar.leading == cell.leading + 16", "title.leading == avatar.trailing + 12",
        "badge.leading >= title.trailing + 8", "cell.trailing == badge.trailing + 16",
        "body.leading == cell.leading + 16", "cell.trailing == body.trailing + 16",
        "photo.leading == cell.leading + 16", "cell.trailing == photo.trailing + 16",
        "title.top == cell.top + 12", "body.top >= title.bottom + 4",
        "title.top == avatar.top", "body.top >= avatar.bottom + 4",
        "badge.centerY == title.centerY", "badge.height == 24",
        "photo.height == 0.5625 * photo.width @999",
        "photo.top == body.bottom + 8", "cell.bottom == photo.bottom + 12",
        "photo.top == body.bottom", "cell.bottom == photo.bottom + 12", "photo.height == 0",
      ])
    #expect(
      template.system.groups
        == [Int?](repeating: nil, count: 15) + [0, 0, 1, 1, 1])
    #expect(template.system.groupCount == 2)
    #expect(template.groups.map(\.condition) == [.present(Binding(path: "image"))])
    #expect(template.groups.map(\.whenTrue) == [0])
    #expect(template.groups.map(\.whenFalse) == [1])
  }

  @Test func exampleKeepsSizesPrioritiesAndPlaces() throws {
    let template = try CellTemplate(text: DesignExample.yaml, file: "post.yaml")
    let items = template.system.items
    #expect(items[1].fixedWidth == 40)
    #expect(items[1].fixedHeight == 40)
    #expect(items[2].compression.horizontal.value == 749)
    #expect(items[2].compression.vertical == .defaultCompression)
    #expect(items[2].hugging.horizontal == .defaultHugging)
    #expect(items[2].margins == Insets(all: 8))
    #expect(template.views[3].intrinsic == IntrinsicSize(width: 24, height: nil))
    #expect(template.views[2].label?.lineLimit == 2)
    #expect(template.views[2].label?.font == FontRequest(style: .headline))
    #expect(
      template.views[5].image?.pixelWidth == BoundNumber(numerator: Binding(path: "image.width")))
    #expect(template.places.count == template.system.constraints.count)
    #expect(template.places[0].location == "post.yaml:10")
    #expect(template.places[0].text == "H:|-16-[avatar]-12-[title]-(>=8)-[badge]-16-|")
    #expect(template.places[19].location == "post.yaml:22")
    #expect(template.groups[0].line == 20)
  }

  @Test func jsonAndYAMLAreOneModel() throws {
    let yaml = try CellTemplate(text: DesignExample.yaml, file: "a")
    let json = try CellTemplate(text: DesignExample.json, file: "b")
    #expect(yaml.system == json.system)
    #expect(yaml.canonicalText == json.canonicalText)
    #expect(yaml.hash == json.hash)
    #expect(yaml.groups.map(\.condition) == json.groups.map(\.condition))
  }

  /// The hash is the same in every process, and another document has another one.
  @Test func hashIsOfTheContent() throws {
    let yaml = try CellTemplate(text: DesignExample.yaml, file: "a")
    let other = try CellTemplate(
      text: DesignExample.yaml.replacing("-12-|", with: "-13-|"), file: "a")
    #expect(yaml.hash != other.hash)
  }

  @Test func boundNumbersHoldPlaceholders() throws {
    let template = try CellTemplate(
      text: """
        schema: cellheights.template/1
        template: t
        views: [{id: photo, kind: image, source: "{image}"}]
        constraints:
          - "photo.height == {image.height|9}/{image.width|16} * photo.width - {crop|0}"
          - "V:|-{gap}-[photo(>={least})]"
        """, file: "t.yaml")
    let constraints = template.system.constraints
    #expect(constraints.map(\.multiplier) == [1, 1, 1])
    #expect(constraints.map(\.constant) == [0, 0, 0])
    #expect(template.boundQuantities.map(\.constraint) == [0, 0, 1, 2])
    #expect(
      template.boundQuantities.map(\.role) == [.multiplier, .constant, .constant, .constant])
    let record = Record(values: ["image.height": "3", "image.width": "4", "crop": "2"])
    #expect(
      template.boundQuantities.map { $0.number.value(in: record) } == [0.75, -2, nil, nil])
  }

  @Test func viewsNestDepthFirstAndBarsMeanTheParent() throws {
    let template = try CellTemplate(
      text: """
        schema: cellheights.template/1
        template: nested
        margins: {leading: 20}
        states: [collapsed, expanded]
        views:
          - id: card
            kind: view
            margins: [1, 2, 3, 4]
            subviews:
              - {id: "KGk-i7-Jjw", kind: label, text: "x", hidden: true}
              - {id: on, kind: switch, hugging: 251}
          - {id: room, kind: spacer}
          - {id: line, kind: guide, size: [null, 2]}
        constraints:
          - {id: inner, constraint: 'H:|-["KGk-i7-Jjw"][on]-|', priority: 700}
          - "H:|-[card]"
          - '"KGk-i7-Jjw".top == card.topMargin'
          - {id: low, constraint: "card.width == 5"}
        groups:
          - when: 'state == expanded and "KGk-i7-Jjw".truncated'
            otherwise: ["room.height == 1"]
        """, file: "n.yaml")
    #expect(template.views.map(\.id) == ["cell", "card", "KGk-i7-Jjw", "on", "room", "line"])
    #expect(template.views.map(\.parent) == [nil, 0, 1, 1, 0, 0])
    #expect(template.views.map(\.kind.hasFrame) == [true, true, true, true, false, false])
    #expect(template.views[2].isHidden)
    #expect(template.views[3].intrinsic == .switchControl)
    #expect(template.system.items[0].margins == Insets(top: 8, leading: 20, bottom: 8, trailing: 8))
    #expect(template.system.items[1].margins == Insets(top: 1, leading: 2, bottom: 3, trailing: 4))
    #expect(template.system.items[3].hugging.vertical.value == 251)
    #expect(template.system.items[5].fixedHeight == 2)
    #expect(
      template.system.constraints.map { spelling($0, in: template) } == [
        "\"KGk-i7-Jjw\".leading == card.leadingMargin @700",
        "on.leading == \"KGk-i7-Jjw\".trailing @700",
        "card.trailingMargin == on.trailing @700",
        "card.leading == cell.leadingMargin", "\"KGk-i7-Jjw\".top == card.topMargin",
        "card.width == 5", "room.height == 1",
      ])
    #expect(
      template.system.constraints.map(\.name) == [
        "inner.1", "inner.2", "inner.3", "card.leading == cell.leadingMargin",
        "\"KGk-i7-Jjw\".top == card.topMargin", "low", "room.height == 1",
      ])
    #expect(template.states == ["collapsed", "expanded"])
    #expect(template.groups[0].condition.subjects == [.state, .labels])
    #expect(template.askedLabels == [0])
    #expect(template.system.groups.last == 1)
  }

  @Test func labelOptionsAreRead() throws {
    let template = try CellTemplate(
      text: """
        schema: cellheights.template/1
        template: labels
        views:
          - {id: a, kind: label, text: "x", font: Inter, fontSize: 15.5, weight: semibold,
             italic: true, lines: 0, truncation: middle, lineHeight: 20, letterSpacing: -0.5}
          - {id: b, kind: label, text: "2024", style: caption2, weight: 350,
             lineHeight: {multiple: 1.2, maximum: 30}}
        """, file: "l.yaml")
    var font = FontRequest(
      family: "Inter", style: nil, size: 15.5, weight: 600, isItalic: true)
    font.letterSpacing = -0.5
    #expect(
      template.views[1].label
        == LabelContent(
          text: try BoundText("x"), font: font, lineLimit: 0, truncation: .middle,
          lineHeight: LineHeight(minimum: 20, maximum: 20)))
    #expect(
      template.views[2].label
        == LabelContent(
          text: try BoundText("2024"), font: FontRequest(style: .caption2, weight: 350),
          lineHeight: LineHeight(multiple: 1.2, maximum: 30)))
  }
}
