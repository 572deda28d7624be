import AutoLayout
import LayoutPrimitives
import TemplateDocuments
import Testing
import TextMeasurement

@testable import CellTemplates

@Suite("Intrinsic sizes from the record")
struct IntrinsicSizeTests {
  private func template(_ view: String, _ more: String = "") throws -> CellTemplate {
    try CellTemplate(
      text: """
        schema: cellheights.template/1
        template: t
        views:
          - \(view)
          \(more)
        constraints: ["H:|-10-[a]-(>=10)-|", "V:|-5-[a]-(>=5)-|"]
        """, file: "t.yaml")
  }

  private func layouter(_ template: CellTemplate) -> CellLayouter {
    CellLayouter(plan: TemplatePlan(template), measurer: nil)
  }

  /// A layouter that measures texts.
  private func measuring(_ template: CellTemplate) throws -> CellLayouter {
    let library = try FontLibrary(FontConfiguration())
    return CellLayouter(plan: TemplatePlan(template), measurer: try TextMeasurer(library: library))
  }

  private func cell(
    _ layouter: inout CellLayouter, _ values: [String: String], width: Double = 300
  ) throws -> LaidOutCell {
    try layouter.layout(Record(values: values), in: try Environment(width: width, scale: 2))
  }

  @Test("The sides of a view, an image and a button come from the record, or one of them")
  func sides() throws {
    for kind in ["view", "image", "button"] {
      var both = layouter(
        try template("{id: a, kind: \(kind), intrinsic: [\"{w}/{scale}\", \"{h|20}\"]}"))
      var found = try cell(&both, ["w": "90", "scale": "2", "h": "30"])
      #expect(found.solved.frames[1] == Rect(x: 10, y: 5, width: 45, height: 30))
      #expect(found.layout.caveats.isEmpty)
      found = try cell(&both, ["w": "30", "scale": "1"])
      #expect(found.solved.frames[1] == Rect(x: 10, y: 5, width: 30, height: 20))
      #expect(found.layout.exactHeight == 30)
      var one = layouter(try template("{id: a, kind: \(kind), intrinsic: [null, \"{h}\"]}"))
      #expect(try cell(&one, ["h": "12.5"]).solved.frames[1].height == 12.5)
      #expect(both.enginesCreated == 1)
    }
  }

  @Test("A side that a record lacks is a caveat where the layout depends on it")
  func missing() throws {
    let open = try template("{id: a, kind: view, intrinsic: [40, \"{h}\"]}")
    var layouter = layouter(open)
    let found = try cell(&layouter, [:])
    #expect(found.solved.frames[1] == Rect(x: 10, y: 5, width: 40, height: 0))
    #expect(found.layout.caveats == .sizeUnknown)
    #expect(try cell(&layouter, ["h": "0"]).layout.caveats.isEmpty)
    // A divisor that is not positive is no number.
    var ratio = self.layouter(
      try template("{id: a, kind: view, intrinsic: [40, \"{h}/{n}\"]}"))
    #expect(try cell(&ratio, ["h": "5", "n": "0"]).layout.caveats == .sizeUnknown)
    // Here a required height leaves no height for the missing one.
    var held = self.layouter(
      try template("{id: a, kind: view, size: [null, 20], intrinsic: [40, \"{h}\"]}"))
    #expect(try cell(&held, [:]).layout.caveats.isEmpty)
    #expect(try cell(&held, [:]).solved.frames[1] == Rect(x: 10, y: 5, width: 40, height: 20))
  }

  @Test("An image whose declared size a record lacks has that of the picture")
  func picture() throws {
    var layouter = layouter(
      try template(
        "{id: a, kind: image, source: \"{image}\", intrinsic: [\"{w}\", \"{h}\"]}"))
    let picture = ["image": "a.png", "image.width": "64", "image.height": "48"]
    var found = try cell(&layouter, picture)
    #expect(found.solved.frames[1] == Rect(x: 10, y: 5, width: 64, height: 48))
    found = try cell(&layouter, picture.merging(["w": "8", "h": "6"]) { $1 })
    #expect(found.solved.frames[1] == Rect(x: 10, y: 5, width: 8, height: 6))
    #expect(try cell(&layouter, ["image": "a.png"]).layout.caveats.contains(.sizeUnknown))
    #expect(try !cell(&layouter, [:]).layout.caveats.contains(.sizeUnknown))
  }

  /// At 75 points the label is narrower than its declared width, but its wrapping does not matter.
  @Test("A label with both sides has them at every width, without a font")
  func label() throws {
    let sized = try template(
      "{id: a, kind: label, text: \"{title}\", lines: 0, intrinsic: [\"{w}\", \"{h}\"]}")
    var layouter = layouter(sized)
    let values = ["title": "Hello", "w": "120", "h": "41"]
    for (width, extent) in [(300.0, 120.0), (75, 55)] {
      let found = try cell(&layouter, values, width: width)
      #expect(found.solved.frames[1] == Rect(x: 10, y: 5, width: extent, height: 41))
      #expect(found.layout.caveats.isEmpty)
      #expect(found.layout.labels == [LabelLines(count: 0, truncated: false)])
    }
    var measuring = try measuring(sized)
    #expect(try cell(&measuring, values).layout.height == 2 * 51)
    #expect(try cell(&measuring, values).layout.caveats.isEmpty)
  }

  @Test("A button's size holds its title and its insets")
  func button() throws {
    var layouter = layouter(
      try template("{id: a, kind: button, text: \"{title}\", intrinsic: [\"{w}\", 44]}"))
    #expect(
      try cell(&layouter, ["title": "Send", "w": "88"]).solved.frames[1]
        == Rect(x: 10, y: 5, width: 88, height: 44))
  }

  @Test("A label is measured where the record lacks a side, with a caveat if it has a text")
  func measuredInstead() throws {
    var sized = try measuring(
      try template("{id: a, kind: label, text: \"{title}\", intrinsic: [\"{w}\", \"{h}\"]}"))
    var plain = try measuring(try template("{id: a, kind: label, text: \"{title}\"}"))
    for values in [
      ["title": "Hello"], ["title": "Hello", "w": "300"], ["title": "Bye", "h": "1"],
    ] {
      let found = try cell(&sized, values)
      let expected = try cell(&plain, values)
      #expect(found.solved.frames == expected.solved.frames)
      #expect(found.layout.labels == expected.layout.labels)
      #expect(found.layout.caveats == [.substituteFont, .sizeUnknown])
      #expect(expected.layout.caveats == .substituteFont)
    }
    // A record between those with sizes does not affect later ones.
    #expect(try cell(&sized, ["title": "Hello", "w": "7", "h": "9"]).solved.frames[1].height == 9)
    #expect(try cell(&sized, [:]).layout.caveats == cell(&plain, [:]).layout.caveats)
  }

  /// The baselines are those of the text itself, so the font matters here.
  @Test("A constraint on a baseline has the text measured for it")
  func baseline() throws {
    let other = "- {id: b, kind: view, size: [5, 5]}"
    func template(_ size: String) throws -> CellTemplate {
      try CellTemplate(
        text: """
          schema: cellheights.template/1
          template: t
          views:
            - {id: a, kind: label, text: "{title}"\(size)}
            \(other)
          constraints: ["H:|-10-[a]-5-[b]", "V:|-5-[a]-(>=5)-|", "b.bottom == a.firstBaseline"]
          """, file: "t.yaml")
    }
    var sized = try measuring(try template(", intrinsic: [\"{w}\", \"{h}\"]"))
    var plain = try measuring(try template(""))
    let expected = try cell(&plain, ["title": "Hello"])
    let found = try cell(&sized, ["title": "Hello", "w": "60", "h": "50"])
    #expect(found.solved.frames[1] == Rect(x: 10, y: 5, width: 60, height: 50))
    #expect(found.solved.frames[2].maxY == expected.solved.frames[2].maxY)
    #expect(found.layout.caveats == .substituteFont)
  }

  @Test("Sizes that are none fail the cell", arguments: ["-1", "1e12", "-0.001"])
  func absurd(width: String) throws {
    for view in [
      "{id: a, kind: view, intrinsic: [\"{w}\", 5]}",
      "{id: a, kind: label, text: x, intrinsic: [\"{w}\", 5]}",
    ] {
      var layouter = layouter(try template(view))
      let value = try #require(Double(width))
      #expect(throws: CellError.absurdNumber(value, constraint: "size of a")) {
        try cell(&layouter, ["w": width])
      }
      #expect(try cell(&layouter, ["w": "5"]).solved.frames[1].width == 5)
    }
  }

  @Test("A cell is laid out again when a bound side changes, and its paths are told")
  func paths() throws {
    let template = try template(
      "{id: a, kind: view, intrinsic: [\"{image.width}/{n}\", \"{image.height|9}\"]}")
    #expect(
      template.recordPaths.map(\.spelling) == ["language", "image.width", "n", "image.height"])
    #expect(!PictureSides(template).isEmpty)
    #expect(
      template.bindingUses.map(\.asker) == Array(repeating: "the intrinsic size of 'a'", count: 3))
  }

  @Test("A repeated view has the size of its element")
  func repeated() throws {
    var layouter = layouter(
      try CellTemplate(
        text: """
          schema: cellheights.template/1
          template: t
          views:
            - id: s
              kind: stack
              axis: vertical
              alignment: leading
              subviews:
                - id: p
                  kind: view
                  repeat: {over: "{photos}", as: photo, upTo: 2}
                  intrinsic: ["{photo.width}", "{photo.height|3}"]
          constraints: ["H:|[s]|", "V:|[s]|"]
          """, file: "t.yaml"))
    let found = try cell(
      &layouter,
      [
        "photos[0]": "x", "photos[0].width": "11", "photos[0].height": "7", "photos[1]": "y",
        "photos[1].width": "13",
      ])
    #expect(found.layout.exactHeight == 10)
  }

  @Test("Stacks share their length by sizes of the record")
  func proportional() throws {
    var layouter = layouter(
      try CellTemplate(
        text: """
          schema: cellheights.template/1
          template: t
          views:
            - id: s
              kind: stack
              distribution: fillProportionally
              subviews:
                - {id: a, kind: view, intrinsic: ["{a}", 10]}
                - {id: b, kind: label, text: x, intrinsic: ["{b}", 10]}
          constraints: ["H:|[s]|", "V:|[s]|"]
          """, file: "t.yaml"))
    let found = try cell(&layouter, ["a": "10", "b": "50"])
    #expect(found.solved.frames.map(\.width).contains(50))
    #expect(found.solved.frames.map(\.width).contains(250))
  }

  @Test("Boxes have sizes of the record as views with constraints do")
  func boxes() throws {
    let template = try CellTemplate(
      text: """
        schema: cellheights.template/1
        template: t
        layout:
          kind: stack
          axis: vertical
          spacing: 4
          sublayouts:
            - {kind: label, id: title, text: "{title}", lines: 0, intrinsic: ["{w}", "{h}"]}
            - {kind: image, id: map, intrinsic: [40, "{map|25}"], alignment: topLeading}
            - {kind: button, id: reply, text: x, intrinsic: [60, 24], alignment: topTrailing}
        """, file: "t.yaml")
    #expect(template.recordPaths.map(\.spelling) == ["language", "title", "w", "h", "map"])
    var layouter = try measuring(template)
    let found = try cell(&layouter, ["title": "Hello", "w": "120", "h": "41"])
    #expect(
      found.solved.frames.dropFirst() == [
        Rect(x: 0, y: 0, width: 120, height: 41), Rect(x: 0, y: 45, width: 40, height: 25),
        Rect(x: 240, y: 74, width: 60, height: 24),
      ])
    #expect(found.layout.exactHeight == 98)
    #expect(found.layout.caveats.isEmpty)
    #expect(found.layout.labels.map(\.count) == [0, 0])
    // The label is measured, and the record is reported.
    let measured = try cell(&layouter, ["title": "Hello", "w": "120", "map": "1"])
    #expect(measured.solved.frames[1].height == (17.0 * 3408 / 2816 * 2).rounded(.up) / 2)
    #expect(measured.layout.caveats == [.substituteFont, .sizeUnknown])
    #expect(throws: CellError.absurdNumber(-2, constraint: "size of map")) {
      try cell(&layouter, ["map": "-2"])
    }
  }

  @Test(
    "What cannot be a size is said",
    arguments: [
      "[\"{w\", 1]", "[\"{w} pt\", 1]", "[\"{w}/2\", 1]", "[\"{w|'wide'}\", 1]",
      "[\"-{w}\", 1]", "[\"{w, number}\", 1]",
    ])
  func problems(size: String) throws {
    do {
      _ = try template("{id: a, kind: view, intrinsic: \(size)}")
      Issue.record("\(size) was accepted")
    } catch let error as TemplateError {
      guard case .invalid(let problems, _) = error else { throw error }
      #expect(problems.map(\.code) == [.bindingSyntax])
    }
  }
}
