import Glibc
import TestSupport
import Testing
import XMLDocuments

/// Documents made to harm a reader.
@Suite struct XMLHostileTests: XMLTextReading {
  // MARK: - Entities

  @Test func billionLaughsAreRefused() throws {
    var type = "<!ENTITY e0 'lol'>"
    for level in 1..<10 {
      type += "<!ENTITY e\(level) '\(String(repeating: "&e\(level - 1);", count: 10))'>"
    }
    let xml = "<!DOCTYPE a [\(type)]>\n<a>&e9;</a>"
    #expect(try error(xml) == .expansion(line: 2, entity: "&e9;"))
    #expect(
      try error(xml, limits: XMLLimits(entityDepth: 100)) == .expansion(line: 2, entity: "&e9;"))
    let quiet = xml.replacing("'lol'", with: "''")
    #expect(
      try error(quiet, limits: XMLLimits(entityDepth: 100)) == .expansion(line: 2, entity: "&e9;"))
    let attribute = xml.replacing("<a>&e9;", with: "<a b='&e9;'>")
    #expect(try error(attribute) == .expansion(line: 2, entity: "&e9;"))
  }

  @Test func quadraticBlowupIsRefused() throws {
    let entity = String(repeating: "x", count: 10_000)
    let xml =
      "<!DOCTYPE a [<!ENTITY e '\(entity)'>]><a>\(String(repeating: "&e;", count: 1000))</a>"
    #expect(try error(xml) == .expansion(line: 1, entity: "&e;"))
  }

  @Test func defaultAttributesCannotMultiply() throws {
    let xml =
      "<!DOCTYPE a [<!ATTLIST b c CDATA '\(String(repeating: "x", count: 10_000))'>]><a>"
      + String(repeating: "<b/>", count: 1000) + "</a>"
    #expect(try error(xml) == .expansion(line: 1, entity: "of default attributes"))
  }

  @Test func entitiesThatReferToThemselvesAreRefused() throws {
    let xml = "<!DOCTYPE a [<!ENTITY e '&f;'><!ENTITY f '&e;'>]><a>&e;</a>"
    #expect(try error(xml) == .expansion(line: 1, entity: "&e;"))
  }

  @Test func plainEntitiesAreReplaced() throws {
    #expect(
      try text(
        "<!DOCTYPE a [<!ENTITY n 'A &amp; B &#38;lt; &hellip;'><!ENTITY m '[&n;]'>]>"
          + "<a x='&m;'>&m;&lt;&hearts;&Eacute;</a>")
        == "[A & B < …][A & B < …]<♥É")
  }

  @Test func parameterEntitiesAreLeftOut() throws {
    #expect(
      try text(
        "<!DOCTYPE a [<!ENTITY % x SYSTEM 'http://127.0.0.1:9/x.ent'> %x; "
          + "<!ENTITY % y '<!ENTITY z \"no\">'> %y;]><a>&nbsp;&z;</a>") == "\u{A0}&z;")
  }

  @Test func nothingOutsideTheDocumentIsRead() throws {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    let path = try folder.write("<!ENTITY s 'SENTINEL'>SENTINEL".utf8, to: "s.ent")
    for system in ["file://\(path)", path, "http://127.0.0.1:9/x", "ftp://127.0.0.1:9/x"] {
      let documents = [
        "<!DOCTYPE a SYSTEM '\(system)'><a>[&s;]</a>",
        "<!DOCTYPE a PUBLIC '-//x' '\(system)'><a>[&s;]</a>",
        "<!DOCTYPE a [<!ENTITY s SYSTEM '\(system)'>]><a>[&s;]</a>",
        "<!DOCTYPE a [<!ENTITY % s SYSTEM '\(system)'>%s;]><a>[&s;]</a>",
        "<!DOCTYPE a [<!ENTITY s SYSTEM '\(system)'>]><a b='[&s;]'/>",
        "<?xml-stylesheet href='\(system)'?><a xmlns:xi='http://www.w3.org/2001/XInclude'>"
          + "[<xi:include href=''/>]</a>",
      ]
      for document in documents {
        let text = try text(document)
        #expect(!text.contains("SENTINEL"))
        #expect(text == "[]" || text == "[&s;]", "\(document)")
      }
    }
    let reader = XMLPullReader(
      bytes: Array("<!DOCTYPE a [<!ENTITY s SYSTEM 'x'>]><a>&s;</a>".utf8))
    while try reader.next() != nil {}
    #expect(
      reader.repairs
        == [XMLRepair(kind: .externalEntity, text: "&s;", line: 1, byteOffset: 40)])
  }

  // MARK: - Sizes

  @Test func deepElementsAreRefusedByOurLimit() throws {
    let deep = String(repeating: "<a>", count: 1000)
    #expect(try error(deep) == .tooDeep(line: 1, limit: 200))
    #expect(try error(deep, limits: XMLLimits(depth: 5000)) == .tooDeep(line: 1, limit: 250))
  }

  @Test func longTextsAreRefusedByOurLimit() throws {
    let long = String(repeating: "x", count: 10_500_000)
    #expect(try error("<a>\(long)</a>") == .tooLong(line: 1, limit: 9_000_000))
    #expect(try error("<a><![CDATA[\(long)]]></a>") == .tooLong(line: 1, limit: 9_000_000))
    #expect(
      try text("<a>\(long)</a>", limits: XMLLimits(textBytes: 20_000_000)).utf8.count
        == 10_500_000)
    let accents = String(repeating: "é", count: 600)
    #expect(
      try error("<a>\n\(accents)</a>", limits: XMLLimits(textBytes: 1000))
        == .tooLong(line: 1, limit: 1000))
  }

  @Test func longMarkupIsRefusedByOurLimit() throws {
    let long = String(repeating: "x", count: 5_000_000)
    let limit = XMLLimits().markupBytes
    #expect(try error("<a><!-- \(long) --></a>") == .tooLong(line: 1, limit: limit))
    #expect(try error("<a><?p \(long) ?></a>") == .tooLong(line: 1, limit: limit))
    #expect(try error("<a b='\(long)'/>") == .tooLong(line: 1, limit: limit))
    #expect(try error("<\(long)/>") == .tooLong(line: 1, limit: limit))
    #expect(try error("<!DOCTYPE a [<!-- \(long) -->]><a/>") == .tooLong(line: 1, limit: limit))
    #expect(try error("<a></\(long)>") == .tooLong(line: 1, limit: limit))
    #expect(try error("<a>&\(long);</a>") == .tooLong(line: 1, limit: 1000))
  }

  @Test func longNamesAndValuesAreRefusedByOurLimit() throws {
    for length in [1001, 60_000] {
      let long = String(repeating: "x", count: length)
      for xml in ["<\(long)/>", "<a \(long)='1'/>", "<a:\(long)/>", "<\(long):a/>"] {
        #expect(try error(xml) == .tooLong(line: 1, limit: 1000))
      }
    }
    #expect(
      try error("<a b='1234'/>", limits: XMLLimits(attributeBytes: 3))
        == .tooLong(line: 1, limit: 3))
    #expect(
      try error("<a \((0..<2000).map { "a\($0)=''" }.joined(separator: " "))/>")
        == .tooLong(line: 1, limit: 1000))
  }

  @Test func newNamesWithoutEndAreReadOrRefusedByOurLimit() throws {
    var xml = Array("<r>".utf8)
    for number in 0..<100_000 { xml += Array("<element-\(number)-of-many-names/>".utf8) }
    xml += Array("</r>".utf8)
    // Read from a source they are forgotten in time; handed over at once they cannot be.
    let reader = XMLPullReader(bytes: xml)
    var count = 0
    while let event = try reader.next() { count += event == .start ? 1 : 0 }
    #expect(count == 100_001)
    #expect(reader.namesRemembered < 10_000)
    let fed = XMLPullReader(feeding: XMLLimits())
    fed.feed(xml[...])
    #expect(throws: XMLError.tooLong(line: 1, limit: XMLLimits().names)) {
      while try fed.next() != nil {}
    }
  }

  @Test func aLongTextCanBePassedOver() throws {
    let reader = XMLPullReader(
      bytes: Array("<a><b>12345</b><c d='1' e='2'/><f>x</f></a>".utf8),
      limits: XMLLimits(textBytes: 3, attributes: 1))
    var texts: [String] = []
    while let event = try reader.next() {
      if event == .text, let text = try? reader.text() { texts.append(text) }
    }
    #expect(texts == ["x"])
  }
}
