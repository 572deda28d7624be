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
  ///   - needsSchema: Whether the document must have the key `schema`, as a file must.
  /// - Throws: `FeedError` with code `mapping` and the line.
  public init(yaml: String, path: String, needsSchema: Bool = true) throws(FeedError) {
    let file = path.split(separator: "/").last ?? ""
    let name = file.split(separator: ".").first.map(String.init) ?? "mapping"
    do throws(DocumentProblem) {
      self = try RecordMapping(
        document: try DocumentParser.document(yaml), name: name, needsSchema: needsSchema)
    } catch {
      throw FeedError(
        .mapping, path: path, location: RecordLocation(line: error.line), error.message)
    }
  }

  /// Reads a mapping file of at most 1 MiB.
  ///
  /// - Throws: `FeedError` if the file cannot be read or is too large, or if its mapping is
  ///   invalid.
  public init(path: String) throws(FeedError) {
    let file = CountedBytes(try FileBytes(path: path), path: path, limit: 1 << 20)
    let window = InputWindow(file)
    while try window.fill(keeping: 0) {}
    try self.init(yaml: String(decoding: window.held, as: UTF8.self), path: path)
  }

  /// Reads a mapping from a document or a part of a document.
  ///
  /// - Throws: `DocumentProblem` with the line of an invalid key or value.
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
        if let match = join.match { parts.set("match", .text("\(match)")) }
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

  /// Whether the mapping has no rules, only a format whose keys are known.
  var isNative: Bool { format != nil && rules.isEmpty && image.url.isEmpty }

  /// Creates the mapping of a format with known keys.
  init(native format: FeedFormat, records: RecordsPath = RecordsPath(steps: [.each])) {
    self.init(name: format.rawValue, format: format, records: records)
  }

  /// A rule as a document.
  ///
  /// Adjacent alternatives with equal markup and date form are joined by `|`. Several such groups
  /// become a list.
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
      case .markdown: parts.set("markdown", .bool(true))
      }
      if group.date != .auto { parts.set("date", .text(group.date.rawValue)) }
      return parts.node
    }
    return nodes.count == 1 ? nodes[0] : DocumentNode(line: 1, value: .list(nodes))
  }
}

struct MappingReader {
  /// The keys that a mapping may have.
  static let keys =
    ["schema", "name", "format", "records", "order", "joins", "detect", "image"]
    + RecordField.all.compactMap(\.word)

  /// Reads a mapping from a document.
  ///
  /// - Parameters:
  ///   - root: The node of the mapping.
  ///   - name: The mapping's name, if the document lacks the key `name`.
  ///   - needsSchema: Whether the key `schema` is required.
  func read(
    _ root: DocumentNode, name: String, needsSchema: Bool
  ) throws(DocumentProblem) -> RecordMapping {
    _ = try root.entries(of: "a mapping", known: Self.keys)
    if let schema = root["schema"] {
      guard try schema.requiredText("a schema") == RecordMapping.schema else {
        throw schema.problem("the schema must be \(RecordMapping.schema)")
      }
    } else if needsSchema {
      throw root.problem("the line schema: \(RecordMapping.schema) is missing")
    }
    var format: FeedFormat?
    if let node = root["format"] { format = try node.word("format") }
    var mapping = RecordMapping(
      name: try root["name"]?.requiredText("a name") ?? name, format: format,
      records: try root["records"].map(recordsPath) ?? RecordsPath(steps: [.each]))
    if root["records"] == nil, format == nil {
      throw root.problem("the line records: is missing, such as records: \"$.items[*]\"")
    }
    mapping.order = try root["order"].map(recordsPath)
    if let joins = root["joins"] { mapping.joins = try self.joins(joins) }
    if let detect = root["detect"] {
      for node in try detect.elements(of: "a list of paths") {
        mapping.detect.append(try recordPath(node))
      }
    }
    for word in RecordField.all.compactMap(\.word) {
      if let node = root[word] { mapping.rules[word] = try rule(node) }
    }
    if let node = root["image"] { mapping.image = try image(node) }
    return mapping
  }

  private func joins(_ node: DocumentNode) throws(DocumentProblem) -> [RecordMapping.Join] {
    guard let entries = node.entries else { throw node.problem("expected NAME: {key, from}") }
    var joins: [RecordMapping.Join] = []
    for entry in entries {
      let parts = entry.value
      _ = try parts.entries(of: "{key: PATH, from: PATH}", known: ["key", "from", "match"])
      guard let key = parts["key"], let from = parts["from"] else {
        throw parts.problem("expected {key: PATH, from: PATH}")
      }
      // Text with dots or brackets would be read as a path, not as one name.
      guard let path = RecordPath(entry.key), path.steps == [.key(entry.key)] else {
        throw DocumentProblem(
          .value, line: entry.line,
          found: "the join \(entry.key) is no name of a member; name one without dots and brackets,"
            + " since a join reaches into what other joins bring in by itself")
      }
      joins.append(
        RecordMapping.Join(
          name: entry.key, key: try recordPath(key), from: try recordsPath(from),
          match: try parts["match"].map(recordPath)))
    }
    return joins
  }

  private func image(_ node: DocumentNode) throws(DocumentProblem) -> RecordMapping.Image {
    guard node.entries != nil, node["path"] == nil else {
      return RecordMapping.Image(url: try rule(node))
    }
    _ = try node.entries(of: "a picture", known: ["url", "width", "height"])
    let image = RecordMapping.Image(
      url: try node["url"].map(rule) ?? [], width: try node["width"].map(rule) ?? [],
      height: try node["height"].map(rule) ?? [])
    guard !image.url.isEmpty || (image.width.isEmpty && image.height.isEmpty) else {
      throw node.problem("a size alone is no picture; say with url where its address stands")
    }
    return image
  }

  /// Reads a rule: `a|b`, `{path: a|b, html: true, date: unix}`, with `markdown` instead of `html` for
  /// Markdown, or a list of those.
  private func rule(_ node: DocumentNode) throws(DocumentProblem) -> RecordMapping.Rule {
    if let list = node.elements {
      var rule: RecordMapping.Rule = []
      for part in list { rule += try self.rule(part) }
      return rule
    }
    guard node.entries != nil else { return try alternatives(node) }
    _ = try node.entries(of: "a rule", known: ["path", "html", "markdown", "date"])
    guard let path = node["path"] else { throw node.problem("the key path is missing") }
    var rule = try alternatives(path)
    if let html = node["html"] {
      let word = try html.requiredText("html")
      guard let markup = RecordMapping.Markup(rawValue: word), markup != .markdown else {
        throw html.problem("html is true, false, auto or entities")
      }
      for index in rule.indices { rule[index].markup = markup }
    }
    if let markdown = node["markdown"] {
      guard node["html"] == nil else {
        throw markdown.problem("a text is HTML or Markdown; give either html or markdown")
      }
      let word = try markdown.requiredText("markdown")
      guard word == "true" || word == "false" else {
        throw markdown.problem("markdown is true or false")
      }
      if word == "true" { for index in rule.indices { rule[index].markup = .markdown } }
    }
    if let date = node["date"] {
      let form: FeedDateForm = try date.word("date")
      for index in rule.indices { rule[index].date = form }
    }
    return rule
  }

  private func alternatives(_ node: DocumentNode) throws(DocumentProblem) -> RecordMapping.Rule {
    var rule: RecordMapping.Rule = []
    for part in FeedRecords.alternatives(try node.requiredText("a path")) {
      guard let path = RecordPath(part.trimmed) else {
        throw node.problem("\(part.trimmed) is no path; write one such as a.b[0].c")
      }
      rule.append(RecordMapping.Alternative(path: path))
    }
    guard !rule.isEmpty else { throw node.problem("a path is expected here") }
    return rule
  }

  private func recordPath(_ node: DocumentNode) throws(DocumentProblem) -> RecordPath {
    guard let path = RecordPath(try node.requiredText("a path such as a.b[0].c")) else {
      throw node.problem("a path is expected here, such as a.b[0].c")
    }
    return path
  }

  private func recordsPath(_ node: DocumentNode) throws(DocumentProblem) -> RecordsPath {
    guard let path = RecordsPath(try node.requiredText("a records path such as $.items[*]")) else {
      throw node.problem("a records path is expected here, such as $.items[*]")
    }
    return path
  }
}
