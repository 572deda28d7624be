import LayoutScenes
import AutoLayout
import LayoutPrimitives

/// The weather app of WWDC 2016, session 236, as it is dragged together on an iPad in portrait.
private struct WeatherApp {
  var scene = LayoutScene(root: "superview")
  var texts = BlockTexts([:])
  let banner, moon, cloud, city, temperature, sunny, sun: SceneItem

  init() throws {
    banner = try scene.addItem("banner")
    moon = try scene.addItem("moon", in: banner)
    cloud = try scene.addItem("cloud", in: banner)
    city = try scene.addItem("city", in: banner)
    temperature = try scene.addItem("temperature", content: .text)
    sunny = try scene.addItem("sunny", content: .text)
    sun = try scene.addItem("sun") { ($0.fixedWidth, $0.fixedHeight) = (64, 64) }
    texts.texts[temperature] = BlockText(letters: 3, size: 80)
    texts.texts[sunny] = BlockText(letters: 5, size: 32)
  }

  mutating func layout(_ width: Double, _ height: Double) throws -> SceneLayout {
    try scene.layout(width: width, height: height, sizing: &texts)
  }

  /// The letters of the city, which its label takes at a font size, in points.
  func cityWidth(_ size: Double) -> Double {
    BlockText(letters: "San Francisco, CA".count, size: size).extent(width: .infinity).width
  }
}

extension Example {
  /// Autoresizing masks first, then constraints as required.
  static let weatherView = Example(
    name: "WeatherView", about: "WWDC 2016's weather app: autoresizing masks, then constraints"
  ) { out in
    var app = try WeatherApp()
    let portrait = Size(width: 768, height: 1024)
    let inBanner = Size(width: 768, height: 120)
    // The banner is stretched: width resizable, pinned to both edges.
    try app.scene.addAutoresizing(
      app.banner, frame: Rect(x: 0, y: 0, width: 768, height: 120), mask: .flexibleWidth,
      superviewSize: portrait)
    // The moon is pinned to the top and to the left.
    try app.scene.addAutoresizing(
      app.moon, frame: Rect(x: 20, y: 20, width: 80, height: 80), mask: [],
      superviewSize: inBanner)
    // The cloud is pinned to the right instead.
    try app.scene.addAutoresizing(
      app.cloud, frame: Rect(x: 668, y: 20, width: 80, height: 80), mask: .flexibleLeftMargin,
      superviewSize: inBanner)
    // The label keeps its proportions sideways, and is pinned to the top and the bottom.
    try app.scene.addAutoresizing(
      app.city, frame: Rect(x: 192, y: 20, width: 384, height: 80),
      mask: [.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin, .flexibleHeight],
      superviewSize: inBanner)

    // The temperature has constraints: it is centered, "sunny" is on its baseline, the sun beside
    // its middle.
    let (temperature, sunny, sun) = (app.temperature, app.sunny, app.sun)
    try app.scene.add { view in
      temperature.centerX == view.centerX
      temperature.centerY == view.centerY
      sunny.leading == temperature.trailing + 8
      sunny.firstBaseline == temperature.firstBaseline
      sun.trailing == temperature.leading - 8
      sun.centerY == temperature.centerY
    }

    // Portrait, landscape, and two thirds of the landscape screen.
    for (name, width, height) in [
      ("portrait", 768.0, 1024.0), ("landscape", 1024, 768), ("two thirds", 694, 768),
    ] {
      let layout = try app.layout(width, height)
      out.note("\(name), \(Int(width)) × \(Int(height))")
      out.frame("banner", layout[app.banner], is: 0, 0, width, 120)
      out.frame("moon  ", layout[app.moon], is: 20, 20, 80, 80)
      out.frame("cloud ", layout[app.cloud], is: width - 100, 20, 80, 80)
      out.frame("city  ", layout[app.city], is: width / 4, 20, width / 2, 80)
      let (x, y) = (width / 2, height / 2)
      // Computed: 120 × 100 with its baseline at 80; 80 × 40 with its baseline at 32.
      out.frame("75°   ", layout[temperature], is: x - 60, y - 50, 120, 100)
      out.frame("sunny ", layout[sunny], is: x + 68, y - 2, 80, 40)
      out.frame("sun   ", layout[sun], is: x - 132, y - 32, 64, 64)
    }

    let layout = try app.layout(694, 768)
    out.note("autoresizing masks do not take the content into account")
    out.check(
      "at 50 points the city is truncated: \(Int(app.cityWidth(50))) > "
        + "\(Int(layout[app.city].width))", app.cityWidth(50) > layout[app.city].width)
    out.check(
      "with a minimum font size of 40 it fits: \(Int(app.cityWidth(40)))",
      app.cityWidth(40) <= layout[app.city].width)

    out.note("a larger temperature: the constraints take all else along")
    let engines = app.scene.enginesCreated
    app.texts.texts[temperature] = BlockText(letters: 3, size: 120)
    let larger = try app.layout(768, 1024)
    out.frame("75°   ", larger[temperature], is: 294, 437, 180, 150)
    out.frame("sunny ", larger[sunny], is: 482, 525, 80, 40)
    out.frame("sun   ", larger[sun], is: 222, 480, 64, 64)
    out.check("without a new engine", app.scene.enginesCreated == engines)

    out.note("a backdrop behind it all, resizable both ways")
    let backdrop = try app.scene.addItem("backdrop")
    try app.scene.addAutoresizing(
      backdrop, frame: Rect(x: 0, y: 0, width: 768, height: 1024),
      mask: [.flexibleWidth, .flexibleHeight], superviewSize: portrait)
    for (width, height) in [(768.0, 1024.0), (1024, 768), (694, 768), (414, 736)] {
      let layout = try app.layout(width, height)
      out.frame("backdrop", layout[backdrop], is: 0, 0, width, height)
    }
  }
}
