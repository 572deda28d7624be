import LayoutPrimitives
import TestSupport
import Testing

@testable import TextMeasurement

/// Variable fonts, of a file that the test makes: `a` is 500 units wide, more along the axes.
@Suite struct VariableFontTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ axes: [TinyFont.Axis], italic: Bool = false) throws -> String {
    var font = TinyFont("a")
    font.axes = axes
    font.isItalic = italic
    return try folder.add(font, as: "Tiny\(axes.map(\.tag).joined()).ttf")
  }

  /// Width of `a` at 10 points, in thousandths of an em, and the height of its line in points.
  private func measure(
    _ file: String, size: Double = 10, _ change: (inout TextStyle) -> Void = { _ in }
  ) throws -> (units: Double, height: Double, font: FontDescription?) {
    let library = try FontLibrary(FontConfiguration(system: [file], fallback: []))
    let measurer = try TextMeasurer(library: library)
    var style = TextStyle(size: size)
    change(&style)
    let rules = try MeasurementRules(rules: .uikit, scale: 1000)
    let prepared = try measurer.prepare("a", style: style, rules: rules)
    let measure = prepared.wrapped(width: .infinity, lines: 0)
    let width = prepared.lines(width: .infinity, lines: 0).first?.width ?? 0
    return ((width / size * 1000 * 64).rounded() / 64, measure.height, prepared.fonts.first)
  }

  @Test(arguments: [(400, 500.0), (900, 600), (650, 550), (1000, 600), (100, 500)])
  func weightMovesItsAxisWithinItsRange(weight: Int, units: Double) throws {
    let file = try file([
      TinyFont.Axis(tag: "wght", minimum: 400, standard: 400, maximum: 900, advance: 100)
    ])
    let measured = try measure(file) { $0.weight = weight }
    #expect(measured.units == units)
    #expect(measured.font?.weight == min(900, max(400, weight)))
  }

  @Test func widthMovesItsAxis() throws {
    let file = try file([
      TinyFont.Axis(tag: "wdth", minimum: 50, standard: 100, maximum: 100, advance: -200)
    ])
    #expect(try measure(file).units == 500)
    #expect(try measure(file) { $0.characters.width = 75 }.units == 400)
    #expect(try measure(file) { $0.characters.width = 50 }.units == 300)
    #expect(try measure(file) { $0.characters.width = 150 }.units == 500)
    #expect(
      try measure(file) { $0.characters.width = 75 }.font?.description == "system 400 width 75%")
  }

  /// CSS slants by 14 degrees, which is 70 % of this axis.
  @Test func slantMovesTheAxisThatThereIs() throws {
    let slanting = try file([
      TinyFont.Axis(tag: "slnt", minimum: -20, standard: 0, maximum: 0, advance: 100)
    ])
    #expect(try measure(slanting).units == 500)
    #expect(try measure(slanting) { $0.characters.slant = .oblique }.units == 570)
    #expect(try measure(slanting) { $0.characters.slant = .italic }.units == 570)
    #expect(try measure(slanting) { $0.characters.slant = .italic }.font?.slant == .oblique)
    let italic = try file([
      TinyFont.Axis(tag: "ital", minimum: 0, standard: 0, maximum: 1, advance: 100)
    ])
    #expect(try measure(italic) { $0.characters.slant = .italic }.units == 600)
    #expect(try measure(italic) { $0.characters.slant = .italic }.font?.slant == .italic)
    // The axis `ital` is no answer to a wish for a slope.
    #expect(try measure(italic) { $0.characters.slant = .oblique }.units == 500)
  }

  @Test func opticalSizeFollowsTheFontSizeUnlessSwitchedOff() throws {
    let file = try file([
      TinyFont.Axis(tag: "opsz", minimum: 10, standard: 10, maximum: 30, advance: 200)
    ])
    #expect(try measure(file, size: 8).units == 500)
    #expect(try measure(file, size: 10).units == 500)
    #expect(try measure(file, size: 20).units == 600)
    #expect(try measure(file, size: 40).units == 700)
    // Sizes are distinguished by quarters of a point.
    #expect(try measure(file, size: 20.1).units == 600)
    #expect(try measure(file, size: 20.4).units == 605)
    #expect(try measure(file, size: 20) { $0.characters.opticalSizing = false }.units == 500)
  }

  @Test func sizesShareTheirFontsUnlessTheyAreOptical() throws {
    let plain = try FontRegistry(library: FontLibrary(FontConfiguration(fallback: [])))
    var key = FontFallbackKey(
      family: "system", traits: .regular, features: [], region: nil, opticalSize: 10,
      isChromium: false)
    let first = try plain.setNumber(key)
    key.opticalSize = 40
    #expect(try plain.setNumber(key) == first)
    #expect(plain.fonts.count == 1)
    let file = try file([TinyFont.Axis(tag: "opsz", minimum: 10, standard: 10, maximum: 30)])
    let optical = try FontRegistry(
      library: FontLibrary(FontConfiguration(system: [file], fallback: [])))
    for step in 0..<10_000 {
      key.opticalSize = 5 + Double(step) / 100
      _ = try optical.setNumber(key)
    }
    // Quarters of a point from 10 to 30, both included.
    #expect(optical.fonts.count == 81)
  }

  /// The ascender is 800 + 100 of 1000 at the end of the axis, the descender 200.
  @Test func metricsAreThoseOfTheInstance() throws {
    let file = try file([
      TinyFont.Axis(tag: "wght", minimum: 400, standard: 400, maximum: 900, ascender: 100)
    ])
    #expect(try measure(file).height == 10)
    #expect(try measure(file) { $0.weight = 900 }.height == 11)
    #expect(try measure(file) { $0.weight = 650 }.height == 10.5)
  }

  @Test func axesOfOneFontMoveTogether() throws {
    let file = try file([
      TinyFont.Axis(tag: "wght", minimum: 100, standard: 400, maximum: 900, advance: 100),
      TinyFont.Axis(tag: "wdth", minimum: 75, standard: 100, maximum: 100, advance: -100),
      TinyFont.Axis(tag: "GRAD", minimum: 0, standard: 0, maximum: 1, advance: 300),
    ])
    let measured = try measure(file) {
      $0.weight = 900
      $0.characters.width = 75
    }
    #expect(measured.units == 500)
    #expect(try measure(file) { $0.weight = 900 }.units == 600)
  }

  /// An installed variable font is listed with its named instances, which are not separate faces.
  @Test func namedInstancesAreNotFaces() throws {
    let catalog = try FontCatalog()
    var variable = 0
    for family in catalog.families {
      let faces = try catalog.faces(ofFamily: family)
      #expect(Set(faces.map { "\($0.file)#\($0.index)" }).count == faces.count, "\(family)")
      variable += faces.filter(\.isVariable).count
    }
    if variable == 0 { print("skipped in part: no variable font is installed") }
  }
}
