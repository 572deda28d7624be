import LayoutPrimitives
import Testing

@Suite struct NearestNameTests {
  private let finder = NearestName(["top", "bottom", "leading", "width", "topMargin"])

  @Test(arguments: [
    ("tpo", "top"), ("Top", "top"), ("botom", "bottom"), ("leadnig", "leading"),
    ("widht", "width"), ("topmargin", "topMargin"), ("tops", "top"),
  ]) func slipsAreFound(text: String, name: String) {
    #expect(finder.nearest(to: text) == name)
    #expect(finder.suggestion(for: text) == "; did you mean '\(name)'?")
  }

  @Test(arguments: ["", "colour", "zzz", String(repeating: "top", count: 100)])
  func whatIsFarIsNotGuessed(text: String) {
    #expect(finder.nearest(to: text) == nil)
    #expect(finder.suggestion(for: text).isEmpty)
  }

  @Test func ofEquallyNearTheFirstIsTaken() {
    #expect(NearestName(["ab", "ac"]).nearest(to: "a") == "ab")
    #expect(NearestName(["a", "ca"]).nearest(to: "c") == "ca")
  }
}
