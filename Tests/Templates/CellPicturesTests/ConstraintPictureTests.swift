import AutoLayout
import LayoutPrimitives
import Testing

@testable import CellPictures

@Suite struct ConstraintPictureTests {
  private func picture(
    _ constraints: [String], of view: Int = 1, environment: String = "200@1x"
  ) throws -> CellPicture {
    try Fixture(
      views: ["{id: a, kind: view}", "{id: b, kind: view}"], constraints: constraints,
      environment: environment, explaining: [view]
    ).picture(.frames, explained: view)
  }

  /// Whether a dimension line runs between two places along x or y.
  private func runs(
    _ picture: CellPicture, _ path: KeyPath<Point, Double>, _ from: Double, _ to: Double
  ) -> Bool {
    picture.lines(.dimension).contains {
      Set([$0[0][keyPath: path], $0[1][keyPath: path]]) == [from, to]
    }
  }

  @Test func distancesAndSizesAreDimensionLinesWithTheirNumbers() throws {
    let picture = try picture(
      ["H:|-16-[a(40)]", "V:|-12-[a(30)]-8-[b(5)]|", "H:|[b]|"])
    #expect(picture.rectangles(.chosen) == [Rect(x: 16, y: 12, width: 40, height: 30)])
    #expect(runs(picture, \.x, 0, 16) && runs(picture, \.x, 16, 56))
    #expect(runs(picture, \.y, 0, 12) && runs(picture, \.y, 12, 42))
    // In document order.
    #expect(
      picture.captions.filter { $0.contains(":") } == ["1: 16", "2: 40", "3: 12", "4: 30"])
  }

  @Test func inequalitiesAndPrioritiesAreTold() throws {
    let picture = try picture(
      ["H:|-(>=16)-[a]", "a.width == 40", "a.leading == cell.leading @200", "V:|-12-[a(30@900)]|"])
    #expect(
      picture.captions.filter { $0.contains(":") } == ["1: ≥ 16", "2: 40", "3: 12", "4: 30 @900"])
  }

  @Test func aRatioNamesTheOtherSide() throws {
    let picture = try picture(
      ["H:|-0-[a]-0-|", "a.height == 0.5 * a.width + 3", "V:|-0-[a]-0-|"])
    #expect(picture.captions.contains { $0.hasSuffix(": 0.5 × a.width + 3") })
    #expect(picture.captions.contains("1: 200 given"))
    #expect(runs(picture, \.y, 0, 103))
  }

  /// Two tops that meet: a line through both views at that height.
  @Test func edgesThatMeetAreOneLineThroughBoth() throws {
    let picture = try picture(
      ["H:|-10-[b(20)]-30-[a(20)]", "V:|-7-[b(10)]|", "a.top == b.top", "a.height == 10"])
    #expect(
      picture.lines(.dimension).contains { line in
        line.allSatisfy { $0.y == 7 } && Set(line.map(\.x)) == [10, 80]
      })
  }

  @Test func fromRightToLeftTheLeadingEdgeLiesRight() throws {
    let picture = try picture(
      ["H:|-16-[a(40)]", "V:|-12-[a(30)]|"], environment: "200@1x/L/rtl")
    #expect(runs(picture, \.x, 184, 200))
  }

  @Test func nothingIsExplainedThatNobodyAskedFor() throws {
    let picture = try Fixture(
      views: ["{id: a, kind: view}"], constraints: ["H:|-16-[a(40)]", "V:|-12-[a(30)]|"],
      explaining: [1]
    ).picture()
    #expect(picture.shapes(.dimension).isEmpty && picture.shapes(.chosen).isEmpty)
  }
}
