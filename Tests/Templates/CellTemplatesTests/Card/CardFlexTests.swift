import LayoutPrimitives
import Testing

@testable import CellTemplates

/// Flex containers in cards, as measured in Chromium 156.
@Suite struct CardFlexTests {
  /// A row of a strip, an element in it, and a picture or a box with a ratio in that.
  @Test(
    arguments: [
      (
        "display: flex, flex: none, height: 60px", "",
        "style: {height: 100%}, intrinsic: [300, 200]",
        90, Size(width: 90, height: 60)
      ),
      (
        "display: flex, flex: none, height: 60px", "display: flex",
        "style: {height: 100%}, intrinsic: [300, 200]", 90, Size(width: 90, height: 60)
      ),
      (
        "display: flex, flex: none, height: 60px", "flex: none",
        "style: {height: 100%}, intrinsic: [300, 200]", 90, Size(width: 90, height: 60)
      ),
      (
        "display: flex, flex: none, height: 60px", "flex: 1",
        "style: {height: 100%}, intrinsic: [300, 200]", 90, Size(width: 90, height: 60)
      ),
      (
        "display: flex, flex: none, height: 60px", "padding: 5px",
        "style: {height: 100%}, intrinsic: [300, 200]", 85, Size(width: 75, height: 50)
      ),
      (
        "display: flex, flex: none, height: 60px", "margin: 5px",
        "style: {height: 100%}, intrinsic: [300, 200]", 85, Size(width: 75, height: 50)
      ),
      (
        "display: flex, flex: none, height: 60px", "max-height: 40px",
        "style: {height: 100%}, intrinsic: [300, 200]", 60, Size(width: 60, height: 40)
      ),
      (
        "display: flex, flex: none, height: 60px", "",
        "style: {height: 50%}, intrinsic: [300, 200]",
        45, Size(width: 45, height: 30)
      ),
      (
        "display: flex, flex: none, height: 60px", "",
        "style: {height: calc(100% - 10px)}, intrinsic: [300, 200]", 75, Size(width: 75, height: 50)
      ),
      (
        "display: flex, flex: none, height: 60px", "",
        "style: {max-height: 100%}, intrinsic: [300, 200]", 90, Size(width: 90, height: 60)
      ),
      (
        "display: flex, flex: none, height: 60px", "", "style: {height: 100%, aspect-ratio: 3/2}",
        90,
        Size(width: 90, height: 60)
      ),
      (
        "display: flex, flex: none, height: 60px", "display: flex", "style: {aspect-ratio: 3/2}",
        90,
        Size(width: 90, height: 60)
      ),
      (
        "display: flex, flex: none, height: 60px, flex-direction: row-reverse", "",
        "style: {height: 100%}, intrinsic: [300, 200]", 90, Size(width: 90, height: 60)
      ),
      (
        "display: inline-flex, height: 60px", "", "style: {height: 100%}, intrinsic: [300, 200]",
        90,
        Size(width: 90, height: 60)
      ),
      (
        "display: flex, flex: none, width: 120px, aspect-ratio: 2", "",
        "style: {height: 100%}, intrinsic: [300, 200]", 120, Size(width: 90, height: 60)
      ),
      (
        "display: flex, flex-direction: column, align-items: flex-start, height: 60px",
        "flex: 0 0 40px", "style: {height: 100%}, intrinsic: [300, 200]", 300,
        Size(width: 300, height: 200)
      ),
      (
        "display: flex, flex: none, height: 60px", "height: stretch",
        "style: {height: 100%}, intrinsic: [300, 200]", 90, Size(width: 90, height: 60)
      ),
      (
        "display: flex, flex: none, height: 60px", "height: 30px",
        "style: {height: 100%}, intrinsic: [300, 200]", 45, Size(width: 45, height: 30)
      ),
      (
        "display: flex, flex: none, height: 60px", "width: 50px",
        "style: {height: 100%}, intrinsic: [300, 200]", 50, Size(width: 90, height: 60)
      ),
      (
        "display: flex, flex: none, height: 60px, align-items: flex-start", "",
        "style: {height: 100%}, intrinsic: [300, 200]", 300, Size(width: 300, height: 200)
      ),
      (
        "display: flex, flex: none, height: 60px, flex-wrap: wrap", "",
        "style: {height: 100%}, intrinsic: [300, 200]", 300, Size(width: 300, height: 200)
      ),
      (
        "display: flex, flex: none, height: 60px", "margin-top: auto",
        "style: {height: 100%}, intrinsic: [300, 200]", 300, Size(width: 300, height: 200)
      ),
    ] as [(String, String, String, Double, Size)]) func aStretchedItemHasADefiniteHeight(
      strip: String, item: String, picture: String, width: Double, size: Size
    ) throws
  {
    let frames = try CardFrame.frames(
      "{style: {display: flex, gap: 8px, width: 300px}, children: [{id: strip, style: {"
        + "\(strip)}, children: [{style: {\(item)}, children: [{id: picture, \(picture)}]}]}]}",
      style: "font: 16px Inter", environment: "300@1x/L/ltr/en/css")
    #expect(frames["strip"]?.width == width)
    #expect(frames["picture"].map { Size(width: $0.width, height: $0.height) } == size)
  }

  @Test(arguments: [
    ("min-content", "{style: {width: 60px, margin-right: -5px}}", 55.0),
    ("max-content", "{style: {width: 60px, margin: 0 -70px}}", 0),
    (
      "min-content",
      "{style: {width: 60px, flex: 0 1 40px}, children: [{style: {width: 60px, margin-left: -5px}}]}",
      60
    ),
    ("max-content", "{style: {width: 60px, margin-left: -70px}}, {style: {width: 30px}}", 30),
    ("fit-content", "{style: {width: 60px, margin-left: -70px}}, {style: {width: 30px}}", 30),
  ]) func contentWidthsOfARowThatWraps(width: String, items: String, pixels: Double) throws {
    let frames = try CardFrame.frames(
      "{id: a, style: {display: flex, flex-wrap: wrap, width: \(width)}, children: [\(items)]}",
      style: "font: 16px Inter", environment: "300@1x/L/ltr/en/css")
    #expect(frames["a"]?.width == pixels)
  }

  private static func items(_ count: Int, _ style: String) -> String {
    "[" + (0..<count).map { "{id: i\($0), style: {\(style)}}" }.joined(separator: ", ") + "]"
  }

  /// The left or top edges of items, in steps of 1/64 px.
  private static func edges(
    _ container: String, _ count: Int, _ item: String, isRow: Bool
  ) throws -> [Double] {
    let frames = try CardFrame.frames(
      "{id: a, style: {display: flex, \(container)}, children: \(items(count, item))}",
      style: "font: 16px Inter", environment: "400@1x/L/ltr/en/css")
    let corner = frames["a"] ?? Rect(x: 0, y: 0, width: 0, height: 0)
    return (0..<count).map { index in
      frames["i\(index)"].map { (isRow ? $0.x - corner.x : $0.y - corner.y) * 64 } ?? -1
    }
  }

  @Test(
    arguments: [
      ("width: 100px", "flex: 1, height: 1px", true, [0.0, 2133.0, 4267.0]),
      (
        "width: 101px", "flex: 1, height: 1px", true, [0.0, 1077.0, 2155.0, 3232.0, 4310.0, 5387.0]
      ),
      (
        "width: 331px", "flex: 1, height: 1px", true,
        [0.0, 2353.0, 4707.0, 7060.0, 9414.0, 11768.0, 14122.0, 16476.0, 18830.0]
      ),
      (
        "width: 100px", "flex: 1, height: 1px", true,
        [0.0, 914.0, 1829.0, 2743.0, 3658.0, 4572.0, 5486.0]
      ),
      (
        "width: 100px", "flex: 0 1 40px, min-width: 0, height: 1px", true,
        [0.0, 915.0, 1829.0, 2744.0, 3658.0, 4572.0, 5486.0]
      ),
      (
        "width: 100px, gap: 1.3px", "flex: 1, height: 1px", true,
        [0.0, 926.0, 1853.0, 2779.0, 3705.0, 4631.0, 5557.0]
      ),
      ("width: 100px", "flex: 2 1 5px, height: 1px", true, [0.0, 1280.0, 2560.0, 3840.0, 5120.0]),
      (
        "width: 10px, height: 100px, flex-direction: column", "flex: 1", false,
        [0.0, 1066.0, 2133.0, 3199.0, 4266.0, 5333.0]
      ),
      ("width: 101px", "width: 5px, height: 5px, margin: 0 auto", true, [917.0, 3072.0, 5227.0]),
      (
        "width: 101px", "width: 5px, height: 5px, margin: 0 auto", true,
        [302.0, 1225.0, 2149.0, 3072.0, 3995.0, 4919.0, 5842.0]
      ),
      (
        "width: 101px, flex-direction: row-reverse", "width: 5px, height: 5px, margin: 0 auto",
        true,
        [5227.0, 3072.0, 917.0]
      ),
      (
        "width: 10px, height: 101px, flex-direction: column", "height: 5px, margin: auto 0", false,
        [379.0, 1456.0, 2533.0, 3611.0, 4688.0, 5765.0]
      ),
      (
        "width: 101px, flex-direction: row-reverse, justify-content: space-around",
        "width: 5px, height: 5px", true, [5226.0, 3072.0, 917.0]
      ),
      (
        "width: 101px, flex-direction: row-reverse, justify-content: space-evenly",
        "width: 5px, height: 5px", true, [5106.0, 3750.0, 2393.0, 1036.0]
      ),
      (
        "width: 10.015625px, flex-direction: row-reverse, justify-content: center",
        "width: 5px, height: 5px", true, [160.0]
      ),
      ("width: 10px, height: 101px, flex-wrap: wrap", "width: 10px", false, [0.0, 2155.0, 4309.0]),
      (
        "width: 10px, height: 101px, flex-wrap: wrap", "width: 10px", false,
        [0.0, 923.0, 1847.0, 2770.0, 3694.0, 4617.0, 5541.0]
      ),
      (
        "width: 10px, height: 101px, flex-wrap: wrap-reverse", "width: 10px", false,
        [5387.0, 4309.0, 3232.0, 2155.0, 1077.0, 0.0]
      ),
      (
        "width: 10px, height: 101px, flex-wrap: wrap-reverse, align-content: space-around",
        "width: 10px, height: 5px", false, [5765.0, 4687.0, 3610.0, 2533.0, 1455.0, 378.0]
      ),
      (
        "width: 10px, height: 10.015625px, flex-wrap: wrap-reverse, align-items: center",
        "width: 5px, height: 5px", false, [160.0]
      ),
    ] as [(String, String, Bool, [Double])]) func freeSpaceIsRoundedTogether(
      container: String, item: String, isRow: Bool, edges: [Double]
    ) throws
  {
    #expect(try Self.edges(container, edges.count, item, isRow: isRow) == edges)
  }

  @Test(
    arguments: [
      ("max-height: 50px", "width: 20px, height: 20px", 5, Size(width: 60, height: 40)),
      ("max-height: 50px, gap: 3px", "width: 20px, height: 20px", 5, Size(width: 66, height: 43)),
      (
        "max-height: 50px, padding: 4px", "width: 20px, height: 20px", 3,
        Size(width: 48, height: 48)
      ),
      ("max-height: 50px", "width: 20px, flex-basis: 20px", 5, Size(width: 60, height: 40)),
      ("max-height: 50%", "width: 20px, height: 20px", 5, Size(width: 20, height: 100)),
      ("height: 50px", "width: 20px, flex-basis: 20px", 5, Size(width: 60, height: 50)),
      (
        "max-height: 50px", "width: 20px, height: 20px, margin: 3px", 4,
        Size(width: 104, height: 26)
      ),
      ("min-height: 20px", "width: 20px, height: 20px", 3, Size(width: 20, height: 60)),
    ] as [(String, String, Int, Size)]) func columnsThatWrapAtTheGreatestHeightAreSideBySide(
      container: String, item: String, count: Int, size: Size
    ) throws
  {
    let frames = try CardFrame.frames(
      "{id: a, style: {display: flex, flex-flow: column wrap, width: fit-content, align-items: "
        + "flex-start, \(container)}, children: \(Self.items(count, item))}",
      style: "font: 16px Inter", environment: "300@1x/L/ltr/en/css")
    #expect(frames["a"].map { Size(width: $0.width, height: $0.height) } == size)
  }

  @Test(
    arguments: [
      ("baseline", "{id: a, style: {overflow: hidden, height: 10px}, text: x}", 70),
      ("baseline", "{id: a, style: {overflow: hidden}, text: x}", 64),
      ("baseline", "{id: a, style: {display: flex, overflow: hidden, height: 10px}, text: x}", 70),
      ("baseline", "{id: a, style: {overflow: clip, height: 10px}, text: x}", 64),
      (
        "baseline",
        "{id: a, style: {}, children: [{style: {overflow: hidden, height: 10px}, text: x}]}", 70
      ),
      (
        "baseline",
        "{id: a, style: {overflow: hidden, height: 30px}, children: [{style: {margin-top: -20px}, text: x}]}",
        80
      ),
      (
        "baseline", "{id: a, style: {display: inline-flex, overflow: auto, height: 10px}, text: x}",
        70
      ),
      ("last baseline", "{id: a, style: {overflow: hidden, height: 10px}, text: x}", 70),
      ("last baseline", "{id: a, style: {overflow: hidden}, text: x}", 64),
      (
        "last baseline", "{id: a, style: {display: flex, overflow: hidden, height: 10px}, text: x}",
        70
      ),
      ("last baseline", "{id: a, style: {overflow: clip, height: 10px}, text: x}", 64),
      (
        "last baseline",
        "{id: a, style: {}, children: [{style: {overflow: hidden, height: 10px}, text: x}]}", 70
      ),
      (
        "last baseline",
        "{id: a, style: {overflow: hidden, height: 30px}, children: [{style: {margin-top: -20px}, text: x}]}",
        80
      ),
      (
        "last baseline",
        "{id: a, style: {display: inline-flex, overflow: auto, height: 10px}, text: x}", 70
      ),
    ] as [(String, String, Double)]) func theBaselineOfAScrollContainerIsInside(
      alignment: String, item: String, y: Double
    ) throws
  {
    let frames = try CardFrame.frames(
      "{style: {display: flex, align-items: \(alignment)}, children: [\(item), "
        + "{style: {width: 40px, height: 80px}}]}",
      style: "font: 16px/20px Inter", environment: "300@1x/L/ltr/en/css")
    #expect(frames["a"]?.y == y)
  }
}
