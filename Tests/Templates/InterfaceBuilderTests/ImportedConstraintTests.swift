import InterfaceBuilder
import StructuredDocuments
import Testing

@testable import CellTemplates

struct ImportedConstraintTests {
  private var two: Xib {
    Xib(
      subviews: Xib.view("label", "a-1") + Xib.view("view", "b-2"),
      connections: "<outlet property=\"title\" destination=\"a-1\" id=\"o\"/>")
  }

  @Test(
    "constraints become linear forms",
    arguments: [
      (
        #"<constraint firstItem="a-1" firstAttribute="leading" secondItem="b-2" "#
          + #"secondAttribute="trailing" constant="8" id="c"/>"#,
        "title.leading == view1.trailing + 8"
      ),
      // Without a first item: the view that contains the constraint.
      (
        #"<constraint firstAttribute="bottom" secondItem="a-1" secondAttribute="bottom" "#
          + #"constant="-2.5" id="c"/>"#,
        "contentView.bottom == title.bottom - 2.5"
      ),
      (
        #"<constraint firstItem="a-1" firstAttribute="width" relation="greaterThanOrEqual" "#
          + #"priority="750" constant="30" id="c"/>"#,
        "title.width >= 30 @750"
      ),
      (
        #"<constraint firstItem="b-2" firstAttribute="width" secondItem="b-2" "#
          + #"secondAttribute="height" multiplier="16:10" id="c"/>"#,
        "view1.width == 1.6 * view1.height"
      ),
      (
        #"<constraint firstItem="b-2" firstAttribute="height" relation="lessThanOrEqual" "#
          + #"secondItem="a-1" secondAttribute="height" multiplier="3/4" id="c"/>"#,
        "view1.height <= 0.75 * title.height"
      ),
      (
        #"<constraint firstItem="b-2" firstAttribute="baseline" secondItem="a-1" "#
          + #"secondAttribute="firstBaseline" id="c"/>"#,
        "view1.lastBaseline == title.firstBaseline"
      ),
      (
        #"<constraint firstItem="a-1" firstAttribute="leading" secondItem="con-t" "#
          + #"secondAttribute="leadingMargin" id="c"/>"#,
        "title.leading == contentView.leadingMargin"
      ),
      (
        #"<constraint firstItem="a-1" firstAttribute="right" secondItem="con-t" "#
          + #"secondAttribute="rightMargin" id="c"/>"#,
        "title.right == contentView.rightMargin"
      ),
    ])
  func readsConstraint(_ element: String, _ text: String) throws {
    var xib = two
    xib.constraints = element
    #expect(try xib.constraintTexts() == [text])
    #expect(try xib.notes().isEmpty)
    _ = try xib.imported().template()
  }

  @Test(
    "what is no constraint is left out and listed with its line",
    arguments: [
      (#"firstItem="a-1" firstAttribute="top" secondItem="zzz" secondAttribute="top""#, "CH0480"),
      (#"firstItem="zzz" firstAttribute="width" constant="1""#, "CH0480"),
      (#"firstItem="a-1" firstAttribute="middle" constant="1""#, "CH0481"),
      (#"firstItem="a-1" firstAttribute="top" constant="1""#, "CH0481"),
      (#"firstItem="a-1" firstAttribute="top" secondItem="b-2" secondAttribute="left""#, "CH0481"),
      (#"firstItem="a-1" firstAttribute="width" relation="about" constant="1""#, "CH0481"),
      (#"firstItem="a-1" firstAttribute="width" constant="nan""#, "CH0489"),
      (#"firstItem="a-1" firstAttribute="width" constant="1e300""#, "CH0489"),
      (#"firstItem="a-1" firstAttribute="width" constant="1" priority="0""#, "CH0489"),
      (
        #"firstItem="a-1" firstAttribute="width" secondItem="b-2" secondAttribute="width" "#
          + #"multiplier="1:0""#, "CH0489"
      ),
    ])
  func listsBroken(_ attributes: String, _ code: String) throws {
    var xib = two
    xib.constraints = "\n<constraint \(attributes) id=\"c\"/>"
    #expect(try xib.constraintTexts().isEmpty)
    #expect(try xib.notes() == ["\(code) 14"])
  }

  @Test("placeholders hold on the canvas and are dropped, and listed, when the app runs")
  func dropsPlaceholders() throws {
    var xib = two
    xib.constraints =
      #"<constraint firstItem="b-2" firstAttribute="width" constant="9" placeholder="YES" id="c"/>"#
    #expect(try xib.constraintTexts() == ["view1.width == 9"])
    #expect(try xib.constraintTexts(.runtime).isEmpty)
    #expect(try xib.notes(.runtime) == ["CH0484 13"])
  }

  @Test("names of outlets and identifiers become names of constraints")
  func namesConstraints() throws {
    var xib = two
    xib.constraints =
      #"<constraint firstItem="b-2" firstAttribute="width" constant="9" id="c"/>"#
      + #"<constraint firstItem="b-2" firstAttribute="height" constant="9" identifier="H" id="d"/>"#
    xib.connections += #"<outlet property="boxWidth" destination="c" id="p"/>"#
    guard case .list(let nodes)? = try xib.imported().node.value("constraints")?.value else {
      Issue.record("no constraints")
      return
    }
    #expect(nodes.map { $0.text("id") } == ["boxWidth", "H"])
  }

  @Test("the safe area is the view itself; the margins guide its margins, extents by a guide")
  func replacesGuides() throws {
    var xib = two
    xib.content =
      #"<viewLayoutGuide key="safeArea" id="s-a"/><viewLayoutGuide key="layoutMargins" id="l-m"/>"#
    xib.constraints =
      #"<constraint firstItem="a-1" firstAttribute="top" secondItem="s-a" secondAttribute="top" id="c"/>"#
      + #"<constraint firstItem="a-1" firstAttribute="leading" secondItem="l-m" "#
      + #"secondAttribute="leading" id="d"/>"#
      + #"<constraint firstItem="b-2" firstAttribute="width" secondItem="l-m" "#
      + #"secondAttribute="width" multiplier="0.5" id="e"/>"#
    #expect(
      try xib.constraintTexts() == [
        "title.top == contentView.top", "title.leading == contentView.leadingMargin",
        "contentViewMargins.leading == contentView.leadingMargin",
        "contentViewMargins.trailing == contentView.trailingMargin",
        "contentViewMargins.top == contentView.topMargin",
        "contentViewMargins.bottom == contentView.bottomMargin",
        "view1.width == 0.5 * contentViewMargins.width",
      ])
    _ = try xib.imported().template()
  }

  @Test("a multiple of a position counts from the corner of the view that holds the constraint")
  func multipliesFromOwner() throws {
    // The box reaches from 20 to 220; half the way to its centre is 20 + 100 / 2.
    let inner =
      Xib.view("view", "i-1", inside: Self.size("i-1", 10, 10))
    let box = Xib.view(
      "view", "b-1",
      inside: "<subviews>\(inner)</subviews><constraints>"
        + #"<constraint firstItem="i-1" firstAttribute="centerX" secondItem="b-1" "#
        + #"secondAttribute="centerX" multiplier="0.5" id="m"/>"#
        + #"<constraint firstItem="i-1" firstAttribute="top" secondItem="b-1" "#
        + #"secondAttribute="bottom" multiplier="0.25" constant="1" id="n"/>"#
        + #"<constraint firstAttribute="width" constant="200" id="w"/>"#
        + #"<constraint firstAttribute="height" constant="40" id="h"/></constraints>"#)
    let xib = Xib(
      subviews: box,
      constraints:
        #"<constraint firstItem="b-1" firstAttribute="leading" secondItem="con-t" "#
        + #"secondAttribute="leading" constant="20" id="x"/>"#
        + #"<constraint firstItem="b-1" firstAttribute="top" secondItem="con-t" "#
        + #"secondAttribute="top" constant="30" id="y"/>"#)
    let frames = try xib.frames()
    #expect(frames["b-1"] == [20, 30, 200, 40])
    #expect(frames["i-1"] == [65, 41, 10, 10])
  }

  private static func size(_ id: String, _ width: Double, _ height: Double) -> String {
    #"<constraints><constraint firstAttribute="width" constant="\#(width)" id="\#(id)w"/>"#
      + #"<constraint firstAttribute="height" constant="\#(height)" id="\#(id)h"/></constraints>"#
  }
}
