import AutoLayout
import TemplateDocuments
import Testing

@testable import CellTemplates

/// Names in visual format strings of a document.
@Suite struct VisualFormatNamesTests {
  private func problems(_ rest: String) -> [TemplateProblem] {
    let text = "schema: cellheights.template/1\ntemplate: t\n" + rest
    do {
      _ = try CellTemplate(text: text, file: "t.yaml")
      return []
    } catch {
      guard case .invalid(let problems, _) = error else { return [] }
      return problems
    }
  }

  @Test("L7: a view that generates nothing has to be declared all the same")
  func everyViewIsDeclared() {
    let views = "views: [{id: aView, kind: view}]\nconstraints: "
    let found = problems(views + "[\"[notAView]\"]")
    #expect(found.map(\.code) == [.unknownName])
    #expect(found.first?.found.contains("notAView") == true)
    #expect(problems(views + "[\"[bView]\"]").first?.expected.contains("'aView'") == true)
    #expect(problems(views + "[\"[aView]\"]").isEmpty)
    #expect(problems(views + "[\"V:|[notAView(5)]|\"]").count == 1)
  }

  @Test("L7: a priority may be a constant that is a whole number from 1 to 1000 everywhere")
  func prioritiesAreConstants() throws {
    let views = "views: [{id: a, kind: view}]\n"
    let text =
      "schema: cellheights.template/1\ntemplate: t\n" + views
      + "constants: {high: 751}\nconstraints: [\"[a(50@high)]\"]"
    let template = try CellTemplate(text: text, file: "t.yaml")
    #expect(template.system.constraints.last?.priority.value == 751)
    #expect(template.system.constraints.last?.name == "a.width == 50 @751")
    for (constants, words) in [
      ("{hihg: 751}", "did you mean 'hihg'?"), ("{high: 0}", "from 1 to 1000"),
      ("{high: 750.5}", "which is 750.5"),
      ("{high: {default: 751, 'width >= 414': 752}}", "depends on the environment"),
    ] {
      let found = problems(
        views + "constants: \(constants)\nconstraints: [\"[a(50@high)]\"]")
      #expect(found.count == 1)
      #expect(found.first?.description.contains(words) == true, "\(found)")
    }
  }
}
