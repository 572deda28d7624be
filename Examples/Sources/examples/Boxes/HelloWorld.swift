import BoxLayouts
import Foundation
import LayoutPrimitives
import TextMeasurement

extension Example {
  /// The first example of LayoutKit: a picture and a text with padding around both.
  static let helloWorld = Example(
    name: "HelloWorld", about: "LayoutKit's hello world, as wide as it is and 200 points wide"
  ) { out in
    let measurer = try TextMeasurer(library: try FontLibrary(FontConfiguration()))
    let text = try measurer.prepare(
      "Hello World!", style: TextStyle(size: 17),
      rules: try MeasurementRules(rules: .uikit, scale: 3))
    let size = text.unwrapped()

    let image = SizeLayout(
      width: 50, height: 50, sublayout: ImageLayout(source: "earth.jpg", reuseID: "image"))
    let label = LabelLayout(
      text: FittedText("Hello World!", text: text), alignment: .center, reuseID: "label")
    let stack = StackLayout(axis: .horizontal, spacing: 4, sublayouts: [image, label])
    let helloWorld = InsetLayout(
      insets: Insets(top: 4, leading: 4, bottom: 4, trailing: 8),
      view: ViewDescription(reuseID: "cell"), sublayout: stack)

    // The text is as wide as its font makes it; all else follows.
    out.note("arrangement()")
    let views = helloWorld.arrangement().views()
    guard views.count == 3 else { return out.check("three views, not \(views.count)", false) }
    let y = 4 + (50 - size.height) / 2
    out.frame("cell ", views[0].frame, is: 0, 0, 4 + 50 + 4 + size.width + 8, 58)
    out.frame("image", views[1].frame, is: 4, 4, 50, 50)
    out.frame("label", views[2].frame, is: 58, y, size.width, size.height)

    out.note("arrangement(width: 200)")
    let wide = helloWorld.arrangement(width: 200).views()
    out.frame("cell ", wide[0].frame, is: 0, 0, 200, 58)
    out.frame("image", wide[1].frame, is: 4, 4, 50, 50)
    out.frame(
      "label", wide[2].frame, is: 58 + (200 - 58 - 8 - size.width) / 2, y, size.width, size.height)

    out.note("makeViews: here the views are nodes of an SVG document")
    var factory = SVGViewFactory()
    let nodes = helloWorld.arrangement(width: 200).makeViews(&factory)
    let svg = SVGViewFactory.document(nodes, frame: wide[0].frame)
    out.note(svg.trimmingCharacters(in: .newlines))
    out.check("one node, which holds the others", nodes.count == 1)
    out.check("the text is in it", svg.contains(">Hello World!</text>"))

    out.note("right to left")
    let mirrored = helloWorld.arrangement(width: 200).views(.rightToLeft)
    out.frame("image", mirrored[1].frame, is: 146, 4, 50, 50)
  }
}
