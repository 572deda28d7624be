import StructuredDocuments
import AutoLayout
import LayoutPrimitives

/// Makes one document of a document and those that it names: nodes in, nodes out.
///
/// Styles become the keys of the labels that have them, repeated views their copies, and the cells of
/// other templates views with their constraints and groups. What comes out has no key of composition
/// left, and every node keeps the line that it came from.
struct DocumentComposer {
  /// Keys of views that composition replaces.
  static let viewKeys = ["use", "record", "repeat"]

  private(set) var root: DocumentNode
  var styles: StyleSheet
  private var views = 0
  private var isOverLimit = false
  /// What the cells of other templates add to the document.
  var constraints: [DocumentNode] = []
  var groups: [DocumentNode] = []
  var constants: [DocumentNode.Entry] = []

  /// Composes a document.
  ///
  /// - Returns: `nil` where a document that it names is wrong; its problems are told then.
  static func compose(
    _ root: DocumentNode, into context: inout DocumentContext
  ) -> DocumentNode? {
    guard root.entries != nil else { return root }
    let before = context.problems.count
    var composer = DocumentComposer(
      root: root, styles: StyleSheet(root["styles"], into: &context))
    composer.run(into: &context)
    return context.problems.count > before && composer.wasNested ? nil : composer.root
  }

  /// Whether another template was asked for.
  var wasNested = false

  /// The ids of views as the document itself declares them.
  let declaredIDs: Set<String>

  private init(root: DocumentNode, styles: StyleSheet) {
    self.root = root
    self.styles = styles
    declaredIDs = Self.ids(of: root["views"]?.elements ?? [])
  }

  private static func ids(of views: [DocumentNode]) -> Set<String> {
    views.reduce(into: []) { ids, view in
      if let id = view["id"]?.text { ids.insert(id) }
      ids.formUnion(Self.ids(of: view["subviews"]?.elements ?? []))
    }
  }

  private mutating func run(into context: inout DocumentContext) {
    root["styles"] = nil
    if let nodes = root["views"]?.elements {
      let line = root["views"]?.line ?? root.line
      root["views"] = DocumentNode(
        line: line, value: .list(compose(views: nodes, into: &context)))
    }
    root.append(constraints, to: "constraints")
    root.append(groups, to: "groups")
    guard !constants.isEmpty else { return }
    let own = root["constants"]
    root["constants"] = DocumentNode(
      line: own?.line ?? root.line, value: .mapping((own?.entries ?? []) + constants))
  }

  /// Composes a list of views.
  mutating func compose(
    views nodes: [DocumentNode], into context: inout DocumentContext
  ) -> [DocumentNode] {
    var result: [DocumentNode] = []
    for node in nodes {
      guard !isOverLimit else { break }
      guard node["repeat"] != nil else {
        result += compose(view: node, into: &context)
        continue
      }
      guard let copies = RepeatedView(node, into: &context) else {
        var plain = node
        plain["repeat"] = nil
        result += compose(view: plain, into: &context)
        continue
      }
      for number in copies.numbers where !isOverLimit {
        result += compose(views: [copies.copy(number)], into: &context)
      }
    }
    return result
  }

  /// Counts views, so that copies of copies end.
  ///
  /// - Returns: Whether there may be so many more.
  mutating func count(_ more: Int, at line: Int, into context: inout DocumentContext) -> Bool {
    guard !isOverLimit else { return false }
    views += more
    guard views > context.limits.views else { return true }
    isOverLimit = true
    context.report(
      .limit, line: line, found: "more than \(context.limits.views) views",
      expected: "expected at most \(context.limits.views)")
    return false
  }

  private mutating func compose(
    view node: DocumentNode, into context: inout DocumentContext
  ) -> [DocumentNode] {
    guard node.entries != nil else { return [node] }
    guard count(1, at: node.line, into: &context) else { return [] }
    var node = node
    if node["use"] != nil { return [use(node, into: &context)] }
    if node["record"] != nil {
      context.report(
        .unknownKey, line: node.line(of: "record"), found: "'record' without 'use'",
        expected: "expected only beside the template whose record it is")
      node["record"] = nil
    }
    if let kind = node["kind"]?.text, ["label", "button"].contains(kind) {
      style(&node, into: &context)
      if let pieces = node["text"]?.elements {
        node["text"]?.value = .list(
          pieces.map { piece in
            var piece = piece
            style(&piece, into: &context)
            return piece
          })
      }
    }
    if let children = node["subviews"]?.elements {
      node["subviews"]?.value = .list(compose(views: children, into: &context))
    }
    return [node]
  }

  /// Puts the keys of a named style where a label or a piece of its text names it; what stands there
  /// already stays.
  private func style(_ node: inout DocumentNode, into context: inout DocumentContext) {
    guard let named = node["style"], let name = named.text,
      FontRequest.Style(rawValue: name) == nil, !styles.names.isEmpty
    else { return }
    guard styles.contains(name) else {
      let known = styles.names + FontRequest.Style.allCases.map(\.rawValue)
      context.report(
        .unknownName, line: named.line,
        found: "the unknown style '\(DocumentNode.shortened(name))'",
        expected: "expected one of " + known.joined(separator: ", ")
          + context.suggestion(for: name, among: known))
      node["style"] = nil
      return
    }
    // A piece of text has no paragraph of its own.
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
