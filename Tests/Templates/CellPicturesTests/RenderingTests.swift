import CCairo
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
    #expect(try first.png() == second.png())
  }

  @Test func aPNGHasThePixelsOfItsScale() throws {
    let picture = try fixture().picture(.outlines, scale: 1.5)
    let image = try Image(try picture.png())
    #expect(image.width == 300)
    #expect(image.height == Int((picture.size.height * 1.5).rounded(.up)))
    // Right of the placeholder of the picture there is background, also in partly covered pixels.
    #expect(image.color(299, image.height - 1) == 0xFFFFFF)
  }

  /// A placeholder of a picture of 100 × 50 points at (20, …) and its diagonals, two pixels a
  /// point.
  @Test func shapesAreWhereTheyAreSaidToBe() throws {
    let picture = try fixture().picture(.outlines, scale: 2)
    let frame = try #require(picture.rectangles(.image).first)
    let image = try Image(try picture.png())
    func color(_ x: Double, _ y: Double) -> UInt32 { image.color(Int(x * 2), Int(y * 2)) }
    #expect(color(frame.x + 50, frame.y + 5) == 0xDCDDE1)
    #expect(color(frame.x - 3, frame.y + 20) == 0xFFFFFF)
    // A quarter along the diagonal.
    #expect(color(frame.x + 25, frame.y + 12.5) != 0xDCDDE1)
    #expect(color(frame.maxX + 3, frame.y + 20) == 0xFFFFFF)
  }

  /// The stem of an l: 2816 units an em; some pixel inside the letters is pure ink.
  @Test func lettersAreFilled() throws {
    let fixture = try Fixture(
      views: ["{id: a, kind: label, text: \"llll\", fontSize: 60, weight: black}"],
      constraints: ["H:|-10-[a]-10-|", "V:|-10-[a]-10-|"])
    let image = try Image(try fixture.picture(.outlines).png())
    var ink = 0
    for y in 0..<image.height {
      for x in 0..<image.width where image.color(x, y) == 0x1B1B1F { ink += 1 }
    }
    // Four stems of at least 8 × 40 pixels.
    #expect(ink > 4 * 8 * 40)
  }

  @Test func whatIsCutOffLeavesNoPixelOutside() throws {
    let fixture = try Fixture(
      views: ["{id: a, kind: label, text: \"MMMM MMMM MMMM MMMM MMMM\", lines: 0, weight: black}"],
      constraints: ["H:|-10-[a]-10-|", "V:|-10-[a(12)]-60-|"])
    let image = try Image(try fixture.picture(.outlines).png())
    let rows = (0..<image.height).filter { y in
      (0..<image.width).contains { image.color($0, y) != 0xFFFFFF }
    }
    #expect(!rows.isEmpty && rows.allSatisfy { (10..<22).contains($0) })
  }

  @Test func picturesBeyondTheLimitsAreRefused() throws {
    let fixture = try fixture()
    #expect(throws: PictureError.self) {
      try fixture.picture(limits: PictureLimits(points: 150))
    }
    #expect(throws: PictureError.tooManyShapes(limit: 20)) {
      try fixture.picture(limits: PictureLimits(shapes: 20))
    }
    let picture = try fixture.picture(.outlines, scale: 2)
    let (width, height) = picture.pixels
    #expect(throws: PictureError.tooManyPixels(width: width, height: height, limit: 1000)) {
      try picture.png(limits: PictureLimits(pixels: 1000))
    }
    #expect(throws: Never.self) { try picture.png(limits: PictureLimits(pixels: width * height)) }
  }

  @Test func aPictureWiderThanCairoDrawsIsRefused() throws {
    let picture = CellPicture(
      title: "", size: Size(width: 40_000, height: 1), scale: 1, shapes: [], outlines: [])
    #expect(throws: PictureError.self) { try picture.png() }
    let absurd = CellPicture(
      title: "", size: Size(width: .infinity, height: 1e300), scale: 16, shapes: [], outlines: [])
    #expect(throws: PictureError.self) { try absurd.png() }
  }
}

/// A PNG as cairo reads it back.
private struct Image {
  let width: Int
  let height: Int
  private var pixels: [UInt32] = []

  private final class Source {
    var bytes: ArraySlice<UInt8>
    init(_ bytes: [UInt8]) { self.bytes = bytes[...] }
  }

  init(_ bytes: [UInt8]) throws {
    let source = Source(bytes)
    let found =
      cairo_image_surface_create_from_png_stream(
        { source, data, count in
          guard let source, let data else { return CAIRO_STATUS_READ_ERROR }
          let from = Unmanaged<Source>.fromOpaque(source).takeUnretainedValue()
          guard from.bytes.count >= Int(count) else { return CAIRO_STATUS_READ_ERROR }
          for index in 0..<Int(count) { data[index] = from.bytes.removeFirst() }
          return CAIRO_STATUS_SUCCESS
        }, Unmanaged.passUnretained(source).toOpaque())
    let surface = try #require(found)
    defer { cairo_surface_destroy(surface) }
    try #require(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS)
    width = Int(cairo_image_surface_get_width(surface))
    height = Int(cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    let data = try #require(cairo_image_surface_get_data(surface))
    for y in 0..<height {
      let row = UnsafeRawPointer(data + y * stride)
      for x in 0..<width {
        pixels.append(row.load(fromByteOffset: x * 4, as: UInt32.self) & 0xFFFFFF)
      }
    }
  }

  func color(_ x: Int, _ y: Int) -> UInt32 { pixels[y * width + x] }
}
