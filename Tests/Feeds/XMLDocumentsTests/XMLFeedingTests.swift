import Testing
import XMLDocuments

@Suite struct XMLFeedingTests {
  /// The events pulled now, each with its location.
  private func pull(_ reader: XMLPullReader) throws -> [String] {
    var events: [String] = []
    while let event = try reader.next() {
      let location = "\(reader.line):\(reader.byteOffset)"
      switch event {
      case .start: events.append("<\(reader.name.qualified) \(location)")
      case .end: events.append(">\(reader.name.qualified) \(location)")
      case .text: events.append("\(try reader.text()) \(location)")
      }
    }
    return events
  }

  private func feed(_ reader: XMLPullReader, _ text: String) {
    reader.feed(ArraySlice(text.utf8))
  }

  @Test func placesAreThoseOfTheEvents() throws {
    let reader = XMLPullReader(feeding: XMLLimits())
    feed(reader, "<?xml version='1.0'?>\n<a>\n <b\n  x='1'/>é&amp;y<!-- \n -->z</a >\n<!-- -->")
    #expect(
      try pull(reader) == [
        "<a 2:22", "\n  2:25", "<b 3:27", ">b 3:27", "é&yz 4:39", ">a 5:58",
      ])
    reader.finish()
    #expect(try reader.next() == nil)
  }

  @Test func whatWasFedIsUsedUpAndGoesOn() throws {
    let reader = XMLPullReader(feeding: XMLLimits())
    feed(reader, "<r><item>1</item>")
    #expect(try pull(reader) == ["<r 1:0", "<item 1:3", "1 1:9", ">item 1:10"])
    #expect(reader.depth == 1)
    feed(reader, "\n<item><![CDATA[2]]></item>")
    #expect(try pull(reader) == ["\n 1:17", "<item 2:18", "2 2:24", ">item 2:37"])
    feed(reader, "</r>")
    reader.finish()
    #expect(try pull(reader) == [">r 2:44"])
  }

  @Test func aTextInPiecesKeepsItsPlaces() throws {
    let reader = XMLPullReader(feeding: XMLLimits())
    let ascii = String(repeating: "x", count: 400)
    feed(reader, "<r>\(ascii)")
    #expect(try pull(reader) == ["<r 1:0", "\(ascii) 1:3"])
    feed(reader, "\ny<a/><![CDATA[\n1]]>\n<b/>")
    #expect(
      try pull(reader) == [
        "\ny 1:403", "<a 2:405", ">a 2:405", "\n1\n 2:409", "<b 4:424", ">b 4:424",
      ])
  }

  /// XML 1.0, section 2.11; the last text is one section after another.
  @Test(arguments: [1, 2, 3, 1000]) func lineEndsInSectionsBecomeLineFeeds(step: Int) throws {
    let xml = "<r>\r\n<![CDATA[a\r\nb\rc\r\r\nd\r]]><b/><![CDATA[\r]]><![CDATA[\n\r\n]]></r>"
    var rest = Array(xml.utf8)[...]
    let reader = XMLPullReader(feeding: XMLLimits())
    var texts = [""]
    while let event = try reader.next(of: &rest, step: step) {
      if event == .text { texts[texts.count - 1] += try reader.text() } else { texts.append("") }
    }
    #expect(texts == ["", "\na\nb\nc\n\nd\n", "", "\n\n\n", ""])
  }

  /// libxml2 reports unfinished sections in pieces of 300 bytes, and does not report an end without
  /// bytes.
  @Test func theEndOfASectionIsForgottenByTheNext() throws {
    let long = String(repeating: "x", count: 299)
    let reader = XMLPullReader(feeding: XMLLimits())
    feed(reader, "<r><![CDATA[\(long)\r]]")
    feed(reader, "><![CDATA[\nz]]><![CDATA[]]><c/><![CDATA[\(long)\r")
    feed(reader, "\ny]]></r>")
    let second = 12 + 300 + 3
    #expect(
      try pull(reader) == [
        "<r 1:0", "\(long)\n\nz 1:3", "<c 2:\(second + 14 + 12)", ">c 2:\(second + 14 + 12)",
        "\(long)\ny 2:\(second + 14 + 16)", ">r 3:\(second + 14 + 16 + 9 + 302 + 3)",
      ])
  }

  private static let sample = """
    <?xml version="1.0"?><!DOCTYPE r [<!ENTITY e "déclaré"><!ATTLIST c d CDATA "x&#38;y">]>
    <r xmlns:p="urn:p" xml:lang="fr"><p:a b="1 &amp; &nbsp;&foo; &e;">t&e;&nbsp;<![CDATA[<x>]]>
    <!-- c --><?p i?>漢字\r\n&#x41;</p:a><c/><u:v w:x="y"/></r>
    """

  @Test func bytesOneByOneGiveTheSameAsAllAtOnce() throws {
    func joined(_ steps: Int) throws -> [String] {
      var rest = Array(Self.sample.utf8)[...]
      let reader = XMLPullReader(feeding: XMLLimits())
      var result = [""]
      while let event = try reader.next(of: &rest, step: steps) {
        switch event {
        case .text: result[result.count - 1] += try reader.text()
        case .start:
          let attributes = try reader.attributes().map { "\($0.name) \($0.value)" }
          result += ["<\(reader.name) \(reader.line):\(reader.byteOffset) \(attributes)", ""]
        case .end: result += [">\(reader.name) \(reader.line):\(reader.byteOffset)", ""]
        }
      }
      return result
    }
    let whole = try joined(10_000)
    #expect(whole.contains("tdéclaré\u{A0}<x>\n漢字\nA"))
    for step in [1, 2, 3, 5, 17] { #expect(try joined(step) == whole) }
  }

  @Test func attributesHoldEntitiesOfAllKinds() throws {
    let reader = XMLPullReader(bytes: Array(Self.sample.utf8))
    var values: [String] = []
    while let event = try reader.next() {
      if event == .start { values += try reader.attributes().map(\.value) }
    }
    #expect(values == ["fr", "1 & \u{A0}&foo; déclaré", "x&y", "y"])
    #expect(
      reader.repairs
        == [XMLRepair(kind: .unknownEntity, text: "&foo;", line: 2, byteOffset: 145)])
  }

  @Test func anUndeclaredPrefixIsPartOfTheName() throws {
    let reader = XMLPullReader(bytes: Array("<a:b c:d=''/>".utf8))
    _ = try reader.next()
    #expect(reader.name == XMLName(namespace: "", local: "a:b", prefix: ""))
    #expect(try reader.attributes().map(\.name.local) == ["c:d"])
  }

  @Test func aReaderResumesBehindABrokenRecord() throws {
    let reader = XMLPullReader(feeding: XMLLimits())
    feed(
      reader,
      "<!DOCTYPE f [<!ENTITY me 'Ann'>]><f xmlns='urn:f' xmlns:p='urn:p&amp;\"q' xml:lang='fr' "
        + "xml:base='http://x.org/a/'>")
    _ = try pull(reader)
    feed(reader, "<entry><b></entry>")
    #expect(throws: XMLError.self) { try pull(reader) }
    #expect(reader.errorOffset > 120)
    try reader.resume(depth: 1, line: 7, byteOffset: 500)
    #expect(reader.depth == 1)
    feed(reader, "<p:entry xml:base='b/'>&me;\n<c/></p:entry>")
    #expect(try reader.next() == .start)
    #expect(reader.name == XMLName(namespace: "urn:p&\"q", local: "entry", prefix: "p"))
    #expect((reader.line, reader.byteOffset) == (7, 500))
    #expect(reader.base == "http://x.org/a/b/")
    #expect(reader.language == "fr")
    #expect(try reader.next() == .text)
    #expect(try reader.text() == "Ann\n")
    #expect(try reader.next() == .start)
    #expect(reader.name.namespace == "urn:f")
    #expect((reader.line, reader.byteOffset, reader.depth) == (8, 528, 2))
    _ = try pull(reader)
    #expect(reader.base == "http://x.org/a/")
    feed(reader, "</f>")
    reader.finish()
    #expect(try pull(reader) == [">f 8:542"])
  }

  @Test func aByteOrderMarkIsPassedOver() throws {
    for step in [1, 100] {
      var rest = Array("\u{FEFF}<?xml version='1.0' encoding='latin1'?><a>é</a>".utf8)[...]
      let reader = XMLPullReader(feeding: XMLLimits())
      while !rest.isEmpty {
        reader.feed(rest.prefix(step))
        rest = rest.dropFirst(step)
      }
      reader.finish()
      #expect(try pull(reader) == ["<a 1:42", "é 1:45", ">a 1:47"])
    }
  }

  @Test func recordsCanBeLeftOut() throws {
    let reader = XMLPullReader(feeding: XMLLimits())
    feed(reader, "<r>\n")
    #expect(try pull(reader) == ["<r 1:0"])
    reader.jump(line: 10, byteOffset: 1000)
    feed(reader, "<item>x</item>")
    #expect(
      try pull(reader) == ["\n 9:999", "<item 10:1000", "x 10:1006", ">item 10:1007"])
  }

  @Test func newNamesWithoutEndDoNotGrowTheReader() throws {
    let reader = XMLPullReader(feeding: XMLLimits(names: 50))
    feed(reader, "<!DOCTYPE r [<!ENTITY e 'x'><!ATTLIST i a CDATA 'd'>]>")
    feed(reader, "<r xmlns:p='urn:p' xml:lang='de'>")
    _ = try pull(reader)
    var offset = reader.byteOffset
    for round in 0..<100 {
      let names = (0..<20).map { "<p:n\(round)_\($0) b\(round)=''>&e;</p:n\(round)_\($0)>" }
      feed(reader, names.joined() + "<i/>\n")
      var (texts, starts) = (0, 0)
      while let event = try reader.next() {
        #expect(reader.byteOffset >= offset)
        offset = reader.byteOffset
        if event == .start {
          starts += 1
          if reader.name.local == "i" {
            #expect(try reader.attributes().map(\.value) == ["d"])
          } else {
            #expect(reader.name.namespace == "urn:p")
            #expect(reader.name.local == "n\(round)_\(starts - 1)")
          }
          #expect(reader.depth == 1)
          #expect(reader.language == "de")
        } else if event == .text {
          texts += try reader.text() == "x" ? 1 : 0
        }
      }
      #expect((texts, starts) == (20, 21))
      #expect(reader.line == round + 1)
      #expect(reader.namesRemembered <= 50 + 42)
    }
    feed(reader, "</r>")
    reader.finish()
    #expect(try pull(reader).last?.hasPrefix(">r 101:") == true)
  }
}
