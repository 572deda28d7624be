import Testing
import XMLDocuments

@Suite struct XMLPullReaderTests {
  private func events(_ xml: String, limits: XMLLimits = XMLLimits()) throws -> [String] {
    let reader = XMLPullReader(bytes: Array(xml.utf8), limits: limits)
    var events: [String] = []
    while let event = try reader.next() {
      switch event {
      case .start:
        let attributes = try reader.attributes().map { " \($0.name.qualified)=\($0.value)" }
        events.append("<\(reader.name.qualified)\(attributes.joined())@\(reader.depth)")
      case .end: events.append(">\(reader.name.qualified)@\(reader.depth)")
      case .text: events.append(try reader.text())
      }
    }
    return events
  }

  @Test func eventsComeInDocumentOrder() throws {
    #expect(
      try events("<a x='1'><p:b xmlns:p='urn:p' p:y='&amp;'/>t<![CDATA[<c>]]></a>")
        == ["<a x=1@0", "<p:b p:y=&@1", ">p:b@1", "t<c>", ">a@0"])
  }

  @Test func baseAndLanguageAreInherited() throws {
    let reader = XMLPullReader(
      bytes: Array("<a xml:base='http://x.org/d/' xml:lang='fr'><b xml:base='e/'/></a>".utf8))
    _ = try reader.next()
    #expect(reader.base == "http://x.org/d/")
    _ = try reader.next()
    #expect(reader.base == "http://x.org/d/e/")
    #expect(reader.language == "fr")
  }

  @Test func chunksOfAnySizeGiveTheSameDocument() throws {
    var rest = Array("<a><b>é漢</b></a>".utf8)[...]
    let reader = XMLPullReader(feeding: XMLLimits())
    var text = ""
    while let event = try reader.next(of: &rest, step: 1) {
      if event == .text { text += try reader.text() }
    }
    #expect(text == "é漢")
  }

  @Test func innerContentIsTextOrMarkup() throws {
    let reader = XMLPullReader(
      bytes: Array(
        "<a><b>x &lt; y</b><c>1 &amp; <h:p xmlns:h='urn:h' q='\"'>2<br/></h:p></c></a>".utf8))
    _ = try reader.next()
    _ = try reader.next()
    #expect(try reader.innerContent() == XMLContent(text: "x < y", markup: nil))
    _ = try reader.next()
    #expect(
      try reader.innerContent()
        == XMLContent(text: "1 & 2", markup: "1 &amp; <p q=\"&quot;\">2<br></p>"))
  }

  @Test func errorsTellTheLine() {
    #expect(throws: XMLError.self) { try events("<a>\n<b></a>") }
    do {
      _ = try events("<a>\n<b></a>")
    } catch {
      #expect((error as? XMLError)?.line == 2)
    }
  }

  @Test func limitsHold() {
    #expect(throws: XMLError.tooDeep(line: 1, limit: 2)) {
      try events("<a><b><c/></b></a>", limits: XMLLimits(depth: 2))
    }
    #expect(throws: XMLError.tooLarge(limit: 10)) {
      try events("<a>0123456789</a>", limits: XMLLimits(documentBytes: 10))
    }
    #expect(throws: XMLError.tooLong(line: 1, limit: 3)) {
      try events("<a>0123</a>", limits: XMLLimits(textBytes: 3))
    }
    #expect(throws: XMLError.tooLong(line: 1, limit: 1)) {
      try events("<a b='' c=''/>", limits: XMLLimits(attributes: 1))
    }
    #expect(throws: XMLError.expansion(line: 1, entity: "&e;")) {
      try events(
        "<!DOCTYPE a [<!ENTITY e 'long'>]><a>&e;</a>", limits: XMLLimits(expansion: 3))
    }
  }

  @Test func referencesAreResolved() {
    #expect(XMLReference.resolve("../b?c", against: "http://x.org/d/e/f") == "http://x.org/d/b?c")
  }
}
