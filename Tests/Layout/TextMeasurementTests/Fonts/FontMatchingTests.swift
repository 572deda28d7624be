import Testing

@testable import TextMeasurement

/// Expectations are derived by hand from CSS Fonts 4, section 5.2.
@Suite struct FontMatchingTests {
  private func face(
    _ weight: Int, width: Double = 100, _ slant: FontSlant = .upright, axes: [VariationAxis] = []
  ) -> FontDescription {
    FontDescription(
      family: "F", file: "\(weight)-\(width)-\(slant)-\(axes.count).ttf", index: 0,
      weight: weight, width: width, slant: slant, axes: axes)
  }

  private func axis(_ tag: String, _ range: ClosedRange<Double>, _ standard: Double)
    -> VariationAxis
  {
    VariationAxis(
      tag: tag, minimum: range.lowerBound, standard: standard, maximum: range.upperBound)
  }

  @Test(arguments: [
    (400, [100, 300, 500, 700], 500), (450, [100, 300, 400, 700], 400),
    (450, [100, 460, 500, 700], 460), (500, [100, 300, 400, 700], 400),
    (500, [600, 900], 600), (400, [100, 300, 510], 300),
    (300, [100, 200, 400], 200), (300, [400, 900], 400), (350, [100, 400], 100),
    (600, [300, 500, 700, 900], 700), (600, [300, 500], 500), (950, [100, 900], 900),
  ])
  func weightsAreTriedInTheirOrder(wanted: Int, installed: [Int], expected: Int) {
    let faces = installed.map { face($0) }
    #expect(faces.nearest(FontTraits(weight: wanted))?.weight == expected)
    #expect(Array(faces.reversed()).nearest(FontTraits(weight: wanted))?.weight == expected)
  }

  @Test(arguments: [
    (100.0, [75.0, 112.5], 75.0), (100, [62.5, 87.5], 87.5), (90, [75, 100], 75),
    (75, [100, 125], 100), (125, [100, 150], 150), (125, [75, 100], 100), (110, [100, 200], 200),
    (125, [112.5, 125], 125),
  ])
  func widthsAreTriedOnTheirSideFirst(wanted: Double, installed: [Double], expected: Double) {
    let faces = installed.map { face(400, width: $0) }
    #expect(faces.nearest(FontTraits(width: wanted))?.width == expected)
  }

  @Test func anItalicFallsBackToAnObliqueAndBack() {
    let all = [face(400), face(400, .italic), face(400, .oblique)]
    for slant in FontSlant.allCases {
      #expect(all.nearest(FontTraits(slant: slant))?.slant == slant)
    }
    let withoutItalic = [all[0], all[2]]
    let withoutOblique = [all[0], all[1]]
    let slanted = [all[1], all[2]]
    #expect(withoutItalic.nearest(FontTraits(slant: .italic))?.slant == .oblique)
    #expect(withoutOblique.nearest(FontTraits(slant: .oblique))?.slant == .italic)
    #expect(slanted.nearest(.regular)?.slant == .oblique)
    #expect([all[0]].nearest(FontTraits(slant: .italic))?.slant == .upright)
  }

  @Test func widthDecidesBeforeSlantAndSlantBeforeWeight() {
    let faces = [face(400, width: 75), face(900, .italic), face(400)]
    #expect(faces.nearest(FontTraits(weight: 400, width: 75, slant: .italic)) == faces[0])
    #expect(faces.nearest(FontTraits(weight: 400, slant: .italic)) == faces[1])
    #expect(faces.nearest(FontTraits(weight: 900)) == faces[2])
  }

  @Test func aVariableFaceHasEveryValueOfItsAxes() {
    let variable = face(
      400,
      axes: [axis("wght", 300...700, 400), axis("wdth", 75...100, 100), axis("slnt", -10...0, 0)])
    let bold = face(700)
    let black = face(900)
    let faces = [variable, bold, black]
    #expect(faces.nearest(FontTraits(weight: 650)) == variable)
    // Both have it; the static face was drawn for it.
    #expect(faces.nearest(FontTraits(weight: 700)) == bold)
    #expect(faces.nearest(FontTraits(weight: 800)) == black)
    #expect(faces.nearest(FontTraits(weight: 900, width: 80)) == variable)
    #expect(faces.nearest(FontTraits(weight: 900, slant: .oblique)) == variable)
    #expect(faces.nearest(FontTraits(weight: 900, slant: .italic)) == variable)
    let italic = face(400, .italic)
    #expect((faces + [italic]).nearest(FontTraits(slant: .italic)) == italic)
  }

  @Test func theOrderOfFacesDoesNotDependOnFolders() {
    func place(_ file: String, _ weight: Int) -> FontDescription {
      FontDescription(
        family: "F", file: file, index: 0, weight: weight, width: 100, slant: .upright, axes: [])
    }
    let one = [place("/a/Two.ttf", 700), place("/b/One.ttf", 400), place("/c/Also.ttf", 400)]
    let other = [place("/z/Also.ttf", 400), place("/a/One.ttf", 400), place("/m/Two.ttf", 700)]
    #expect(
      one.inCanonicalOrder.map { $0.file.suffix(7) }
        == other.inCanonicalOrder.map { $0.file.suffix(7) })
  }
}
