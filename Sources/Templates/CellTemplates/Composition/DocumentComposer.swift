import AutoLayout
import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments
import TextMeasurement

/// Merges a document and the documents that it uses into one document.
///
/// Styles become keys of labels, repeated views become copies, and cells of other templates become
/// views with constraints and groups. Every node keeps its line number.
struct DocumentComposer {
  /// The keys of views that composition applies, and then removes.
  static let viewKeys = ["use", "record", "repeat"]

  let context: DocumentContext
  private(set) var root: DocumentNode
  private let styles: StyleSheet
  private var views = 0
  private(set) var isOverLimit = false
  /// Constraints, groups and constants that cells of other templates add to the document.
  private var constraints: [DocumentNode] = []
  private var groups: [DocumentNode] = []
  private var constants: [DocumentNode.Entry] = []

  /// Merges a document with the documents that it uses.
  ///
  /// - Returns: The document; `nil` when it uses another template and there were problems.
  static func compose(_ root: DocumentNode, into context: DocumentContext) -> DocumentNode? {
    guard root.entries != nil else { return root }
    let before = context.problems.count
    var composer = DocumentComposer(root: root, context: context)
    composer.run()
    return context.problems.count > before && composer.wasNested ? nil : composer.root
  }

  /// Whether the document uses another template.
  private var wasNested = false

  /// The ids of the views that the document itself declares.
  private let declaredIDs: Set<String>

  private init(root: DocumentNode, context: DocumentContext) {
    self.context = context
    self.root = root
    styles = StyleSheet(root["styles"], into: context)
    declaredIDs = Self.ids(of: root["views"]?.elements ?? [])
  }

  private static func ids(of views: [DocumentNode]) -> Set<String> {
    views.reduce(into: []) { ids, view in
      if let id = view["id"]?.text { ids.insert(id) }
      ids.formUnion(Self.ids(of: view["subviews"]?.elements ?? []))
    }
  }

  private mutating func run() {
    root["styles"] = nil
    if let nodes = root["views"]?.elements {
      let line = root["views"]?.line ?? root.line
      root["views"] = DocumentNode(line: line, value: .list(compose(views: nodes)))
    }
    if let layout = root["layout"] { root["layout"] = compose(box: layout) }
    if let card = root["card"] { root["card"] = compose(box: card) }
    root.append(constraints, to: "constraints")
    root.append(groups, to: "groups")
    guard !constants.isEmpty else { return }
    let own = root["constants"]
    root["constants"] = DocumentNode(
      line: own?.line ?? root.line, value: .mapping((own?.entries ?? []) + constants))
  }

  mutating func compose(views nodes: [DocumentNode]) -> [DocumentNode] {
    var result: [DocumentNode] = []
    for node in nodes {
      guard !isOverLimit else { break }
      guard node["repeat"] != nil else {
        result += compose(view: node)
        continue
      }
      guard let copies = RepeatedView(node, into: context) else {
        var plain = node
        plain["repeat"] = nil
        result += compose(view: plain)
        continue
      }
      for number in copies.numbers where !isOverLimit {
        let composed = compose(views: [copies.copy(number)])
        result += number == copies.numbers.upperBound ? composed.map(copies.marked) : composed
      }
    }
    return result
  }

  /// Counts views or boxes, so that nested copies are limited too.
  ///
  /// - Returns: Whether the number of all views or boxes so far is within the limit. If not, it is
  ///   reported once.
  mutating func count(_ more: Int, of what: String = "views", at line: Int) -> Bool {
    guard !isOverLimit else { return false }
    views += more
    guard views > context.limits.views else { return true }
    isOverLimit = true
    context.reportLimit(
      context.limits.views, line: line, found: "more than \(context.limits.views) \(what)")
    return false
  }

  private mutating func compose(view node: DocumentNode) -> [DocumentNode] {
    guard node.entries != nil else { return [node] }
    guard count(1, at: node.line) else { return [] }
    var node = node
    if node["use"] != nil { return [use(node)] }
    if node["record"] != nil {
      context.report(
        .unknownKey, line: node.line(of: "record"), found: "'record' without 'use'",
        expected: "expected only beside the template whose record it is")
      node["record"] = nil
    }
    styleTexts(of: &node)
    if let children = node["subviews"]?.elements {
      node["subviews"]?.value = .list(compose(views: children))
    }
    return [node]
  }

  /// Adds the keys of named styles to a label or button, and to the pieces of its text.
  func styleTexts(of node: inout DocumentNode) {
    guard let kind = node["kind"]?.text, ["label", "button"].contains(kind) else { return }
    style(&node)
    guard let pieces = node["text"]?.elements else { return }
    node["text"]?.value = .list(
      pieces.map { piece in
        var piece = piece
        style(&piece)
        return piece
      })
  }

  /// Adds the keys of a named style to a label or a piece of its text.
  ///
  /// Existing keys are kept.
  func style(_ node: inout DocumentNode) {
    guard let named = node["style"], let name = named.text,
      TextStyleName(rawValue: name) == nil, !styles.names.isEmpty
    else { return }
    guard styles.contains(name) else {
      let known = styles.names + TextStyleName.allCases.map(\.rawValue)
      context.report(
        .unknownName, line: named.line,
        found: "the unknown style '\(DocumentNode.shortened(name))'",
        expected: "expected one of " + known.joined(separator: ", ")
          + context.suggestion(for: name, among: known))
      node["style"] = nil
      return
    }
    // Keys of paragraphs do not apply to a piece of text.
    let keys = node["kind"] == nil ? LabelReader.fontKeys : LabelReader.keys
    node["style"] = nil
    var entries = node.entries ?? []
    for entry in styles.entries(of: name)
    where keys.contains(entry.key) && !entries.contains(where: { $0.key == entry.key }) {
      entries.append(entry)
    }
    node.value = .mapping(entries)
  }
}

/// Replaces a view that uses another template by that template's cell.
extension DocumentComposer {
  /// Keys that a view takes from the cell of the other template if the view does not set them.
  private static let cellKeys = ["margins", "canvas"]

  /// Inserts the cell of the template that a view uses, and returns the view.
  mutating func use(_ node: DocumentNode) -> DocumentNode {
    wasNested = true
    var view = node
    view["use"] = nil
    view["record"] = nil
    if view["kind"] == nil {
      view["kind"] = DocumentNode(line: node.line(of: "use"), value: .text("view"))
    }
    for key in ["kind", "subviews"] where node[key] != nil {
      context.report(
        .unknownKey, line: node.line(of: key), found: "'\(key)' beside 'use'",
        expected: "expected a view without it: another template's cell stands in its place")
    }
    guard let cell = cell(of: node), let id = node["id"]?.text else { return view }
    var paths: PathRewriter?
    if let record = node["record"] {
      let line = node.line(of: "record")
      guard let text = record.text else {
        context.report(
          .invalidValue, line: line, found: "\(record.found) as 'record'",
          expected: "expected one path in braces, as in \"{reblog}\"")
        return view
      }
      guard let path = RepeatedView.path(text, key: "record", line: line, into: context) else {
        return view
      }
      paths = PathRewriter(below: path)
    }
    checkStates(of: cell, node)
    insert(cell, as: id, paths, &view)
    return view
  }

  /// The composed document of the template that a view uses; `nil` when there are problems.
  private func cell(of node: DocumentNode) -> DocumentNode? {
    let line = node.line(of: "use")
    guard let used = node["use"] else { return nil }
    guard let name = used.text, !name.isEmpty else {
      context.report(
        .invalidValue, line: line, found: "\(used.found) as 'use'",
        expected: "expected the name of a template or the path of its file")
      return nil
    }
    guard let document = context.load(name, what: "template", at: line) else { return nil }
    guard context.enter(document, at: line) else { return nil }
    defer { context.leave() }
    if let known = context.composed[document.file] { return known }
    var composed = TemplateCompiler.nested(document, into: context)
    if composed?["layout"] != nil {
      context.report(
        .unsupported, line: line, found: "the template '\(name)', which is made of boxes, as 'use'",
        expected: "expected a template of views with constraints")
      composed = nil
    }
    context.keep(composed, of: document)
    return composed
  }

  /// Reports states that a used template declares, but the document does not.
  private func checkStates(of cell: DocumentNode, _ node: DocumentNode) {
    let own = (root["states"]?.elements ?? []).compactMap(\.text)
    let missing = (cell["states"]?.elements ?? []).compactMap(\.text).filter { !own.contains($0) }
    guard !missing.isEmpty else { return }
    context.report(
      .unknownName, line: node.line(of: "use"),
      found: "a template with the states \(missing.joined(separator: ", ")), which are not those "
        + "of this document",
      expected: "expected them in a top-level 'states': a cell is in one state as a whole")
  }

  /// Adds a cell's views below a view, and its constraints and groups to the document.
  private mutating func insert(
    _ cell: DocumentNode, as id: String, _ paths: PathRewriter?, _ view: inout DocumentNode
  ) {
    let nested = cell["views"]?.elements ?? []
    var ids = ["cell": id]
    Self.collect(nested, prefix: id, into: &ids)
    guard count(ids.count - 1, at: view.line) else { return }
    for key in Self.cellKeys where view[key] == nil { view[key] = cell[key] }
    let constants = adopt(cell, id)
    let rewriter = ViewRewriter(paths: paths, ids: ids, constants: constants)
    var kids = nested.map(rewriter.view)
    if let verification = cell["ambiguity"] {
      if view["ambiguity"] == nil { view["ambiguity"] = verification }
      kids = kids.map { Self.verified(as: verification, $0) }
    }
    view["subviews"] = DocumentNode(line: view.line, value: .list(kids))

    let names = NameRewriter(ids: ids, constants: constants, paths: paths)
    var added = (cell["constraints"]?.elements ?? []).map { names.constraint($0, id) }
    // As for the cell itself, the height is the smallest one that fits.
    added.append(
      DocumentNode(line: view.line, value: .text("\(NameRewriter.spelled(id)).height == 0 @50")))
    let groups = (cell["groups"]?.elements ?? []).map { names.group($0, id) }
    guard constraints.count + added.count <= context.limits.constraints,
      self.groups.count + groups.count <= context.limits.groups
    else {
      context.report(
        .limit, line: view.line,
        found: "more than \(context.limits.constraints) constraints or "
          + "\(context.limits.groups) groups",
        expected: "expected fewer or smaller templates in the places of views")
      return
    }
    constraints += added
    self.groups += groups
  }

  /// Sets `ambiguity` on a view and the views below it, where it is not set.
  private static func verified(as verification: DocumentNode, _ node: DocumentNode) -> DocumentNode
  {
    var node = node
    if let kind = node["kind"]?.text, !["guide", "spacer"].contains(kind), node["ambiguity"] == nil
    {
      node["ambiguity"] = verification
    }
    if let children = node["subviews"]?.elements {
      node["subviews"]?.value = .list(children.map { verified(as: verification, $0) })
    }
    return node
  }

  static func collect(_ views: [DocumentNode], prefix: String, into ids: inout [String: String]) {
    for view in views {
      if let id = view["id"]?.text { ids[id] = "\(prefix).\(id)" }
      collect(view.nested, prefix: prefix, into: &ids)
    }
  }

  /// Adds the constants of a cell to the document under new names.
  ///
  /// - Returns: The new name of each constant, by its old name.
  private mutating func adopt(_ cell: DocumentNode, _ id: String) -> [String: String] {
    let prefix = String(id.map { TextCursor.isNamePart($0) ? $0 : "_" })
    var names: [String: String] = [:]
    for entry in cell["constants"]?.entries ?? [] {
      var name = "\(TextCursor.isDigit(prefix.first ?? "_") ? "_" : "")\(prefix)_\(entry.key)"
      while isConstant(name) { name += "_" }
      var moved = entry
      moved.key = name
      constants.append(moved)
      names[entry.key] = name
    }
    return names
  }

  private func isConstant(_ name: String) -> Bool {
    constants.contains { $0.key == name } || root["constants"]?[name] != nil
      // In the parentheses of a view, the id of a view takes precedence over a constant.
      || declaredIDs.contains(name)
  }
}

/// Composes the boxes of a `layout`.
extension DocumentComposer {
  /// Keys of boxes that contain a list of boxes.
  private static let lists = ["sublayouts", "background", "overlay", "children"]
  /// Keys of boxes that contain one box.
  private static let singles = ["sublayout", "primary"]

  /// Adds named styles to the labels of a box and of the boxes inside it, and repeats boxes.
  mutating func compose(box node: DocumentNode) -> DocumentNode {
    var node = node
    for key in ["use", "record", "from"] where node[key] != nil {
      context.report(
        .unsupported, line: node.line(of: key), found: "'\(key)' in a box",
        expected: "expected the boxes themselves: other "
          + (key == "from"
            ? "documents stand only in 'from' at the head" : "templates stand only in 'views'"))
      node[key] = nil
    }
    if node["repeat"] != nil {
      context.report(
        .unknownKey, line: node.line(of: "repeat"), found: "'repeat' on a single box",
        expected: "expected only on a box in a list, such as 'sublayouts'")
      node["repeat"] = nil
    }
    return composeInside(node)
  }

  private mutating func composeInside(_ node: DocumentNode) -> DocumentNode {
    guard node.entries != nil, count(1, of: "boxes", at: node.line) else { return node }
    var node = node
    styleTexts(of: &node)
    for key in Self.singles {
      if let box = node[key] { node[key] = compose(box: box) }
    }
    for key in Self.lists {
      guard let value = node[key] else { continue }
      if let boxes = value.elements {
        node[key]?.value = .list(compose(boxes: boxes))
      } else if value.entries != nil {
        node[key] = compose(box: value)
      }
    }
    return node
  }

  private mutating func compose(boxes nodes: [DocumentNode]) -> [DocumentNode] {
    var result: [DocumentNode] = []
    for node in nodes where !isOverLimit {
      guard node["repeat"] != nil, node.entries != nil else {
        result.append(compose(box: node))
        continue
      }
      guard let copies = RepeatedView(node, into: context) else {
        var plain = node
        plain["repeat"] = nil
        result.append(compose(box: plain))
        continue
      }
      for number in copies.numbers where !isOverLimit {
        let composed = compose(box: copies.copy(number))
        result.append(number == copies.numbers.upperBound ? copies.marked(composed) : composed)
      }
    }
    return result
  }
}
