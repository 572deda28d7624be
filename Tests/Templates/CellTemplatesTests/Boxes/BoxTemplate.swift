import AutoLayout
import LayoutPrimitives
import TemplateDocuments
import Testing

@testable import CellTemplates

/// A template of boxes whose labels have sizes from a table, so that frames are plain sums.
struct BoxTemplate {
  let template: CellTemplate

  /// - Parameters:
  ///   - layout: The document from its third line on.
  ///   - sizes: Sizes of labels and images by id, in points; `nil` to keep texts and images.
  init(_ layout: String, sizes: [String: [Double]]? = nil) throws {
    let text = "schema: cellheights.template/1\ntemplate: t\n" + layout
    var template = try CellTemplate(text: text, file: "t.yaml")
    if let sizes {
      template = try template.replacingContent(
        with: sizes.mapValues { IntrinsicSize(width: $0[0], height: $0[1]) })
    }
    self.template = template
  }

  /// A cell, 200 points wide unless its environment sets another width.
  func cell(
    _ values: [String: String] = [:], in environment: String = "200@1x", height: Double? = nil
  ) throws -> BoxCell {
    let plan = TemplatePlan(template)
    var layouter = CellLayouter(plan: plan, measurer: nil)
    let cell = try layouter.layout(
      Record(values: values), in: Environment(parsing: environment), height: height)
    #expect(layouter.enginesCreated == 0)
    return BoxCell(cell: cell, plan: plan)
  }

  /// The problems of a document, by code and line.
  static func problems(
    _ layout: String, limits: TemplateLimits = TemplateLimits()
  ) -> [String] {
    do throws(TemplateError) {
      _ = try CellTemplate(
        text: "schema: cellheights.template/1\ntemplate: t\n" + layout, file: "t.yaml",
        limits: limits)
      return []
    } catch {
      guard case .invalid(let problems, _) = error else { return ["\(error)"] }
      return problems.map { "\($0.code.rawValue) \($0.lines)" }
    }
  }
}

/// A laid-out cell of boxes.
struct BoxCell {
  let cell: LaidOutCell
  let plan: TemplatePlan

  /// `[x, y, width, height]` of a view, in points.
  subscript(id: String) -> [Double]? {
    plan.template.views.firstIndex { $0.id == id }.map {
      let frame = cell.solved.frames[$0]
      return [frame.x, frame.y, frame.width, frame.height]
    }
  }

  var height: Double { cell.solved.frames[0].height }

  /// The findings as words with their views.
  var findings: [String] {
    cell.layout.findings.numbers.map { number in
      "\(CellFinding(number: number).kind) \(plan.finding(number).view ?? "cell")"
    }
  }
}
