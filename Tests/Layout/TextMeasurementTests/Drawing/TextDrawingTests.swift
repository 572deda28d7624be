internal import CHarfBuzz
import LayoutPrimitives
import Testing

@testable import TextMeasurement

/// Drawings agree with what was measured.
@Suite struct TextDrawingTests {
  private struct Way: CustomStringConvertible {
    var rules: TextRules
    var direction = LayoutDirection.leftToRight
    var fitting = LineFitting()
    var letterSpacing = 0.0

    var description: String { "\(rules) \(direction) \(fitting.lines) \(fitting.truncation)" }
  }

  private static let ways: [Way] = [
    Way(rules: .uikit), Way(rules: .css), Way(rules: .android),
    Way(rules: .css, direction: .rightToLeft),
    Way(rules: .uikit, fitting: LineFitting(lines: 2)),
    Way(rules: .uikit, fitting: LineFitting(lines: 2, truncation: .head)),
    Way(rules: .css, fitting: LineFitting(lines: 1, truncation: .middle)),
    Way(rules: .uikit, fitting: LineFitting(lines: 1, minimumScale: 0.3)),
    Way(rules: .uikit, fitting: LineFitting(lines: 1, tightening: 0.4)),
    Way(rules: .uikit, letterSpacing: 2),
  ]

  private func drawing(
    _ text: String, width: Double, _ way: Way
  ) throws -> (TextDrawing, TextLayout) {
    let measurer = try Support.measurer()
    var style = TextStyle(size: 17)
    style.letterSpacing = way.letterSpacing
    let rules = try Support.rules(way.rules)
    let layout = try measurer.prepare(
      text, style: style, direction: way.direction, rules: rules
    ).layout(width: width, fitting: way.fitting)
    let drawing = try measurer.drawing(
      of: AttributedText(text), width: width, fitting: way.fitting, style: style,
      direction: way.direction, rules: rules)
    return (drawing, layout)
  }

  @Test(arguments: ways.indices)
  func glyphsStandInTheLinesThatWereMeasured(_ index: Int) throws {
    let way = Self.ways[index]
    for text in Support.samples {
      for width in [30.0, 90, 200, 1000] {
        let (drawing, layout) = try drawing(text, width: width, way)
        #expect(drawing.lines.map(\.line) == layout.lines)
        #expect(drawing.measure == layout.measure)
        // Marks are moved to their letters, tightened letters may begin early from right to left,
        // and a word that had to be broken is reshaped at the break.
        let isMoved = text.unicodeScalars.contains {
          $0.properties.canonicalCombiningClass != .notReordered
        }
        let leeway = isMoved || way.fitting.tightening > 0 ? 17 : width < 90 ? 1 : 0.001
        for line in drawing.lines {
          let box = line.x - leeway...line.x + line.line.width + leeway
          for glyph in line.glyphs {
            #expect(box.contains(glyph.x), "\(way) \(text) at \(width)")
            #expect(drawing.fonts.indices.contains(glyph.font))
          }
          let end = line.isRightToLeft ? width : line.line.width
          #expect(abs(line.x + line.line.width - end) < 1e-9)
        }
      }
    }
  }

  @Test func theFirstStrongCharacterOfEachParagraphDecidesItsDirection() throws {
    let hebrew = "\u{5D0}\u{5D1}"
    for direction in [LayoutDirection.leftToRight, .rightToLeft] {
      let way = Way(rules: .uikit, direction: direction)
      let (drawing, _) = try drawing("\(hebrew)\nab\n\(hebrew)\nab", width: 200, way)
      #expect(drawing.lines.map(\.isRightToLeft) == [true, false, true, false])
    }
  }

  @Test(arguments: ways.indices)
  func whatIsDrawnIsAsWideAsItsLine(_ index: Int) throws {
    let way = Self.ways[index]
    let measurer = try Support.measurer()
    var style = TextStyle(size: 17)
    style.letterSpacing = way.letterSpacing
    let rules = try Support.rules(way.rules)
    let natural = way.rules != .css
    for text in Support.samples {
      let prepared = try measurer.prepare(
        text, style: style, direction: way.direction, rules: rules)
      let base = try measurer.runFont(
        style.characters, language: measurer.builder.languages.number(nil), rules: rules)
      let analysis = try TextAnalysis(
        text, limit: 1000, mode: rules.lineBreak.mode, runs: RunTable(spans: [], base: base),
        sets: measurer.registry.sets, rightToLeft: way.direction == .rightToLeft, natural: natural)
      for width in [30.0, 90, 200, 1000] {
        let layout = prepared.layout(width: width, fitting: way.fitting)
        for line in layout.lines {
          let content = LineContent(
            line, of: prepared, width: width, fitting: way.fitting, scale: layout.measure.scale,
            levels: analysis.levels)
          let drawn = content.elements.reduce(0) { $0 + $1.advance }
          #expect(abs(drawn - line.width) < 1e-6, "\(way) '\(text)' at \(width)")
        }
      }
    }
  }

  @Test func lettersRunInTheirOwnDirection() throws {
    // Between Latin letters the Hebrew ones run from right to left.
    let (drawing, _) = try drawing("aאבb", width: 300, Way(rules: .css))
    let (reversed, _) = try self.drawing("aבאb", width: 300, Way(rules: .css))
    func shapes(_ drawing: TextDrawing) throws -> [GlyphOutline] {
      try #require(drawing.lines.first).glyphs.sorted { $0.x < $1.x }.compactMap {
        if case .outline(let number, _) = $0.shape { drawing.outlines[number] } else { nil }
      }
    }
    let first = try shapes(drawing)
    let second = try shapes(reversed)
    try #require(first.count == 4 && second.count == 4)
    #expect(first[0] == second[0] && first[3] == second[3])
    #expect(first[1] == second[2] && first[2] == second[1])
    #expect(first[1] != first[2])
  }

  @Test(arguments: ["H", "l", "E", "Z", "x", "日"])
  func outlinesFillTheBoxThatTheFontTells(_ letter: String) throws {
    let (drawing, _) = try drawing(letter, width: 300, Way(rules: .css))
    let glyph = try #require(drawing.lines.first?.glyphs.first)
    guard case .outline(let number, let scale) = glyph.shape else {
      Issue.record("no outline")
      return
    }
    let file = drawing.fonts[glyph.font].description
    let blob = try #require(hb_blob_create_from_file_or_fail(file.file))
    let face = hb_face_create(blob, UInt32(file.index))
    let font = hb_font_create(face)
    defer {
      hb_font_destroy(font)
      hb_face_destroy(face)
      hb_blob_destroy(blob)
    }
    var id: hb_codepoint_t = 0
    #expect(
      hb_font_get_nominal_glyph(font, try #require(letter.unicodeScalars.first).value, &id) != 0)
    var extents = hb_glyph_extents_t()
    #expect(hb_font_get_glyph_extents(font, id, &extents) != 0)
    // Straight letters: the ends of their lines are the corners of the box.
    let ends = drawing.outlines[number].steps.compactMap { step -> (Double, Double)? in
      switch step {
      case .move(let x, let y), .line(let x, let y), .quadratic(_, _, let x, let y),
        .cubic(_, _, _, _, let x, let y):
        (x, y)
      case .close: nil
      }
    }
    let tops = ends.map(\.1)
    #expect(abs((tops.max() ?? 0) - Double(extents.y_bearing)) <= 1)
    #expect(abs((tops.min() ?? 0) - Double(extents.y_bearing + extents.height)) <= 1)
    #expect(abs((ends.map(\.0).min() ?? 0) - Double(extents.x_bearing)) <= 1)
    #expect(abs(scale - 17 / Double(hb_face_get_upem(face))) < 1e-12)
  }

  @Test func fontsOfRunsAndOfTheFallbackAreToldApart() throws {
    let measurer = try Support.measurer()
    let text = AttributedText([
      ("a", CharacterStyle(size: 17)), ("b", CharacterStyle(family: "Lato", size: 30)),
      ("日", CharacterStyle(size: 17)),
    ])
    let drawing = try measurer.drawing(
      of: text, width: 300, fitting: LineFitting(), style: TextStyle(size: 17),
      rules: try Support.rules(.uikit))
    #expect(drawing.fonts.map(\.isFallback) == [false, false, true])
    #expect(drawing.fonts.map(\.description.family)[1] == "Lato")
    #expect(drawing.lines.first?.glyphs.map(\.font) == [0, 1, 2])
  }

  @Test func raisedLettersStandAboveTheBaseline() throws {
    let measurer = try Support.measurer()
    var raised = CharacterStyle(size: 17)
    raised.baselineOffset = 4
    let drawing = try measurer.drawing(
      of: AttributedText([("a", CharacterStyle(size: 17)), ("b", raised)]), width: 300,
      fitting: LineFitting(), style: TextStyle(size: 17), rules: try Support.rules(.uikit))
    let line = try #require(drawing.lines.first)
    try #require(line.glyphs.count == 2)
    #expect(abs(line.glyphs[0].y - line.line.baseline) < 1e-9)
    #expect(abs(line.glyphs[0].y - line.glyphs[1].y - 4) < 1e-9)
  }
}
