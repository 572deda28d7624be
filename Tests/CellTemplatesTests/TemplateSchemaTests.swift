import Foundation
import Testing

@testable import CellTemplates

/// `docs/template.schema.json` says what the readers read.
@Suite struct TemplateSchemaTests {
  private let schema: [String: Any]
  private let definitions: [String: [String: Any]]

  init() throws {
    let path = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "docs/template.schema.json")
    schema = try #require(
      JSONSerialization.jsonObject(with: Data(contentsOf: path)) as? [String: Any])
    definitions = try #require(schema["$defs"] as? [String: [String: Any]])
  }

  private func keys(_ definition: [String: Any]) -> Set<String> {
    Set((definition["properties"] as? [String: Any] ?? [:]).keys)
  }

  @Test func itHasTheKeysOfADocument() {
    let keys = keys(schema)
    #expect(keys == Set(TemplateCompiler.keys + ImportedBase.keys + ["styles"]))
  }

  @Test func itHasTheKeysOfViews() {
    var all: Set<String> = []
    for (name, definition) in definitions where name.hasSuffix("View") {
      all.formUnion(keys(definition))
    }
    #expect(all == Set(ViewKeys.all + DocumentComposer.viewKeys))
  }

  /// What a kind may not have is not in its definition either.
  @Test(arguments: ViewKeys.kinds) func aKindHasItsKeysAndNoOthers(kind: String) throws {
    let allowed = keys(try #require(definitions["\(kind)View"]))
    let elsewhere = ["id", "kind"] + DocumentComposer.viewKeys
    for key in ViewKeys.all where !elsewhere.contains(key) {
      let text =
        "schema: \(CellTemplate.schema)\ntemplate: t\nviews: [{id: a, kind: \(kind), "
        + (kind == "label" && key != "text" ? "text: x, " : "") + "\(key): null}]"
      var isForeign = false
      do throws(TemplateError) {
        _ = try CellTemplate(text: text.replacing(": null}", with: ": 1}"), file: "t.yaml")
      } catch {
        guard case .invalid(let problems, _) = error else { continue }
        isForeign = problems.contains { $0.found.hasPrefix("'\(key)' on a") }
      }
      // Only a subview of a stack has these; the kinds do not differ there.
      if ["arranged", "spacingAfter"].contains(key) { continue }
      #expect(allowed.contains(key) == !isForeign, "\(key) on \(kind)")
    }
  }
}
