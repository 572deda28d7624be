import LayoutScenes
import FixedSizing
import AutoLayout
import LayoutPrimitives
import Testing

/// The social cell of WWDC 2018, session 220: an avatar, a title, a date, a log entry, an optional
/// photo, and an optional line with the people it was shared with.
@Suite struct SocialCellTests {
  private struct Cell {
    var scene = LayoutScene(root: "cell")
    let avatar, title, date, log, photo, shared: SceneItem

    init() throws {
      avatar = try scene.addItem("avatar") { ($0.fixedWidth, $0.fixedHeight) = (40, 40) }
      title = try scene.addItem("title", content: .text)
      date = try scene.addItem("date", content: .text)
      log = try scene.addItem("log", content: .text)
      photo = try scene.addItem("photo")
      shared = try scene.addItem("shared") { ($0.fixedWidth, $0.fixedHeight) = (20, 20) }
    }

    var common: [LayoutConstraint] {
      let cell = scene.root
      return [
        avatar.leading == cell.leading + 16, avatar.top == cell.top + 12,
        title.leading == avatar.trailing + 12, title.top == avatar.top,
        title.trailing <= cell.trailing - 48, date.leading == title.leading,
        date.top == title.bottom + 4, date.trailing <= cell.trailing - 16,
        log.leading == title.leading, log.trailing == cell.trailing - 16,
        log.top == date.bottom + 8, shared.trailing == cell.trailing - 16,
        shared.top == avatar.top,
      ]
    }
    var withPhoto: [LayoutConstraint] {
      let cell = scene.root
      return [
        photo.leading == log.leading, photo.trailing == log.trailing,
        photo.top == log.bottom + 8, photo.height == 0.5 * photo.width,
        photo.bottom == cell.bottom - 12,
      ]
    }
    /// Without a photo, its position is the log entry's bottom edge, without height.
    var withoutPhoto: [LayoutConstraint] {
      let cell = scene.root
      return [
        log.bottom == cell.bottom - 12, photo.leading == log.leading,
        photo.width == 0, photo.top == log.bottom, photo.height == 0,
      ]
    }
  }

  /// Title 10, date 5, log 62 characters of 10 × 20 points at 390: the log has 306 points.
  private static let sizing = FixedSizing(characters: [2: 10, 3: 5, 4: 62])

  /// By hand: log from 68 to 374, 30 a line, 3 lines from 64 to 124, the photo 306 × 153 from 132.
  private func expected(hasPhoto: Bool) -> [Rect] {
    [
      Rect(x: 0, y: 0, width: 390, height: hasPhoto ? 297 : 136),
      Rect(x: 16, y: 12, width: 40, height: 40), Rect(x: 68, y: 12, width: 100, height: 20),
      Rect(x: 68, y: 36, width: 50, height: 20), Rect(x: 68, y: 64, width: 306, height: 60),
      hasPhoto
        ? Rect(x: 68, y: 132, width: 306, height: 153) : Rect(x: 68, y: 124, width: 0, height: 0),
      Rect(x: 354, y: 12, width: 20, height: 20),
    ]
  }

  private static let states = [
    (true, true), (false, true), (false, false), (true, false), (true, true),
  ]

  @Test func writtenWithGroupsItHasNoChurn() throws {
    var cell = try Cell()
    try cell.scene.add(cell.common)
    let photo = try cell.scene.addGroup(cell.withPhoto)
    let noPhoto = try cell.scene.addGroup(cell.withoutPhoto)
    var sizing = Self.sizing
    for (hasPhoto, isShared) in Self.states {
      let churn = try cell.scene.bind { scene throws(SceneError) in
        try scene.setActive(photo, hasPhoto)
        try scene.setActive(noPhoto, !hasPhoto)
        try scene.setHidden(cell.shared, !isShared)
      }
      #expect(churn.total.isChurnFree)
      #expect(churn.churningViews.isEmpty)
      let layout = try cell.scene.layout(width: 390, sizing: &sizing)
      #expect(layout.caveats == [])
      #expect(layout.frames == expected(hasPhoto: hasPhoto))
    }
    #expect(cell.scene.enginesCreated == 1)
  }

  @Test func writtenTheChurningWayItIsReportedWithItsViews() throws {
    var cell = try Cell()
    var sizing = Self.sizing
    var installed: [ConstraintID] = []
    for (round, (hasPhoto, _)) in Self.states.enumerated() {
      let constraints = cell.common + (hasPhoto ? cell.withPhoto : cell.withoutPhoto)
      let churn = try cell.scene.bind { scene throws(SceneError) in
        try scene.remove(installed)
        installed = try scene.add(constraints)
      }
      let layout = try cell.scene.layout(width: 390, sizing: &sizing)
      #expect(layout.frames == expected(hasPhoto: hasPhoto))
      guard round > 0 else { continue }
      #expect(churn.total.removed == 18 && churn.total.added == 18)
      // Thirteen are common. Of the photo's own, both lists constrain its leading edge and, with
      // another constant, its top. With the same photo as before everything recurs.
      let same = Self.states[round - 1].0 == hasPhoto
      #expect(churn.total.readded == (same ? 18 : 13 + 2))
      #expect(churn.churningViews == ["avatar", "title", "date", "log", "photo", "shared"])
      #expect(churn.bySuperview.map(\.superview) == ["cell"])
    }
    // One for the first layout, one for the first without the photo.
    #expect(cell.scene.enginesCreated == 2)
  }
}
