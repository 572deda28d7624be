import AutoLayout
import InterfaceBuilder
import TemplateDocuments

@testable import CellTemplates

/// The JSON Schema of template documents, generated from the readers' tables.
///
/// The keys, the kinds of views that have them, the words and the limits come from the program. The
/// shapes of values are declared here, because the readers have them as code. Tests try them on the
/// readers.
struct TemplateSchema {
  /// The shape of each key of a view.
  let values: [String: SchemaNode]
  /// The shape of each key of the document.
  let documentValues: [String: SchemaNode]
  /// Shapes that others refer to, in order.
  let definitions: [(String, SchemaNode)]
  /// The whole schema.
  let document: SchemaNode

  /// A key without a shape.
  struct Unknown: Error {
    let key: String
  }

  init() throws(Unknown) {
    values = Self.placement.merging(Self.text) { $1 }.merging(Self.pictures) { $1 }
      .merging(Self.grids) { $1 }
    documentValues = Self.rootValues
    func members(
      _ keys: [String], of values: [String: SchemaNode]
    ) throws(Unknown) -> [(String, SchemaNode)] {
      var members: [(String, SchemaNode)] = []
      for key in keys {
        guard let value = values[key] else { throw Unknown(key: key) }
        members.append((key, value))
      }
      return members
    }
    var definitions = Self.shapes
    let pieceKeys = LabelReader.fontKeys.filter { $0 != "text" }
    let piece = try SchemaNode.mapping(
      [("text", SchemaNode.reference("boundText"))] + members(pieceKeys, of: values),
      required: ["text"])
    definitions.append(
      (
        "labelText",
        .any([
          .reference("boundText"),
          .array(
            of: .any([.reference("boundText"), piece]), count: 0...TemplateLimits().textPieces),
        ])
      ))
    let replaced = ["kind"] + DocumentComposer.viewKeys
    var views: [String] = []
    for kind in TemplateView.Kind.allCases where kind != .cell {
      let keys = ViewKeys.keys(of: kind).filter { !replaced.contains($0) && $0 != "id" }
      let named: [(String, SchemaNode)] = [
        ("id", values["id"] ?? .string()),
        ("kind", .object([.init(name: "const", value: .text(kind.rawValue))])),
      ]
      let shape = try SchemaNode.mapping(
        named + members(keys + ["repeat"], of: values),
        required: ["id", "kind"] + (kind == .label ? ["text"] : []))
      views.append("\(kind.rawValue)View")
      definitions.append(("\(kind.rawValue)View", shape))
    }
    let placed = ViewKeys.keys(of: .view).filter { !["kind", "subviews"].contains($0) }
    definitions.append(
      ("useView", .mapping(try members(placed, of: values), required: ["id", "use"])))
    let kept = ViewKeys.all.filter { !["kind", "use", "record"].contains($0) }
    definitions.append(
      (
        "overrideView",
        .mapping(
          try members(kept, of: values), required: ["id"],
          "Keys put over those of a view of the file in 'from'.")
      ))
    definitions.append(
      ("view", .any((views + ["useView", "overrideView"]).map { SchemaNode.reference($0) })))
    definitions.append(
      (
        "style",
        .mapping(try members(StyleSheet.keys, of: values), "Keys of labels under a name.")
      ))
    definitions.append(("styles", .names(to: .reference("style"))))
    definitions += try Self.boxes(values)
    definitions += try Self.card(values)
    self.definitions = definitions
    let root = SchemaNode.mapping(
      try members(TemplateCompiler.keys + ImportedBase.keys, of: documentValues),
      required: ["schema", "template"])
    let about =
      "A cell: its views, what they show and how they constrain each other. "
      + "docs/templates.md explains every key."
    var whole: [SchemaNode.Member] = [
      .init(name: "$schema", value: .text("https://json-schema.org/draft/2020-12/schema")),
      .init(name: "$id", value: .text(CellTemplate.schema)),
      .init(name: "title", value: .text("cellheights template")),
      .init(name: "description", value: .text(about)),
    ]
    whole += root.members
    let choices = ["views", "layout", "card", "from"].map { key in
      SchemaNode.object([.init(name: "required", value: .texts([key]))])
    }
    whole.append(.init(name: "anyOf", value: .list(choices)))
    let shapes = definitions.map { SchemaNode.Member(name: $0.0, value: $0.1) }
    whole.append(.init(name: "$defs", value: .object(shapes)))
    document = .object(whole)
  }
}
