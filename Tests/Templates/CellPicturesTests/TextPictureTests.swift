import AutoLayout
import LayoutPrimitives
import Testing
import TextMeasurement

@testable import CellPictures
@testable import CellTemplates

/// The text drawn is the text measured.
@Suite struct TextPictureTests {
  private func picture(
    _ label: String, _ text: String, constraints: [String] = ["H:|-10-[a]-10-|", "V:|-5-[a]-5-|"],
    environment: String = "200@1x", layers: PictureLayers = .outlines
  ) throws -> (Fixture, CellPicture) {
    let fixture = try Fixture(
      views: [#"{id: a, kind: label, text: "{title}"\#(label)}"#], constraints: constraints,
      record: ["title": text], environment: environment)
    return (fixture, try fixture.picture(layers))
  }

  /// Inter's descriptions: 2816 units an em in the package's files; at 17 points a line is 17 × 1.2102.
  @Test func glyphsStandOnTheBaselineInTheSizeOfTheFont() throws {
    let (fixture, picture) = try self.picture("", "ab")
    let glyphs = picture.glyphs(of: "a")
    #expect(glyphs.count == 2)
    let extent = try #require(fixture.cell.solved.texts[1])
    for glyph in glyphs {
      #expect(abs(glyph.origin.y - (5 + extent.firstBaseline)) < 1e-9)
      #expect(abs(glyph.scale - 17.0 / 2816) < 1e-12)
    }
    #expect(glyphs[0].origin.x >= 10 && glyphs[1].origin.x > glyphs[0].origin.x)
  }

  /// Spaces have no glyph.
  @Test func everyLetterOfAWrappedTextIsDrawnOnce() throws {
    let text = "When the ferry left the harbour all lamps went out at once"
    let (fixture, picture) = try self.picture(", lines: 0", text)
    let glyphs = picture.glyphs(of: "a")
    #expect(glyphs.count == text.filter { $0 != " " }.count)
    let lines = Set(glyphs.map(\.origin.y))
    #expect(lines.count > 1 && lines.count == fixture.cell.lines(of: 1)?.count)
    #expect(glyphs.allSatisfy { (10..<190).contains($0.origin.x) })
  }

  @Test func aTextThatIsCutEndsWithAnEllipsis() throws {
    let (_, short) = try self.picture("", "…")
    let ellipsis = try #require(short.glyphs(of: "a").first)
    let (fixture, picture) = try self.picture(
      ", lines: 2", "When the ferry left the harbour all lamps went out at once, said the baker")
    #expect(fixture.cell.lines(of: 1)?.truncated == true)
    let glyphs = picture.glyphs(of: "a")
    let last = try #require(glyphs.last)
    #expect(picture.outlines[last.outline] == short.outlines[ellipsis.outline])
    #expect(Set(glyphs.map(\.origin.y)).count == 2)
    #expect(last.origin.x == glyphs.filter { $0.origin.y == last.origin.y }.map(\.origin.x).max())
  }

  @Test func letterSpacingMovesTheNextGlyphByAsMuch() throws {
    let (_, plain) = try self.picture("", "oo")
    let (_, spaced) = try self.picture(", letterSpacing: 3", "oo")
    func gap(_ picture: CellPicture) -> Double {
      let glyphs = picture.glyphs(of: "a")
      return glyphs[1].origin.x - glyphs[0].origin.x
    }
    #expect(abs(gap(spaced) - gap(plain) - 3) < 1e-9)
  }

  @Test func aRaisedPieceStandsAboveTheBaseline() throws {
    let fixture = try Fixture(
      views: [#"{id: a, kind: label, text: ["x", {text: "x", baselineOffset: 4}]}"#],
      constraints: ["H:|-10-[a]-10-|", "V:|-5-[a]-5-|"])
    let glyphs = try fixture.picture().glyphs(of: "a")
    #expect(abs(glyphs[0].origin.y - glyphs[1].origin.y - 4) < 1e-9)
  }

  /// אב: the first letter is right of the second, and both are at the right edge.
  @Test func hebrewRunsFromTheRight() throws {
    let (_, picture) = try self.picture("", "אב")
    let (_, alef) = try self.picture("", "א")
    let glyphs = picture.glyphs(of: "a")
    #expect(glyphs.count == 2)
    let right = try #require(glyphs.max { $0.origin.x < $1.origin.x })
    let first = try #require(alef.glyphs(of: "a").first)
    #expect(picture.outlines[right.outline] == alef.outlines[first.outline])
    #expect(abs(right.origin.x - first.origin.x) < 1e-9)
    #expect(right.origin.x > 150)
  }

  /// UIKit centres a line in a label of 60 points; CSS does not.
  @Test(arguments: ["uikit", "css"]) func aHighLabelPlacesItsTextAsThePlatformDoes(
    _ rules: String
  ) throws {
    let (fixture, picture) = try self.picture(
      "", "Hello", constraints: ["H:|-10-[a]-10-|", "V:|-0-[a(60)]-0-|"],
      environment: "200@1x/L/ltr/en/\(rules)")
    guard case .text(let text) = fixture.cell.contents[1] else {
      Issue.record("no text")
      return
    }
    let baseline = try #require(picture.glyphs(of: "a").first).origin.y
    let above = baseline - text.drawing.measure.firstBaseline
    #expect(
      rules == "css" ? above == 0 : abs(above - (60 - text.drawing.measure.height) / 2) <= 0.5)
  }

  @Test func whatALabelHasNoRoomForIsCutOff() throws {
    let (_, picture) = try self.picture(
      ", lines: 0", "One two three four five six seven eight",
      constraints: ["H:|-10-[a]-10-|", "V:|-0-[a(10)]-0-|"])
    let frame = Rect(x: 10, y: 0, width: 180, height: 10)
    #expect(picture.shapes(.glyph, of: "a").allSatisfy { $0.clip == frame })
    let (_, roomy) = try self.picture("", "One")
    #expect(roomy.shapes(.glyph, of: "a").allSatisfy { $0.clip == nil })
  }

  @Test func barsStandForLines() throws {
    let (fixture, picture) = try self.picture(
      ", lines: 0", "When the ferry left the harbour all lamps went out", layers: .text)
    guard case .text(let text) = fixture.cell.contents[1] else {
      Issue.record("no text")
      return
    }
    let bars = picture.rectangles(.bar, of: "a")
    #expect(bars.map(\.width) == text.drawing.lines.map(\.line.width) && bars.count > 1)
    #expect(picture.glyphs(of: "a").isEmpty)
    #expect(bars.map(\.maxY) == text.drawing.lines.map { 5 + $0.line.baseline })
  }

  @Test func baselinesRunUnderTheLettersOfEachLine() throws {
    let (_, picture) = try self.picture(
      ", lines: 0", "When the ferry left the harbour all lamps went out",
      layers: [.baselines, .outlines])
    let lines = picture.lines(.baseline, of: "a")
    #expect(Set(lines.map { $0[0].y }) == Set(picture.glyphs(of: "a").map(\.origin.y)))
    #expect(lines.allSatisfy { $0[0].y == $0[1].y && $0[0].x == 10 })
  }

  /// Noto Color Emoji has pictures; a letter beside one is still an outline.
  @Test func anEmojiIsABoxOfItsAdvance() throws {
    let (_, picture) = try self.picture("", "a😀")
    let boxes = picture.rectangles(.picture, of: "a")
    #expect(picture.glyphs(of: "a").count == 1 && boxes.count == 1)
    #expect(boxes.allSatisfy { $0.width > 15 && $0.height > 15 })
  }
}
