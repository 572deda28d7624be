import AutoLayout
import LayoutPrimitives
import TemplateDocuments
import Testing
import TextMeasurement

@testable import CellTemplates

/// Documents that begin with a cell of an Interface Builder file.
struct ImportedBaseTests {
  private var xib: Xib {
    Xib(
      subviews: Xib.view(
        "label", "t-1", #"text="Title""#,
        inside: #"<fontDescription key="fontDescription" type="system" pointSize="9"/>"#)
        + Xib.view("view", "b-1", #"userLabel="box""#)
        + Xib.view("label", "c-1", #"text="Body""#),
      constraints:
        #"<constraint firstItem="b-1" firstAttribute="width" constant="7" id="w-1"/>"#
        + #"<constraint firstItem="b-1" firstAttribute="height" constant="8" id="h-1"/>"#
        + #"<constraint firstItem="c-1" firstAttribute="height" constant="9" id="h-2"/>"#,
      connections: #"<outlet property="titleLabel" destination="t-1" id="1"/>"#
        + #"<outlet property="bodyLabel" destination="c-1" id="2"/>"#
        + #"<outlet property="boxHeight" destination="h-1" id="3"/>"#)
  }

  private func template(_ body: String) throws(TemplateError) -> CellTemplate {
    let text = xib.text
    let sources = TemplateSources { path, _ throws(TemplateError) in
      guard path == "templates/PostCell.xib" else { throw .missingFile(path: path) }
      return TemplateCatalog.Entry(name: path, text: text, file: path)
    }
    return try CellTemplate(
      text: "schema: cellheights.template/1\nfrom: PostCell.xib\n" + body,
      file: "templates/post.yaml", sources: sources)
  }

  private func problems(_ body: String) -> [String] {
    do throws(TemplateError) {
      _ = try template(body)
      return []
    } catch {
      return error.description.split(separator: "\n").map(String.init)
    }
  }

  @Test("views are overridden by outlet name, new ones are added, constraints are appended")
  func merges() throws {
    let template = try template(
      """
      template: post
      views:
        - {id: titleLabel, text: "{title}", style: headline}
        - {id: bodyLabel, text: "{content}", lines: 0}
        - {id: dot, kind: view}
        - {id: box, subviews: [{id: inner, kind: view}]}
      constraints: ["dot.top == titleLabel.bottom"]
      without: [boxHeight, w-1]
      groups:
        - {when: "{image}", constraints: ["box.height == 20"]}
      """)
    #expect(template.name == "post")
    #expect(
      template.views.map(\.id) == [
        "cell", "contentView", "titleLabel", "box", "inner", "bodyLabel", "dot",
      ])
    let title = try #require(template.views.first { $0.id == "titleLabel" }?.label)
    #expect(title.font.style == .headline)
    #expect(title.font.size == nil)
    #expect(template.views.first { $0.id == "bodyLabel" }?.label?.lineLimit == 0)
    let names = template.system.constraints.map(\.name)
    #expect(names.contains("bodyLabel.height == 9"))
    #expect(names.contains("dot.top == titleLabel.bottom"))
    #expect(!names.contains { $0.contains("box") && $0.contains("7") })
    #expect(template.groups.count == 1)
    #expect(template.warnings.isEmpty)
    // Positions refer to the file that contains the text.
    let place = try #require(template.places.first { $0.text.contains("bodyLabel.height") })
    #expect(place.file == "templates/PostCell.xib")
    #expect(place.line == 13)
  }

  @Test("texts nobody bound and constraints that code would set are warned of")
  func warns() throws {
    let warnings = try template("views: [{id: titleLabel, text: '{title}'}]").warnings
    #expect(
      warnings.map(\.description) == [
        "templates/PostCell.xib:10: CH0490: the text of 'bodyLabel', which code sets and no "
          + "binding does; bind it, as in text: \"{title}\"",
        "templates/PostCell.xib:13: CH0490: the constraint 'boxHeight' has an outlet: code may "
          + "change it; leave it out with 'without' and write it with a binding or in a group",
      ])
  }

  @Test(
    "an outlet that is gone is an error that names the nearest",
    arguments: [
      (
        "views:\n  - {id: titelLabel, text: x}",
        "templates/post.yaml:4: CH0456: no view 'titelLabel' in templates/PostCell.xib; expected "
          + "the outlet or name of one of its views, or a 'kind' for a new one; did you mean "
          + "'titleLabel'?"
      ),
      (
        "without: [boxHieght]",
        "templates/post.yaml:3: CH0456: 'boxHieght' in 'without'; expected the outlet, identifier "
          + "or object id of a constraint in templates/PostCell.xib; did you mean 'boxHeight'?"
      ),
    ])
  func refusesUnknown(_ body: String, _ message: String) {
    #expect(problems(body) == [message])
  }

  @Test("a file that is not there, or is none, is an error")
  func refusesFiles() {
    func problem(_ from: String) -> String? {
      do throws(TemplateError) {
        _ = try CellTemplate(
          text: "schema: cellheights.template/1\n\(from)", file: "post.yaml",
          sources: TemplateSources { path, _ throws(TemplateError) in
            throw .missingFile(path: path)
          })
        return nil
      } catch {
        return error.description
      }
    }
    #expect(problem("from: Gone.xib")?.contains("there is no file") == true)
    #expect(problem("from: post.yaml")?.contains("CH0454") == true)
    #expect(problem("from: 3")?.contains("CH0454") == true)
    #expect(problem("without: [a]")?.contains("'without' without 'from'") == true)
  }
}
