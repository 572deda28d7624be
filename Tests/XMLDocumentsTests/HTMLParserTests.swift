import Testing

@testable import XMLDocuments

@Suite struct HTMLParserTests {
  private final class Recorder: HTMLEvents {
    var events: [String] = []
    var texts = ""
    var mostAttributes = 0
    func start(_ tag: HTMLTag, _ attributes: HTMLAttributes) -> Bool {
      mostAttributes = max(mostAttributes, attributes.all.count)
      flush()
      events.append(
        "<\(tag.rawValue)" + attributes.all.map { " \($0.name)=\($0.value)" }.joined())
      return true
    }
    func end(_ tag: HTMLTag) {
      flush()
      events.append(">\(tag.rawValue)")
    }
    func text(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
      texts += String(decoding: bytes, as: UTF8.self)
      return true
    }
    func flush() {
      if !texts.isEmpty { events.append(texts) }
      texts = ""
    }
  }

  private func read(
    _ html: String, limits: XMLLimits = XMLLimits()
  ) -> (events: [String], isWhole: Bool) {
    let recorder = Recorder()
    let isWhole = HTMLParser.parse(html, limits: limits, events: recorder)
    recorder.flush()
    return (recorder.events, isWhole)
  }

  @Test func sloppyMarkupIsClosed() {
    #expect(
      read("<div><P>a<p>b<img SRC=x></div>").events
        == ["<div", "<p", "a", ">p", "<p", "b", "<img src=x", ">img", ">p", ">div"])
  }

  /// Expectations by the HTML standard, 13.2.5.72 to 13.2.5.80, its table of windows-1252 included.
  @Test(arguments: [
    ("&eacute;漢😀&#x41;&#65", "é漢😀AA"), ("&copy2 &copy; &notit; &notin;", "©2 © ¬it; ∉"),
    ("&hellip &unknown; & &; &#; &#x; &#xg", "&hellip &unknown; & &; &#; &#x; &#xg"),
    ("&#128;&#150;&#x9f;&#129;", "€–Ÿ\u{81}"),
    ("&#0;&#xD800;&#x110000;", "\u{FFFD}\u{FFFD}\u{FFFD}"),
    ("&#99999999999999999999;", "\u{FFFD}"), ("&NotEqualTilde;&fjlig;", "≂\u{338}fj"),
    ("&CounterClockwiseContourIntegral;", "∳"), ("&amp;lt; &AMP;&LT", "&lt; &<"),
    ("a\u{7F}b&\u{7F}", "a\u{7F}b&\u{7F}"), ("a\0b", "a\u{FFFD}b"), ("&", "&"),
    ("<_< <:x", "<_< <:x"),
    ("&_ &: &. &=", "&_ &: &. &="),
    ("a<wbr>b<WBR/>=c<wbr x=y>&=;", "a\u{200B}b\u{200B}=c\u{200B}&=;"),
  ])
  func referencesAreDecodedOnce(_ html: String, _ text: String) {
    #expect(read(html).events == [text])
  }

  /// libxml2 hands text over in pieces of some hundred characters.
  @Test(arguments: 980..<1020) func referencesGoOnBetweenPieces(_ count: Int) {
    let letters = String(repeating: "x", count: count)
    #expect(read(letters + "&CounterClockwiseContourIntegral;&eacute").events == [letters + "∳é"])
  }

  @Test func referencesInAttributesAreLeftInQueries() {
    #expect(
      read("<a href='?a=1&copy=2&copy;&lt&amp;b'>").events.first == "<a href=?a=1&copy=2©<&b")
  }

  @Test func everyTagIsFoundByItsName() {
    for tag in HTMLTag.allCases where tag != .other && tag != .pre {
      let name = Array(tag.rawValue.utf8) + [0]
      #expect(name.withUnsafeBufferPointer { HTMLTagTable.all.tag($0.baseAddress!) } == tag)
    }
    let long = Array("blockquotes and more of it".utf8) + [0]
    #expect(long.withUnsafeBufferPointer { HTMLTagTable.all.tag($0.baseAddress!) } == .other)
  }

  @Test func preformattedTextHoldsBlocks() {
    #expect(
      read("<PRE>a<ol><li>b</ol>c</Pre>").events
        == ["<pre", "a", "<ol", "<li", "b", ">li", ">ol", "c", ">pre"])
  }

  @Test func aCharacterSetInsideSaysNothing() {
    #expect(read("<meta charset=iso-8859-1>é<meta charset=utf-16>é").events.last == "é")
  }

  @Test func deepMarkupStops() {
    let deep = read("a" + String(repeating: "<i>", count: 50) + "b", limits: XMLLimits(depth: 10))
    #expect(deep.events == ["a"] + Array(repeating: "<i", count: 10))
    #expect(!deep.isWhole)
    #expect(read(String(repeating: "<i>", count: 10), limits: XMLLimits(depth: 10)).isWhole)
  }

  /// libxml2 would compare each with all before it; what it is given must already be free of them.
  @Test func noMarkupHidesAttributesFromTheLimit() {
    let tokens = [
      "<!--", "-->", "--!>", "<!-->", "<!--->", "--", "<script>", "</script>", "<SCRIPT/>",
      "<style x='>",
      "</style >", "</scrip", "<![CDATA[", "]]>", "<?", "?>", "<!", ">", "\"", "'", "<a ", "<b c=",
      "=", "/", "/>",
      "</p ", "</br x>", "<wbr y>", "&", ";", " ", "x", "<p>", "<_", "<textarea>", "<title>", "\n",
      "<", "</",
      "<a 1 b c d e f g>", "<i b c d e f='g' h=i j=\"k\">",
    ]
    var random = SplitMix(state: 7)
    var cut = 0
    for _ in 0..<20_000 {
      let html = (0..<12).map { _ in tokens[Int(random.next() % UInt64(tokens.count))] }.joined()
      let recorder = Recorder()
      if !HTMLParser.parse(html, limits: XMLLimits(attributes: 2), events: recorder) { cut += 1 }
      #expect(recorder.mostAttributes <= 2, "\(html)")
    }
    #expect(cut > 1000)
  }

  @Test func attributesBeyondTheLimitAreLeftOut() {
    let limits = XMLLimits(attributes: 2)
    let many = read("<a x=1 y='>' z=3 u>t</a>", limits: limits)
    #expect(many.events == ["<a x=1 y=>", "t", ">a"])
    #expect(!many.isWhole)
    #expect(read("<a x=1 y='z=3 u v'>t</a>", limits: limits).isWhole)
    #expect(read("<!-- <a b c d e> --><script>a<b c d e f</script>x", limits: limits).isWhole)
  }
}

private struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
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
  }
}
