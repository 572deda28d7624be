import LayoutScenes
import AutoLayout
import LayoutPrimitives

/// The social cell of WWDC 2018, session 220: an avatar, a title, a date, a log entry, sometimes an
/// avatar of who it was shared with, sometimes a picture.
struct SocialCell {
  /// One of the four layouts.
  struct Variant: Sendable {
    let isShared, hasPhoto: Bool

    static let all = [
      Variant(isShared: true, hasPhoto: true), Variant(isShared: false, hasPhoto: true),
      Variant(isShared: false, hasPhoto: false), Variant(isShared: true, hasPhoto: false),
    ]

    var text: String {
      (isShared ? "shared" : "not shared") + (hasPhoto ? ", with a picture" : ", without a picture")
    }
  }

  var scene = LayoutScene()
  var texts: BlockTexts
  let avatar, title, date, log, photo, shared: SceneItem

  init() throws {
    avatar = try scene.addItem("avatar") { ($0.fixedWidth, $0.fixedHeight) = (40, 40) }
    title = try scene.addItem("title", content: .text)
    date = try scene.addItem("date", content: .text)
    log = try scene.addItem("log", content: .text)
    photo = try scene.addItem("photo")
    shared = try scene.addItem("shared") { ($0.fixedWidth, $0.fixedHeight) = (20, 20) }
    // The log entry has 306 points: 38 letters of 8 a line, three lines of 20.
    texts = BlockTexts([
      title: BlockText(letters: 10, size: 16), date: BlockText(letters: 5, size: 16),
      log: BlockText(letters: 100, size: 16),
    ])
  }

  /// The constraints that stay the same in every one of the layouts.
  var always: [LayoutConstraint] {
    [
      avatar.leading == scene.root.leading + 16, avatar.top == scene.root.top + 12,
      title.leading == avatar.trailing + 12, title.top == avatar.top,
      date.leading == title.leading, date.top == title.bottom + 4,
      log.leading == title.leading, log.trailing == scene.root.trailing - 16,
      log.top == date.bottom + 8,
    ]
  }

  /// The constraints of the shared avatar, which tie no other view.
  var sharing: [LayoutConstraint] {
    [shared.trailing == scene.root.trailing - 16, shared.top == scene.root.top + 12]
  }

  /// The four constraints of the picture.
  var imageConstraints: [LayoutConstraint] {
    [
      photo.leading == log.leading, photo.trailing == log.trailing, photo.top == log.bottom + 8,
      photo.bottom == scene.root.bottom - 12, photo.height == 0.5 * photo.width,
    ]
  }

  /// The one that takes their place, and two that leave the picture without a size.
  var noImageConstraints: [LayoutConstraint] {
    [
      log.bottom == scene.root.bottom - 12, photo.leading == log.leading,
      photo.top == log.bottom, photo.width == 0, photo.height == 0,
    ]
  }

  /// Lays out the cell 390 points wide, and checks the frames of a variant against computed values.
  mutating func show(_ variant: Variant, _ out: inout Transcript) throws {
    let layout = try scene.layout(width: 390, sizing: &texts)
    out.note(variant.text)
    out.number("height", layout.size.height, is: variant.hasPhoto ? 297 : 136)
    out.frame("avatar", layout[avatar], is: 16, 12, 40, 40)
    out.frame("title ", layout[title], is: 68, 12, 80, 20)
    out.frame("date  ", layout[date], is: 68, 36, 40, 20)
    out.frame("log   ", layout[log], is: 68, 64, 306, 60)
    if variant.hasPhoto { out.frame("photo ", layout[photo], is: 68, 132, 306, 153) }
    if variant.isShared { out.frame("shared", layout[shared], is: 354, 12, 20, 20) }
  }
}
