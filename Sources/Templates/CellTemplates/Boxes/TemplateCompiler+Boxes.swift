import AutoLayout
import StructuredDocuments

/// Compiles documents whose cell is a tree of boxes.
extension TemplateCompiler {
  /// Keys of documents with views that mean nothing beside `layout`.
  static let keysOfViews = ["views", "constraints", "groups", "margins", "canvas", "ambiguity"]

  /// Compiles a composed document with the key `layout`; problems are reported to the context.
  ///
  /// - Parameters:
  ///   - root: The document.
  ///   - fields: Its keys.
  ///   - name: The template's name.
  ///   - states: The declared states.
  static func compileBoxes(
    _ root: DocumentNode, _ fields: Fields, name: String, states: [String]
  ) -> CellTemplate? {
    let context = fields.context
    fields.checkKept()
    for key in keysOfViews where fields[key] != nil {
      context.report(
        .unknownKey, line: fields.line(of: key), found: "'\(key)' beside 'layout'",
        expected: "expected either views with constraints, or boxes in 'layout'")
    }
    let constants = ConstantReader(context: context, states: states).read(fields)
    var reader = BoxReader(object: fields.text("object"), constants: constants, context: context)
    guard let layout = fields["layout"], reader.read(layout) != nil else { return nil }
    let names = ConditionNames(
      states: states, labels: reader.views.filter { $0.label != nil }.map(\.id),
      views: reader.views.map(\.id))
    for (box, text, line) in reader.hiddenTexts {
      let condition = context.condition(text, line: line, names: names)
      if let condition { reader.setHidden(box, when: condition) }
    }
    reader.hideViews()
    // Views are placed by boxes, so their items have no content and no constraints.
    let items = reader.views.map {
      LayoutItem(name: $0.id, parent: $0.parent, verification: .never)
    }
    return CellTemplate(
      name: name, views: reader.views.map(context.lines.placed),
      system: LayoutSystem(items: items, constraints: [], groups: [], groupCount: 0),
      boundQuantities: [], namedQuantities: [],
      constants: context.lines.placed(constants, \.line), groups: [], stacks: [], grids: [],
      states: states,
      places: [], canonicalText: root.canonicalText, warnings: context.warnings,
      documents: context.loaded.map(\.file), boxes: reader.tree)
  }
}
