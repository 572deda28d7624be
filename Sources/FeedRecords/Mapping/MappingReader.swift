import LayoutPrimitives
import Yams

/// Reads a mapping from YAML.
struct MappingReader {
  let path: String
  let firstLine: Int

  /// Everything a mapping may hold.
  static let keys =
    ["schema", "name", "format", "records", "order", "joins", "detect", "image"]
    + RecordField.all.compactMap(\.word)

  func read(_ yaml: String, name: String, needsSchema: Bool) throws(FeedError) -> RecordMapping {
    guard let root = try compose(yaml) else { throw error(nil, "the mapping is empty") }
    guard let pairs = root.mapping else { throw error(root, "a mapping is expected here") }
    try check(pairs, allowed: Self.keys)
    if let schema = pairs["schema"] {
      guard schema.string == RecordMapping.schema else {
        throw error(schema, "the schema must be \(RecordMapping.schema)")
      }
    } else if needsSchema {
      throw error(root, "the line schema: \(RecordMapping.schema) is missing")
    }
    var format: FeedFormat?
    if let node = pairs["format"] {
      let names = FeedFormat.allCases.map(\.rawValue)
      guard let found = FeedFormat(rawValue: try text(node)) else {
        throw error(node, "unknown format; known are \(names.joined(separator: ", "))")
      }
      format = found
    }
    var mapping = RecordMapping(
      name: try pairs["name"].map(text) ?? name, format: format,
      records: try pairs["records"].map(records) ?? RecordsPath(steps: [.each]))
    if pairs["records"] == nil, format == nil {
      throw error(root, "the line records: is missing, such as records: \"$.items[*]\"")
    }
    mapping.order = try pairs["order"].map(records)
    if let joins = pairs["joins"] { mapping.joins = try self.joins(joins) }
    for node in pairs["detect"]?.array() ?? [] { mapping.detect.append(try place(node)) }
    for word in RecordField.all.compactMap(\.word) {
      if let node = pairs[word] { mapping.rules[word] = try rule(node) }
    }
    if let node = pairs["image"] { mapping.image = try image(node) }
    return mapping
  }

  private func compose(_ yaml: String) throws(FeedError) -> Node? {
    do {
      return try Yams.compose(yaml: yaml)
    } catch let error as YamlError {
      switch error {
      case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
        .composer(_, let problem, let mark, _):
        throw failure(mark.line, "this is not YAML: \(problem)")
      default:
        throw failure(1, "this is not YAML")
      }
    } catch {
      throw failure(1, "this is not YAML")
    }
  }

  private func joins(_ node: Node) throws(FeedError) -> [RecordMapping.Join] {
    guard let pairs = node.mapping else { throw error(node, "expected NAME: {key, from}") }
    var joins: [RecordMapping.Join] = []
    for (name, value) in pairs {
      guard let inner = value.mapping, let key = inner["key"], let from = inner["from"] else {
        throw error(value, "expected {key: PATH, from: PATH}")
      }
      try check(inner, allowed: ["key", "from"])
      joins.append(
        RecordMapping.Join(
          name: try member(name), key: try place(key), from: try records(from)))
    }
    return joins
  }

  /// The name of a member: a path would be taken for a name, and nobody would find it.
  private func member(_ node: Node) throws(FeedError) -> String {
    let name = try text(node)
    guard let path = RecordPath(name), path.steps == [.key(name)] else {
      throw error(
        node,
        "the join \(name) is no name of a member; name one without dots and brackets, since a join"
          + " reaches into what other joins bring in by itself")
    }
    return name
  }

  private func image(_ node: Node) throws(FeedError) -> RecordMapping.Image {
    guard let pairs = node.mapping, pairs["path"] == nil else {
      return RecordMapping.Image(url: try rule(node))
    }
    try check(pairs, allowed: ["url", "width", "height"])
    let image = RecordMapping.Image(
      url: try pairs["url"].map(rule) ?? [], width: try pairs["width"].map(rule) ?? [],
      height: try pairs["height"].map(rule) ?? [])
    guard !image.url.isEmpty || (image.width.isEmpty && image.height.isEmpty) else {
      throw error(node, "a size alone is no picture; say with url where its address stands")
    }
    return image
  }

  /// A rule: `a|b`, `{path: a|b, html: true, date: unix}`, or a list of those.
  private func rule(_ node: Node) throws(FeedError) -> RecordMapping.Rule {
    if let list = node.sequence {
      var rule: RecordMapping.Rule = []
      for part in list { rule += try self.rule(part) }
      return rule
    }
    guard let pairs = node.mapping else { return try alternatives(node) }
    try check(pairs, allowed: ["path", "html", "date"])
    guard let path = pairs["path"] else { throw error(node, "the key path is missing") }
    var rule = try alternatives(path)
    if let html = pairs["html"] {
      guard let markup = RecordMapping.Markup(rawValue: try text(html)) else {
        throw error(html, "html is true, false, auto or entities")
      }
      for index in rule.indices { rule[index].markup = markup }
    }
    if let date = pairs["date"] {
      guard let form = FeedDateForm(rawValue: try text(date)) else {
        let names = FeedDateForm.allCases.map(\.rawValue).joined(separator: ", ")
        throw error(date, "date is one of \(names)")
      }
      for index in rule.indices { rule[index].date = form }
    }
    return rule
  }

  private func alternatives(_ node: Node) throws(FeedError) -> RecordMapping.Rule {
    var rule: RecordMapping.Rule = []
    for part in FeedRecords.alternatives(try text(node)) {
      guard let path = RecordPath(part.trimmed) else {
        throw error(node, "\(part.trimmed) is no path; write one such as a.b[0].c")
      }
      rule.append(RecordMapping.Alternative(path: path))
    }
    guard !rule.isEmpty else { throw error(node, "a path is expected here") }
    return rule
  }

  private func place(_ node: Node) throws(FeedError) -> RecordPath {
    guard let path = RecordPath(try text(node)) else {
      throw error(node, "a path is expected here, such as a.b[0].c")
    }
    return path
  }

  private func records(_ node: Node) throws(FeedError) -> RecordsPath {
    guard let path = RecordsPath(try text(node)) else {
      throw error(node, "a records path is expected here, such as $.items[*]")
    }
    return path
  }

  private func text(_ node: Node) throws(FeedError) -> String {
    guard let scalar = node.scalar else { throw error(node, "a text is expected here") }
    // YAML's reader drops one byte order mark from the front of a text; none belongs there.
    return String(scalar.string.unicodeScalars.drop { $0 == "\u{FEFF}" })
  }

  private func check(_ pairs: Node.Mapping, allowed: [String]) throws(FeedError) {
    var seen: Set<String> = []
    for (key, _) in pairs {
      let name = try text(key)
      guard allowed.contains(name) else {
        throw error(
          key, "unknown key \(name); did you mean \(NearestName(allowed).closest(to: name))?")
      }
      guard seen.insert(name).inserted else { throw error(key, "the key \(name) comes twice") }
    }
  }

  private func error(_ node: Node?, _ message: String) -> FeedError {
    failure(node?.mark?.line ?? 1, message)
  }

  private func failure(_ line: Int, _ message: String) -> FeedError {
    FeedError(
      .mapping, path: path, place: RecordPlace(line: line + firstLine - 1), message)
  }
}
