import Testing
import XMLDocuments

@testable import FeedRecords

@Suite struct HTMLTextTests {
  private func text(_ html: String, _ limits: XMLLimits = XMLLimits()) -> String {
    HTMLText(html, limits: limits).text
  }

  /// Expectations by the `innerText` algorithm of the HTML standard, as Chromium 156 has it too,
  /// with list markers.
  @Test(arguments: [
    ("plain  text\n here", "plain text here"), ("a &amp; b &lt; c &#8230;", "a & b < c …"),
    ("<p>one</p>\n<p>two</p>", "one\n\ntwo"), ("a<br>b<br/>c", "a\nb\nc"),
    ("<div>a</div><div>b</div>", "a\nb"), ("a <b>b</b> <i>c</i>d", "a b cd"),
    ("<h2>H</h2>text<blockquote>q</blockquote>", "H\ntext\nq"),
    ("<pre>a\n  b</pre>c", "a\n  b\nc"), ("a<script>x()</script><style>y</style><!-- z -->b", "ab"),
    ("a&nbsp;&nbsp;b", "a\u{A0}\u{A0}b"), ("a<p>&nbsp;</p>b", "a\n\n\u{A0}\n\nb"),
    ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"), ("", ""), ("<p></p>", ""), ("a<p></p>b", "a\n\nb"),
    ("日本<ruby>語<rp>(</rp><rt>ご</rt><rp>)</rp></ruby>", "日本語(ご)"),
    ("<p>a<br></p><p>b</p>", "a\n\n\nb"), ("<p>a</p><br><p>b</p>", "a\n\n\n\n\nb"),
    ("<dl><dt>t<dd>d<dt>u<dd>e</dl>x", "t\nd\nu\ne\nx"), ("a<hr>b", "a\nb"),
    ("a<details><summary>s</summary>c</details>d", "a\ns\nc\nd"),
    ("a <b> b </b> c", "a b c"), ("a<span> </span>b", "a b"), ("a\n<br>\nb", "a\nb"),
    ("<a href=x><div>q</div></a>r", "q\nr"), ("x <img src=a> y", "x y"),
    ("x<img src=a style='display:block'>y", "x\ny"),
    ("a<wbr>b&shy;c&#8203;d", "a\u{200B}b\u{AD}c\u{200B}d"),
    ("<p>a<ul><li>b</ul>c</p>d", "a\n\n• b\nc\n\nd"), ("<p>a<div>b</div>c</p>d", "a\n\nb\nc\n\nd"),
    ("<p>a<a href=x><h2>b</h2></a><p>c", "a\n\nb\n\nc"), ("a<br></br>b", "a\n\nb"),
    ("a</br>b", "a\nb"), ("</div>a</p>b", "a\n\nb"), ("a</div>b", "ab"),
    ("<b><p>a</b>b</p>c", "ab\n\nc"), ("<p>a<b>b<div>c</b>d</div>e", "ab\n\ncd\ne"),
    ("<div>a<span>b</div>c", "ab\nc"), ("<td>a</td><td>b</td>", "ab"), ("<div/>a", "a"),
  ])
  func blocksBecomeLines(_ html: String, _ expected: String) {
    #expect(text(html) == expected)
  }

  @Test(arguments: [
    ("<ul><li>x</li><li>y</li></ul>z", "• x\n• y\nz"), ("<ol><li>x<li>y</ol>", "1. x\n2. y"),
    ("<ol start=5><li>a<li value=9>b<li>c</ol>", "5. a\n9. b\n10. c"),
    ("<ol reversed><li>a<li>b<li>c</ol>", "3. a\n2. b\n1. c"),
    ("<ol reversed start=9><li>a<li>b</ol>", "9. a\n8. b"),
    ("<ol reversed><li>a<ol reversed><li>i<li>j</ol><li>b</ol>", "2. a\n2. i\n1. j\n1. b"),
    ("<ol reversed><li value=7>a<li>b</ol>", "7. a\n6. b"),
    ("<ol type=a start=26><li>a<li>b</ol>", "z. a\naa. b"),
    ("<ol type=I start=3><li>a<li>b<li type=1>c</ol>", "III. a\nIV. b\n5. c"),
    ("<ol type=i start=0><li>a<li>b</ol>", "0. a\ni. b"),
    ("<ol style='list-style-type: upper-alpha'><li>a</ol>", "A. a"),
    ("<ul style='list-style: none inside'><li>a<li>b</ul>", "a\nb"),
    ("<ul><li>a<ul><li>b</ul></li><li>c</ul>", "• a\n• b\n• c"),
    ("<ul><li><p>a</p></li><li>b</ul>", "• a\n\n• b"), ("<ul><li><img src=a.png><li>b</ul>", "• b"),
    ("<ul><li><ol><li>b</ol></ul>", "• 1. b"), ("<li>a", "• a"),
    ("<ol start=-1><li>a<li>b<li>c</ol>", "-1. a\n0. b\n1. c"),
    ("<ol start=99999999999><li>a</ol>", "1. a"),
  ])
  func itemsHaveMarks(_ html: String, _ expected: String) {
    #expect(text(html) == expected)
  }

  @Test(arguments: [
    ("<table><tr><td>a</td><td>b</td></tr><tr><td>c<td>d</table>z", "a\tb\nc\td\nz"),
    ("<table><tr><td>a</td><td></td><td>b</td></tr></table>", "a\t\tb"),
    ("<table><tr><td></td><td>b</td><td></td></tr></table>z", "b\nz"),
    ("<table><tr><td><p>a</p></td><td><p>b</p></td></tr></table>", "a\n\nb"),
    ("<table><caption>t</caption><tr><th>h</th></tr></table>", "t\nh"),
  ])
  func cellsAreSetApartByTabs(_ html: String, _ expected: String) {
    #expect(text(html) == expected)
  }

  @Test(arguments: [
    ("<pre>\na\n</pre>b", "a\n\nb"), ("<pre>\n\n a\r\nb\rc</pre>", " a\nb\nc"),
    ("x<span style='white-space:pre'>  y  </span>z", "x  y  z"),
    ("<p style='white-space: pre-line !important'>a  b\n c</p>", "a b\nc"),
    ("<pre style='white-space:normal'>a  \n b</pre>", "a b"),
    ("<textarea>\n a\n b</textarea>c", " a\n bc"), ("<textarea><p>a</p></textarea>", "<p>a</p>"),
    ("<pre>  a</pre>", "  a"), ("a\u{3000}\u{3000} b\u{0C}c", "a\u{3000}\u{3000} b c"),
  ])
  func whiteSpaceIsWhatStyleSays(_ html: String, _ expected: String) {
    #expect(text(html) == expected)
  }

  @Test(arguments: [
    "<p hidden>x</p>", "<p style='color:red;DISPLAY: None'>x</p>",
    "<i style=visibility:hidden>x</i>",
    "<template><p>x</p></template>", "<head><title>x</title></head>", "<title><b>x</title>",
    "<iframe><b>x</iframe>", "<object>x<img src=y></object>", "<svg><text>x</text></svg>",
    "<video>x</video>", "<select><option>x</select>", "<dialog>x</dialog>", "<script/>x</script>",
    "<SCRIPT><!-- </p> x </SCRIPT >", "<!-- x --!>", "<!--><i></i>", "<!DOCTYPE x>", "<?x y?>",
    "<![CDATA[x]]>",
    "</ x>", "<!>", "<?>", "</>", "<div hidden>x<div>y</div></div>", "<img alt=x src=y>",
    "<input value=x>",
  ])
  func whatIsNotShownIsNoText(_ html: String) {
    #expect(text("a\(html)b").filter { $0 != "\n" } == "ab")
  }

  @Test func whatShowsWithoutScriptsIsText() {
    #expect(text("a<noscript>b<i>c</i></noscript><dialog open>d</dialog>") == "abc\nd")
    // A block ends the paragraph that is hidden.
    #expect(text("a<p hidden>x<div>y</div>") == "a\ny")
  }

  @Test(arguments: [
    "a<!-- b", "a<script>b", "a<p title='b", "a<b", "a</b", "a<!b", "a<?b", "a</ b",
  ])
  func whatDoesNotEndIsNoText(_ html: String) {
    #expect(text(html) == "a")
  }

  @Test func aTextWithoutMarkupIsOneLine() {
    let plain = HTMLText(" a \n b\t", limits: XMLLimits())
    #expect(plain.text == "a b")
    #expect(!plain.isCut)
    #expect(text("a\0b") == "ab")
  }
}
