import Testing
import XMLDocuments

@testable import FeedRecords

@Suite struct HTMLPictureTests {
  private func image(_ html: String, base: String? = nil) -> FeedImage? {
    HTMLText(html, limits: XMLLimits(), base: base).image
  }

  @Test func theFirstRealPictureIsTheImage() {
    let html =
      "<img src=\"dot.gif\" width=1 height=1><p><img src='a.png' width=\"640px\" height=\"50%\"><img src=b>"
    #expect(image(html) == FeedImage(url: "a.png", width: 640))
  }

  @Test(arguments: [
    ("<img src=' a.png\n'>", "a.png"),
    ("<img src='data:image/gif;base64,R0' data-src=b.png>", "b.png"),
    ("<img src=stand-in.gif data-lazy-src=b.png>", "b.png"),
    ("<img src=s.gif data-original=b.png>", "b.png"),
    ("<img srcset='s.png 320w, l.png 640w, m.png 480w'>", "l.png"),
    ("<img srcset='a,b.png 1x, c.png 2x'>", "a,b.png"), ("<img srcset='a.png, b.png 2x'>", "a.png"),
    ("<img data-srcset='a.png 2w'>", "a.png"),
    ("<picture><source srcset='w.webp 1x'><source srcset=v><img alt=none></picture>", "w.webp"),
    ("<picture><source srcset=w.webp><img src=a.png></picture>", "a.png"),
    ("<picture><source srcset=w.webp></picture><img>", nil),
    ("<video poster=p.jpg><img src=a.png></video>", "p.jpg"), ("<img src=javascript:x>", nil),
    ("<p hidden><img src=a.png></p>", nil), ("<img src=a.png style='display:none'>", nil),
    ("<noscript><img src=a.png></noscript>", "a.png"), ("<img src='a&amp;b&copy=1'>", "a&b&copy=1"),
    ("<img src=a.png height=0>", nil), ("<img src=a.png style='width:1px'>", nil),
    ("<script>'<img src=a>'</script><!-- <img src=b> --><img src=c>", "c"),
  ])
  func itsAddressIsWhatABrowserWouldFetch(_ html: String, _ url: String?) {
    #expect(image(html)?.url == url)
  }

  @Test func itsSizeIsTheStylesElseTheAttributes() {
    let html = "<img src=a width=10 height=20.5 style='width: 64PX; height:auto; max-width:2px'>"
    #expect(image(html) == FeedImage(url: "a", width: 64, height: 20.5))
    #expect(image("<img src=a width=100% height=5em>") == FeedImage(url: "a"))
    #expect(image("<img src=a width=0x10 height=1e9>") == FeedImage(url: "a"))
  }

  @Test func itsAddressIsResolved() {
    let base = "https://example.org/blog/post.html"
    #expect(image("<img src=../i/a.png>", base: base)?.url == "https://example.org/i/a.png")
    #expect(image("<img src='/a b.png'>", base: base)?.url == "https://example.org/a%20b.png")
    #expect(image("<img src=//cdn.example/a.png>", base: base)?.url == "https://cdn.example/a.png")
    #expect(image("<img src=http://x.example/a>", base: base)?.url == "http://x.example/a")
  }
}
