import BoxLayouts
import LayoutPrimitives
import Testing
import TextMeasurement

/// Makes objects, as a user interface does.
private struct ObjectFactory: ViewFactory {
  final class Object {
    var frame = Rect(x: 0, y: 0, width: 0, height: 0)
    var subviews: [Object] = []
  }

  var made = 0

  mutating func makeView(
    _ description: ViewDescription, frame: Rect, text: TextMeasure?, subviews: [Object]
  ) -> Object {
    made += 1
    return reuseView(Object(), as: description, frame: frame, text: text, subviews: subviews)
  }

  mutating func reuseView(
    _ view: Object, as description: ViewDescription, frame: Rect, text: TextMeasure?,
    subviews: [Object]
  ) -> Object {
    view.frame = frame
    view.subviews = subviews
    return view
  }
}

@Suite("Views of an arrangement")
struct ViewFactoryTests {
  private let card = InsetLayout(
    inset: 4, view: ViewDescription(reuseID: "card"),
    sublayout: StackLayout(
      axis: .horizontal, spacing: 2,
      sublayouts: [
        SizeLayout(
          width: 20, height: 20,
          view: ViewDescription(reuseID: "a\"b", content: .image("x?a=1&b='2'"))),
        LabelLayout(text: BlockText("a < b"), alignment: .center, reuseID: "text"),
      ]))

  @Test("Frames of views are those in the view around them, in both directions")
  func frames() {
    var factory = ObjectFactory()
    let arrangement = card.arrangement(origin: Point(x: 100, y: 50))
    let left = arrangement.makeViews(&factory)
    #expect(left.map(\.frame.numbers) == [[100, 50, 80, 28]])
    #expect(left[0].subviews.map(\.frame.numbers) == [[4, 4, 20, 20], [26, 4, 50, 20]])
    let right = arrangement.makeViews(&factory, .rightToLeft)
    #expect(right.map(\.frame.numbers) == [[100, 50, 80, 28]])
    #expect(right[0].subviews.map(\.frame.numbers) == [[56, 4, 20, 20], [4, 4, 50, 20]])
    #expect(factory.made == 6)
  }

  @Test("Views of an earlier arrangement are used again by their names, also in another view")
  func reuse() {
    var factory = ObjectFactory()
    var recycler = ViewRecycler<ObjectFactory.Object>()
    let before = card.arrangement().makeViews(&factory, reusing: &recycler)
    let text = before[0].subviews[1]
    let after = StackLayout(axis: .vertical, sublayouts: [label("text", "abc"), box("new", 1, 1)])
    let views = after.arrangement().makeViews(&factory, reusing: &recycler)
    #expect(views[0] === text)
    #expect(views[0].frame == Rect(x: 0, y: 0, width: 30, height: 20))
    #expect(factory.made == 4)
    #expect(recycler.unused.count == 2, "card and picture")
    _ = after.arrangement().makeViews(&factory, reusing: &recycler)
    #expect(factory.made == 4)
    #expect(recycler.unused.isEmpty)
  }

  @Test("Of two views with one name the first is used again")
  func sameNames() {
    var factory = ObjectFactory()
    var recycler = ViewRecycler<ObjectFactory.Object>()
    let twice = StackLayout(axis: .vertical, sublayouts: [box("a", 1, 1), box("a", 2, 2)])
    let before = twice.arrangement().makeViews(&factory, reusing: &recycler)
    let after = twice.arrangement().makeViews(&factory, reusing: &recycler)
    #expect(before[0] === after[0])
    #expect(before[1] !== after[1])
  }

  @Test("Every view is used again or unused, also without a name, in the order of drawing")
  func unused() {
    var factory = ObjectFactory()
    var recycler = ViewRecycler<ObjectFactory.Object>()
    let unnamed = SizeLayout(width: 3, height: 3, view: ViewDescription())
    let names = ["z", "a", "m", "a", "k", "b"]
    let stack = StackLayout(
      axis: .vertical, sublayouts: [unnamed] + names.map { box($0, 1, 1) } + [unnamed])
    let first = stack.arrangement().makeViews(&factory, reusing: &recycler)
    #expect(recycler.unused.isEmpty)
    let second = stack.arrangement().makeViews(&factory, reusing: &recycler)
    // Both unnamed views, and the second of the name a.
    #expect(
      recycler.unused.map(ObjectIdentifier.init) == [0, 4, 7].map { ObjectIdentifier(first[$0]) })
    #expect(factory.made == 8 + 3)
    let last = box("m", 1, 1).arrangement().makeViews(&factory, reusing: &recycler)
    #expect(last[0] === first[3])
    #expect(
      recycler.unused.map(ObjectIdentifier.init)
        == [0, 1, 2, 4, 5, 6, 7].map { ObjectIdentifier(second[$0]) })
  }

  @Test("SVG nodes are nested groups, and texts are escaped")
  func svg() {
    var factory = SVGViewFactory()
    let arrangement = card.arrangement()
    let nodes = arrangement.makeViews(&factory)
    #expect(
      SVGViewFactory.document(nodes, frame: arrangement.frame)
        == """
        <svg xmlns="http://www.w3.org/2000/svg" width="80" height="28" viewBox="0 0 80 28">\
        <g transform="translate(0 0)" data-id="card">\
        <rect width="80" height="28" fill="none" stroke="currentColor"/>\
        <g transform="translate(4 4)" data-id="a&quot;b">\
        <rect width="20" height="20" fill="none" stroke="currentColor"/>\
        <image href="x?a=1&amp;b=&#39;2&#39;" width="20" height="20"/></g>\
        <g transform="translate(26 4)" data-id="text">\
        <rect width="50" height="20" fill="none" stroke="currentColor"/>\
        <text y="16">a &lt; b</text></g></g></svg>

        """)
  }

  @Test("HTML elements are placed in the one around them, and texts are escaped")
  func html() {
    var factory = HTMLViewFactory()
    let arrangement = card.arrangement(width: 90.5)
    #expect(
      HTMLViewFactory.document(arrangement.makeViews(&factory), frame: arrangement.frame)
        == """
        <div style="position:relative;width:90.5px;height:28px">\
        <div data-id="card" style="position:absolute;left:0px;top:0px;width:90.5px;height:28px">\
        <img alt="" src="x?a=1&amp;b=&#39;2&#39;" data-id="a&quot;b" \
        style="position:absolute;left:4px;top:4px;width:20px;height:20px">\
        <div data-id="text" style="position:absolute;left:31.25px;top:4px;width:50px;height:20px">\
        a &lt; b</div></div></div>

        """)
  }

  @Test("Numbers and characters that markup does not know do no harm")
  func senseless() {
    var svg = SVGViewFactory()
    var html = HTMLViewFactory()
    let frame = Rect(x: .nan, y: .infinity, width: 1e-7, height: 1e20)
    let description = ViewDescription(content: .button("a\u{0}\u{8}\r\n\u{FFFF}é"))
    let node = svg.makeView(description, frame: frame, text: nil, subviews: [])
    #expect(node.contains("translate(0 0)"))
    #expect(node.contains("width=\"0.0000001\" height=\"100000000000000000000\""))
    #expect(node.contains(">a\u{FFFD}\u{FFFD}&#13;\n\u{FFFD}é<"))
    let element = html.makeView(description, frame: frame, text: nil, subviews: [])
    #expect(element.hasPrefix("<button type=\"button\" style=\"position:absolute;left:0px;"))
    let picture = html.makeView(
      ViewDescription(content: .image("a")), frame: frame, text: nil, subviews: ["<b></b>"])
    #expect(picture.hasSuffix("<b></b></div>"))
  }
}
