import AutoLayout
import FeedRecords
import Foundation
import InterfaceBuilder
import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments
import Testing

@testable import CellTemplates

struct ImportedPlaceTests {
  private static func framed(_ id: String, _ rect: String, _ mask: String) -> String {
    #"<view id="\#(id)"><rect key="frame" \#(rect)/>"#
      + #"<autoresizingMask key="autoresizingMask" \#(mask)/></view>"#
  }

  @Test("views without constraints follow their frame and mask")
  func followsMasks() throws {
    let xib = Xib(
      subviews: Self.framed("a", #"x="10" y="20" width="100" height="30""#, "")
        + Self.framed(
          "b", #"x="10" y="0" width="300" height="10""#, #"widthSizable="YES" flexibleMaxY="YES""#)
        + Self.framed(
          "c", #"x="300" y="90" width="20" height="10""#,
          #"flexibleMinX="YES" flexibleMinY="YES""#))
    // 80 points wider and 50 higher than the canvas.
    let frames = try xib.frames(width: 400, height: 150)
    #expect(frames["a"] == [10, 20, 100, 30])
    #expect(frames["b"] == [10, 0, 380, 10])
    #expect(frames["c"] == [380, 140, 20, 10])
  }

  @Test("on the canvas the content view keeps its gap to the cell; when the app runs it fills it")
  func placesContentView() throws {
    let xib = Xib(separator: 0.5, accessory: 33)
    #expect(try xib.frames(width: 400, height: 80)["con-t"] == [0, 0, 367, 79.5])
    #expect(try xib.frames(.runtime, width: 400, height: 80)["con-t"] == [0, 0, 400, 80])
    var accessory = xib
    accessory.cellAttributes = #"accessoryType="disclosureIndicator""#
    #expect(try accessory.frames(.runtime, width: 400, height: 80)["con-t"] == [0, 0, 367, 80])
  }

  @Test("a mask in a view that constraints lay out needs a size nobody knows: it is listed")
  func listsMasks() throws {
    let xib = Xib(
      subviews: Xib.view(
        "view", "box",
        inside: "<subviews>"
          + Self.framed("a", #"x="1" y="2" width="3" height="4""#, #"widthSizable="YES""#)
          + "</subviews>"))
    let views = try Xib.views(in: xib.imported().node)
    #expect(views.last?.numbers("frame") == [1, 2, 3, 4])
    #expect(views.last?.value("autoresizing")?.canonicalText == "[]")
    #expect(try xib.notes() == ["CH0486 10"])
  }

  @Test(
    "the content view's margins are those of the tools that saved the file",
    arguments: [
      // Tools, width, separator, accessory, preserves, device, top, leading, bottom, trailing.
      (12_000, 320.0, 0.5, 0.0, false, "retina4_7", [8.0, 8, 8, 8]),
      (14_000, 320, 0.5, 0, false, "retina4_7", [11, 16, 10.5, 16]),
      (14_000, 402, 0, 0, false, "retina4_7", [11, 20, 11, 20]),
      (14_000, 320, 0.5, 33, false, "retina4_7", [11, 16, 10.5, 8]),
      (15_000, 414, 0, 0, false, "retina6_1", [11, 15, 11, 15]),
      (15_000, 414, 0, 0, true, "retina6_1", [11, 20, 11, 20]),
      (17_000, 414, 0, 0, false, "retina6_1", [11, 20, 11, 20]),
      (17_000, 414, 0, 0, true, "retina6_12", [11, 16, 11, 16]),
      // L6.
      (17_000, 414, 0, 0, false, "retina5_5", [11, 16, 11, 16]),
      (17_000, 414, 0, 0, true, "retina5_5", [11, 20, 11, 20]),
      (24_127, 320, 0, 0, false, "retina6_12", [15, 20, 15, 20]),
      (24_127, 320, 0, 33, false, "retina6_12", [15, 20, 15, 8]),
      (32_700, 320, 0, 0, false, "retina6_12", [11, 16, 11, 16]),
    ])
  func knowsMargins(
    _ tools: Int, _ width: Double, _ separator: Double, _ accessory: Double, _ preserves: Bool,
    _ device: String, _ margins: [Double]
  ) throws {
    var xib = Xib(
      tools: tools, device: device, width: width, separator: separator, accessory: accessory)
    if preserves { xib.preservesMargins = true }
    #expect(try xib.view("contentView").numbers("margins") ?? [8, 8, 8, 8] == margins)
  }

  @Test("L4: an empty stack view's placeholder holds on the canvas, that of another is listed")
  func knowsPlaceholdersOfStacks() throws {
    let sizes = #"placeholderIntrinsicWidth="92" placeholderIntrinsicHeight="30""#
    let inside = "<subviews>" + Xib.view("switch", "s") + "</subviews>"
    let edges = ["leading", "top"].map {
      #"<constraint firstItem="a" firstAttribute="\#($0)" secondItem="con-t" "#
        + #"secondAttribute="\#($0)" constant="10" id="c-\#($0)"/>"#
    }.joined()
    for (inside, size, canvas, runtime) in [
      ("", [92.0, 30], "placeholder intrinsic sizes", [0.0, 0]),
      (
        inside, [49, 31], "placeholder intrinsic sizes of a stack view with arranged views",
        [49, 31]
      ),
    ] {
      let xib = Xib(
        subviews: Xib.view("stackView", "a", sizes, inside: inside), constraints: edges)
      #expect(try xib.frames()["a"] == [10, 10] + size)
      #expect(try xib.frames(.runtime)["a"] == [10, 10] + runtime)
      #expect(try xib.imported().notes.map(\.found) == [canvas])
      #expect(try xib.notes(.runtime) == ["CH0484 10"])
    }
  }

  /// Frames, which reach beyond the alignment rectangles: 61 + 2, 33 + 1.
  @Test("L6: on the canvas of Xcode 26 controls have their sizes of iOS 26")
  func knowsRecentControls() throws {
    let xib = Xib(tools: 24_127, subviews: Xib.view("switch", "s") + Xib.view("slider", "l"))
    var older = xib
    older.tools = 23_727
    #expect(try xib.frames()["s"].map { [$0[2] + 2, $0[3]] } == [63, 28])
    #expect(try xib.frames()["l"].map { $0[3] + 1 } == 34)
    #expect(try older.frames()["s"].map { [$0[2] + 2, $0[3]] } == [51, 31])
    #expect(try xib.frames(.runtime)["s"].map { [$0[2] + 2, $0[3]] } == [51, 31])
    #expect(try Xib.views(in: xib.imported().node).last { $0.text("class") == "UISwitch" } != nil)
  }

  @Test("views are counted by how many stand around them: 100 inside one another are read")
  func countsNestedViews() throws {
    func nested(_ count: Int) -> Xib {
      let views = (0..<count).reversed().reduce("") { inside, level in
        Xib.view("view", "v\(level)", inside: "<subviews>\(inside)</subviews>")
      }
      return Xib(subviews: views)
    }
    // The content view is the first of them.
    #expect(try Xib.views(in: nested(99).imported().node).count == 100)
    #expect(throws: Never.self) { try nested(99).imported().template() }
    #expect(throws: TemplateError.self) { try nested(100).imported() }
  }

  @Test("L6: a cell of an inset grouped table has 20 points at the sides, and a note says so")
  func widensInsetCells() throws {
    let cell = Xib(
      subviews: Xib.view("view", "a"),
      constraints:
        #"<constraint firstItem="a" firstAttribute="leading" secondItem="con-t" "#
        + #"secondAttribute="leadingMargin" id="c1"/>"#)
    let parts = cell.text.components(separatedBy: "objects>")
    for (style, side) in [("insetGrouped", 20.0), ("grouped", 16)] {
      let text =
        parts[0] + "objects><tableView style=\"\(style)\"><prototypes>"
        + parts[1].dropLast(2) + "</prototypes></tableView></objects>" + parts[2]
      let file = try InterfaceBuilderFile(bytes: Array(text.utf8), file: "Main.storyboard")
      let canvas = try file.importedTemplate(mode: .canvas)
      #expect(
        Xib.views(in: canvas.node).first?.numbers("margins") == [11, side, 11, side])
      let noted = canvas.notes.filter { $0.found.contains("inset grouped") }
      #expect(noted.map(\.code.rawValue) == (side == 20 ? ["CH0488"] : []))
      let template = try file.importedTemplate(mode: .runtime).template()
        .replacingContent(with: [:])
      var layouter = CellLayouter(plan: TemplatePlan(template), measurer: nil)
      let frames = try layouter.layout(
        FeedRecord(id: "none", version: "none"), in: Environment(parsing: "320@2x"), height: 44
      ).solved.frames
      #expect(frames[2].x == side)
    }
  }

  @Test("masks of the default variation leave views and constraints out")
  func appliesVariations() throws {
    let xib = Xib(
      subviews: Xib.view("view", "a") + Xib.view("view", "b"),
      constraints:
        #"<constraint firstItem="a" firstAttribute="width" constant="1" id="c1"/>"# + "\n"
        + #"<constraint firstItem="a" firstAttribute="height" constant="2" id="c2">"#
        + #"<variation key="heightClass=regular-widthClass=compact" constant="3"/>"#
        + #"<variation key="heightClass=regular-widthClass=regular" constant="4"/></constraint>"#
        + "\n" + #"<constraint firstItem="b" firstAttribute="width" constant="5" id="c3"/>"#,
      content: """
        <variation key="default"><mask key="subviews"><exclude reference="b"/></mask>\
        <mask key="constraints"><exclude reference="c1"/></mask></variation>\
        <variation key="heightClass=regular-widthClass=regular"><mask key="constraints">\
        <include reference="c1"/></mask></variation>
        """)
    #expect(try xib.constraintTexts() == ["view1.height == 3"])
    #expect(try xib.notes() == ["CH0485 10", "CH0485 13", "CH0485 15"])
    var pad = xib
    pad.device = "ipad9_7"
    #expect(try pad.constraintTexts() == ["view1.width == 1", "view1.height == 4"])
  }

  @Test("when the app runs, what another width class changes becomes constants and a group")
  func variesByWidthClass() throws {
    let xib = Xib(
      subviews: Xib.view("view", "a"),
      constraints:
        #"<constraint firstItem="a" firstAttribute="height" constant="2" id="c1">"#
        + #"<variation key="heightClass=regular-widthClass=regular" constant="4"/></constraint>"#
        + #"<constraint firstItem="a" firstAttribute="width" constant="10" id="c2"/>"#
        + #"<constraint firstItem="a" firstAttribute="width" constant="20" id="c3"/>"#
        + #"<constraint firstItem="a" firstAttribute="width" constant="30" id="c4"/>"#,
      content: """
        <variation key="default"><mask key="constraints"><exclude reference="c3"/>\
        <exclude reference="c4"/></mask></variation>\
        <variation key="widthClass=regular"><mask key="constraints">\
        <include reference="c3"/><exclude reference="c2"/></mask></variation>
        """)
    let node = try xib.imported(.runtime).node
    #expect(
      node.value("constants")?.canonicalText
        == #"{"spacing1":{"default":2.0,"horizontalSizeClass == regular":4.0}}"#)
    #expect(
      node.value("groups")?.canonicalText
        == #"[{"constraints":["view1.width == 20"],"otherwise":["view1.width == 10"],"#
        + #""when":"horizontalSizeClass == regular"}]"#)
    #expect(try xib.notes(.runtime) == ["CH0485 13"])
    // A width is regular from 600 points on.
    for (width, size) in [(390.0, [10.0, 2.0]), (700, [20, 4])] {
      let frame = try xib.frames(.runtime, width: width, height: 60)["a"]
      #expect(frame.map { Array($0[2...]) } == size)
    }
  }
}
