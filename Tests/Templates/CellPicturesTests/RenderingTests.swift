import Foundation
import FoundationXML
import LayoutPrimitives
import Testing

@testable import CellPictures

@Suite struct RenderingTests {
  private func fixture() throws -> Fixture {
    try Fixture(
      views: [
        #"{id: "a<b&c", kind: label, text: "{title}", lines: 0}"#, "{id: photo, kind: image}",
      ],
      constraints: [
        #"H:|-10-['a<b&c']-10-|"#.replacingOccurrences(of: "'", with: "\\\""),
        "H:|-20-[photo(100)]",
        #"V:|-10-['a<b&c']-10-[photo(50)]-10-|"#.replacingOccurrences(of: "'", with: "\\\""),
      ], record: ["title": "Hello wide world, how are you?"])
  }

  @Test func theDocumentIsWellFormedWhateverAnIdHolds() throws {
    let svg = try fixture().picture([.frames, .outlines, .baselines, .margins, .text]).svg
    let parser = XMLParser(data: Data(svg.utf8))
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    #expect(svg.contains("data-view=\"a&lt;b&amp;c\""))
    #expect(svg.contains("<title>a cell</title>"))
  }

  /// One `use` a glyph, one `path` an outline: 25 letters and marks with 14 different outlines.
  @Test func outlinesAreThereOnceAndUsedByEveryGlyph() throws {
    let text = "Hello wide world, how are you?".filter { $0 != " " }
    let svg = try fixture().picture(.outlines).svg
    #expect(svg.components(separatedBy: "<use ").count - 1 == text.count)
    #expect(svg.components(separatedBy: "<path ").count - 1 == Set(text).count)
  }

  @Test func equalCellsGiveEqualFiles() throws {
    let (first, second) = (try fixture().picture(), try fixture().picture())
    #expect(first == second)
    #expect(first.svg == second.svg)
  }

  @Test func picturesBeyondTheLimitsAreRefused() throws {
    let fixture = try fixture()
    #expect(throws: PictureError.self) {
      try fixture.picture(limits: PictureLimits(points: 150))
    }
    #expect(throws: PictureError.tooManyShapes(limit: 20)) {
      try fixture.picture(limits: PictureLimits(shapes: 20))
    }
  }

  @Test func pixelsAreRoundedUp() {
    func pixels(_ width: Double, _ height: Double, _ scale: Double) -> [Int] {
      let picture = CellPicture(
        title: "", size: Size(width: width, height: height), scale: scale, shapes: [], outlines: [])
      return [picture.pixels.width, picture.pixels.height]
    }
    #expect(pixels(200, 67.1, 1.5) == [300, 101])
    #expect(pixels(0, 0.2, 1) == [1, 1])
    #expect(pixels(.infinity, 1e300, 16) == [1, 1 << 40])
  }

  @Test func captionsAsOutlinesNeedNoFont() throws {
    let picture = try fixture().picture()
    let outlined = picture.outlinedCaptions
    #expect(picture.svg.contains("<text ") && !outlined.svg.contains("<text "))
    #expect(outlined.shapes(.caption).count == "a<b&cphoto100×50".count)
  }
}
