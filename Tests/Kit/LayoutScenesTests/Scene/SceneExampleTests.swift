import LayoutScenes
import FixedSizing
import AutoLayout
import LayoutPrimitives
import Testing

@Suite struct SceneExampleTests {
  /// The example of docs/scenes.md, with a title of 10 letters of 10 × 20 points.
  @Test func theDocumentedExampleLaysOut() throws {
    var scene = LayoutScene()
    let avatar = try scene.addItem("avatar") { ($0.fixedWidth, $0.fixedHeight) = (40, 40) }
    let title = try scene.addItem("title", content: .text)
    let photo = try scene.addItem("photo")
    try scene.add { cell in
      avatar.leading == cell.leading + 16
      avatar.top == cell.top + 12
      title.leading == avatar.trailing + 12 ~ 750
      title.trailing <= cell.trailing - 16
      title.top == avatar.top
      photo.leading == avatar.leading
      photo.trailing == cell.trailing - 16
      (photo.top == avatar.bottom + 8).named("gap")
      photo.bottom == cell.bottom - 12
    }
    let withPhoto = try scene.addGroup { _ in photo.height == 0.5625 * photo.width ~ 999 }
    let withoutPhoto = try scene.addGroup { _ in photo.height == 0 }
    var sizing = FixedSizing(characters: [2: 10])
    for (hasPhoto, height) in [(true, 180.0), (false, 0), (true, 180)] {
      try scene.setActive(withPhoto, hasPhoto)
      try scene.setActive(withoutPhoto, !hasPhoto)
      let layout = try scene.layout(width: 352, sizing: &sizing)
      #expect(layout[title] == Rect(x: 68, y: 12, width: 100, height: 20))
      #expect(layout[photo] == Rect(x: 16, y: 60, width: 320, height: height))
      #expect(layout.size.height == 72 + height)
      #expect(layout.caveats == [])
    }
    #expect(scene.enginesCreated == 1)
  }
}
