import TestSupport
import Testing
import XMLDocuments

/// Documents that are not well-formed.
@Suite struct XMLBrokenTests: XMLTextReading {
  @Test func zerosAndBrokenUTF8AreRefusedWithTheirPlace() throws {
    for broken in [[0], [0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [1]] as [[UInt8]] {
      let xml = Array("<a>\n<b>é".utf8) + broken + Array("</b></a>".utf8)
      let reader = XMLPullReader(feeding: XMLLimits())
      reader.feed(xml[...])
      reader.finish()
      do {
        while try reader.next() != nil {}
        Issue.record("no error for \(broken)")
      } catch {
        guard case .malformed(let line, _) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(line == 2)
        #expect((8...13).contains(reader.errorOffset))
      }
    }
  }

  @Test(arguments: [
    "", "  ", "<", "<a", "<a>", "<a b='", "<a b='>", "<a>text", "<a><b></b>", "<a><![CDATA[ x",
    "<a><!-- x", "<a><?p", "<!DOCTYPE a [", "<a>&am", "<a></a", "<?xml version='1.0'?>",
    "<a>\u{e9}",
  ])
  func aDocumentCutOffIsTruncated(_ xml: String) throws {
    #expect(try error(xml) == .truncated(line: 1))
  }

  @Test(arguments: [
    "<a>&</a>", "<a>a & b</a>", "<a>AT&T</a>", "<a b=c/>", "<a></b>", "<a/><b/>", "<a/>x", "x",
    "<a><b", "<a b='<'/>", "<a>]]></a>", "<a>&#0;</a>", "<a><!x></a>", "<a b='1' b='2'/>",
  ])
  func brokenDocumentsAreErrors(_ xml: String) throws {
    #expect(throws: XMLError.self) { try text(xml) }
  }

  @Test func aBareAmpersandDoesNotWaitForMore() throws {
    let reader = XMLPullReader(feeding: XMLLimits())
    reader.feed(ArraySlice("<r><item>AT&T</item>".utf8))
    #expect(throws: XMLError.malformed(line: 1, reason: "an & that starts no entity; write &amp;"))
    {
      while try reader.next() != nil {}
    }
    #expect(reader.errorOffset == 11)
  }

  @Test func mutatedDocumentsNeverCrash() throws {
    let source = """
      <?xml version="1.0"?><!DOCTYPE r [<!ENTITY e "x &amp; &f;"><!ENTITY f "y">
      <!ATTLIST c d CDATA "&e;" x NMTOKEN #IMPLIED>]><r xmlns:p="urn:p" xml:base="http://x/">
      <p:a b="1 &amp; &nbsp;&foo; &e;">t&e;&nbsp;<![CDATA[<x>]]>&#x41;</p:a><c/><!-- c --><?p i?>
      <item xml:lang="de"><title>é漢 &hellip;</title></item></r>
      """
    var random = TestRandom(seed: 61)
    for _ in 0..<3000 {
      let xml = random.mutated(Array(source.utf8))
      let step = 1 + Int(random.next() % 60)
      let whole = Result { try text(xml) }
      var rest = xml[...]
      let reader = XMLPullReader(feeding: XMLLimits())
      var pieces = ""
      var failure: (any Error)?
      do {
        while !rest.isEmpty {
          reader.feed(rest.prefix(step))
          rest = rest.dropFirst(step)
          if rest.isEmpty { reader.finish() }
          while let event = try reader.next() {
            switch event {
            case .text: pieces += try reader.text()
            case .start: pieces += try reader.attributes().map(\.value).joined()
            case .end: continue
            }
          }
        }
      } catch {
        failure = error
        try reader.resume(depth: 1, line: 5, byteOffset: 50)
        reader.feed(ArraySlice("<i>1</i>".utf8))
        var count = 0
        while let event = try? reader.next() { count += event == .end ? 1 : 0 }
        #expect(count == 1)
      }
      if case .success(let text) = whole {
        #expect(pieces == text && failure == nil)
      } else {
        #expect(failure != nil || xml.isEmpty)
      }
    }
  }
}
