import TemplateDocuments

@testable import CellTemplates

/// The shapes of the elements of a card.
extension TemplateSchema {
  /// The definitions of elements, with the shapes of the keys that they share with views.
  static func card(_ values: [String: SchemaNode]) throws(Unknown) -> [(String, SchemaNode)] {
    let limits = TemplateLimits()
    let value = SchemaNode.any([.string(atMost: limits.textLength), .number(-1e9...1e9)])
    let own: [String: SchemaNode] = [
      "style": .reference("cssStyle", "CSS properties and values, as in docs/css.md."),
      "text": .string(atMost: limits.textLength),
      "reuseId": .string(
        "The name by which views of different layouts are taken for the same one; the id unless "
          + "said."),
      "br": .flag("The end of a line, as <br>: {br: true} among 'children'."),
      "hidden": .any(
        [.flag(), .reference("condition")], "A hidden element has no box, as by display: none."),
      "markup": .any([
        .string(atMost: limits.textLength),
        .mapping([
          ("text", .string(atMost: limits.textLength)),
          ("language", .oneOf(CardMarkup.Language.allCases.map(\.rawValue))),
          ("reset", .flag("No style of the browser.")),
        ]),
      ]),
      "children": .array(
        of: .any([.reference("element"), .string(atMost: limits.textLength)]),
        count: 0...limits.views),
    ]
    var members: [(String, SchemaNode)] = []
    for key in CardReader.keys {
      guard let value = own[key] ?? values[key] else { throw Unknown(key: key) }
      members.append((key, value))
    }
    return [
      ("cssStyle", .names(to: .any([value, .names(to: value)]))),
      ("element", .mapping(members)),
    ]
  }
}
