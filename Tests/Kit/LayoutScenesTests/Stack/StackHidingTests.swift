import LayoutScenes
import AutoLayout
import LayoutPrimitives
import Testing

@Suite struct StackHidingTests {
  typealias Distribution = StackArrangement.Distribution

  /// With the middle view hidden: the others fill 220 with one gap of 5.
  private static func alongWithoutMiddle(_ distribution: Distribution) -> [(Double, Double)] {
    switch distribution {
    case .fill: [(0, 30), (30, 0), (35, 185)]
    case .fillEqually: [(0, 107.5), (107.5, 0), (112.5, 107.5)]
    // 220 × 30/55; the last takes 220 - 5 - 120.
    case .fillProportionally: [(0, 120), (120, 0), (125, 95)]
    case .equalSpacing, .equalCentering: [(0, 30), (30, 0), (200, 20)]
    }
  }

  @Test(arguments: Distribution.allCases)
  func aHiddenViewLeavesNoGapAndComesBackWithoutAnEngine(_ distribution: Distribution) throws {
    var row = try StackFixture(
      StackArrangement(.horizontal, distribution: distribution, alignment: .leading, spacing: 5))
    let shown = StackViewTests.frames(distribution, .leading)
    let hidden = zip(Self.alongWithoutMiddle(distribution), [10.0, 0, 40]).map {
      Rect(x: $0.0, y: 0, width: $0.1, height: $1)
    }
    #expect(try row.frames() == shown)
    for isHidden in [true, false, true] {
      let churn = try row.scene.bind { scene throws(SceneError) in
        try scene.setHidden(row.views[1], isHidden)
      }
      #expect(churn.total.added == 0 && churn.total.removed == 0 && churn.total.readded == 0)
      #expect(try row.frames() == (isHidden ? hidden : shown))
    }
    #expect(row.scene.enginesCreated == 1)
  }

  @Test func whateverWasHiddenBeforeDoesNotShow() throws {
    for distribution in Distribution.allCases {
      for prepared in [0, 8] {
        var arrangement = StackArrangement(
          .horizontal, distribution: distribution, alignment: .center, spacing: 5)
        arrangement.preparedViews = prepared
        var long = try StackFixture(arrangement)
        for pattern in [5, 0, 1, 7, 2, 3, 6, 4, 0] {
          var fresh = try StackFixture(arrangement)
          for (bit, view) in long.views.enumerated() {
            try long.scene.setHidden(view, pattern >> bit & 1 == 1)
            try fresh.scene.setHidden(view, pattern >> bit & 1 == 1)
          }
          #expect(try long.frames() == fresh.frames(), "\(distribution) \(pattern)")
        }
        if prepared > 0 { #expect(long.scene.enginesCreated == 1) }
      }
    }
  }

  @Test func aStackWithoutViewsIsNothing() throws {
    var row = try StackFixture(StackArrangement(.horizontal, spacing: 5), width: nil, height: nil)
    for view in row.views { try row.scene.setHidden(view, true) }
    let layout = try row.scene.layout(width: 300)
    #expect(layout[row.stack] == Rect(x: 0, y: 0, width: 0, height: 0))
    #expect(layout.caveats == [])
  }
}
