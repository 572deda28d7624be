import Foundation
import Testing

extension CommandLineTests {
  /// D4: The templates of `Feeds/templates`, laid out over the feeds that they are made for.
  @Suite struct ReadyMadeTemplateTests {
    /// Narrow with large text, and wide with small text.
    static let environments = ["320@3x/XXL", "430@3x/S"]
    /// Edges are rounded to pixels one by one, so a distance may differ by a third of a point.
    static let pixel = 1.0 / 3 + 1e-9

    @Test func eachShippedTemplateIsHere() throws {
      let folder = Workshop.package.appending(path: "Feeds/templates").path
      let shipped = try FileManager.default.contentsOfDirectory(atPath: folder)
        .filter { $0.hasSuffix(".yaml") }.map { String($0.dropLast(5)) }.sorted()
      #expect(ReadyMadeTemplate.all.map(\.name).sorted() == shipped)
      #expect(shipped.count == 17)
    }

    @Test(
      "D4: every cell of a shipped template is open, whole and as the document says",
      arguments: ReadyMadeTemplate.all)
    func laysOut(_ template: ReadyMadeTemplate) async throws {
      let shop = try Workshop()
      let records: String
      switch template.feed {
      case .file(let name):
        let run = try await shop.run("records", Workshop.demo(name))
        try #require(run.code == 0)
        records = run.output
      case .records(let lines): records = lines.joined(separator: "\n") + "\n"
      }
      var words = ["layout", "--template", Workshop.demo("templates/\(template.name).yaml")]
      for environment in Self.environments { words += ["--environment", environment] }
      let run = try await shop.start(words, input: .text(records)).outcome()
      try #require(run.code == 0, "\(run.errors)")
      let count = records.lineList.count
      #expect(run.lines.count == count * Self.environments.count * template.states + 1)
      for line in run.lines.dropLast() { try check(try Cell(line), template) }
    }

    private func check(_ cell: Cell, _ template: ReadyMadeTemplate) throws {
      #expect(cell.schema == "cellheights.cell/1", "\(cell)")
      #expect(cell.caveats.isSubset(of: ["substitute-font", "size-unknown"]), "\(cell)")
      #expect(cell.height > 0, "\(cell)")
      for (view, frame) in cell.frames
      where frame.width > 0 && frame.height > 0 && !template.hidden.contains(where: view.hasPrefix)
      {
        #expect(
          frame.minX >= -Self.pixel && frame.maxX <= cell.width + Self.pixel, "\(view) \(cell)")
        #expect(
          frame.minY >= -Self.pixel && frame.maxY <= cell.height + Self.pixel, "\(view) \(cell)")
      }
      for (view, row) in template.rows {
        let frame = try #require(cell.frames[view], "\(view) \(cell)")
        #expect(abs(frame.minX - row.leading) <= Self.pixel, "\(view) \(cell)")
        #expect(abs(cell.width - row.trailing - frame.maxX) <= Self.pixel, "\(view) \(cell)")
      }
      for gap in template.gaps {
        let start = try gap.from.map { try #require(cell.frames[$0], "\($0) \(cell)").maxY } ?? 0
        let end = try gap.to.map { try #require(cell.frames[$0], "\($0) \(cell)").minY }
        #expect(
          abs((end ?? cell.height) - start - gap.points) <= Self.pixel,
          "\(gap.from ?? "top") to \(gap.to ?? "bottom") \(cell)")
      }
    }

    /// One line of `layout`.
    private struct Cell: CustomStringConvertible {
      let schema: String
      let caveats: Set<String>
      let width: Double
      let height: Double
      let frames: [String: CGRect]
      let description: String

      init(_ text: String) throws {
        let line = try JSONLine(text)
        schema = line.string("schema") ?? ""
        caveats = Set(line["trust"] as? [String] ?? ["?"])
        let environment = line.string("environment") ?? ""
        width = Double(environment.prefix { $0 != "@" }) ?? 0
        height = line.number("height") ?? 0
        var frames: [String: CGRect] = [:]
        for frame in line.objects("frames") {
          func number(_ name: String) -> Double { (frame[name] as? NSNumber)?.doubleValue ?? .nan }
          frames[frame["view"] as? String ?? ""] = CGRect(
            x: number("x"), y: number("y"), width: number("width"), height: number("height"))
        }
        self.frames = frames
        description = "\(line.string("id") ?? text) at \(environment)"
      }
    }
  }
}
