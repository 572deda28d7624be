import InterfaceBuilder
import StructuredDocuments
import Testing

@testable import CellTemplates

struct ImportedViewTests {
  @Test("outlets name views, then labels made by people, then kind and number")
  func namesViews() throws {
    let xib = Xib(
      subviews: Xib.view("label", "a") + Xib.view("label", "b", #"userLabel="Left Side Label""#)
        + Xib.view("label", "c") + Xib.view("label", "d", #"userLabel="cell""#)
        + Xib.view("imageView", "e") + Xib.view("label", "f", #"userLabel="title label""#),
      connections: #"<outlet property="titleLabel" destination="a" id="o"/>"#
        + #"<outlet property="delegate" destination="c" id="p"/>"#
        + #"<outletCollection property="pictures" destination="e" id="q"/>"#)
    let names = try Xib.views(in: xib.imported().node).compactMap { $0.text("id") }
    #expect(
      names == [
        "contentView", "titleLabel", "leftSideLabel", "label1", "cell2", "pictures", "titleLabel2",
      ])
    #expect(try xib.imported().unbound == ["titleLabel"])
  }

  @Test("labels carry text, lines, truncation and ranks")
  func readsLabel() throws {
    let xib = Xib(
      subviews: Xib.view(
        "label", "a",
        #"text="a {b}" numberOfLines="0" lineBreakMode="middleTruncation" "#
          + #"horizontalHuggingPriority="251" verticalHuggingPriority="251" "#
          + #"horizontalCompressionResistancePriority="749" adjustsFontSizeToFit="NO""#,
        inside: #"<fontDescription key="fontDescription" type="system" pointSize="13"/>"#))
    let label = try xib.view("label1")
    #expect(
      label.canonicalText == #"{"compression":{"horizontal":749.0},"fontSize":13.0,"#
        + #""hugging":251.0,"id":"label1","kind":"label","lines":0.0,"object":"a","#
        + #""text":"a {{b}}","truncation":"middle"}"#)
  }

  @Test("text of several lines, and text in base 64, is read")
  func readsLongTexts() throws {
    let xib = Xib(
      subviews: Xib.view("label", "a", inside: "<string key=\"text\">one\ntwo</string>")
        + Xib.view(
          "label", "b", inside: #"<string key="text" base64-UTF8="YES">w6R4CgI</string>"#))
    #expect(try xib.view("label1").text("text") == "one\ntwo")
    #expect(try xib.view("label2").text("text") == "\u{E4}x\n\u{2}")
  }

  @Test(
    "fonts become styles, sizes, weights and families",
    arguments: [
      (#"style="UICTFontTextStyleSubhead""#, #"{"style":"subheadline"}"#),
      (#"style="UICTFontTextStyleTitle0""#, #"{"style":"largeTitle"}"#),
      (#"type="system" weight="heavy" pointSize="12""#, #"{"fontSize":12.0,"weight":"heavy"}"#),
      (#"type="boldSystem" pointSize="12""#, #"{"fontSize":12.0,"weight":"semibold"}"#),
      (#"type="italicSystem" pointSize="12""#, #"{"fontSize":12.0,"italic":true}"#),
      (
        #"name="Lato-BoldItalic" family="Lato" pointSize="12""#,
        #"{"font":"Lato","fontSize":12.0,"italic":true,"weight":700.0}"#
      ),
      (
        #"name="Avenir-Book" family="Avenir" pointSize="9.5""#,
        #"{"font":"Avenir","fontSize":9.5}"#
      ),
    ])
  func readsFont(_ attributes: String, _ keys: String) throws {
    let xib = Xib(
      subviews: Xib.view(
        "label", "a", inside: #"<fontDescription key="fontDescription" \#(attributes)/>"#))
    guard case .mapping(let entries) = try xib.view("label1").value else {
      Issue.record("the view is no mapping")
      return
    }
    let fontKeys = ["font", "fontSize", "italic", "weight", "style"]
    let font = DocumentNode(
      line: 1, value: .mapping(entries.filter { fontKeys.contains($0.key) }))
    #expect(font.canonicalText == keys)
  }

  @Test("attributed text becomes pieces with fonts of their own, the first that each has")
  func readsAttributedText() throws {
    let inside = """
      <attributedString key="attributedText"><fragment content="Read "><attributes>\
      <font key="NSFont" size="14" name="Lato-Bold"/><font key="NSFont" size="15"/></attributes>\
      </fragment>\
      <fragment><string key="content">more</string></fragment></attributedString>
      """
    let label = try Xib(subviews: Xib.view("label", "a", inside: inside)).view("label1")
    #expect(
      label.value("text")?.canonicalText
        == #"[{"font":"Lato","fontSize":14.0,"text":"Read ","weight":700.0},{"text":"more"}]"#)
  }

  @Test("pictures have the sizes of the resources, symbols none")
  func readsPictures() throws {
    let xib = Xib(
      subviews: Xib.view("imageView", "a", #"image="hat""#)
        + Xib.view("imageView", "b", #"image="star" catalog="system""#)
        + Xib.view("imageView", "c", #"image="gone""#) + Xib.view("imageView", "d"),
      resources: #"<image name="hat" width="30" height="20.5"/>"#
        + #"<image name="star" catalog="system" width="128" height="118"/>"#)
    #expect(try xib.view("image1").numbers("intrinsic") == [30, 20.5])
    for name in ["image2", "image3", "image4"] {
      #expect(try !xib.view(name).has("intrinsic"))
    }
    #expect(try xib.notes() == ["CH0487 10", "CH0487 10"])
  }

  @Test("buttons carry title, picture and insets")
  func readsButton() throws {
    let inside = """
      <fontDescription key="fontDescription" type="system" pointSize="15"/>\
      <inset key="contentEdgeInsets" minX="1" minY="2" maxX="3" maxY="4"/>\
      <state key="normal" title="Go" image="hat"/>
      """
    let xib = Xib(
      subviews: Xib.view("button", "a", inside: inside),
      resources: #"<image name="hat" width="30" height="20"/>"#)
    #expect(
      try xib.view("button1").canonicalText
        == #"{"contentInsets":[2.0,1.0,4.0,3.0],"fontSize":15.0,"id":"button1","#
        + #""image":[30.0,20.0],"kind":"button","object":"a","text":"Go"}"#)
  }

  @Test(
    "stacks carry what they arrange by",
    arguments: [
      ("", #"{"id":"stack1","kind":"stack","object":"a"}"#),
      (
        #"axis="vertical" alignment="top" spacing="4""#,
        #"{"alignment":"leading","axis":"vertical","id":"stack1","kind":"stack","object":"a","#
          + #""spacing":4.0}"#
      ),
      (
        #"alignment="firstBaseline" distribution="equalCentering" spacingType="standard""#,
        #"{"alignment":"firstBaseline","distribution":"equalCentering","id":"stack1","#
          + #""kind":"stack","object":"a","spacing":"standard"}"#
      ),
    ])
  func readsStack(_ attributes: String, _ keys: String) throws {
    let xib = Xib(subviews: Xib.view("stackView", "a", attributes))
    #expect(try xib.view("stack1").canonicalText == keys)
  }

  @Test("margins of a stack are the switch for its arrangement by margins")
  func readsStackMargins() throws {
    let xib = Xib(
      subviews: Xib.view(
        "stackView", "a",
        inside: #"<edgeInsets key="layoutMargins" top="1" left="2" bottom="3" right="4"/>"#))
    let stack = try xib.view("stack1")
    #expect(stack.numbers("margins") == [1, 2, 3, 4])
    #expect(stack.value("relativeToMargins")?.canonicalText == "true")
  }

  @Test("runtime attributes and classes are kept")
  func keepsAttributes() throws {
    let inside = """
      <userDefinedRuntimeAttributes>\
      <userDefinedRuntimeAttribute type="number" keyPath="layer.cornerRadius">\
      <integer key="value" value="4"/></userDefinedRuntimeAttribute>\
      <userDefinedRuntimeAttribute type="boolean" keyPath="isRound" value="YES"/>\
      <userDefinedRuntimeAttribute type="string" keyPath="key" value="title"/>\
      </userDefinedRuntimeAttributes>
      """
    let xib = Xib(subviews: Xib.view("view", "a", #"customClass="Avatar""#, inside: inside))
    let view = try xib.view("view1")
    #expect(view.text("class") == "Avatar")
    #expect(
      view.value("attributes")?.canonicalText
        == #"{"isRound":true,"key":"title","layer.cornerRadius":4.0}"#)
    _ = try xib.imported().template()
  }

  @Test("kinds without a counterpart become views and are listed")
  func listsKinds() throws {
    let xib = Xib(
      subviews: Xib.view("slider", "a") + Xib.view("unheardOf", "b") + Xib.view("switch", "c"))
    #expect(try xib.view("slider1").numbers("alignmentInsets") == [0, 2, 1, 2])
    #expect(try xib.view("unheardOf1").text("kind") == "view")
    #expect(try xib.view("switch1").text("kind") == "switch")
    #expect(try xib.notes() == ["CH0482 10"])
  }

  @Test("what lies in scrolling views is left out with its constraints, and listed")
  func leavesContentOut() throws {
    let inner = Xib.view("label", "in")
    let xib = Xib(
      subviews: Xib.view("scrollView", "a", inside: "<subviews>\(inner)</subviews>"),
      constraints: #"<constraint firstItem="in" firstAttribute="top" secondItem="a" "#
        + #"secondAttribute="top" id="c"/>"#)
    #expect(try xib.constraintTexts().isEmpty)
    #expect(try xib.notes() == ["CH0483 10", "CH0483 13"])
  }
}
