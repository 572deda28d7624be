import AutoLayout
import LayoutPrimitives
import TemplateDocuments
import TestSupport
import Testing

@testable import CellTemplates

/// Broken documents and absurd records never stop the program.
@Suite struct BoxFuzzTests {
  private static let document = """
    schema: cellheights.template/1
    template: t
    states: [open, shut]
    constants: {gap: {default: 4, "width >= 300": 8}}
    layout:
      kind: inset
      insets: [1, 2, 3, 4]
      sublayout:
        kind: stack
        axis: vertical
        spacing: gap
        sublayouts:
          - kind: overlay
            background: {id: shade, kind: sized, hidden: "{a}"}
            primary: {id: name, kind: label, text: "{a} {b|'x'}", lines: 2, flexibility: 3}
            overlay: [{id: badge, kind: button, intrinsic: [20, 10], alignment: topTrailing}]
          - kind: flow
            columns: 3
            aspect: "{a}/{b}"
            itemSpacing: "{a}"
            withMargin: true
            sublayouts:
              - {id: p, kind: image, source: "{c.u}", repeat: {over: "{m}", as: c, upTo: 3}, reuseId: q}
          - id: row
            kind: stack
            distribution: fillEqualSize
            hidden: "state == shut or name.lines > 1"
            sublayouts:
              - {id: s, kind: sized, width: "{a}", minHeight: 3, maxAspect: 16/9, alignment: aspectFit}
              - {kind: sized, aspect: "{b}", aspectOtherwise: 2, flexibility: {horizontal: none, vertical: 1}}
    """

  private static let pieces = [
    "{", "}", "[", "]", "|", "-", "'", "\"", ":", ",", "&", "#", "\n", "  ", "? ", "- ", "1e999",
    "-0",
    "null", "true", "cell", "sublayout: ", "sublayouts: [", "kind: stack", "kind: flow", "repeat: ",
    "width: ", "aspect: ", "1e6", "0", "\u{0}", "é", "/", "none", "fill",
  ]

  /// Values of records that no feed should have.
  private static let absurd: [Record] =
    ["0", "-1", "1e300", "-1e300", "nan", "inf", "1e-300", "0.1", "1e9", "7"].flatMap { a in
      ["3", "0", "1e8"].map { b in
        Record(values: ["a": a, "b": b, "m[0]": "x", "m[0].u": "u", "m[2].u.width": a])
      }
    }

  @Test func absurdRecordsFailOrHaveFrames() throws {
    let template = try CellTemplate(text: Self.document, file: "t.yaml")
    try layOut(template, ["200@1x", "320@3x/AX5/rtl#shut", "1@1x"])
  }

  @Test(arguments: 0..<6) func mutatedDocumentsNeverTrap(seed: Int) throws {
    var random = TestRandom(seed: UInt64(seed))
    var read = 0
    for _ in 0..<150 {
      var text = Array(Self.document)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0...text.count, using: &random)
        let end = min(text.count, place + Int.random(in: 0...12, using: &random))
        switch Int.random(in: 0...2, using: &random) {
        case 0: text.removeSubrange(place..<end)
        case 1: text.insert(contentsOf: text[place..<end], at: place)
        default: text.insert(contentsOf: Self.pieces.randomElement(using: &random) ?? "", at: place)
        }
      }
      do throws(TemplateError) {
        let template = try CellTemplate(text: String(text), file: "t.yaml")
        read += 1
        try? layOut(template, ["200@1x"])
      } catch {
        guard case .invalid(let problems, _) = error else {
          Issue.record("\(error)")
          continue
        }
        #expect(!problems.isEmpty && problems.allSatisfy { $0.lines.allSatisfy { $0 > 0 } })
      }
    }
    #expect(read > 0)
  }

  private func layOut(_ template: CellTemplate, _ environments: [String]) throws {
    var layouter = CellLayouter(plan: TemplatePlan(template), measurer: nil)
    for key in environments {
      let environment = try Environment(parsing: key)
      for record in Self.absurd {
        do throws(CellError) {
          let cell = try layouter.layout(record, in: environment)
          #expect(cell.solved.frames.count == template.views.count)
          for frame in cell.solved.frames {
            #expect(frame.x.isFinite && frame.y.isFinite)
            #expect(frame.width >= 0 && frame.height >= 0 && frame.maxY.isFinite)
          }
          let again = try layouter.layout(record, in: environment)
          #expect(again == cell)
        } catch {
          #expect(["CH0110", "CH0109"].contains(error.code), "\(error)")
        }
      }
    }
  }
}
