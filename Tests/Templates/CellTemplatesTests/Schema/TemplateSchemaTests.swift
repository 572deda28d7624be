import Foundation
import TemplateDocuments
import TestSupport
import Testing

@testable import CellTemplates

/// `docs/template.schema.json` matches the readers.
@Suite struct TemplateSchemaTests {
  private let schema: TemplateSchema
  private let definitions: [String: SchemaNode]

  init() throws {
    schema = try TemplateSchema()
    definitions = Dictionary(uniqueKeysWithValues: schema.definitions)
  }

  /// `CELLHEIGHTS_RECORD=1 scripts/test --filter TemplateSchemaTests` writes it again.
  @Test func theFileIsMadeOfTheReadersTables() throws {
    let file = Checkout.folder.appending(path: "docs/template.schema.json")
    let text = schema.document.json() + "\n"
    if ProcessInfo.processInfo.environment["CELLHEIGHTS_RECORD"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    let found = try String(contentsOf: file, encoding: .utf8)
    #expect(found == text, "CELLHEIGHTS_RECORD=1 writes it anew")
    _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
  }

  /// A key that a kind may not have is not in its definition either.
  @Test(arguments: ViewKeys.kinds) func aKindHasItsKeysAndNoOthers(kind: String) throws {
    let allowed = try #require(definitions["\(kind)View"]?["properties"]?.members.map(\.name))
    let elsewhere = ["id", "kind"] + DocumentComposer.viewKeys
    for key in ViewKeys.all where !elsewhere.contains(key) {
      let text =
        "schema: \(CellTemplate.schema)\ntemplate: t\nviews: [{id: a, kind: \(kind), "
        + (kind == "label" && key != "text" ? "text: x, " : "") + "\(key): 1}]"
      var isForeign = false
      do throws(TemplateError) {
        _ = try CellTemplate(text: text, file: "t.yaml")
      } catch {
        guard case .invalid(let problems, _) = error else { continue }
        isForeign = problems.contains { $0.found.hasPrefix("'\(key)' on a") }
      }
      // Only a subview of a stack has these; the kinds do not differ there.
      if ["arranged", "spacingAfter"].contains(key) { continue }
      #expect(allowed.contains(key) == !isForeign, "\(key) on \(kind)")
    }
  }

  /// Keys of views whose readers check more than a shape: names that exist, parts that fit.
  private static let stricter: Set = [
    "style", "alignment", "frame", "lineHeight", "repeat", "subviews", "hidden", "rows", "columns",
    "intrinsic",
  ]

  @Test(arguments: ViewKeys.all.filter { !["id", "kind", "use", "record"].contains($0) })
  func aViewTakesTheValuesOfItsShape(key: String) throws {
    let shape = try #require(schema.values[key])
    let kind = try #require(
      ["view", "label", "image", "button", "stack", "grid"].first { kind in
        TemplateView.Kind(rawValue: kind).map { ViewKeys.keys(of: $0).contains(key) } ?? false
      })
    var others = [SchemaNode.Member(name: "id", value: .text("a"))]
    others.append(.init(name: "kind", value: .text(kind)))
    if kind == "label", key != "text" { others.append(.init(name: "text", value: .text("x"))) }
    if key == "scalesWith" { others.append(.init(name: "fontSize", value: .number(9))) }
    if key == "autoresizing" {
      let frame = [0.0, 0, 9, 9].map(SchemaNode.number)
      others.append(.init(name: "frame", value: .list(frame)))
    }
    let isInStack = ["arranged", "spacingAfter"].contains(key)
    try compare(shape, isStricter: Self.stricter.contains(key), key) { value in
      let view = SchemaNode.object(others + [.init(name: key, value: value)])
      let stack: [SchemaNode.Member] = [
        .init(name: "id", value: .text("s")), .init(name: "kind", value: .text("stack")),
        .init(name: "subviews", value: .list([view])),
      ]
      return [
        .init(name: "canvas", value: .list([.number(99), .number(99)])),
        .init(name: "views", value: .list([isInStack ? .object(stack) : view])),
      ]
    }
  }

  @Test(
    arguments: TemplateCompiler.keys.filter { !["schema", "template", "views"].contains($0) })
  func aDocumentTakesTheValuesOfItsShape(key: String) throws {
    let shape = try #require(schema.documentValues[key])
    // The content of notations, names and files is not part of a shape.
    let isStricter =
      ["constraints", "groups", "constants", "styles", "states", "layout", "card", "sheet"]
      .contains(key)
    try compare(shape, isStricter: isStricter, key) { value in
      let view = SchemaNode.object([
        .init(name: "id", value: .text("a")), .init(name: "kind", value: .text("view")),
      ])
      // A document has views or boxes.
      let views =
        ["viewport", "sheet"].contains(key)
        ? SchemaNode.Member(name: "card", value: .object([]))
        : SchemaNode.Member(name: "views", value: .list([view]))
      let cell = ["layout", "card"].contains(key) ? [] : [views]
      return cell + [.init(name: key, value: value)]
    }
  }

  /// Tries values at the edges of a shape on the reader: the schema accepts every value that the
  /// reader accepts.
  ///
  /// If the reader checks only a shape, the reverse holds too.
  private func compare(
    _ shape: SchemaNode, isStricter: Bool, _ key: String,
    members: (SchemaNode) -> [SchemaNode.Member]
  ) throws {
    var (taken, refused) = (0, 0)
    for value in SchemaNode.everyType + shape.trials(definitions) {
      let expected = shape.accepts(value, definitions)
      let document = SchemaNode.object(
        [
          .init(name: "schema", value: .text(CellTemplate.schema)),
          .init(name: "template", value: .text("t")),
        ] + members(value))
      var words = ""
      do throws(TemplateError) {
        _ = try CellTemplate(text: document.json(), file: "t.json")
        taken += 1
      } catch {
        words = "\(error)"
        refused += 1
      }
      if words.isEmpty || !isStricter {
        #expect(words.isEmpty == expected, "\(key): \(value.json()) \(words)")
      }
    }
    #expect(refused > 0)
    #expect(taken > 0 || isStricter)
  }
}
