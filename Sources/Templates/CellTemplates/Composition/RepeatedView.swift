import AutoLayout
import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments

/// A view that is repeated for elements of a list, declared by `repeat: {over, as, from, upTo}`.
struct RepeatedView {
  /// Numbers of the copies.
  ///
  /// The first element of the list has number 1.
  let numbers: ClosedRange<Int>
  private let node: DocumentNode
  private let list: String
  private let name: String

  /// Reads a view with `repeat`; `nil`, with a problem reported, when its values are invalid.
  init?(_ node: DocumentNode, into context: DocumentContext) {
    guard let repetition = node["repeat"],
      let fields = Fields(
        repetition, what: "'repeat' of a view", keys: ["over", "as", "from", "upTo"],
        into: context)
    else { return nil }
    let limit = context.sources.limits.copies
    for key in ["over", "as", "upTo"] where fields[key] == nil {
      fields.reportMissing(
        key,
        expected: key == "over"
          ? "the list, as in \"{media}\""
          : key == "as" ? "a name for its elements" : "the most copies that there may be")
    }
    let whole = "a whole number from 1 to \(limit)"
    let first = fields.integer("from", in: 1...limit, expected: whole)
    let last = fields.integer("upTo", in: 1...limit, expected: whole)
    let name = fields.text("as")
    if let name, NameRewriter.spelled(name) != name {
      context.report(
        .invalidValue, line: fields.line(of: "as"),
        found: "the name '\(DocumentNode.shortened(name))'",
        expected: "expected letters, digits and '_', a letter first")
      return nil
    }
    guard let over = fields.text("over"),
      let list = Self.path(over, key: "over", line: fields.line(of: "over"), into: context),
      let name, let last
    else { return nil }
    guard (first ?? 1) <= last else {
      context.report(
        .invalidValue, line: fields.line(of: "from"), found: "'from' beyond 'upTo'",
        expected: "expected the first copy's number before the last one's")
      return nil
    }
    self.node = node
    self.list = list
    self.name = name
    numbers = (first ?? 1)...last
  }

  /// The path in a text that consists of one binding with one path, and nothing else.
  ///
  /// It is `nil`, with a problem reported, for other texts.
  static func path(
    _ text: String, key: String, line: Int, into context: DocumentContext
  ) -> String? {
    do throws(NotationError) {
      let parts = try BoundText(text).parts
      if parts.count == 1, case .binding(let binding)? = parts.first, binding.format == nil,
        binding.alternatives.count == 1, case .path(let path)? = binding.alternatives.first
      {
        return path.spelling
      }
      context.report(
        .bindingSyntax, line: line, found: "the text '\(DocumentNode.shortened(text))' as '\(key)'",
        expected: "expected one path in braces, as in \"{media}\"")
    } catch {
      context.report(error, .bindingSyntax, in: text, line: line)
    }
    return nil
  }

  /// The copy of the view for one element.
  ///
  /// The number is appended to the view's id and to every `reuseId`. The ids of views inside get
  /// the id of the copy as a prefix. If a box has no id, the number is appended to the ids inside
  /// it. Paths that begin with the element's name lead to the element. The copy is hidden when the
  /// element is absent.
  ///
  /// - Parameter number: The number of the element in the list, from 1.
  func copy(_ number: Int) -> DocumentNode {
    let element = "\(list)[\(number - 1)]"
    let paths = PathRewriter(name: name, standsFor: element)
    var copy = node
    copy["repeat"] = nil
    var ids: [String: String] = [:]
    if let id = node["id"]?.text {
      copy["id"]?.value = .text("\(id).\(number)")
      ids[id] = "\(id).\(number)"
      DocumentComposer.collect(
        node.nested, prefix: "\(id).\(number)", into: &ids)
    } else {
      // A box may have no id, although the views in it have ids.
      Self.number(node.nested, number, into: &ids)
    }
    let rewriter = ViewRewriter(paths: paths, ids: ids)
    copy = Self.numberReuse(in: rewriter.bindings(of: rewriter.subviews(of: copy)), number)
    hide(&copy, unless: element)
    return copy
  }

  /// Marks a composed copy, the last one, with the path of the element after it.
  ///
  /// The mark remains in the composed document for `ListCut`. No other view has `repeat` there.
  func marked(_ copy: DocumentNode) -> DocumentNode {
    guard copy.entries != nil else { return copy }
    var copy = copy
    let line = node.line(of: "repeat")
    let next = DocumentNode(line: line, value: .text("{\(list)[\(numbers.upperBound)]}"))
    copy["repeat"] = DocumentNode(
      line: line, value: .mapping([DocumentNode.Entry(key: "over", line: line, value: next)]))
    return copy
  }

  private static func number(
    _ nodes: [DocumentNode], _ number: Int, into ids: inout [String: String]
  ) {
    for node in nodes {
      if let id = node["id"]?.text { ids[id] = "\(id).\(number)" }
      Self.number(node.nested, number, into: &ids)
    }
  }

  /// Appends a number to the `reuseId` of a view and of the views inside, so that copies differ.
  private static func numberReuse(in node: DocumentNode, _ number: Int) -> DocumentNode {
    var node = node.replacingNested { numberReuse(in: $0, number) }
    if let name = node["reuseId"]?.text { node["reuseId"]?.value = .text("\(name).\(number)") }
    return node
  }

  /// Adds the condition that hides a view when an element is absent.
  ///
  /// - Parameter element: The element's path.
  private func hide(_ view: inout DocumentNode, unless element: String) {
    let absent = "not {\(element)}"
    let line = node.line(of: "repeat")
    switch view["hidden"]?.value {
    case .text(let condition): view["hidden"]?.value = .text("(\(condition)) or \(absent)")
    case .bool(false), nil:
      view["hidden"] = DocumentNode(line: line, value: .text(absent))
    default: break
    }
  }
}

/// A list of which a repeated view shows only the first elements.
struct ListCut: Hashable, Sendable {
  /// Path of the first element that has no copy.
  var next: Binding
  /// The path of the list, as written in bindings.
  var list: String
  /// Number of elements that have copies.
  var shown: Int
  /// Id of the last copy; `nil` for a box or an element without an id.
  var view: String?
  /// The location of `repeat` in the document.
  var place: SourceLocation

  /// Finds the repeated views of a composed document, in document order.
  static func all(in root: DocumentNode, _ lines: SourceLines) -> [ListCut] {
    var found: [ListCut] = []
    let trees = (root["views"]?.elements ?? []) + [root["layout"], root["card"]].compactMap(\.self)
    for node in trees { collect(node, into: &found) }
    for index in found.indices { found[index].place = lines.placed(found[index].place) }
    return found
  }

  /// A composed document without the marks of repeated views, as if the copies were written out.
  static func unmarked(_ root: DocumentNode) -> DocumentNode {
    var root = root
    if let views = root["views"]?.elements { root["views"]?.value = .list(views.map(unmark)) }
    for key in ["layout", "card"] {
      if let node = root[key] { root[key] = unmark(node) }
    }
    return root
  }

  private static func unmark(_ node: DocumentNode) -> DocumentNode {
    var node = node.replacingNested(unmark)
    if node["repeat"] != nil { node["repeat"] = nil }
    return node
  }

  private static func collect(_ node: DocumentNode, into found: inout [ListCut]) {
    if let mark = node["repeat"], let text = mark["over"]?.text {
      let path = String(text.dropFirst().dropLast())
      if let bracket = path.lastIndex(of: "["),
        let shown = Int(path[path.index(after: bracket)...].dropLast())
      {
        found.append(
          ListCut(
            next: Binding(path: path), list: String(path[..<bracket]), shown: shown,
            view: node["id"]?.text, place: SourceLocation(line: mark.line, text: "upTo")))
      }
    }
    for child in node.nested { collect(child, into: &found) }
  }
}

extension CellTemplate {
  /// The lists that may have more elements than the template shows, in document order.
  ///
  /// A list is left out if another part of the template asks for an element without a copy, or for
  /// the number of elements.
  var listCuts: [ListCut] {
    guard !repeats.isEmpty else { return [] }
    let asked = boundPaths.map(\.spelling)
    let counted = Set(countedPaths.map(\.spelling))
    return repeats.filter { cut in
      guard !counted.contains(cut.list) else { return false }
      return !asked.contains { path in
        guard path.hasPrefix("\(cut.list)[") else { return false }
        let number = Int(path.dropFirst(cut.list.count + 1).prefix { $0.isNumber })
        return (number ?? 0) >= cut.shown
      }
    }
  }
}
