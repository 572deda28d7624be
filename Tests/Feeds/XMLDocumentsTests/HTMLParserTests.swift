import TestSupport
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
    func text(_ bytes: ArraySlice<UInt8>) -> Bool {
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
    ("a\u{7F}b&\u{7F}", "a\u{7F}b&\u{7F}"), ("a\0b", "ab"), ("&", "&"),
    ("<_< <:x", "<_< <:x"),
    ("&_ &: &. &=", "&_ &: &. &="),
  ])
  func referencesAreDecodedOnce(_ html: String, _ text: String) {
    #expect(read(html).events == [text])
  }

  @Test func referencesInAttributesAreLeftInQueries() {
    #expect(
      read("<a href='?a=1&copy=2&copy;&lt&amp;b'>").events.first == "<a href=?a=1&copy=2©<&b")
  }

  @Test func everyTagIsFoundByItsName() {
    for tag in HTMLTag.allCases { #expect(HTMLTag(name: tag.rawValue) == tag) }
    #expect(HTMLTag(name: "blockquotes") == .other)
  }

  @Test func preformattedTextHoldsBlocks() {
    #expect(
      read("<PRE>a<ol><li>b</ol>c</Pre>").events
        == ["<pre", "a", "<ol", "<li", "b", ">li", ">ol", "c", ">pre"])
  }

  /// Expectations by the HTML standard, 13.2.6.4.7 and following.
  @Test(arguments: [
    ("a</b></x></div>", "a"), ("<b>a<i>b</b>c</i>d", "<b a <i b >i >b <i c >i d"),
    ("<p><b>a<p>b</b>c", "<p <b a >b >p <p <b b >b c >p"),
    ("<div><b><p>a</b>b</p>c</div>", "<div <b >b <p <b a >b b >p c >div"),
    ("<a href=x>a<a href=y>b", "<a href=x a >a <a href=y b >a"),
    ("<p><b><b><b><b>a<p>b", "<p <b <b <b <b a >b >b >b >b >p <p <b <b <b b >b >b >b >p"),
    ("<b>a<p>b</b>c</p><b>d", "<b a >b <p <b b >b c >p <b d >b"),
    ("<ul><li>a<b>b<li>c</ul>d", "<ul <li a <b b >b >li <li <b c >b >li >ul <b d >b"),
    ("<li><p>a<ul><li>b</ul>c<li>d", "<li <p a >p <ul <li b >li >ul c >li <li d >li"),
    ("<dl><dt>a<dd>b<div>c<dt>d", "<dl <dt a >dt <dd b <div c >div >dd <dt d >dt >dl"),
    ("<h1>a<h2>b</h3>c", "<h1 a >h1 <h2 b >h2 c"), ("<div/>a<br/>b", "<div a <br >br b >div"),
    ("<p>a<button>b<p>c</p></button>d", "<p a <button b <p c >p >button d >p"),
    ("</p>a</br>b", "<p >p a <br >br b"), ("<form>a<form>b</form>c</form>", "<form ab >form c"),
    ("<body>a<head><frame>b<td>c<tr>d</body>e", "abcde"), ("<image src=x>", "<img src=x >img"),
    (
      "<select><option>a<option>b<input>c",
      "<select <option a >option <option b >option >select <input >input c"
    ),
    ("<ruby>a<rp>(<rt>b<rp>)</ruby>", "<ruby a <rp ( >rp <rt b >rt <rp ) >rp >ruby"),
    ("a<wbr>b<WBR/>", "a <wbr >wbr b <wbr >wbr"),
    ("<object>a</b><p>b</object>c", "<object a <p b >p >object c"),
  ])
  func elementsEndAsTheStandardSays(_ html: String, _ expected: String) {
    #expect(read(html).events.joined(separator: " ") == expected)
  }

  @Test(arguments: [
    (
      "<table><tr><td>a<td>b<tr>c</table>d",
      "c <table <tbody <tr <td a >td <td b >td >tr <tr >tr >tbody >table d"
    ),
    (
      "<table><tbody><tr><th>a<tbody>b",
      "b <table <tbody <tr <th a >th >tr >tbody <tbody >tbody >table"
    ),
    (
      "<table><td>a<table><td>b</table>c</td></table>",
      "<table <tbody <tr <td a <table <tbody <tr <td b >td >tr >tbody >table c >td >tr >tbody >table"
    ),
    ("<table><table>a", "<table >table a <table >table"),
    (
      "<table><caption>a<col><td>b",
      "<table <caption a >caption <colgroup <col >col >colgroup <tbody <tr <td b >td >tr >tbody >table"
    ),
    ("<b><table><td>a</b></table>b", "<b <table <tbody <tr <td a >td >tr >tbody >table b >b"),
    (
      "<table><td><b>a<td>b</table>c",
      "<table <tbody <tr <td <b a >b >td <td b >td >tr >tbody >table c"
    ),
    ("<table><td><p>a</td></p>b", "<p >p b <table <tbody <tr <td <p a >p >td >tr >tbody >table"),
  ])
  func tablePartsEndOneAnother(_ html: String, _ expected: String) {
    #expect(read(html).events.joined(separator: " ") == expected)
  }

  @Test(arguments: [
    ("<textarea>a<b>&amp;</textarea>c", "<textarea a<b>& >textarea c"),
    ("<p><b>a<p><style>a<b>&amp;</style >c", "<p <b a >b >p <p <style a<b>&amp; >style <b c >b >p"),
    ("<xmp></xmpx></XMP>a", "<xmp </xmpx> >xmp a"),
    ("<script><!--<script></script></script>a", "<script <!--<script></script> >script a"),
    ("<noscript><i>a</noscript>b", "<noscript <i a >i >noscript <i b >i"),
    ("<plaintext>a</plaintext>", "<plaintext a</plaintext> >plaintext"),
    ("<svg><a/><style>a<b>b", "<svg < > < a > >svg <b b >b"),
    ("<svg><image/><font>a<font size=1>b", "<svg < > < a > >svg <font size=1 b >font"),
    ("<svg><![CDATA[a<b>]]>b</svg><![CDATA[c]]>", "<svg a<b>b >svg"),
    ("<math><mi>a<p>b</p></mi><x/>c</math>d", "<math <mi a <p b >p >mi < > c >math d"),
    ("<svg><desc>a<b>b</desc></x></svg>c", "<svg <desc a <b bc >b >desc >svg"),
  ])
  func textOfSomeElementsIsNoMarkup(_ html: String, _ expected: String) {
    #expect(read(html).events.joined(separator: " ") == expected)
  }

  @Test func aCharacterSetInsideSaysNothing() {
    #expect(read("<meta charset=iso-8859-1>é<meta charset=utf-16>é").events.last == "é")
  }

  @Test func deepMarkupStops() {
    let deep = read("a" + String(repeating: "<i>", count: 50) + "b", limits: XMLLimits(depth: 10))
    #expect(
      deep.events
        == ["a"] + Array(repeating: "<i", count: 10) + Array(repeating: ">i", count: 10))
    #expect(!deep.isWhole)
    #expect(read(String(repeating: "<i>", count: 10), limits: XMLLimits(depth: 10)).isWhole)
  }

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
    var random = TestRandom(seed: 7)
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
    #expect(read("<a x=1 y=2 x=3 y>t</a>", limits: limits).isWhole)
    #expect(read("<!-- <a b c d e> --><script>a<b c d e f</script>x", limits: limits).isWhole)
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
