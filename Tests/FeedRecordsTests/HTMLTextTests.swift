import Testing
import XMLDocuments

@testable import FeedRecords

@Suite struct HTMLTextTests {
  /// Expectations by the `innerText` algorithm of the HTML standard, with list markers.
  @Test(arguments: [
    ("plain  text\n here", "plain text here"), ("a &amp; b &lt; c &#8230;", "a & b < c …"),
    ("<p>one</p>\n<p>two</p>", "one\n\ntwo"), ("a<br>b<br/>c", "a\nb\nc"),
    ("<div>a</div><div>b</div>", "a\nb"), ("a <b>b</b> <i>c</i>d", "a b cd"),
    ("<ul><li>x</li><li>y</li></ul>z", "• x\n• y\nz"), ("<ol><li>x<li>y</ol>", "1. x\n2. y"),
    ("<h2>H</h2>text<blockquote>q</blockquote>", "H\ntext\nq"),
    ("<pre>a\n  b</pre>c", "a\n  b\nc"), ("a<script>x()</script><style>y</style><!-- z -->b", "ab"),
    ("a&nbsp;&nbsp;b", "a\u{A0}\u{A0}b"), ("<table><tr><td>a</td><td>b</td></tr></table>", "a\tb"),
    ("1 < 2 and 3 > 2", "1 < 2 and 3 > 2"), ("</div>a</p>b", "a\n\nb"), ("", ""), ("<p></p>", ""),
    ("日本<ruby>語<rt>ご</rt></ruby>", "日本語ご"),
  ])
  func blocksBecomeLines(_ html: String, _ text: String) {
    #expect(HTMLText(html, limits: XMLLimits()).text == text)
  }

  @Test func theFirstRealPictureIsTheImage() {
    let html =
      "<img src=\"dot.gif\" width=1 height=1><p><img src='a.png' width=\"640px\" height=\"50%\">"
    #expect(HTMLText(html, limits: XMLLimits()).image == FeedImage(url: "a.png", width: 640))
  }

  @Test func deepMarkupEndsInTime() {
    let html = String(repeating: "<b>", count: 100_000) + String(repeating: "</i>", count: 100_000)
    #expect(HTMLText("start" + html, limits: XMLLimits()).text == "start")
  }
}
