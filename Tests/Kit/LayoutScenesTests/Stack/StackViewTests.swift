import LayoutScenes
import FixedSizing
import AutoLayout
import LayoutPrimitives
import Testing

/// Three views of 30 × 10, 50 × 20 and 20 × 40 in a stack of 220 × 60, 5 apart; frames by hand.
@Suite struct StackViewTests {
  typealias Distribution = StackArrangement.Distribution
  typealias Alignment = StackArrangement.Alignment

  /// Start and length of each view along the stack.
  ///
  /// - fill: all hug at 250, so the tie goes to the last: 220 - 10 - 30 - 50.
  /// - fillEqually: (220 - 10) / 3.
  /// - fillProportionally: 220 × 30/110, 220 × 50/110; the last takes what is left over.
  /// - equalSpacing: gaps of (220 - 100) / 2.
  /// - equalCentering: centres at 15, 112.5 and 210.
  private static func along(_ distribution: Distribution) -> [(Double, Double)] {
    switch distribution {
    case .fill: [(0, 30), (35, 50), (90, 130)]
    case .fillEqually: [(0, 70), (75, 70), (150, 70)]
    case .fillProportionally: [(0, 60), (65, 100), (170, 50)]
    case .equalSpacing: [(0, 30), (90, 50), (200, 20)]
    case .equalCentering: [(0, 30), (87.5, 50), (200, 20)]
    }
  }

  /// Start and length of each view across the stack; without text, baselines are bottom edges, as
  /// far up as the highest view allows.
  private static func across(_ alignment: Alignment) -> [(Double, Double)] {
    switch alignment {
    case .fill: [(0, 60), (0, 60), (0, 60)]
    case .leading: [(0, 10), (0, 20), (0, 40)]
    case .center: [(25, 10), (20, 20), (10, 40)]
    case .trailing: [(50, 10), (40, 20), (20, 40)]
    case .firstBaseline, .lastBaseline: [(30, 10), (20, 20), (0, 40)]
    }
  }

  static func frames(_ distribution: Distribution, _ alignment: Alignment) -> [Rect] {
    zip(along(distribution), across(alignment)).map {
      Rect(x: $0.0, y: $1.0, width: $0.1, height: $1.1)
    }
  }

  @Test(arguments: Distribution.allCases, Alignment.allCases)
  func aRowHasTheFramesOneWritesByHand(_ distribution: Distribution, _ alignment: Alignment) throws
  {
    let arrangement = StackArrangement(
      .horizontal, distribution: distribution, alignment: alignment, spacing: 5)
    var row = try StackFixture(arrangement)
    #expect(try row.frames() == Self.frames(distribution, alignment))
    var mirrored = try StackFixture(arrangement, direction: .rightToLeft)
    #expect(
      try mirrored.frames()
        == Self.frames(distribution, alignment).map {
          Rect(x: 300 - $0.maxX, y: $0.y, width: $0.width, height: $0.height)
        })
  }

  @Test(arguments: Distribution.allCases, [Alignment.fill, .leading, .center, .trailing])
  func aColumnIsTheRowOnItsSide(_ distribution: Distribution, _ alignment: Alignment) throws {
    let arrangement = StackArrangement(
      .vertical, distribution: distribution, alignment: alignment, spacing: 5)
    var column = try StackFixture(arrangement)
    #expect(
      try column.frames()
        == Self.frames(distribution, alignment).map {
          Rect(x: $0.y, y: $0.x, width: $0.height, height: $0.width)
        })
  }

  @Test func anOpenStackIsAsSmallAsItsViews() throws {
    for distribution in [Distribution.fill, .equalSpacing, .equalCentering] {
      var row = try StackFixture(
        StackArrangement(
          .horizontal, distribution: distribution, alignment: .center, spacing: 5),
        width: nil, height: nil)
      let layout = try row.scene.layout(width: 300)
      // Equal centres: 30/2 + 5 + 50/2 = 45 on the left, 50/2 + 20/2 + 10 to match on the right.
      let width = distribution == .equalCentering ? 115.0 : 110
      #expect(layout[row.stack] == Rect(x: 0, y: 0, width: width, height: 40), "\(distribution)")
      #expect(layout.ambiguous == nil)
    }
  }

  @Test func customSpacingFollowsItsView() throws {
    var row = try StackFixture(
      StackArrangement(.horizontal, alignment: .leading, spacing: 5), width: nil,
      arrange: { arrangement, views in arrangement.customSpacing[views[0]] = 20 })
    #expect(try row.frames().map(\.x) == [0, 50, 105])
    try row.scene.setHidden(row.views[0], true)
    #expect(try row.frames().map(\.x) == [0, 0, 55])
    try row.scene.setHidden(row.views[0], false)
    try row.scene.setHidden(row.views[1], true)
    #expect(try row.frames().map(\.x) == [0, 30, 50])
  }

  @Test func viewsKeepToTheStacksMargins() throws {
    var arrangement = StackArrangement(.horizontal, distribution: .fillEqually, spacing: 5)
    arrangement.isLayoutMarginsRelative = true
    var row = try StackFixture(arrangement) {
      $0.margins = Insets(top: 3, leading: 10, bottom: 7, trailing: 20)
    }
    // 220 - 30 - 10 = 180, in three; 60 - 10 high.
    #expect(
      try row.frames() == [
        Rect(x: 10, y: 3, width: 60, height: 50), Rect(x: 75, y: 3, width: 60, height: 50),
        Rect(x: 140, y: 3, width: 60, height: 50),
      ])
  }

  /// First baselines lie 15 below the top, last ones 5 above the bottom.
  @Test func baselineRelativeSpacingRunsFromBaselineToBaseline() throws {
    var scene = LayoutScene()
    let column = try scene.addItem("column")
    let one = try scene.addItem("one", in: column, content: .text)
    let two = try scene.addItem("two", in: column, content: .text)
    try scene.add { root in
      column.leading == root.leading
      column.trailing == root.trailing
      column.top == root.top
      column.bottom == root.bottom
    }
    var arrangement = StackArrangement(.vertical, spacing: 30)
    arrangement.isBaselineRelative = true
    try scene.addStack(column, arranging: [one, two], arrangement)
    var sizing = FixedSizing(characters: [2: 15, 3: 4])
    let layout = try scene.layout(width: 100, sizing: &sizing)
    // Two lines; their last baseline at 35, the next first one at 65.
    #expect(layout[one] == Rect(x: 0, y: 0, width: 100, height: 40))
    #expect(layout[two] == Rect(x: 0, y: 50, width: 100, height: 20))
  }

  /// Last baselines on one line: the label of two lines reaches 20 points higher.
  @Test func baselinesOfTextsMeet() throws {
    for (alignment, expected) in [(Alignment.firstBaseline, 0.0), (.lastBaseline, 20)] {
      var scene = LayoutScene()
      let row = try scene.addItem("row")
      let one = try scene.addItem("one", in: row, content: .text)
      let two = try scene.addItem("two", in: row, content: .text)
      try scene.add { root in
        row.leading == root.leading
        row.trailing == root.trailing
        row.top == root.top
        row.bottom == root.bottom
      }
      try scene.addStack(
        row, arranging: [one, two],
        StackArrangement(.horizontal, distribution: .fillEqually, alignment: alignment))
      var sizing = FixedSizing(characters: [2: 15, 3: 4])
      let layout = try scene.layout(width: 200, sizing: &sizing)
      #expect(layout[one] == Rect(x: 0, y: 0, width: 100, height: 40))
      #expect(layout[two] == Rect(x: 100, y: expected, width: 100, height: 20))
      #expect(layout.size.height == 40)
    }
  }

  @Test func whatCannotBeArrangedIsRefused() throws {
    var row = try StackFixture(StackArrangement(.horizontal))
    let other = try row.scene.addItem("other")
    #expect(throws: SceneError.stack("'other' is no subview of the stack 'stack'")) {
      try row.scene.addStack(row.stack, arranging: [other], StackArrangement(.vertical))
    }
    #expect(throws: SceneError.self) {
      try row.scene.addStack(row.stack, arranging: [row.views[0]], StackArrangement(.vertical))
    }
    #expect(throws: SceneError.self) {
      try row.scene.setArrangement(
        row.id, StackArrangement(.vertical, alignment: .firstBaseline))
    }
  }

  /// 220 × 60/110, 220 × 30/110, and the rest: 220 - 10 - 180.
  @Test func proportionsFollowIntrinsicSizesByTheSameEngine() throws {
    var row = try StackFixture(
      StackArrangement(.horizontal, distribution: .fillProportionally, spacing: 5))
    _ = try row.frames()
    try row.scene.setIntrinsic(row.views[0], width: 60, height: 10)
    try row.scene.setIntrinsic(row.views[1], width: 30, height: 10)
    try row.scene.setIntrinsic(row.views[2], width: 10, height: 10)
    #expect(try row.frames().map(\.width) == [120, 60, 30])
    #expect(row.scene.enginesCreated == 1)
  }

  /// (220 - 10) / 3, and (220 - 20) / 3 with other gaps.
  @Test("L2: views without a size have equal parts of what the gaps leave")
  func proportionsOfViewsWithoutSizesLeaveRoomForTheGaps() throws {
    var row = try StackFixture(
      StackArrangement(.horizontal, distribution: .fillProportionally, spacing: 5))
    for view in row.views { try row.scene.setIntrinsic(view, width: nil, height: 10) }
    #expect(try row.frames().map(\.width) == [70, 70, 70])
    try row.scene.setArrangement(
      row.id, StackArrangement(.horizontal, distribution: .fillProportionally, spacing: 8))
    #expect(try row.frames().map(\.width) == [68, 68, 68])
    #expect(row.scene.enginesCreated == 1)
  }

  /// Parts of 20, 40 and 60 in 120 with `b == a + 30`: from 15 to 20 the first view gains what the
  /// second and twice what the third loses, so at one priority it would be 15.
  @Test("L3: the parts of proportional views have priorities by position")
  func proportionsGiveWayFromTheEnd() throws {
    var row = try StackFixture(
      StackArrangement(.horizontal, distribution: .fillProportionally), width: 120)
    for (view, width) in zip(row.views, [20.0, 40, 60]) {
      try row.scene.setIntrinsic(view, width: width, height: 10)
    }
    let (a, b) = (row.views[0], row.views[1])
    try row.scene.add { _ in b.width == a.width + 30 }
    #expect(try row.frames().map(\.width) == [20, 50, 50])
    let program = StackProgram(
      stack: 1, views: [2, 3, 4], guides: [],
      StackArrangement(.vertical, distribution: .fillProportionally), mayHide: [true, true, false])
    let shares = program.constraints.indices.filter(program.isShare)
    #expect(shares.map { program.constraints[$0].priority.value } == [999, 998, 997])
  }

  @Test func anotherSpacingIsOnlyConstants() throws {
    var row = try StackFixture(
      StackArrangement(.horizontal, alignment: .leading, spacing: 5), width: nil)
    #expect(try row.frames().map(\.x) == [0, 35, 90])
    try row.scene.setArrangement(
      row.id, StackArrangement(.horizontal, alignment: .leading, spacing: 8))
    #expect(try row.frames().map(\.x) == [0, 38, 96])
    #expect(row.scene.enginesCreated == 1)
  }
}
