import TestSupport
import Testing
import XMLDocuments

@Suite struct XMLRecordSplitterTests {
  /// The cuts of a document that comes in windows of a size, as texts; pieces outside records are
  /// joined.
  private func cuts(
    _ xml: String, _ rule: XMLRecordRule = .feeds, step: Int = .max, max: Int = 1 << 20
  ) -> [String] {
    let all = Array(xml.utf8)
    var splitter = XMLRecordSplitter(records: rule, maxRecordBytes: max)
    var (start, end) = (0, 0)
    var result: [String] = []
    var outside = 0..<0
    func text(_ range: Range<Int>) -> String { String(decoding: all[range], as: UTF8.self) }
    func add(_ mark: String, _ range: Range<Int>) {
      if !outside.isEmpty { result.append(text(outside)) }
      outside = 0..<0
      if !range.isEmpty { result.append(mark + text(range)) }
    }
    while true {
      let cut = splitter.next(all[start..<end], at: start, ended: end == all.count)
      switch cut {
      case .outside(let range, _):
        outside = (outside.isEmpty ? range.lowerBound : outside.lowerBound)..<range.upperBound
      case .record(let range): add("R:", range)
      case .tooLarge(let range): add("L:", range)
      case .more:
        start = splitter.keep
        end = Swift.min(end + Swift.min(step, all.count), all.count)
      case .end:
        add("U:", splitter.unfinished ?? 0..<0)
        return result
      }
    }
  }

  static let documents: [(String, [String])] = [
    (
      "<rss><channel><title>t</title><item>1</item>\n<item>2</item></channel></rss>",
      [
        "<rss><channel><title>t</title>", "R:<item>1</item>", "\n", "R:<item>2</item>",
        "</channel></rss>",
      ]
    ),
    // Comments, CDATA sections and instructions hide what looks like markup.
    (
      "<feed><!-- <entry>no</entry> --><entry><![CDATA[</entry>]]><!-- </entry> -->"
        + "<?x </entry>?>y</entry></feed>",
      [
        "<feed><!-- <entry>no</entry> -->",
        "R:<entry><![CDATA[</entry>]]><!-- </entry> --><?x </entry>?>y</entry>", "</feed>",
      ]
    ),
    // A `>` in quotes ends no tag; empty records; prefixes; longer names.
    (
      "<r><a b='/>' c=\">\"/><p:item q='>'/><items/><item/><itemx>i</itemx></r>",
      [
        "<r><a b='/>' c=\">\"/>", "R:<p:item q='>'/>", "<items/>", "R:<item/>",
        "<itemx>i</itemx></r>",
      ]
    ),
    // Records in themselves; an empty one inside; the end tag's white space.
    (
      "<r><item><item>1</item><item/><x><item >2</item\n></x></item><item>3</item></r>",
      [
        "<r>", "R:<item><item>1</item><item/><x><item >2</item\n></x></item>",
        "R:<item>3</item>", "</r>",
      ]
    ),
    // A document type with an internal subset.
    (
      "<?xml version='1.0'?><!DOCTYPE r [<!ENTITY a \"]><item>\"><!-- ' ]> --><?p ]>?>"
        + "<!ELEMENT r ANY>]><r><item>&a;</item></r>",
      [
        "<?xml version='1.0'?><!DOCTYPE r [<!ENTITY a \"]><item>\"><!-- ' ]> --><?p ]>?>"
          + "<!ELEMENT r ANY>]><r>", "R:<item>&a;</item>", "</r>",
      ]
    ),
    // Elements inside a record need not be closed, and a quote not be ended.
    (
      "<r><item><br><a title='x></item><item>2</item></r>",
      ["<r>", "R:<item><br><a title='x></item>", "R:<item>2</item>", "</r>"]
    ),
    // Not at the root, but at any depth, because elements may lack their end.
    (
      "<item><a><b><c><item/></c></b></a></item>",
      ["<item><a><b><c>", "R:<item/>", "</c></b></a></item>"]
    ),
    ("<r><a><b><ITEM/></b></a></r>", ["<r><a><b>", "R:<ITEM/>", "</b></a></r>"]),
    ("<r><item>1</item><item>2", ["<r>", "R:<item>1</item>", "U:<item>2"]),
    ("", []), ("<", ["<"]), ("a < b", ["a < b"]), ("<r><!-", ["<r><!-"]),
  ]

  @Test(arguments: documents) func recordsAreCut(_ document: (String, [String])) {
    #expect(cuts(document.0) == document.1)
  }

  @Test(arguments: documents, [1, 2, 3, 7])
  func windowsOfAnySizeGiveTheSameCuts(_ document: (String, [String]), step: Int) {
    #expect(cuts(document.0, step: step) == document.1)
  }

  @Test func pathsAreExact() throws {
    let xml =
      "<catalog><product>0<product/></product><x><product/></x><g:product/></catalog>"
    let local = try #require(XMLRecordRule(path: "catalog/product"))
    #expect(
      cuts(xml, local) == [
        "<catalog>", "R:<product>0<product/></product>", "<x><product/></x>", "R:<g:product/>",
        "</catalog>",
      ])
    let qualified = try #require(XMLRecordRule(path: "catalog/g:product"))
    #expect(
      cuts(xml, qualified, step: 1)
        == [
          "<catalog><product>0<product/></product><x><product/></x>", "R:<g:product/>",
          "</catalog>",
        ])
    let any = try #require(XMLRecordRule(path: "catalog/x/*"))
    #expect(
      cuts(xml, any) == [
        "<catalog><product>0<product/></product><x>", "R:<product/>", "</x><g:product/></catalog>",
      ])
    #expect(cuts("<other><product/></other>", local) == ["<other><product/></other>"])
    #expect(XMLRecordRule(path: "a//b") == nil)
    #expect(XMLRecordRule(path: "") == nil)
  }

  @Test(arguments: [1, 5, 1000]) func aLongRecordIsPassedOver(step: Int) {
    let long = "<item>\(String(repeating: "x", count: 50))</item>"
    #expect(
      cuts("<r>\(long)<item>2</item></r>", step: step, max: 20)
        == ["<r>", "L:\(long)", "R:<item>2</item>", "</r>"])
  }

  @Test func aLongRecordIsNotKept() {
    var splitter = XMLRecordSplitter(records: .feeds, maxRecordBytes: 100)
    let start = Array("<r><item>".utf8)
    #expect(splitter.next(start[...], at: 0, ended: false) == .outside(0..<3, isPlain: true))
    #expect(splitter.next(start[...], at: 0, ended: false) == .more)
    #expect(splitter.keep == 3)
    var base = start.count
    let text = [UInt8](repeating: 0x78, count: 1000)
    for _ in 0..<10 {
      #expect(splitter.next(text[...], at: base, ended: false) == .more)
      base += text.count
      #expect(splitter.keep == base)
    }
    let end = Array("</item></r>".utf8)
    #expect(
      splitter.next(end[...], at: base, ended: true) == .tooLarge(3..<base + 7))
  }

  @Test func whatStandsOutsideNeedsNoRecord() {
    var splitter = XMLRecordSplitter(records: .feeds, maxRecordBytes: 100)
    let piece = Array("<r>text <!-- long comment ".utf8)
    #expect(
      splitter.next(piece[...], at: 0, ended: false)
        == .outside(0..<piece.count, isPlain: true))
    #expect(splitter.keep == piece.count)
  }

  @Test func cutsAreTheWholeDocumentWhateverItHolds() {
    var random = TestRandom(seed: 6)
    let source = Self.documents.map(\.0).joined()
    for _ in 0..<3000 {
      let mutated = random.mutated(Array(source.utf8))
      let text = String(decoding: mutated, as: UTF8.self)
      let whole = cuts(text)
      #expect(whole.map(Self.bare).joined() == text)
      #expect(cuts(text, step: 1 + Int(random.next() % 40)) == whole)
    }
  }

  private static func bare(_ cut: String) -> String {
    let isNamed = cut.hasPrefix("R:<") || cut.hasPrefix("U:<") || cut.hasPrefix("L:<")
    return isNamed ? String(cut.dropFirst(2)) : cut
  }
}
