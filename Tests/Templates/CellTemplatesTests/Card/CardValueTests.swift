import AutoLayout
import LayoutPrimitives
import Testing
import TextMeasurement

@testable import CellTemplates

/// Values of styles, with frames of the same styles in Chromium 156, in a window of 300 by 800 px.
@Suite struct CardValueTests {
  /// A style as CSS's text, and the frame of the element `a` with it.
  typealias StyleFrame = (style: String, frame: Rect)

  /// A mapping of declarations; those of a property that occurs before are in a query that holds.
  private static func mapping(_ style: String) -> String {
    var entries: [String] = []
    var later: [String] = []
    var properties: Set<String> = []
    for declaration in style.split(separator: ";") {
      let parts = declaration.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
      let entry = "'\(name)': \"\(value)\""
      if properties.insert(name).inserted { entries.append(entry) } else { later.append(entry) }
    }
    if !later.isEmpty {
      entries.append("'@media (width > 0px)': {\(later.joined(separator: ", "))}")
    }
    return "{\(entries.joined(separator: ", "))}"
  }

  private static func expect(
    _ style: String, _ frame: Rect, text: String, inside: (String) -> String = { $0 }
  ) throws {
    let element = "{id: a, text: '\(text)', style: \(mapping(style))}"
    let frames = try CardFrame.frames(
      inside(element), style: "font: 16px Inter, line-height: 20px",
      environment: "300@1x/L/ltr/en/css", document: "viewport: {height: 800}")
    let found = try #require(frames["a"])
    let step = 1.0 / 64 + 1e-9
    #expect(
      abs(found.x - frame.x) <= step && abs(found.y - frame.y) <= step
        && abs(found.width - frame.width) <= step
        && abs(found.height - frame.height) <= step, "\(style): \(found)")
  }

  @Test(arguments: fonts) func fontsAreAsInChromium(_ style: StyleFrame) throws {
    let text = "The quick brown fox jumps over the lazy dog and runs away, again and again."
    try Self.expect(style.style, style.frame, text: text)
  }

  @Test(arguments: calculations) func calculationsAreAsInChromium(_ style: StyleFrame) throws {
    try Self.expect(style.style, style.frame, text: "ab cd")
  }

  @Test(arguments: variables) func customPropertiesAreAsInChromium(_ style: StyleFrame) throws {
    try Self.expect(style.style, style.frame, text: "ab cd") {
      "{style: {'--i': 11px, width: 'var(--i)'}, children: [\($0)]}"
    }
  }

  @Test(arguments: units) func unitsAreAsInChromium(_ style: StyleFrame) throws {
    try Self.expect(style.style, style.frame, text: "ab")
  }

  @Test(arguments: containerUnits) func unitsOfContainersAreAsInChromium(
    _ style: StyleFrame
  ) throws {
    try Self.expect(style.style, style.frame, text: "ab") {
      "{style: {container-type: inline-size, width: 200px, padding: 10px, border: 1px solid}, "
        + "children: [\($0)]}"
    }
  }

  /// Queries of which the last that holds makes the element 70 high, else it is 20 high.
  @Test(arguments: [
    ("@media screen and (min-width: 18em) and (max-width: 300px)", 70.0),
    ("@media only screen and (min-width: 19em)", 20), ("@media screen", 70), ("@media all", 70),
    ("@media (height >= 800px) and (200px < width <= 300px)", 70),
    ("@media (300px < width)", 20), ("@media (min-height: 50rem)", 70),
    ("@container big (width > 150px)", 70), ("@container small (width > 150px)", 20),
    ("@container big2 (width = 200px)", 70), ("@container other (width > 1px)", 20),
    ("@container (width > 150px)", 20), ("@container small (inline-size <= 6.25rem)", 70),
  ])
  func queriesAreAsInChromium(query: String, height: Double) throws {
    let frames = try CardFrame.frames(
      """
      {style: {container: big big2 / inline-size, width: 200px}, children: [
        {style: {container-name: small, container-type: inline-size, width: 100px}, children: [
          {id: a, style: {height: 20px, '\(query)': {height: 70px}}}]}]}
      """, style: "font: 16px Inter", environment: "300@1x/L/ltr/en/css",
      document: "viewport: {height: 800}")
    #expect(frames["a"]?.height == height)
  }

  @Test func unitsOfAContainerReferToTheContainerAround() throws {
    let frames = try CardFrame.frames(
      """
      {style: {container-type: inline-size, width: 200px}, children: [
        {id: a, style: {container-type: inline-size, width: 50cqw}, children: [
          {id: b, style: {width: 50cqw, height: 1px}}]}]}
      """, style: "font: 16px Inter", environment: "300@1x/L/ltr/en/css")
    #expect(frames["a"]?.width == 100)
    #expect(frames["b"]?.width == 50)
  }

  @Test(arguments: [
    ("a<br>b", "", 40.0), ("a <br> b", "", 40), ("a<br>", "", 20), ("<br>", "", 20),
    ("<br><br>", "", 40), ("a<br><br>b", "", 60), ("a<br>b", "white-space: nowrap", 40),
    ("a <br> b", "white-space: pre", 40), ("<br>a", "", 40), (" <br>a", "", 40),
    ("a<br><br><br>", "", 60), ("a<br>b c d<br>e", "width: 1px", 100),
    (
      "a<br>b<br>c<br>d",
      "-webkit-line-clamp: 2, display: -webkit-box, -webkit-box-orient: vertical", 40
    ),
  ])
  func lineBreaksAreAsInChromium(content: String, style: String, height: Double) throws {
    let children = content.replacing("<br>", with: "|<br>|").split(separator: "|").map {
      $0 == "<br>" ? "{br: true}" : "'\($0)'"
    }
    let frames = try CardFrame.frames(
      "{id: a, style: {\(style)}, children: [\(children.joined(separator: ", "))]}",
      style: "font: 16px Inter, line-height: 20px", environment: "300@1x/L/ltr/en/css")
    #expect(frames["a"]?.height == height)
  }

  private static let fonts: [(style: String, frame: Rect)] = [
    ("font:14px/1.5em Inter", Rect(x: 0, y: 0, width: 300, height: 42)),
    ("font:14px/150% Inter;font-size:20px", Rect(x: 0, y: 0, width: 300, height: 90)),
    ("font-size:20px;font:14px/150% Inter", Rect(x: 0, y: 0, width: 300, height: 42)),
    ("line-height:50px;font:14px/17px Inter", Rect(x: 0, y: 0, width: 300, height: 34)),
    ("font:14px/1.5 Inter;font-size:20px", Rect(x: 0, y: 0, width: 300, height: 90)),
    ("font:14px/2rem Inter;font-size:30px", Rect(x: 0, y: 0, width: 300, height: 128)),
    ("font-size:10px;line-height:2em;font-size:20px", Rect(x: 0, y: 0, width: 300, height: 120)),
    ("line-height:120%;font-size:30px", Rect(x: 0, y: 0, width: 300, height: 144)),
    ("font:150%/2em Inter", Rect(x: 0, y: 0, width: 300, height: 192)),
    ("font-weight:700;font:14px/20px Inter", Rect(x: 0, y: 0, width: 300, height: 40)),
    ("font:14px/1.5em Inter;font:inherit", Rect(x: 0, y: 0, width: 300, height: 60)),
    ("font:inherit;font-size:20px;line-height:1.5em", Rect(x: 0, y: 0, width: 300, height: 90)),
    ("font:14px/3em Inter;font-size:2em", Rect(x: 0, y: 0, width: 300, height: 480)),
    ("font:14px/calc(1em + 50%) Inter;font-size:2em", Rect(x: 0, y: 0, width: 300, height: 240)),
    ("font:14px/calc(1em + 6px) Inter;padding:1em", Rect(x: 0, y: 0, width: 300, height: 68)),
    (
      "font-variant-numeric:tabular-nums;font:14px/20px Inter",
      Rect(x: 0, y: 0, width: 300, height: 40)
    ),
    ("letter-spacing:1em;font:10px/20px Inter", Rect(x: 0, y: 0, width: 300, height: 80)),
  ]

  private static let calculations: [(style: String, frame: Rect)] = [
    ("max-width: calc(1px / 0)", Rect(x: 0, y: 0, width: 300, height: 20)),
    ("max-width: calc(1e39 * 1px)", Rect(x: 0, y: 0, width: 300, height: 20)),
    ("max-height: calc(infinity * 1px)", Rect(x: 0, y: 0, width: 300, height: 20)),
    ("max-height: 1e39px", Rect(x: 0, y: 0, width: 300, height: 20)),
    ("height: calc(NaN * 1px)", Rect(x: 0, y: 0, width: 300, height: 0)),
    ("height: calc(infinity * 1%)", Rect(x: 0, y: 0, width: 300, height: 20)),
    ("height: calc(10px + infinity * 1%)", Rect(x: 0, y: 0, width: 300, height: 20)),
    ("width: calc(10px + 0% * infinity)", Rect(x: 0, y: 0, width: 0, height: 40)),
    ("width: calc(-infinity * 1px)", Rect(x: 0, y: 0, width: 0, height: 40)),
    ("width: calc(infinity * 1px - infinity * 1px)", Rect(x: 0, y: 0, width: 0, height: 40)),
    ("width: min(10px, NaN * 1px)", Rect(x: 0, y: 0, width: 0, height: 40)),
    ("width: min(100px, infinity * 1%)", Rect(x: 0, y: 0, width: 100, height: 20)),
    ("width: min(50px, infinity * 1px)", Rect(x: 0, y: 0, width: 50, height: 20)),
    ("width: calc(1px * infinity / infinity)", Rect(x: 0, y: 0, width: 0, height: 40)),
    ("width: calc(1px / 0 * 0)", Rect(x: 0, y: 0, width: 0, height: 40)),
    ("width: calc(1px / -0)", Rect(x: 0, y: 0, width: 0, height: 40)),
    ("width: calc(0px / 0)", Rect(x: 0, y: 0, width: 0, height: 40)),
    ("width: clamp(10px, infinity * 1px, 50px)", Rect(x: 0, y: 0, width: 50, height: 20)),
    ("width: clamp(10px, NaN * 1px, 50px)", Rect(x: 0, y: 0, width: 0, height: 40)),
    ("width: max(NaN * 1px, 3px)", Rect(x: 0, y: 0, width: 0, height: 40)),
    ("flex-grow: calc(infinity)", Rect(x: 0, y: 0, width: 300, height: 20)),
    ("aspect-ratio: calc(infinity) / 1", Rect(x: 0, y: 0, width: 300, height: 20)),
    ("order: calc(infinity)", Rect(x: 0, y: 0, width: 300, height: 20)),
    ("width: calc(1px + 2px)", Rect(x: 0, y: 0, width: 3, height: 40)),
    ("width: calc(5px - 10px)", Rect(x: 0, y: 0, width: 0, height: 40)),
    ("width: calc(-10%)", Rect(x: 0, y: 0, width: 0, height: 40)),
    ("padding-left: calc(5px - 10px)", Rect(x: 0, y: 0, width: 300, height: 20)),
    ("border-left: calc(2px - 5px) solid", Rect(x: 0, y: 0, width: 300, height: 20)),
    ("width: calc(10px/* a comment */ + 5px)", Rect(x: 0, y: 0, width: 15, height: 40)),
  ]

  private static let variables: [(style: String, frame: Rect)] = [
    ("--a:10px;width:var(--a)", Rect(x: 0, y: 0, width: 10, height: 40)),
    ("width:50px;width:var(--nope)", Rect(x: 0, y: 0, width: 11, height: 40)),
    ("--a:var(--b);--b:var(--a);width:var(--a,7px)", Rect(x: 0, y: 0, width: 7, height: 40)),
    (
      "--a:var(--b,9px);--b:var(--a,8px);width:var(--a,7px)", Rect(x: 0, y: 0, width: 7, height: 40)
    ),
    (
      "--a:var(--b);--b:var(--a);--c:var(--a,33px);width:var(--c)",
      Rect(x: 0, y: 0, width: 33, height: 40)
    ),
    ("--a:1;width:calc(var(--a)*20px)", Rect(x: 0, y: 0, width: 20, height: 40)),
    ("--a:20;width:var(--a)px", Rect(x: 0, y: 0, width: 11, height: 40)),
    ("--a:;width:30px var(--a)", Rect(x: 0, y: 0, width: 30, height: 40)),
    ("--A:30px;width:var(--a,20px)", Rect(x: 0, y: 0, width: 20, height: 40)),
    ("--a:initial;width:var(--a,20px)", Rect(x: 0, y: 0, width: 20, height: 40)),
    ("--i:initial;width:var(--i,20px)", Rect(x: 0, y: 0, width: 20, height: 40)),
    ("--i:inherit;width:var(--i,20px)", Rect(x: 0, y: 0, width: 11, height: 40)),
    ("--i:unset;width:var(--i,20px)", Rect(x: 0, y: 0, width: 11, height: 40)),
    ("--a: 3px 4px;padding:var(--a)", Rect(x: 0, y: 0, width: 11, height: 46)),
    ("margin:5px;margin-left:var(--nope)", Rect(x: 0, y: 5, width: 6, height: 40)),
    ("--a:2em;font-size:30px;width:var(--a)", Rect(x: 0, y: 0, width: 60, height: 40)),
    ("--a:calc(1px + 2px);width:calc(var(--a)*2)", Rect(x: 0, y: 0, width: 6, height: 40)),
    ("--a:red;width:40px;width:var(--a)", Rect(x: 0, y: 0, width: 11, height: 40)),
    ("--a:10px;width:VAR(--a)", Rect(x: 0, y: 0, width: 10, height: 40)),
    ("--a:10px;width:var(--a, )", Rect(x: 0, y: 0, width: 10, height: 40)),
    ("--x:var(--y,var(--x));width:var(--x,12px)", Rect(x: 0, y: 0, width: 12, height: 40)),
    ("--y:3px;--x:var(--y,var(--x));width:var(--x,12px)", Rect(x: 0, y: 0, width: 3, height: 40)),
    ("--x:var(--x);width:var(--x,12px)", Rect(x: 0, y: 0, width: 12, height: 40)),
    ("--a:10px;width:var( --a )", Rect(x: 0, y: 0, width: 10, height: 40)),
    ("font:20px/30px Inter;font:var(--n)", Rect(x: 0, y: 0, width: 11, height: 40)),
    ("--w:600;font:var(--w) 20px/30px Inter", Rect(x: 0, y: 0, width: 11, height: 60)),
    ("--b:2px;border:var(--b) solid var(--c,red)", Rect(x: 0, y: 0, width: 11, height: 44)),
    ("--a:-5px;margin-top:calc(1px + var(--a))", Rect(x: 0, y: -4, width: 11, height: 40)),
    ("--f:var(--g);--g:10px;width:var(--f)", Rect(x: 0, y: 0, width: 10, height: 40)),
    ("width:min(var(--n,10px),var(--m,20px))", Rect(x: 0, y: 0, width: 10, height: 40)),
    ("padding:1px;padding:var(--n) 2px", Rect(x: 0, y: 0, width: 11, height: 40)),
    ("--0:9px;width:var(--0)", Rect(x: 0, y: 0, width: 9, height: 40)),
    ("--a:1px;--b:var(--a);--a:4px;width:var(--b)", Rect(x: 0, y: 0, width: 4, height: 40)),
    ("--i:22px;width:var(--i)", Rect(x: 0, y: 0, width: 22, height: 40)),
    ("--a:var(--i);--i:22px;width:var(--a)", Rect(x: 0, y: 0, width: 22, height: 40)),
    ("width:calc(var(--i) + 1px)", Rect(x: 0, y: 0, width: 12, height: 40)),
    ("--a:10px;width:min(var(--a), 100%)", Rect(x: 0, y: 0, width: 10, height: 40)),
    (
      "--a:30px;--b:calc(var(--a) / 2);font-size:var(--b);line-height:var(--a)",
      Rect(x: 0, y: 0, width: 11, height: 60)
    ),
    ("--a:3;flex:var(--a)", Rect(x: 0, y: 0, width: 11, height: 40)),
    ("--d:none;display:var(--d)", Rect(x: 0, y: 0, width: 0, height: 0)),
    ("--a:10PX;width:var(--a)", Rect(x: 0, y: 0, width: 10, height: 40)),
    ("--s:' ';width:var(--s, 5px)", Rect(x: 0, y: 0, width: 11, height: 40)),
  ]

  private static let units: [(style: String, frame: Rect)] = [
    ("width:10vw", Rect(x: 0, y: 0, width: 30, height: 20)),
    ("width:10svw", Rect(x: 0, y: 0, width: 30, height: 20)),
    ("height:5dvh", Rect(x: 0, y: 0, width: 300, height: 40)),
    ("height:5vmin", Rect(x: 0, y: 0, width: 300, height: 15)),
    ("height:5vmax", Rect(x: 0, y: 0, width: 300, height: 40)),
    ("width:calc(10vi + 1vb)", Rect(x: 0, y: 0, width: 38, height: 20)),
    ("width:20cqw", Rect(x: 0, y: 0, width: 60, height: 20)),
    ("width:20cqi", Rect(x: 0, y: 0, width: 60, height: 20)),
    ("height:20cqh", Rect(x: 0, y: 0, width: 300, height: 160)),
    ("height:10cqmin", Rect(x: 0, y: 0, width: 300, height: 30)),
    ("height:10cqmax", Rect(x: 0, y: 0, width: 300, height: 80)),
    ("width:10lvmin", Rect(x: 0, y: 0, width: 30, height: 20)),
    ("width:10ch", Rect(x: 0, y: 0, width: 99.984375, height: 20)),
    ("width:20ch;font-size:20px", Rect(x: 0, y: 0, width: 249.984375, height: 20)),
    ("font-size:2ch;width:1em", Rect(x: 0, y: 0, width: 19.984375, height: 20)),
    ("width:10ch;font:700 13px Inter", Rect(x: 0, y: 0, width: 89.453125, height: 16)),
    ("padding-left:1ch;letter-spacing:3px", Rect(x: 0, y: 0, width: 300, height: 20)),
    ("font:16px/2ch Inter", Rect(x: 0, y: 0, width: 300, height: 20)),
    ("width:calc(1ch + 1em)", Rect(x: 0, y: 0, width: 25.984375, height: 20)),
    ("width:5ch;font-feature-settings:'tnum'", Rect(x: 0, y: 0, width: 49.984375, height: 20)),
  ]

  private static let containerUnits: [(style: String, frame: Rect)] = [
    ("width:20cqw", Rect(x: 11, y: 11, width: 40, height: 20)),
    ("width:20cqi", Rect(x: 11, y: 11, width: 40, height: 20)),
    ("height:20cqmin", Rect(x: 11, y: 11, width: 200, height: 40)),
    ("height:20cqmax", Rect(x: 11, y: 11, width: 200, height: 160)),
    ("height:20cqb", Rect(x: 11, y: 11, width: 200, height: 160)),
    ("width:calc(50cqw + 50%)", Rect(x: 11, y: 11, width: 200, height: 20)),
    ("font-size:10cqw;width:1em", Rect(x: 11, y: 11, width: 20, height: 20)),
    ("--w:10cqw;width:var(--w)", Rect(x: 11, y: 11, width: 20, height: 20)),
    ("padding:0 5cqi", Rect(x: 11, y: 11, width: 200, height: 20)),
  ]
}
