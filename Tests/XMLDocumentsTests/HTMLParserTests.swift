import Testing
import XMLDocuments

@Suite struct HTMLParserTests {
  private final class Recorder: HTMLHandler {
    var events: [String] = []
    func startElement(_ name: String, attributes: [HTMLAttribute]) {
      events.append("<\(name)" + attributes.map { " \($0.name)=\($0.value)" }.joined())
    }
    func endElement(_ name: String) { events.append(">\(name)") }
    func characters(_ text: String) { events.append(text) }
  }

  private func events(_ html: String, depth: Int = 200) -> (events: [String], whole: Bool) {
    let recorder = Recorder()
    let whole = HTMLParser.parse(html, limits: XMLLimits(depth: depth), handler: recorder)
    return (recorder.events, whole)
  }

  @Test func sloppyMarkupIsClosed() {
    #expect(
      events("<div><P>a<p>b<img SRC=x></div>").events
        == ["<div", "<p", "a", ">p", "<p", "b", "<img src=x", ">img", ">p", ">div"])
  }

  @Test func entitiesAndAllScriptsAreDecoded() {
    #expect(events("<div>&eacute;漢😀&#x41;</div>").events.dropFirst().dropLast().joined() == "é漢😀A")
  }

  @Test func deepMarkupStops() {
    #expect(!events(String(repeating: "<i>", count: 50), depth: 10).whole)
  }
}

@Suite struct XMLEncodingTests {
  @Test func declarationsAndMarksAreSeen() {
    #expect(
      XMLEncoding(prefix: Array("<?xml version='1.0' encoding='GB2312'?>".utf8)).declared
        == "gb2312")
    #expect(XMLEncoding(prefix: [0xEF, 0xBB, 0xBF, 0x3C]).markLength == 3)
    #expect(XMLEncoding(prefix: [0x3C, 0, 0x3F, 0]).layout == .utf16(bigEndian: false))
    #expect(XMLEncoding(prefix: [0, 0, 0, 0x3C]).layout == .utf32(bigEndian: true))
    #expect(XMLEncoding.isKnown("windows-1251"))
    #expect(!XMLEncoding.isKnown("nonsense"))
  }

  @Test func htmlEntitiesAreReplacedOutsideCDATA() {
    let xml = "<a>&nbsp;&amp;&unknown;<![CDATA[&nbsp;]]><!-- &nbsp; --></a>"
    let replaced = XMLEntities.replacingHTML(in: Array(xml.utf8))
    #expect(
      replaced.map { String(decoding: $0, as: UTF8.self) }
        == "<a>\u{A0}&amp;&unknown;<![CDATA[&nbsp;]]><!-- &nbsp; --></a>")
    #expect(XMLEntities.replacingHTML(in: Array("<a>&amp;</a>".utf8)) == nil)
  }
}
