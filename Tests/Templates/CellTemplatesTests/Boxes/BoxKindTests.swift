import LayoutPrimitives
import Testing

@testable import CellTemplates

/// Frames of each kind of box, computed by hand, in a cell 200 points wide.
@Suite struct BoxKindTests {
  @Test func aColumnWithRoomAroundAndBetween() throws {
    let cell = try BoxTemplate(
      """
      layout:
        kind: inset
        insets: [1, 10, 2, 20]
        sublayout:
          kind: stack
          axis: vertical
          spacing: 4
          sublayouts:
            - {id: a, kind: label, text: "a"}
            - {id: b, kind: label, text: "b", alignment: topFill}
            - {id: c, kind: label, text: "c", alignment: {vertical: top, horizontal: trailing}}
      """, sizes: ["a": [50, 10], "b": [60, 20], "c": [70, 30]]
    ).cell()
    #expect(cell["a"] == [10, 1, 50, 10])
    #expect(cell["b"] == [10, 15, 170, 20])
    #expect(cell["c"] == [110, 39, 70, 30])
    #expect(cell.height == 71)
  }

  private let row = """
    layout:
      kind: stack
      spacing: 10
      DISTRIBUTION
      sublayouts:
        - {id: a, kind: label, text: "a", FLEXIBLE alignment: fill}
        - {id: b, kind: label, text: "b", flexibility: 1, alignment: fill}
        - {id: c, kind: label, text: "c", flexibility: none, alignment: fill}
    """

  /// Widths 30, 40 and 50 with two gaps of 10 leave 60 of 200.
  @Test(arguments: [
    ("fillFlexing", [0.0, 40, 150], [30.0, 100, 50]), ("leading", [0, 40, 90], [30, 40, 50]),
    ("trailing", [60, 100, 150], [30, 40, 50]), ("center", [30, 70, 120], [30, 40, 50]),
    ("fillEqualSpacing", [0, 70, 150], [30, 40, 50]),
    ("fillEqualSize", [0, 70, 140], [60, 60, 60]),
  ])
  func distributions(_ word: String, _ places: [Double], _ widths: [Double]) throws {
    let text = row.replacing("DISTRIBUTION", with: "distribution: \(word)")
      .replacing("FLEXIBLE", with: "flexibility: -1,")
    let sizes = ["a": [30.0, 10], "b": [40, 20], "c": [50, 15]]
    let cell = try BoxTemplate(text, sizes: sizes).cell()
    #expect(["a", "b", "c"].map { cell[$0]?[0] } == places)
    #expect(["a", "b", "c"].map { cell[$0]?[2] } == widths)
    let mirrored = try BoxTemplate(text, sizes: sizes).cell(in: "200@1x//rtl")
    for id in ["a", "b", "c"] {
      let left = try #require(cell[id])
      #expect(mirrored[id] == [200 - left[0] - left[2], left[1], left[2], left[3]])
    }
  }

  @Test func sizesFromNumbersConstantsAndTheRecord() throws {
    let template = try BoxTemplate(
      """
      constants: {rail: {default: 30, "width >= 200": 40}}
      layout:
        kind: stack
        axis: vertical
        sublayouts:
          - {id: a, kind: sized, width: rail, height: 10, alignment: topLeading}
          - {id: b, kind: sized, height: "{height}", maxHeight: 70}
          - {id: c, kind: sized, aspect: 2/1, maxWidth: 100, alignment: topTrailing}
          - {id: d, kind: sized, aspect: "{w}/{h}", aspectOtherwise: 4, maxAspect: 10}
      """)
    let cell = try template.cell(["height": "25", "w": "30", "h": "60"])
    #expect(cell["a"] == [0, 0, 40, 10])
    #expect(cell["b"] == [0, 10, 200, 25])
    #expect(cell["c"] == [100, 35, 100, 50])
    #expect(cell["d"] == [0, 85, 200, 400])
    #expect(try template.cell(["height": "99"])["b"]?[3] == 70)
    // Without a picture size, or with an invalid one, the other ratio applies.
    #expect(try template.cell(["height": "0"])["d"]?[3] == 50)
    #expect(try template.cell(["height": "0", "w": "0", "h": "60"])["d"]?[3] == 50)
    #expect(try template.cell(["height": "0", "w": "9", "h": "0"])["d"]?[3] == 50)
    // No wider than ten times its height.
    #expect(try template.cell(["height": "0", "w": "3000", "h": "3"])["d"]?[3] == 20)
  }

  @Test func whatARecordLacksIsToldAndWhatIsAbsurdFails() throws {
    let template = try BoxTemplate(
      """
      layout:
        kind: stack
        axis: vertical
        sublayouts:
          - {id: a, kind: sized, height: "{h}"}
          - {id: b, kind: sized, aspect: "{w}/{h}", hidden: "{folded}"}
      """)
    #expect(try template.cell(["h": "2", "w": "4"]).cell.layout.caveats == [])
    #expect(try template.cell(["h": "2"]).cell.layout.caveats == [.sizeUnknown])
    // A hidden box needs no numbers.
    #expect(try template.cell(["h": "2", "folded": "1"]).cell.layout.caveats == [])
    for (values, place) in [
      (["h": "-1"], "'height' of the box 'a', line 7, -1.0: a length is from 0"),
      (["h": "1e10"], "'height' of the box 'a', line 7"),
      (["h": "1", "w": "1e9"], "'aspect' of the box 'b', line 8, 1000000000.0: a ratio is from"),
    ] {
      let error = #expect(throws: CellError.self) { try template.cell(values) }
      #expect(error?.code == "CH0110" && error?.description.contains(place) == true)
    }
  }

  @Test func overlaysAreNoLargerThanTheirPrimary() throws {
    let cell = try BoxTemplate(
      """
      layout:
        kind: stack
        axis: vertical
        sublayouts:
          - kind: overlay
            alignment: topLeading
            background: {id: shade, kind: sized}
            primary: {id: text, kind: label, text: "x"}
            overlay:
              - {id: badge, kind: label, text: "9", alignment: topTrailing}
              - {id: huge, kind: sized, width: 500, height: 500}
      """, sizes: ["text": [80, 30], "badge": [20, 10]]
    ).cell()
    #expect(cell["shade"] == [0, 0, 80, 30])
    #expect(cell["text"] == [0, 0, 80, 30])
    #expect(cell["badge"] == [60, 0, 20, 10])
    #expect(cell["huge"] == [0, 0, 80, 30])
    #expect(cell.height == 30)
  }

  @Test func aFlowOfRepeatedPictures() throws {
    let template = try BoxTemplate(
      """
      layout:
        kind: flow
        columns: 3
        itemSpacing: 4
        lineSpacing: 4
        aspect: 1
        sublayouts:
          - {id: photo, kind: image, source: "{p.url}", repeat: {over: "{media}", as: p, upTo: 5}}
      """)
    #expect(template.template.views.map(\.id).dropFirst() == (1...5).map { "photo.\($0)" }[...])
    var values: [String: String] = [:]
    for index in 0..<4 {
      values["media[\(index)]"] = "x"
      values["media[\(index)].url"] = "\(index).jpg"
    }
    let cell = try template.cell(values)
    // (200 - 2 · 4) / 3 = 64
    #expect(cell["photo.1"] == [0, 0, 64, 64])
    #expect(cell["photo.3"] == [136, 0, 64, 64])
    #expect(cell["photo.4"] == [0, 68, 64, 64])
    #expect(cell.height == 132)
    #expect(cell["photo.5"]?[3] == 0)
    #expect(cell.findings == [])
    #expect(try template.cell(values, in: "200@1x//rtl")["photo.1"] == [136, 0, 64, 64])
    #expect(try template.cell().height == 0)
  }

  @Test func buttonsAndImagesOfFixedSize() throws {
    let cell = try BoxTemplate(
      """
      layout:
        kind: stack
        sublayouts:
          - {id: icon, kind: image, size: [20, null], intrinsic: [50, 30], alignment: topLeading}
          - {id: reply, kind: button, intrinsic: [60, 24], alignment: topLeading}
          - {id: logo, kind: image, intrinsic: [50, 40]}
      """
    ).cell()
    #expect(cell["icon"] == [0, 0, 20, 30])
    #expect(cell["reply"] == [20, 0, 60, 24])
    #expect(cell["logo"] == [150, 0, 50, 40])
  }
}
