package import CellTemplates
package import FeedRecords
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

  /// Throws if a feed, a rule or a list names a mapping or template that does not exist.
  package func checkNames(_ file: ConfigurationFile) throws(DocumentProblem) {
    for feed in file.feeds {
      if let mapping = feed.mapping, !Self.isMappingFile(mapping.value) {
        try check(mapping, "mapping", Settings.mappingNames(file))
      }
      if let template = feed.template, !TemplateCatalog.isPath(template.value) {
        try check(template, "template", Settings.templateNames(file))
      }
    }
    let templates = file.rules.map(\.use) + file.lists.flatMap(\.templates)
    for name in templates where !TemplateCatalog.isPath(name.value) {
      try check(name, "template", Settings.templateNames(file))
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
