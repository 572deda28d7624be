import AutoLayout
import InterfaceBuilder
import StructuredDocuments
public import TemplateDocuments

extension CellTemplate {
  /// The value of the key `schema` in template documents.
  public static let schema = DocumentSchema.template

  /// Parses and compiles a template document.
  ///
  /// - Parameters:
  ///   - text: The document in YAML or JSON.
  ///   - file: The file as given, or the name of a built-in template, for messages.
  ///   - limits: The limits of the document.
  ///   - sources: Finds other documents that the document uses; by default it may use none.
  /// - Throws: `TemplateError.invalid` with all problems found; equal problems are merged.
  public init(
    text: String, file: String, limits: TemplateLimits = TemplateLimits(),
    sources: TemplateSources = .none
  ) throws(TemplateError) {
    let context = DocumentContext(file: file, limits: limits, sources: sources)
    let template = TemplateCompiler.compile(text, into: context)
    guard let template, context.problems.isEmpty else { throw context.error }
    self = template
  }

  /// Compiles a parsed document that uses no other documents.
  init(node: DocumentNode, file: String, limits: TemplateLimits) throws(TemplateError) {
    let context = DocumentContext(file: file, limits: limits)
    let template = TemplateCompiler.compile(node, into: context)
    guard let template, context.problems.isEmpty else { throw context.error }
    self = template
  }
}

extension TemplateCatalog {
  /// Loads and compiles the template with a name or path.
  ///
  /// - Throws: `TemplateError.unknownName` with the known names, `.missingFile`, `.unreadableFile`,
  ///   or `.invalid` with the problems of the document.
  public func template(_ nameOrPath: String) throws(TemplateError) -> CellTemplate {
    let entry = try entry(nameOrPath)
    return try CellTemplate(
      text: entry.text, file: entry.file, limits: limits, sources: TemplateSources(catalog: self))
  }
}

/// Compiles a document to a template.
struct TemplateCompiler {
  /// Keys that a document may have.
  static let keys = [
    "schema", "template", "views", "constraints", "groups", "states", "margins", "canvas",
    "constants", "ambiguity", "object", "class", "attributes", "styles", "layout",
    "card", "viewport", "sheet",
  ]

  /// Parses and compiles a document; `nil`, with problems reported, when it is unusable.
  ///
  /// A template is valid only if no problem was reported.
  static func compile(_ text: String, into context: DocumentContext) -> CellTemplate? {
    document(text, base: 0, into: context).flatMap { compile($0, into: context) }
  }

  /// The composed document of a template that another template uses.
  ///
  /// It is `nil`, with problems reported, when the template is invalid.
  static func nested(_ document: LoadedDocument, into context: DocumentContext) -> DocumentNode? {
    let before = context.problems.count + context.unreported
    guard let root = self.document(document.text, base: document.base, into: context),
      compile(root, into: context) != nil
    else { return nil }
    return context.problems.count + context.unreported == before ? root : nil
  }

  /// Parses a document, and merges it with the documents that it uses.
  ///
  /// It is `nil`, with problems reported, when the document is unusable.
  private static func document(
    _ text: String, base: Int, into context: DocumentContext
  ) -> DocumentNode? {
    guard let root = DocumentReader.read(text, base: base, into: context) else { return nil }
    // In a document with another schema, other problems would mislead the reader.
    guard hasSchema(root, into: context) else { return nil }
    guard let merged = ImportedBase.merged(root, into: context) else { return nil }
    return DocumentComposer.compose(merged, into: context)
  }

  /// Compiles a composed document; `nil`, with problems reported, when it is unusable.
  ///
  /// A template is valid only if no problem was reported.
  static func compile(_ root: DocumentNode, into context: DocumentContext) -> CellTemplate? {
    let read = Fields(root, what: "the template", keys: keys, into: context)
    guard let fields = read else { return nil }
    let name = name(fields)
    if fields["layout"] != nil {
      return compileBoxes(root, fields, name: name, states: states(fields))
    }
    if fields["card"] != nil {
      return compileCard(root, fields, name: name, states: states(fields))
    }
    reportViewport(fields)
    reportEmptyLayout(root, fields)
    var views = ViewReader(
      cell: cell(fields), canvas: fields.extents("canvas"), object: fields.text("object"),
      context: context)
    fields.checkKept()
    views.read(fields.list("views"), parent: 0)
    let states = states(fields)
    let names = ConditionNames(
      states: states, labels: views.views.filter { $0.label != nil }.map(\.id),
      views: views.views.map(\.id))
    for (view, text, line) in views.hiddenTexts {
      let condition = context.condition(text, line: line, names: names)
      if let condition { views.setHidden(view, when: condition) }
    }
    let constants = ConstantReader(context: context, states: states).read(fields)

    let groupCount = min(fields.list("groups").count, context.limits.groups)
    let generated = GeneratedConstraints(&views, firstGroup: groupCount * 2, into: context)
    var constraints = ConstraintReader(views: views.views, constants: constants, context: context)
    constraints.add(generated.entries)
    for cell in generated.cells { constraints.read(cell.nodes, group: cell.group) }
    constraints.read(fields.list("constraints"), group: nil)
    let groups = GroupReader.read(fields, names: names, constraints: &constraints)
    constraints.useBaselines(of: StackBaselines(views, generated.stacks))
    generated.noteMixedRows(
      views.views, views.items,
      zip(constraints.constraints, constraints.groups).filter { $1 == nil }.map(\.0))
    let system = LayoutSystem(
      items: views.items, constraints: constraints.constraints, groups: constraints.groups,
      groupCount: generated.nextGroup)
    return CellTemplate(
      name: name, views: views.views.map(context.lines.placed), system: system,
      boundQuantities: constraints.bound,
      namedQuantities: constraints.named, constants: context.lines.placed(constants, \.line),
      groups: context.lines.placed(groups, \.line), stacks: generated.stacks,
      grids: generated.grids,
      states: states,
      places: constraints.places.map(context.lines.placed),
      canonicalText: ListCut.unmarked(root).canonicalText, warnings: context.warnings,
      documents: context.loaded.map(\.file), repeats: ListCut.all(in: root, context.lines))
  }

  /// Reports a document without views, boxes and a card.
  private static func reportEmptyLayout(_ root: DocumentNode, _ fields: Fields) {
    guard fields["views"] == nil else { return }
    let kinds = [("views", "a list of views"), ("layout", "a box"), ("card", "an element")]
    let empty = kinds.first { kind, _ in root.entries?.contains { $0.key == kind } ?? false }
    guard let (kind, expected) = empty else {
      return fields.reportMissing(
        "views", expected: "a list of views, a box in 'layout', or an element in 'card'")
    }
    fields.context.report(
      .missingKey, line: root.line(of: kind), found: "an empty '\(kind)'",
      expected: "expected \(expected)")
  }

  private static func cell(_ fields: Fields) -> LayoutItem {
    LayoutItem(
      name: "cell", parent: nil, margins: fields.insets("margins", default: 8),
      verification: fields.word("ambiguity") ?? .always)
  }

  private static func hasSchema(_ root: DocumentNode, into context: DocumentContext) -> Bool {
    let expected = "expected schema: \(CellTemplate.schema)"
    guard case .mapping(let entries) = root.value else {
      context.report(
        .invalidValue, line: root.line, found: "\(root.found) as the document",
        expected: "expected a mapping that begins with schema: \(CellTemplate.schema)")
      return false
    }
    guard let schema = entries.first(where: { $0.key == "schema" }) else {
      context.report(.schema, line: root.line, found: "no schema", expected: expected)
      return false
    }
    guard case .text(CellTemplate.schema) = schema.value.value else {
      context.report(
        .schema, line: schema.line, found: "\(schema.value.found) as schema", expected: expected)
      return false
    }
    return true
  }

  /// Reads the template's name, which must not look like a path.
  private static func name(_ fields: Fields) -> String {
    guard let name = fields.required("template", expected: "the template's name") else { return "" }
    if name.isEmpty || name.count > 128 || name.contains(where: \.isNewline)
      || TemplateCatalog.isPath(name)
    {
      fields.context.report(
        .invalidValue, line: fields.line(of: "template"),
        found: "the template name '\(DocumentNode.shortened(name))'",
        expected: "expected a name of at most 128 characters that does not look like a path")
    }
    return name
  }

  private static func states(_ fields: Fields) -> [String] {
    let context = fields.context
    var states: [String] = []
    for node in fields.list("states") {
      guard case .text(let state) = node.value, isStateName(state) else {
        fields.report("states", node, expected: "names of letters, digits, '_' and '-'")
        continue
      }
      guard !states.contains(state) else {
        context.report(
          .duplicateName, line: node.line, found: "a second state '\(state)'",
          expected: "expected each state once")
        continue
      }
      guard states.count < context.limits.states else {
        context.reportLimit(
          context.limits.states, line: node.line, found: "more than \(context.limits.states) states"
        )
        return states
      }
      states.append(state)
    }
    return states
  }

  /// Whether a name is valid for a state, which follows the `#` in the key of an environment.
  private static func isStateName(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.count <= 64
      && name.allSatisfy { TextCursor.isNamePart($0) || $0 == "-" }
  }
}

/// Compiles documents whose cell is a tree of boxes.
extension TemplateCompiler {
  /// Keys of documents with views that are invalid in a document with `layout`.
  static let keysOfViews = ["views", "constraints", "groups", "margins", "canvas", "ambiguity"]

  /// Compiles a composed document with the key `layout`; problems are reported to the context.
  ///
  /// - Parameters:
  ///   - root: The document.
  ///   - fields: The keys of the document.
  ///   - name: The template's name.
  ///   - states: The declared states.
  /// - Returns: `nil` when there is no usable box.
  static func compileBoxes(
    _ root: DocumentNode, _ fields: Fields, name: String, states: [String]
  ) -> CellTemplate? {
    let context = fields.context
    fields.checkKept()
    reportViewport(fields)
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
    // Boxes position the views, so the items of the views have no content and no constraints.
    let items = reader.views.map {
      LayoutItem(name: $0.id, parent: $0.parent, verification: .never)
    }
    return CellTemplate(
      name: name, views: reader.views.map(context.lines.placed),
      system: LayoutSystem(items: items, constraints: [], groups: [], groupCount: 0),
      boundQuantities: [], namedQuantities: [],
      constants: context.lines.placed(constants, \.line), groups: [], stacks: [], grids: [],
      states: states,
      places: [], canonicalText: ListCut.unmarked(root).canonicalText, warnings: context.warnings,
      documents: context.loaded.map(\.file), repeats: ListCut.all(in: root, context.lines),
      boxes: reader.tree)
  }
}

/// Compiles documents whose cell is a card of CSS boxes.
extension TemplateCompiler {
  /// Reports the keys `viewport` and `sheet` of a document without `card`.
  static func reportViewport(_ fields: Fields) {
    if fields["sheet"] != nil {
      fields.context.report(
        .unknownKey, line: fields.line(of: "sheet"), found: "'sheet' without 'card'",
        expected: "expected only beside 'card', whose elements may have 'markup'")
    }
    guard fields["viewport"] != nil else { return }
    fields.context.report(
      .unknownKey, line: fields.line(of: "viewport"), found: "'viewport' without 'card'",
      expected: "expected only beside 'card', whose styles may have 'vh'")
  }

  /// The height of the viewport in CSS pixels; `nil` if the document declares none.
  private static func viewportHeight(_ fields: Fields) -> Double? {
    guard let node = fields["viewport"] else { return nil }
    guard let viewport = fields.mapping("viewport", node, keys: ["height"]) else { return nil }
    let expected = "the height of the viewport in CSS pixels, from 1 to a million"
    guard viewport["height"] != nil else {
      viewport.reportMissing("height", expected: expected)
      return nil
    }
    return viewport.number("height", in: 1...Fields.longest, expected: expected)
  }

  /// Compiles a composed document with the key `card`; problems are reported to the context.
  ///
  /// - Returns: `nil` when the card is not usable.
  static func compileCard(
    _ root: DocumentNode, _ fields: Fields, name: String, states: [String]
  ) -> CellTemplate? {
    let context = fields.context
    fields.checkKept()
    for key in keysOfViews + ["constants"] where fields[key] != nil {
      context.report(
        .unknownKey, line: fields.line(of: key), found: "'\(key)' beside 'card'",
        expected: "expected views with constraints, boxes in 'layout', or CSS boxes in 'card'")
    }
    var reader = CardReader(
      object: fields.text("object"), viewportHeight: viewportHeight(fields), context: context)
    if let sheet = fields["sheet"] { reader.read(sheet: sheet) }
    guard let card = fields["card"], reader.read(card: card) else { return nil }
    if fields["sheet"] != nil, !reader.tree.hasMarkup {
      context.warn(
        line: fields.line(of: "sheet"), found: "'sheet' without 'markup'",
        expected:
          "a sheet applies to the markup of records: write markup: \"{content}\" on an element "
          + "of the card")
    }
    reader.addLabels()
    let names = ConditionNames(
      states: states, labels: reader.views.filter { $0.label != nil }.map(\.id),
      views: reader.views.map(\.id))
    for (element, text, line) in reader.hiddenTexts {
      let condition = context.condition(text, line: line, names: names)
      if let condition { reader.setHidden(element, when: condition) }
    }
    reader.hideViews()
    let items = reader.views.map {
      LayoutItem(name: $0.id, parent: $0.parent, verification: .never)
    }
    return CellTemplate(
      name: name, views: reader.views.map(context.lines.placed),
      system: LayoutSystem(items: items, constraints: [], groups: [], groupCount: 0),
      boundQuantities: [], namedQuantities: [], constants: [], groups: [], stacks: [], grids: [],
      states: states, places: [], canonicalText: ListCut.unmarked(root).canonicalText,
      warnings: context.warnings,
      documents: context.loaded.map(\.file), repeats: ListCut.all(in: root, context.lines),
      card: reader.tree)
  }
}
