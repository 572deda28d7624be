import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments
import TextMeasurement

/// The named styles of a document.
///
/// A style is a set of keys of labels.
struct StyleSheet {
  private struct Style {
    var node: DocumentNode
    var line: Int
  }

  private let context: DocumentContext
  private var styles: [String: Style] = [:]
  private(set) var names: [String] = []

  /// Keys that a style may have: all keys of a label except `text`.
  static let keys = LabelReader.keys.filter { $0 != "text" }

  /// Reads the `styles` of a document: a mapping, or a list of mappings and file paths.
  init(_ node: DocumentNode?, into context: DocumentContext) {
    self.context = context
    guard let node else { return }
    let expected = "a mapping of styles, or a list of such mappings and of paths of files"
    switch node.value {
    case .mapping: add(node)
    case .list(let nodes):
      for node in nodes {
        if node.entries != nil {
          add(node)
        } else if let path = node.text {
          read(path, at: node.line)
        } else {
          context.report(
            .invalidValue, line: node.line, found: "\(node.found) in 'styles'",
            expected: "expected \(expected)")
        }
      }
    default:
      context.report(
        .invalidValue, line: node.line, found: "\(node.found) as 'styles'",
        expected: "expected \(expected)")
    }
    check()
  }

  /// The keys of a style, and of the styles that it is based on.
  ///
  /// If a key occurs repeatedly, the first one counts. The key `style` is included only if it names
  /// a text style.
  func entries(of name: String) -> [DocumentNode.Entry] {
    var result: [DocumentNode.Entry] = []
    var next: String? = name
    var seen: Set<String> = []
    while let name = next, seen.insert(name).inserted, let style = styles[name] {
      next = nil
      for entry in style.node.entries ?? [] where !result.contains(where: { $0.key == entry.key }) {
        if entry.key == "style", let base = entry.value.text, styles[base] != nil {
          next = base
        } else {
          result.append(entry)
        }
      }
    }
    return result
  }

  func contains(_ name: String) -> Bool { styles[name] != nil }

  private mutating func read(_ path: String, at line: Int) {
    guard TemplateCatalog.isPath(path) else {
      context.report(
        .invalidValue, line: line, found: "the text '\(DocumentNode.shortened(path))' in 'styles'",
        expected: "expected the path of a file, as in ./styles.yaml")
      return
    }
    guard let document = context.load(path, what: "file of styles", at: line),
      let root = DocumentReader.read(document.text, base: document.base, into: context)
    else { return }
    guard case .text(DocumentSchema.styles)? = root["schema"]?.value else {
      context.report(
        .schema, line: root.line(of: "schema"),
        found: root["schema"].map { "\($0.found) as schema" } ?? "no schema",
        expected: "expected schema: \(DocumentSchema.styles)")
      return
    }
    let keys = ["schema", "styles"]
    guard let fields = Fields(root, what: "the styles", keys: keys, into: context) else { return }
    guard let node = fields["styles"] else {
      fields.reportMissing("styles", expected: "a mapping of styles")
      return
    }
    guard node.entries != nil else {
      fields.report("styles", node, expected: "a mapping of styles")
      return
    }
    add(node)
  }

  private mutating func add(_ node: DocumentNode) {
    for entry in node.entries ?? [] {
      if TextStyleName(rawValue: entry.key) != nil {
        context.report(
          .duplicateName, line: entry.line,
          found: "a style named '\(entry.key)', which is a text style",
          expected: "expected another name")
      } else if let first = styles[entry.key] {
        context.reportSecond(
          "style", entry.key, line: entry.line, first: first.line,
          expected: "expected each name once")
      } else {
        styles[entry.key] = Style(node: entry.value, line: entry.line)
        names.append(entry.key)
      }
    }
  }

  /// Checks every style once, so that a problem is not reported for each label.
  private mutating func check() {
    for name in names {
      guard let style = styles[name] else { continue }
      let before = context.problems.count
      checkBases(of: name)
      let what = "the style '\(DocumentNode.shortened(name))'"
      var node = style.node
      node.value = .mapping((node.entries ?? []).filter { $0.key != "style" } + baseEntry(of: name))
      if style.node.entries == nil {
        context.report(
          .invalidValue, line: style.node.line, found: "\(style.node.found) as \(what)",
          expected: "expected a mapping of keys such as font, fontSize and weight")
      } else if let fields = Fields(
        node, what: what, sort: "a style", keys: Self.keys, into: context)
      {
        LabelReader.check(fields)
      }
      if context.problems.count > before {
        styles[name]?.node = DocumentNode(line: style.line, value: .mapping([]))
      }
    }
  }

  /// The entry `style` of a style or of its base styles, if it names a text style.
  ///
  /// Otherwise the list is empty.
  private func baseEntry(of name: String) -> [DocumentNode.Entry] {
    entries(of: name).filter { $0.key == "style" }
  }

  /// Reports a style that is based on itself, directly or through other styles.
  private func checkBases(of name: String) {
    var circle = [name]
    while let base = styles[circle[circle.count - 1]]?.node["style"]?.text, styles[base] != nil {
      circle.append(base)
      if base == name {
        context.report(
          .invalidValue, line: styles[name]?.node.line(of: "style") ?? 1,
          found: "styles that build on one another in a circle: "
            + circle.joined(separator: " → "),
          expected: "expected one of them to do without 'style'")
      }
      if circle.dropLast().contains(base) { return }
    }
  }
}
