import LayoutScenes
import AutoLayout
import LayoutPrimitives
import Testing

@Suite struct SceneVisualFormatTests {
  private func scene(_ direction: LayoutDirection = .leftToRight) throws -> LayoutScene {
    var scene = LayoutScene(
      direction: direction, margins: Insets(top: 4, leading: 10, bottom: 6, trailing: 20))
    for name in ["a", "b"] {
      let view = try scene.addItem(name, content: .intrinsic)
      try scene.setIntrinsic(view, width: 30, height: name == "a" ? 10 : 20)
    }
    return scene
  }

  private func frames(_ scene: inout LayoutScene) throws -> [Rect] {
    let layout = try scene.layout(width: 200)
    #expect(layout.relaxed.isEmpty)
    return Array(layout.frames.dropFirst())
  }

  @Test func aStringTiesViewsOfTheSceneByName() throws {
    var scene = try scene()
    let ids = try scene.add(visualFormat: "H:|-[a(==b)]-[b]-|")
    #expect(ids.count == 4)
    try scene.add(visualFormat: "V:|-[a]")
    try scene.add(visualFormat: "V:|-(8@500)-[b]-{below}-|", metrics: ["below": 3])
    // 200 - 30 - 8, in halves.
    #expect(
      try frames(&scene) == [
        Rect(x: 10, y: 4, width: 81, height: 10), Rect(x: 99, y: 8, width: 81, height: 20),
      ])
  }

  @Test func predicatesComeInLists() throws {
    var scene = try scene()
    try scene.add(visualFormat: "|-(8@500)-[a(>=20@750,<=25)]-(>=5)-[b(40)]")
    try scene.add(visualFormat: "|-(>=12)-[a]")
    #expect(try frames(&scene).map(\.x) == [12, 42])
    #expect(try frames(&scene).map(\.width) == [25, 40])
  }

  /// A width of 45 at a metric's priority against one of 50 at 500.
  @Test("L7: priorities are metrics too")
  func prioritiesAreMetrics() throws {
    for (high, width) in [(501.0, 45.0), (499, 50)] {
      var scene = try scene()
      try scene.add(visualFormat: "|[a(45@high,50@500)]-[b(40)]", metrics: ["high": high])
      #expect(try frames(&scene)[0].width == width)
    }
    for metrics in [[:], ["high": 0.0], ["high": 500.5]] {
      var scene = try scene()
      let error = #expect(throws: SceneError.self) {
        try scene.add(visualFormat: "[a(25@high)]", metrics: metrics)
      }
      #expect(error.map { "\($0)".contains("'high'") } == true)
    }
  }

  @Test func viewsShareWhatTheOptionsSay() throws {
    let cases: [(VisualFormatOptions, [Double])] = [
      (.alignAllTop, [5, 5]), (.alignAllBottom, [5, -5]), (.alignAllCenterY, [5, 0]),
      (.alignAllFirstBaseline, [5, -5]), (.alignAllLastBaseline, [5, -5]),
    ]
    for (options, tops) in cases {
      var scene = try scene()
      try scene.add(visualFormat: "|[a]-[b]", options: options)
      try scene.add(visualFormat: "V:|-5-[a]")
      #expect(try frames(&scene).map(\.y) == tops)
    }
    for (options, lefts) in [
      (VisualFormatOptions.alignAllLeading, [5.0, 5]), (.alignAllTrailing, [5, -5]),
      (.alignAllLeft, [5, 5]), (.alignAllRight, [5, -5]), (.alignAllCenterX, [5, 0]),
    ] {
      var scene = try scene()
      try scene.add(visualFormat: "V:|[a(10)][b]", options: options)
      try scene.add(visualFormat: "|-5-[a(30)]")
      try scene.add(visualFormat: "[b(40)]")
      #expect(try frames(&scene).map(\.x) == lefts)
    }
  }

  /// 10 in front of a, 8 between, by hand from each side.
  @Test func aStringRunsTheWayTheOptionsSay() throws {
    for (way, direction, lefts) in [
      (VisualFormatOptions.Direction.leadingToTrailing, LayoutDirection.leftToRight, [10.0, 48]),
      (.leadingToTrailing, .rightToLeft, [160, 122]), (.leftToRight, .leftToRight, [10, 48]),
      (.leftToRight, .rightToLeft, [10, 48]), (.rightToLeft, .leftToRight, [160, 122]),
      (.rightToLeft, .rightToLeft, [160, 122]),
    ] {
      var scene = try scene(direction)
      try scene.add(
        visualFormat: "|-10-[a]-[b]-(>=5)-|", options: VisualFormatOptions(direction: way))
      #expect(try frames(&scene).map(\.x) == lefts)
    }
  }

  /// From right to left a bare `-` at the superview is its right margin: the trailing one, 20.
  @Test func marginsTurnWithTheString() throws {
    var scene = try scene()
    try scene.add(visualFormat: "|-[a]", options: VisualFormatOptions(direction: .rightToLeft))
    #expect(try frames(&scene)[0].x == 150)
  }

  @Test func mistakesPointAtTheCharacter() throws {
    var scene = try scene()
    let outer = scene
    func error(_ text: String, _ options: VisualFormatOptions = VisualFormatOptions())
      -> SceneError?
    {
      #expect(throws: SceneError.self) {
        try outer.constraints(visualFormat: text, options: options)
      }
    }
    #expect(error("|-[a]-5[b]")?.description.contains("character 8") ?? false)
    #expect(error("[a][nobody]") == .unknownName("nobody"))
    #expect(error("[a]-{gap}-[b]")?.description.contains("character 6") ?? false)
    #expect(error("[a][b]", .alignAllLeading)?.description.contains("own axis") ?? false)
    let inner = try scene.addItem("inner", in: scene.item(named: "a"))
    #expect(throws: SceneError.self) { try scene.add(visualFormat: "|[a][inner]") }
    #expect(scene.installedConstraints.isEmpty && scene.name(of: inner) == "inner")
  }
}
