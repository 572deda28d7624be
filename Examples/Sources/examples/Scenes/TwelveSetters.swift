import LayoutScenes
import AutoLayout
import LayoutPrimitives

/// The views of a cell with one label, which count their calls.
private struct CountedLabel: RenderedViews, ContentSizing {
  var text = BlockText(letters: 20, size: 16)
  /// The values of properties that change neither size nor place.
  var properties: [String: String] = [:]
  private(set) var measured = 0
  private(set) var displayed: [String] = []

  mutating func unwrapped(item: Int) -> TextExtent {
    measured += 1
    return text.extent(width: .infinity)
  }

  mutating func wrapped(item: Int, width: Double) -> TextExtent {
    measured += 1
    return text.extent(width: width)
  }

  func isSingleLine(item: Int) -> Bool { false }

  mutating func display(_ view: SceneItem, in loop: inout RenderLoop) throws(SceneError) {
    displayed.append(loop.scene.name(of: view))
  }
}

extension Example {
  /// The purpose of the render loop: many changes of a frame are one piece of work.
  static let twelveSetters = Example(
    name: "TwelveSetters", about: "WWDC 2018's render loop: twelve setters are one layout"
  ) { out in
    var scene = LayoutScene()
    let label = try scene.addItem("label", content: .text)
    let icon = try scene.addItem("icon") { ($0.fixedWidth, $0.fixedHeight) = (16, 16) }
    try scene.add(isPermanent: true) { cell in
      icon.leading == cell.leading + 16
      icon.top == cell.top + 8
      label.leading == cell.leading + 40
      label.trailing == cell.trailing - 16
      label.top == cell.top + 8
      label.bottom == cell.bottom - 8
    }
    var loop = RenderLoop(scene, width: 390)
    var views = CountedLabel()
    try loop.turn(&views)
    out.frame("label", loop.frame(of: label), is: 40, 8, 334, 20)

    out.note("text, font, ten more: each setter marks the label")
    let before = views
    let setters = [
      "text", "font", "textColor", "shadowColor", "shadowOffset", "textAlignment",
      "lineBreakMode", "numberOfLines", "isHighlighted", "isEnabled", "minimumScaleFactor",
      "baselineAdjustment",
    ]
    for setter in setters {
      views.properties[setter] = "new"
      // 334 points hold 33 letters of 10 a line.
      if setter == "text" { views.text.letters = 60 }
      if setter == "font" { views.text.size = 20 }
      loop.invalidateIntrinsicContentSize(of: label)
      loop.setNeedsDisplay(label)
    }
    let turn = try loop.turn(&views)
    out.frame("label", loop.frame(of: label), is: 40, 8, 334, 50)
    out.frame("cell ", loop.frame(of: loop.scene.root), is: 0, 0, 390, 66)
    let measured = views.measured - before.measured
    out.check("\(setters.count) setters, \(measured) measurement", measured == 1)
    out.check("\(turn.solves) layout solved", turn.solves == 1)
    let displayed = views.displayed.dropFirst(before.displayed.count)
    out.check(
      "displayed: \(displayed.joined(separator: ", ")); the icon has not changed",
      Array(displayed) == ["cell", "label"])

    out.note("nothing changed: a turn does nothing")
    let idle = try loop.turn(&views)
    out.check("no visit, no layout", idle.visits.isEmpty && idle.solves == 0)
  }
}
