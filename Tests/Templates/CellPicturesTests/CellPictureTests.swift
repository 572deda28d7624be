import CellTemplates
import LayoutPrimitives
import Testing
import TextMeasurement

@testable import CellPictures

/// The drawn content of views; every number is the template's own.
@Suite struct CellPictureTests {
  private let edges = ["H:|-16-[a(40)]", "V:|-12-[a(30)]-8-|"]

  @Test func aFrameIsDrawnWhereTheViewIs() throws {
    let picture = try Fixture(views: ["{id: a, kind: view}"], constraints: edges).picture()
    let frame = Rect(x: 16, y: 12, width: 40, height: 30)
    #expect(picture.rectangles(.frame, of: "a") == [frame])
    #expect(picture.rectangles(.view, of: "a") == [frame])
    #expect(picture.rectangles(.cell) == [Rect(x: 0, y: 0, width: 200, height: 50)])
    #expect(picture.captions.contains("a"))
  }

  @Test func aPlaceForAPictureIsCrossedAndTellsItsSize() throws {
    let picture = try Fixture(views: ["{id: a, kind: image}"], constraints: edges).picture()
    #expect(picture.rectangles(.image) == [Rect(x: 16, y: 12, width: 40, height: 30)])
    #expect(
      picture.lines(.diagonal) == [
        [Point(x: 16, y: 12), Point(x: 56, y: 42)], [Point(x: 16, y: 42), Point(x: 56, y: 12)],
      ])
    #expect(picture.captions.contains("40 × 30"))
  }

  @Test(arguments: [("https://x.example.org/a.png", 1), ("", 0)])
  func aPictureThatTheRecordLacksHasNoPlace(_ source: String, _ count: Int) throws {
    let picture = try Fixture(
      views: [#"{id: a, kind: image, source: "{image}"}"#], constraints: edges,
      record: ["image": source]
    ).picture()
    #expect(picture.rectangles(.image).count == count)
    #expect(picture.rectangles(.frame, of: "a").count == 1)
  }

  @Test func aHiddenViewIsADashedFrameAndShowsNothing() throws {
    let fixture = try Fixture(
      views: [#"{id: a, kind: label, text: "Hello", hidden: true}"#], constraints: edges)
    let picture = try fixture.picture()
    #expect(picture.shapes(.hidden, of: "a").map(\.stroke?.dashes) == [[3, 2]])
    #expect(picture.captions.contains("a (hidden)"))
    #expect(picture.glyphs(of: "a").isEmpty)
    // Without frames nothing of it is drawn.
    #expect(try fixture.picture(.outlines).shapes.allSatisfy { $0.view != "a" })
  }

  @Test func whatAHiddenViewHoldsIsHiddenToo() throws {
    let picture = try Fixture(
      views: ["{id: a, kind: view, hidden: true, subviews: [{id: b, kind: image}]}"],
      constraints: edges + ["H:|-20-[b(4)]", "V:|-20-[b(4)]"]
    ).picture()
    #expect(picture.shapes(.image).isEmpty)
    #expect(picture.shapes(.hidden).map(\.view) == ["a", "b"])
  }

  @Test("U6: a hidden view is behind the content, and one without an area is not drawn")
  func hiddenViewsCoverNothing() throws {
    let picture = try Fixture(
      views: [
        #"{id: a, kind: label, text: "Hello there", fontSize: 17}"#,
        "{id: b, kind: view, hidden: true, size: [60, 18]}",
        "{id: c, kind: view, hidden: true, size: [0, 18]}",
      ], constraints: edges.map { $0 } + ["H:|[b]", "V:|[b]", "H:|[c]", "V:|[c]"]
    ).picture()
    let hidden = try #require(picture.shapes.firstIndex { $0.role == .hidden })
    let glyph = try #require(picture.shapes.firstIndex { $0.role == .glyph })
    #expect(hidden < glyph)
    #expect(picture.shapes(.hidden).map(\.view) == ["b"])
    #expect(!picture.captions.contains { $0.hasPrefix("c") })
  }

  @Test("U6: an id and a heading that are wider than the cell are cut in the middle")
  func longNamesAreCut() throws {
    let id = String(repeating: "aLongId", count: 18)
    let picture = try Fixture(
      views: [#"{id: \#(id), kind: label, text: "Hello"}"#],
      constraints: edges.map {
        $0.replacing("[a(", with: "[\(id)(")
      }
    ).picture(heading: "\(id) · 20 pt · 200@2x")
    // The cell is 200 points wide; the picture has a margin of 8 points on each side.
    #expect(picture.size.width == 216)
    #expect(picture.captions.contains { $0.hasPrefix("aLong") && $0.contains("…") })
    #expect(picture.captions.contains("20 pt · 200@2x"))
  }

  @Test func guidesAreDottedAndOnlyThereWithFrames() throws {
    let fixture = try Fixture(views: ["{id: a, kind: guide}"], constraints: edges)
    #expect(try fixture.picture().rectangles(.guide).count == 1)
    #expect(try fixture.picture(.outlines).shapes(.guide).isEmpty)
  }

  /// From right to left the leading margin is on the right.
  @Test(arguments: [("200@1x", 7.0), ("200@1x/L/rtl", 5.0)])
  func marginsFollowTheDirection(_ environment: String, _ left: Double) throws {
    let picture = try Fixture(
      views: [
        "{id: a, kind: view, margins: [1, 7, 2, 5], subviews: [{id: b, kind: view, size: [1, 1]}]}"
      ], constraints: ["H:|-0-[a]-0-|", "V:|-0-[a(30)]-0-|", "H:|[b]", "V:|[b]"],
      environment: environment
    ).picture(.margins)
    // The cell's own are 8 all round.
    #expect(picture.rectangles(.margin, of: "cell") == [Rect(x: 8, y: 8, width: 184, height: 14)])
    #expect(picture.rectangles(.margin, of: "a") == [Rect(x: left, y: 1, width: 188, height: 27)])
  }

  @Test func aViewOutsideTheCellIsOnThePictureToo() throws {
    let picture = try Fixture(
      views: ["{id: a, kind: view}"],
      constraints: ["a.leading == cell.leading - 30", "a.width == 20", "V:|-0-[a(10)]-0-|"]
    ).picture()
    #expect(picture.rectangles(.frame, of: "a") == [Rect(x: -30, y: 0, width: 20, height: 10)])
    for case .rectangle(let rect, _) in picture.shapes.map(\.form) {
      #expect(rect.x >= 0 && rect.maxX <= picture.size.width)
    }
  }

  @Test func noTagCoversAnother() throws {
    let picture = try Fixture(
      views: (1...4).map { "{id: view\($0), kind: view}" },
      constraints: (1...4).flatMap { ["H:|-4-[view\($0)]-4-|", "V:|-\($0)-[view\($0)(40)]"] }
    ).picture()
    let tags = picture.rectangles(.tag)
    #expect(tags.count == 4)
    for (index, tag) in tags.enumerated() {
      for other in tags[..<index] {
        #expect(
          tag.maxX <= other.x || other.maxX <= tag.x || tag.maxY <= other.y || other.maxY <= tag.y)
      }
    }
  }

  @Test func onlyACellWithoutMarksFillsItsPicture() throws {
    let fixture = try Fixture(views: ["{id: a, kind: view}"], constraints: edges)
    let bare = try fixture.picture(.outlines, scale: 3)
    #expect(bare.size == Size(width: 200, height: 50))
    #expect(bare.pixels == (600, 150))
    #expect(try fixture.picture().size.width > 200)
  }

  /// 16 points of picture and the title, in the middle of 200 points with 10 on the leading side.
  @Test(arguments: ["200@1x", "200@1x/L/rtl"])
  func aButtonsPictureAndTitleStandInItsMiddle(_ environment: String) throws {
    let fixture = try Fixture(
      views: [
        #"{id: a, kind: button, text: "Reply", image: [16, 12], contentInsets: [4, 10, 4, 0]}"#
      ], constraints: ["H:|-0-[a]-0-|", "V:|-0-[a(40)]-0-|"], environment: environment)
    let picture = try fixture.picture(.outlines)
    let place = try #require(picture.rectangles(.image).first)
    #expect(place.width == 16 && place.height == 12 && place.y == 14)
    guard case .text(let text) = fixture.cell.contents[1] else {
      Issue.record("no title")
      return
    }
    let title = text.drawing.lines[0]
    let left = text.room.x + title.x
    // What is before the two equals what is behind them, except for the inset on the leading side.
    let isLeftToRight = environment == "200@1x"
    let before = min(place.x, left) - (isLeftToRight ? 10 : 0)
    let behind = 200 - max(place.maxX, left + title.line.width) - (isLeftToRight ? 0 : 10)
    #expect(abs(before - behind) < 1e-9)
    #expect(abs(200 - 10 - before - behind - 16 - title.line.width) < 1e-9)
    #expect((place.x < left) == isLeftToRight)
  }

  @Test(arguments: [("", 1), ("x", 0)])
  func aConditionHidesAView(_ title: String, _ hidden: Int) throws {
    let picture = try Fixture(
      views: [#"{id: a, kind: image, hidden: "not {title}"}"#], constraints: edges,
      record: ["title": title]
    ).picture()
    #expect(picture.shapes(.hidden).count == hidden)
    #expect(picture.shapes(.image).count == 1 - hidden)
  }

  /// The cell's 8 points less the 3 between the edges.
  @Test func marginsThatAreKeptFromTheCellAreDrawnAsTheyCount() throws {
    let picture = try Fixture(
      views: [
        "{id: a, kind: view, margins: 0, preservesSuperviewMargins: true, "
          + "subviews: [{id: b, kind: view, size: [1, 1]}]}"
      ], constraints: ["H:|-3-[a]-3-|", "V:|-3-[a(30)]-3-|", "H:|[b]", "V:|[b]"]
    ).picture(.margins)
    #expect(picture.rectangles(.margin, of: "a") == [Rect(x: 8, y: 8, width: 184, height: 20)])
  }

  /// The word fills its label, and there is space above it.
  @Test func aTagStandsBesideATextThatFillsItsLabel() throws {
    let picture = try Fixture(
      views: [#"{id: a, kind: label, text: "Heights"}"#],
      constraints: ["H:|-20-[a]", "V:|-30-[a]-30-|"]
    ).picture()
    let frame = try #require(picture.rectangles(.frame, of: "a").first)
    let tag = try #require(picture.rectangles(.tag, of: "a").first)
    let baseline = try #require(picture.glyphs(of: "a").first).origin.y
    #expect(
      tag.maxX <= frame.x || tag.x >= frame.maxX || tag.maxY <= baseline - 8 || tag.y >= baseline)
  }

  @Test("C5: a button's picture that is larger than the button is drawn inside it")
  func aLargePictureStaysInItsButton() throws {
    let fixture = try Fixture(
      views: [#"{id: a, kind: button, text: "Go", image: [256, 256], size: [60, 30]}"#],
      constraints: ["V:|-10-[a]-10-|", "H:|-20-[a]"])
    let pictures = try fixture.picture().rectangles(.image, of: "a")
    let button = try #require(fixture.picture().rectangles(.view, of: "a").first)
    #expect(button == Rect(x: 20, y: 10, width: 60, height: 30))
    #expect(
      pictures.allSatisfy {
        $0.x >= button.x && $0.y >= button.y && $0.maxX <= button.maxX && $0.maxY <= button.maxY
      })
  }

  /// A button as wide as its picture has no space for a title.
  @Test func aButtonMayConsistOfItsPictureAlone() throws {
    let picture = try Fixture(
      views: [#"{id: a, kind: button, text: "", image: [18, 18], size: [18, 30]}"#],
      constraints: ["H:|-10-[a]", "V:|-0-[a]-0-|"]
    ).picture(.outlines)
    #expect(picture.rectangles(.image) == [Rect(x: 10, y: 6, width: 18, height: 18)])
    #expect(picture.glyphs(of: "a").isEmpty)
  }
}
