import Foundation
import Testing

extension CommandLineTests {
  @Suite struct TemplateTests {
    let shop: Workshop

    init() throws { shop = try Workshop() }

    @Test func problemsOfADocumentAreToldWithTheirPlaces() async throws {
      try shop.write(
        """
        schema: cellheights.template/1
        template: x
        views:
          - {id: a, kind: lable}
        constraints:
          - "b.top == cell.top"
          - "a.left == cell.leading"
        """, to: "bad.yaml")
      let run = try await shop.run("layout", "--template", "bad.yaml")
      #expect(run.code == 65)
      #expect(run.output == "")
      #expect(run.errorLines.count == 3)
      for (line, place) in zip(run.errorLines, ["bad.yaml:4: ", "bad.yaml:6: ", "bad.yaml:7: "]) {
        #expect(line.contains(place))
      }
    }

    @Test func framesFollowTheSizesThatAreGiven() async throws {
      try shop.write(
        """
        schema: cellheights.template/1
        template: x
        views:
          - {id: a, kind: label, text: "{title}"}
          - {id: b, kind: view}
        constraints:
          - "H:|-10-[a]-(>=0)-|"
          - "H:|-0-[b]-0-|"
          - "V:|-5-[a]-5-[b]-0-|"
        """, to: "x.yaml")
      try shop.write(#"{"a":[100.1,20.2]}"#, to: "sizes.json")
      let fitted = try await shop.run("template", "frames", "x.yaml", "--sizes", "sizes.json")
      #expect(fitted.code == 0)
      // 100.1 and 20.2 points snap to ⅓: 100 and 20 ⅓; the cell is 5 + 20.2 + 5 points high.
      let snapped = try JSONLine(fitted.output)
      #expect(snapped.names == ["file", "frames", "fittedHeight"])
      #expect(snapped.string("file") == "x.yaml")
      let third = 1.0 / 3
      #expect(try rects(snapped)["a"] == [10, 5, 100, 20 + third])
      #expect(snapped.number("fittedHeight") == 30 + third)
      let exact = try JSONLine(
        await shop.run(
          "template", "frames", "x.yaml", "--sizes", "sizes.json", "--exact", "--height", "99.5",
          "--width", "200"
        ).output)
      let frames = try rects(exact)
      #expect(frames["cell"] == [0, 0, 200, 99.5])
      // Values on the grid of 2⁻²⁶ points.
      let grid = 67_108_864.0
      func isOnGrid(_ found: Double?, _ points: Double) -> Bool {
        found.map { abs($0 - (points * grid).rounded() / grid) < 1e-12 } ?? false
      }
      #expect(isOnGrid(frames["a"]?[2], 100.1))
      #expect(isOnGrid(frames["b"]?[1], 30.2))
      #expect(isOnGrid(exact.number("fittedHeight"), 30.2))
    }

    private func rects(_ line: JSONLine) throws -> [String: [Double]] {
      let frames = try #require(line["frames"] as? [String: [NSNumber]])
      return frames.mapValues { $0.map(\.doubleValue) }
    }

    @Test func aTableThatDoesNotFitIsBadInput() async throws {
      let tables = [
        "{\"zzz\":[1,2]}", "{\"title\":[1]}", "{\"title\":[-1,2]}", "[", "{\"title\":7}",
      ]
      for table in tables {
        try shop.write(table, to: "sizes.json")
        let run = try await shop.run("template", "frames", "post", "--sizes", "sizes.json")
        #expect(run.code == 65)
        #expect(run.output == "" && run.errorLines.count == 1)
      }
      #expect(try await shop.run("template", "frames", "post", "--sizes", "none").code == 66)
    }

    @Test(arguments: ["check", "frames"])
    func aTemplateThatIsNotThereIsNamed(_ command: String) async throws {
      for (name, code) in [("nope", Int32(64)), ("./nope.yaml", 66)] {
        let run = try await shop.run("template", command, name)
        #expect(run.code == code)
        #expect(run.output == "")
        #expect(run.errorLines.count == 1)
        #expect(run.errors.hasPrefix("cellheights: ") && run.errors.contains(name))
      }
    }
  }
}
