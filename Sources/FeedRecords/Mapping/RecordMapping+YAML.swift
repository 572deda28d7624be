import LayoutPrimitives
package import StructuredDocuments

extension RecordMapping {
  /// The value of the key `schema` in a mapping file.
  public static let schema = "cellheights.mapping/1"

  /// Reads a mapping from YAML or JSON.
  ///
  /// - Parameters:
  ///   - yaml: The text of the document.
  ///   - path: The file, for errors. Its base name is the mapping's name, unless the document has
  ///     the key `name`.
  ///   - needsSchema: Whether the key `schema` is required, as in a file.
  /// - Throws: `FeedError` with code `mapping` and the line.
  public init(yaml: String, path: String, needsSchema: Bool = true) throws(FeedError) {
    let file = path.split(separator: "/").last ?? ""
    let name = file.split(separator: ".").first.map(String.init) ?? "mapping"
    do throws(DocumentProblem) {
      self = try RecordMapping(
        document: try DocumentParser.document(yaml), name: name, needsSchema: needsSchema)
    } catch {
      throw FeedError(.mapping, path: path, place: RecordPlace(line: error.line), error.message)
    }
  }

  /// Reads a mapping file.
  public init(path: String) throws(FeedError) {
    let file = CountedBytes(try FileBytes(path: path), path: path, limit: 1 << 20)
    let window = InputWindow(file)
    while try window.fill(keeping: 0) {}
    try self.init(yaml: String(decoding: window.held, as: UTF8.self), path: path)
  }

  /// Reads a mapping from a document or a part of a document.
  package init(document: DocumentNode, name: String, needsSchema: Bool) throws(DocumentProblem) {
    self = try MappingReader().read(document, name: name, needsSchema: needsSchema)
  }

  /// The mapping as a YAML document, from which an equal mapping is read.
  public var yaml: String { DocumentWriter.text(of: document) }

  /// The mapping as a document.
  package var document: DocumentNode {
    var root = NodeBuilder()
    root.set("schema", .text(Self.schema))
    root.set("name", .text(name))
    if let format { root.set("format", .text(format.rawValue)) }
    if !isNative || !(format?.isXML ?? false) { root.set("records", .text(records.description)) }
    if let order { root.set("order", .text(order.description)) }
    if !joins.isEmpty {
      var named = NodeBuilder()
      for join in joins {
        var parts = NodeBuilder()
        parts.set("key", .text("\(join.key)"))
        parts.set("from", .text("\(join.from)"))
        named.set(join.name, parts.node)
      }
      root.set("joins", named.node)
    }
    if !detect.isEmpty { root.set("detect", words: detect.map(\.description)) }
    for word in RecordField.all.compactMap(\.word) {
      guard let rule = rules[word], !rule.isEmpty else { continue }
      root.set(word, Self.document(of: rule))
    }
    if !image.url.isEmpty {
      var parts = NodeBuilder()
      for (key, rule) in [("url", image.url), ("width", image.width), ("height", image.height)]
      where !rule.isEmpty {
        parts.set(key, Self.document(of: rule))
      }
      root.set("image", parts.entries.count == 1 ? parts.entries[0].value : parts.node)
    }
    return root.node
  }

  /// Whether the mapping only names a format, whose keys are known without rules.
  var isNative: Bool { format != nil && rules.isEmpty && image.url.isEmpty }

  /// Creates the mapping of a format with known keys.
  init(native format: FeedFormat, records: RecordsPath = RecordsPath(steps: [.each])) {
    self.init(name: format.rawValue, format: format, records: records)
  }

  /// A rule as a document: adjacent alternatives of one kind are joined, and several groups are a
  /// list.
  private static func document(of rule: Rule) -> DocumentNode {
    var groups: [(paths: [String], markup: Markup, date: FeedDateForm)] = []
    for part in rule {
      if let last = groups.last, last.markup == part.markup, last.date == part.date {
        groups[groups.count - 1].paths.append("\(part.path)")
      } else {
        groups.append((["\(part.path)"], part.markup, part.date))
      }
    }
    let nodes = groups.map { group -> DocumentNode in
      let path = DocumentNode(line: 1, value: .text(group.paths.joined(separator: "|")))
      if group.markup == .none, group.date == .auto { return path }
      var parts = NodeBuilder()
      parts.set("path", path)
      switch group.markup {
      case .none: break
      case .html: parts.set("html", .bool(true))
      case .auto, .entities: parts.set("html", .text(group.markup.rawValue))
      }
      if group.date != .auto { parts.set("date", .text(group.date.rawValue)) }
      return parts.node
    }
    return nodes.count == 1 ? nodes[0] : DocumentNode(line: 1, value: .list(nodes))
  }
}
