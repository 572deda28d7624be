import InterfaceBuilder
import StructuredDocuments
import TemplateDocuments
import Testing

@testable import CellTemplates

struct InterfaceBuilderFileTests {
  private let storyboard = """
    <?xml version="1.0" encoding="UTF-8"?>
    <document type="com.apple.InterfaceBuilder3.CocoaTouch.Storyboard.XIB" toolsVersion="21000">
    <scenes><scene sceneID="s"><objects><tableViewController id="t"><tableView key="view" id="v">
    <prototypes>
    <tableViewCell reuseIdentifier="post" id="p-1">
    <rect key="frame" x="0" y="0" width="320" height="44"/>
    <tableViewCellContentView key="contentView" id="p-2"><subviews>
    <collectionView translatesAutoresizingMaskIntoConstraints="NO" id="p-3"><cells>
    <collectionViewCell reuseIdentifier="photo" id="i-1">
    <rect key="frame" x="0" y="0" width="50" height="50"/><view key="contentView" id="i-2"/>
    </collectionViewCell></cells></collectionView></subviews></tableViewCellContentView>
    </tableViewCell>
    <tableViewCell reuseIdentifier="ad" id="a-1"><rect key="frame" x="0" y="0" width="9" height="9"/>
    <tableViewCellContentView key="contentView" id="a-2"/></tableViewCell>
    </prototypes></tableView></tableViewController></objects></scene></scenes>
    </document>
    """

  private func problem(_ text: String, _ file: String = "Cell.xib") -> String? {
    do throws(TemplateError) {
      _ = try InterfaceBuilderFile(bytes: Array(text.utf8), file: file)
      return nil
    } catch {
      return error.description
    }
  }

  @Test("a storyboard's prototype cells are found by their reuse identifiers, nested ones too")
  func findsPrototypes() throws {
    let file = try InterfaceBuilderFile(bytes: Array(storyboard.utf8), file: "Main.storyboard")
    #expect(file.isStoryboard)
    #expect(file.cells.map(\.reuseIdentifier) == ["post", "photo", "ad"])
    #expect(file.cells.map(\.line) == [5, 9, 13])
    #expect(try file.cell(named: "ad") == 2)
    #expect(try file.cell(named: "i-1") == 1)
    for (index, name) in ["post", "photo", "ad"].enumerated() {
      #expect(try file.importedTemplate(cell: index).template().name == name)
    }
  }

  @Test("of several cells the path names one, and a wrong or missing name lists them")
  func namesCells() throws {
    let one = try CellTemplate(text: storyboard, file: "Main.storyboard#ad")
    #expect(one.views.map(\.objectID) == ["a-1", "a-2"])
    #expect(throws: TemplateError.self) {
      try CellTemplate(text: storyboard, file: "Main.storyboard")
    }
    let file = try InterfaceBuilderFile(bytes: Array(storyboard.utf8), file: "Main.storyboard")
    do throws(TemplateError) {
      _ = try file.cell(named: "psot")
    } catch {
      #expect(
        error.description
          == "Main.storyboard:1: CH0464: no cell 'psot' in the file; expected one of post, photo, "
          + "ad; did you mean 'post'?")
    }
  }

  @Test("paths of files and of cells in them are told apart from others")
  func knowsPaths() {
    #expect(InterfaceBuilderPath("a/B.xib")?.file == "a/B.xib")
    #expect(InterfaceBuilderPath("a/B.storyboard#Post.Cell")?.cell == "Post.Cell")
    #expect(InterfaceBuilderPath("a.xib/post.yaml") == nil)
    #expect(InterfaceBuilderPath("a/B.xib#c")?.file == "a/B.xib")
    #expect(InterfaceBuilderPath("a#b.xib")?.file == "a#b.xib")
    #expect(InterfaceBuilderPath("a#b.xib")?.cell == nil)
    #expect(TemplateCatalog.isPath("B.storyboard#Post"))
  }

  @Test("D6: a document for macOS is refused and named as one")
  func refusesMacOS() throws {
    let view = "<objects><customView id=\"a\"/><tableViewCell id=\"b\"/></objects></document>"
    let type = "type=\"com.apple.InterfaceBuilder3.Cocoa.XIB\""
    for head in ["\(type) targetRuntime=\"MacOSX.Cocoa\"", type] {
      let said = try #require(problem("<document \(head)>\(view)"))
      #expect(said.contains("CH0464"))
      #expect(said.contains("a document of Interface Builder for macOS"))
      #expect(said.contains("expected one for iOS"))
    }
  }

  @Test("what is no Interface Builder file, or has no cell, is refused with its line")
  func refusesOthers() {
    #expect(problem("<html/>")?.contains("CH0464: the element 'html'") == true)
    #expect(problem("<document type=\"com.apple.Other\"/>")?.contains("CH0464") == true)
    #expect(
      problem("<document type=\"com.apple.InterfaceBuilder3.CocoaTouch.XIB\">\n<objects>")
        == "Cell.xib:2: CH0464: the XML ends before its root element is closed; expected a .xib or "
        + "storyboard as Xcode saves it")
    #expect(
      problem("<document type=\"com.apple.InterfaceBuilder3.CocoaTouch.XIB\"/>")?
        .contains("no cell in the file") == true)
  }

  @Test("what the importer wrote has its notes at the head, and reads back as the same document")
  func writesDocument() throws {
    let text = "a: b # {c} \"d\" \\ \u{1F600} & *x\n- y\t\u{85}\u{2028}\u{FEFF}'%@`!|>?"
    let escaped = text.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
    var xib = Xib(
      subviews: Xib.view("label", "a", inside: "<string key=\"text\">\(escaped)</string>")
        + Xib.view("label", "1e5", #"text="true" userLabel="é *é""#)
        + Xib.view("label", "c", #"text="&amp;x""#),
      constraints:
        "<constraint firstItem=\"*x\u{7F}y\u{9F}\u{FEFF}\" firstAttribute=\"top\" id=\"c\"/>")
    xib.connections = #"<outlet property="null" destination="a" id="o"/>"#
    let imported = try xib.imported()
    let yaml = imported.yaml
    #expect(yaml.hasPrefix("# Imported from Views/PostCell.xib, cell PostCell.\n"))
    #expect(yaml.contains("# Texts that code sets, to be bound: null.\n"))
    #expect(
      yaml.contains("#   CH0480, line 14: a constraint with '\u{2217}x\u{FFFD}y\u{FFFD}\u{FFFD}'"))
    let context = DocumentContext(file: "cell.yaml", limits: TemplateLimits())
    let again = DocumentReader.read(yaml, into: context)
    #expect(context.problems.isEmpty)
    #expect(again?.canonicalText == imported.node.canonicalText)
    let label = try xib.view("null")
    #expect(label.text("text") == text.replacing("{", with: "{{").replacing("}", with: "}}"))
  }

  @Test(
    "a byte order mark at the beginning of a name or a text is dropped, which would not read back")
  func dropsMarks() throws {
    let xib = Xib(
      subviews: Xib.view("label", "a", "text=\"\u{FEFF}\u{FEFF}x\u{FEFF}y\"")
        + Xib.view("label", "b", inside: "<string key=\"text\">\u{FEFF}z</string>"),
      constraints: "<constraint firstItem=\"\u{FEFF}a\" firstAttribute=\"top\" id=\"c\"/>")
    let imported = try xib.imported()
    let context = DocumentContext(file: "cell.yaml", limits: TemplateLimits())
    let again = DocumentReader.read(imported.yaml, into: context)
    #expect(context.problems.isEmpty)
    #expect(again?.canonicalText == imported.node.canonicalText)
    #expect(try xib.view("label1").text("text") == "x\u{FEFF}y")
    #expect(try xib.view("label2").text("text") == "z")
  }

  @Test("side margins of a running table cell depend on its width")
  func followsWidth() throws {
    let fixed =
      #"<constraints><constraint firstAttribute="height" constant="4" id="h"/></constraints>"#
    let xib = Xib(
      subviews: Xib.view("view", "a", inside: fixed) + Xib.view("view", "b", inside: fixed),
      constraints:
        #"<constraint firstItem="a" firstAttribute="leading" secondItem="con-t" "#
        + #"secondAttribute="leadingMargin" id="1"/>"#
        + #"<constraint firstAttribute="trailingMargin" secondItem="a" "#
        + #"secondAttribute="trailing" id="2"/>"#
        + #"<constraint firstItem="a" firstAttribute="top" secondItem="con-t" "#
        + #"secondAttribute="topMargin" id="3"/>"#
        + #"<constraint firstItem="b" firstAttribute="leading" secondItem="con-t" "#
        + #"secondAttribute="leadingMargin" constant="8" id="4"/>"#
        + #"<constraint firstItem="b" firstAttribute="trailing" secondItem="con-t" "#
        + #"secondAttribute="trailingMargin" constant="-8" id="5"/>"#
        + #"<constraint firstItem="b" firstAttribute="top" secondItem="a" "#
        + #"secondAttribute="bottom" id="6"/>"#)
    #expect(
      try xib.constraintTexts(.runtime).filter { $0.contains("contentView") } == [
        "view1.leading == contentView.leading + sideMargin",
        "contentView.trailing == view1.trailing + sideMargin",
        "view1.top == contentView.topMargin",
        "view2.leading == contentView.leading + sideMargin3",
        "view2.trailing == contentView.trailing - sideMargin3",
      ])
    for (width, side) in [(390.0, 16.0), (430, 20)] {
      let frames = try xib.frames(.runtime, width: width, height: 60)
      #expect(frames["a"] == [side, 11, width - 2 * side, 4])
      #expect(frames["b"] == [side + 8, 15, width - 2 * side - 16, 4])
    }
  }
}
