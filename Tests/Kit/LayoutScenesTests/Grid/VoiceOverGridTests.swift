@testable import LayoutScenes
import AutoLayout
import LayoutPrimitives
import Testing

/// The steps of the talk; frames are relative to the window, whose grid begins at (20, 20).
@Suite struct VoiceOverGridTests {
  private func frames(_ step: Int) throws -> (fixture: VoiceOverGrid, layout: SceneLayout) {
    var fixture = try VoiceOverGrid()
    try fixture.advance(to: step)
    let layout = try fixture.layout()
    #expect(layout.relaxed == [])
    #expect(layout.ambiguous == nil)
    return (fixture, layout)
  }

  /// Columns of 180 (the alert) and 200 fit 386 with the spacing; 460 leave 37 for each.
  ///
  /// Rows of 26 and five times 18 fit 146 with the spacings; 260 leave 19 for each.
  @Test func theConstructorAloneIsSpreadOutOverTheWindow() throws {
    let (it, layout) = try frames(1)
    #expect(layout[it.window] == Rect(x: 0, y: 0, width: 500, height: 300))
    #expect(layout[it.translation] == Rect(x: 20, y: 20, width: 110, height: 17))
    // 20 + 180 + 37 + 6
    #expect(layout[it.popup] == Rect(x: 243, y: 20, width: 160, height: 26))
    // 20 + 26 + 19 + 6, then 18 + 19 + 6 a row.
    #expect(layout[it.contracted] == Rect(x: 243, y: 71, width: 150, height: 18))
    #expect(layout[it.eightDot].y == 114)
    #expect(layout[it.status] == Rect(x: 20, y: 157, width: 90, height: 17))
    #expect(layout[it.general] == Rect(x: 243, y: 157, width: 200, height: 18))
    #expect(layout[it.textStyle].y == 200)
    #expect(layout[it.alert] == Rect(x: 20, y: 243, width: 180, height: 18))
  }

  @Test func moreHuggingPullsTheEdgesOfTheWindowIn() throws {
    let (it, layout) = try frames(2)
    #expect(layout[it.window] == Rect(x: 0, y: 0, width: 426, height: 186))
    #expect(layout[it.grid] == Rect(x: 20, y: 20, width: 386, height: 146))
    #expect(layout[it.popup] == Rect(x: 206, y: 20, width: 160, height: 26))
    #expect(
      [it.contracted, it.eightDot, it.general, it.textStyle, it.alert].map { layout[$0].y }
        == [52, 76, 100, 124, 148])
  }

  @Test func bothLabelsHopToTheRightSideOfTheirColumn() throws {
    let (it, layout) = try frames(3)
    // 20 + 180 - 110, 20 + 180 - 90; the alert is as wide as its column.
    #expect(layout[it.translation] == Rect(x: 90, y: 20, width: 110, height: 17))
    #expect(layout[it.status] == Rect(x: 110, y: 100, width: 90, height: 17))
    #expect(layout[it.alert].x == 20)
    #expect(layout[it.general].x == 206)
  }

  @Test func baselinesMeet() throws {
    let (it, layout) = try frames(4)
    // 18 - 13 and 14 - 13 lower than the control beside it.
    #expect(layout[it.translation].y == 25)
    #expect(layout[it.popup].y == 20)
    #expect(layout[it.status].y == 101)
    #expect(layout[it.general].y == 100)
    #expect(layout[it.window].height == 186)
  }

  @Test func rowsThatTheirViewsNameAreFartherApart() throws {
    let (it, layout) = try frames(5)
    #expect(layout[it.popup].y == 25)
    #expect(layout[it.translation].y == 30)
    // 5 + 5 lower, then 6 more from the status label on.
    #expect(
      [it.contracted, it.eightDot, it.general, it.textStyle, it.alert].map { layout[$0].y }
        == [62, 86, 116, 140, 164])
    #expect(layout[it.window].height == 202)
  }

  /// The alert no longer widens the first column, which is 110 now; 110 + 6 + 200 = 316.
  @Test func aMergedCellSpansTheColumnsAndInheritsFromTheFirst() throws {
    let (it, layout) = try frames(6)
    #expect(layout[it.grid].width == 316)
    #expect(layout[it.translation].x == 20)
    #expect(layout[it.status].x == 40)
    #expect(layout[it.popup].x == 136)
    // 20 + 316 - 180
    #expect(layout[it.alert] == Rect(x: 156, y: 164, width: 180, height: 18))
  }

  @Test func withoutPlacementItsOwnConstraintCentersIt() throws {
    let (it, layout) = try frames(7)
    #expect(layout[it.textStyle].x == 136)
    // 136 - 180 / 2
    #expect(layout[it.alert] == Rect(x: 46, y: 164, width: 180, height: 18))
    #expect(layout[it.grid] == Rect(x: 20, y: 20, width: 316, height: 162))
  }

  @Test func customConstraintsHoldWhileTheCellIsVisible() throws {
    var (it, _) = try frames(7)
    let constraint = it.alert.centerX == it.textStyle.leading
    func isOn(_ it: VoiceOverGrid) -> Bool {
      it.scene.table.entries.contains { $0.constraint == constraint && it.scene.table.holds($0) }
    }
    #expect(isOn(it))
    try it.scene.setRowHidden(it.id, 5, true)
    #expect(!isOn(it))
    // 162 - 18 - 6
    #expect(try it.layout()[it.grid].height == 138)
    try it.scene.setRowHidden(it.id, 5, false)
    try it.scene.setColumnHidden(it.id, 0, true)
    #expect(isOn(it))
    try it.scene.setColumnHidden(it.id, 0, false)
    try it.scene.setHidden(it.alert, true)
    #expect(!isOn(it))
    try it.scene.setHidden(it.alert, false)
    #expect(try it.layout()[it.alert].x == 46)
  }

  @Test func paddingAndSpacingAreDifferentThings() throws {
    var (it, _) = try frames(7)
    try it.change {
      for row in $0.rows.indices {
        $0.rows[row].topPadding = 0
        $0.rows[row].bottomPadding = 0
      }
    }
    // Without padding: spaced, without clusters.
    #expect(try it.layout()[it.grid].height == 146)
    try it.change {
      $0.rowSpacing = 0
      $0.columnSpacing = 0
    }
    // Without both: 26 + 5 × 18, and 110 + 200.
    #expect(try it.layout()[it.grid].height == 116)
    #expect(try it.layout()[it.grid].width == 310)
  }

  @Test func fromRightToLeftEverythingIsMirrored() throws {
    for step in 1...7 {
      let (it, layout) = try frames(step)
      var mirrored = try VoiceOverGrid(direction: .rightToLeft)
      try mirrored.advance(to: step)
      let other = try mirrored.layout()
      for view in [it.translation, it.popup, it.status, it.general, it.textStyle, it.alert] {
        let (frame, twin) = (layout[view], other[view])
        #expect(twin.x == 600 - frame.maxX, "\(step)")
        #expect(twin.y == frame.y && twin.width == frame.width)
      }
    }
  }
}
