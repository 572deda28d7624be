package import CellTemplates
package import FeedRecords
package import HeightStore
import LayoutPrimitives
package import StructuredDocuments
import TemplateDocuments

extension ConfigurationReader {
  /// The keys that a feed can have.
  package static let feedKeys = ["files", "mapping", "template", "max_removed", "input_format"]

  package func feeds(_ node: DocumentNode) throws(DocumentProblem) -> [ConfiguredFeed] {
    var feeds: [ConfiguredFeed] = []
    for entry in try node.entries(of: "NAME: {files: […]}") {
      feeds.append(try feed(entry))
    }
    return feeds
  }

  private func feed(_ entry: DocumentNode.Entry) throws(DocumentProblem) -> ConfiguredFeed {
    let parts = try entry.value.entries(of: "{files: […]}", known: Self.feedKeys)
    guard let files = parts.first(where: { $0.key == "files" })?.value else {
      throw entry.value.problem(
        "feed '\(entry.key)' has no files, such as files: [\"feeds/\(entry.key)-*.ndjson\"]")
    }
    let paths = try files.requiredTexts("a path or a pattern")
    if paths.contains("-") {
      throw files.problem(
        "standard input cannot be configured; name it on the command line: build -")
    }
    var feed = ConfiguredFeed(
      name: entry.key, origin: .file(path: path, line: entry.line),
      files: Resolved(paths, origin(files)))
    for part in parts {
      let value = part.value
      switch part.key {
      case "mapping":
        feed.mapping = try nameOrPath(value, "a mapping's name or path", if: Self.isMappingFile)
      case "template":
        feed.template = try nameOrPath(
          value, "a template's name or path", if: TemplateCatalog.isPath)
      case "max_removed":
        let text = try value.requiredText("a number or a share such as 10%")
        guard let bound = RemovedBound(argument: text) else {
          throw value.problem("a number or a share such as 10% is expected here, not '\(text)'")
        }
        feed.maximumRemoved = Resolved(bound, origin(value))
      case "input_format":
        let format: FeedFormat = try value.word("format")
        feed.format = Resolved(format, origin(value))
      default: break
      }
    }
    return feed
  }

  /// Reads `mappings`, whose values have the form of mapping files.
  ///
  /// - Throws: `DocumentProblem` for an invalid mapping, and for a name that reads like a path.
  package func mappings(_ node: DocumentNode) throws(DocumentProblem) -> [Resolved<RecordMapping>] {
    var mappings: [Resolved<RecordMapping>] = []
    for entry in try node.entries(of: "NAME: {records: …}") {
      if Self.isMappingFile(entry.key) {
        throw pathInPlaceOfName(entry)
      }
      do throws(DocumentProblem) {
        let mapping = try RecordMapping(
          document: entry.value, name: entry.key, needsSchema: false)
        mappings.append(Resolved(mapping, .file(path: path, line: entry.line)))
      } catch {
        var problem = error
        problem.found = "mapping '\(entry.key)': \(error.found)"
        throw problem
      }
    }
    return mappings
  }

  /// Reads `templates` into `file`: template files by name, and the keys `root` and `rules`.
  ///
  /// - Throws: `DocumentProblem` for an invalid rule, and for a name that reads like a path.
  package func templates(
    _ node: DocumentNode, _ file: inout ConfigurationFile
  ) throws(DocumentProblem) {
    for entry in try node.entries(of: "NAME: FILE") {
      if entry.key == "rules" {
        file.rules = try rules(entry.value)
        continue
      }
      if entry.key == "root" {
        file.templateRoot = try nameOrPath(entry.value, "the path of a folder")
        continue
      }
      if TemplateCatalog.isPath(entry.key) {
        throw pathInPlaceOfName(entry)
      }
      file.templates.append((entry.key, try nameOrPath(entry.value, "the path of a template file")))
    }
  }

  private func pathInPlaceOfName(_ entry: DocumentNode.Entry) -> DocumentProblem {
    DocumentProblem(
      .value, line: entry.line,
      found: "'\(entry.key)' reads like a path; a name has no slash and no ending such as .yaml")
  }

  /// Throws if a feed or a rule names a mapping or template that does not exist.
  package func checkNames(_ file: ConfigurationFile) throws(DocumentProblem) {
    for feed in file.feeds {
      if let mapping = feed.mapping, !Self.isMappingFile(mapping.value) {
        try check(mapping, "mapping", Settings.mappingNames(file))
      }
      if let template = feed.template, !TemplateCatalog.isPath(template.value) {
        try check(template, "template", Settings.templateNames(file))
      }
    }
    for rule in file.rules where !TemplateCatalog.isPath(rule.use.value) {
      try check(rule.use, "template", Settings.templateNames(file))
    }
  }

  private func check(
    _ name: Resolved<String>, _ what: String, _ names: [String]
  ) throws(DocumentProblem) {
    guard !names.contains(name.value), case .file(_, let line) = name.origin else { return }
    throw DocumentProblem(
      .value, line: line,
      found: "there is no \(what) '\(name.value)'; known are \(names.joined(separator: ", ")), "
        + "or give the path of a file\(NearestName(names).suggestion(for: name.value))")
  }

  /// Whether the name of a mapping is a path: it contains `/` or ends with `.yaml`, `.yml` or
  /// `.json`.
  package static func isMappingFile(_ name: String) -> Bool {
    name.contains("/") || [".yaml", ".yml", ".json"].contains { name.hasSuffix($0) }
  }
}

/// A rule that selects another template for some records.
package struct ConfiguredRule {
  /// The condition as it is in the file.
  package var when: Resolved<String>
  /// The parsed condition.
  package var rule: TemplateRule
  /// The name or path of the template.
  package var use: Resolved<String>
}

extension ConfigurationReader {
  /// The keys that a rule can have.
  package static let ruleKeys = ["when", "use"]

  /// Reads `templates.rules`, the rules that select another template for some records.
  ///
  /// - Throws: `DocumentProblem` for a rule without `when` or `use`, or with an invalid condition.
  package func rules(_ node: DocumentNode) throws(DocumentProblem) -> [ConfiguredRule] {
    var rules: [ConfiguredRule] = []
    for element in try node.elements(
      of: "a list of rules such as {when: \"{reblog}\", use: reblog}")
    {
      let parts = try element.entries(of: "{when: …, use: …}", known: Self.ruleKeys)
      guard let when = parts.first(where: { $0.key == "when" })?.value,
        let use = parts.first(where: { $0.key == "use" })?.value
      else {
        throw element.problem("a rule has 'when', a condition, and 'use', a template")
      }
      let condition = try when.requiredText("a condition such as \"{reblog}\"")
      let template = try nameOrPath(use, "a template's name or path", if: TemplateCatalog.isPath)
      do throws(TemplateRule.Failure) {
        rules.append(
          ConfiguredRule(
            when: Resolved(condition, origin(when)), rule: try TemplateRule(when: condition),
            use: template))
      } catch {
        throw when.problem("the rule cannot be used: \(error)")
      }
    }
    return rules
  }
}

extension ConfigurationReader {
  /// The keys that a list can have.
  package static let listKeys = ["order", "ids", "spacing", "insets"]

  /// Reads `lists`, in which lists are grouped by feed.
  ///
  /// - Throws: `DocumentProblem` for a list without an order, or with an invalid value.
  package func lists(_ node: DocumentNode) throws(DocumentProblem) -> [ConfiguredList] {
    var lists: [ConfiguredList] = []
    for feed in try node.entries(of: "FEED: {LIST: {order: published desc}}") {
      for entry in try feed.value.entries(of: "LIST: {order: published desc}") {
        lists.append(try list(entry, feed: feed.key))
      }
    }
    return lists
  }

  private func list(
    _ entry: DocumentNode.Entry, feed: String
  ) throws(DocumentProblem) -> ConfiguredList {
    var list = ConfiguredList(
      feed: feed, description: ListDescription(name: entry.key),
      origin: .file(path: path, line: entry.line))
    for part in try entry.value.entries(of: "{order: published desc}", known: Self.listKeys) {
      let value = part.value
      switch part.key {
      case "order": list.order = try order(value)
      case "ids": list.ids = try nameOrPath(value, "the path of a file of ids")
      case "spacing": list.description.spacing = try distance(value, minimum: 0)
      default:
        let edges = try value.elements(of: "[TOP, LEFT, BOTTOM, RIGHT]")
        guard edges.count == 4 else {
          throw value.problem("four insets are expected here: [TOP, LEFT, BOTTOM, RIGHT]")
        }
        list.description.insets = Insets(
          top: try distance(edges[0]), leading: try distance(edges[1]),
          bottom: try distance(edges[2]), trailing: try distance(edges[3]))
      }
    }
    let orders = [list.order != nil, list.ids != nil].filter { $0 }.count
    if entry.key == ListDescription.feedOrder {
      guard orders == 0 else {
        throw entry.value.problem(
          "list 'feed' is in the feed's own order; only spacing and insets can be given")
      }
    } else if orders != 1 {
      throw entry.value.problem(
        "list '\(entry.key)' needs an order, such as order: published desc, or ids: FILE")
    }
    return list
  }

  private func order(_ node: DocumentNode) throws(DocumentProblem) -> ConfiguredOrder {
    let text = try node.requiredText("a record's word or path, such as published desc")
    let words = text.split(separator: " ")
    let direction = words.count > 1 ? words[1] : "asc"
    guard let spelling = words.first, words.count <= 2, ["asc", "desc"].contains(direction),
      let order = ConfiguredOrder(path: String(spelling), isDescending: direction == "desc")
    else {
      throw node.problem(
        "an order is a record's word or path and asc or desc, such as published desc, not "
          + "'\(text)'")
    }
    return order
  }

  private func distance(
    _ node: DocumentNode, minimum: Double = -999_999
  ) throws(DocumentProblem) -> Double {
    let text = try node.requiredText("a number of points")
    guard let number = Double(text), (minimum...999_999).contains(number) else {
      throw node.problem("a number of points from \(Int(minimum)) to 999999 is expected here")
    }
    return number
  }
}

/// A list in a configuration file.
package struct ConfiguredList {
  package var feed: String
  package var description: ListDescription
  /// The location in the file.
  package var origin: Origin
  package var order: ConfiguredOrder?
  /// The path of a file with one id per line; nil if the list has none.
  package var ids: Resolved<String>?
}

/// An order of a list by one value of each record.
package struct ConfiguredOrder: Hashable {
  /// The path of the value, as it is in the file.
  package let spelling: String
  package let path: RecordPath
  package let isDescending: Bool

  package init?(path spelling: String, isDescending: Bool) {
    let inner = spelling.hasPrefix("fields.") ? spelling.dropFirst("fields.".count) : spelling[...]
    guard let path = RecordPath(String(inner)) else { return nil }
    self.spelling = spelling
    self.path = path
    self.isDescending = isDescending
  }

  /// The path of the value and the direction, as text.
  package var text: String { "\(spelling) \(isDescending ? "desc" : "asc")" }
}
