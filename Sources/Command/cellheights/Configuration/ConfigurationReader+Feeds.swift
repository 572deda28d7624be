import CellTemplates
import FeedRecords
import LayoutPrimitives
import StructuredDocuments

extension ConfigurationReader {
  /// The keys of a feed.
  static let feedKeys = ["files", "mapping", "template", "max_removed", "input_format"]

  func feeds(_ node: DocumentNode) throws(DocumentProblem) -> [ConfiguredFeed] {
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
        feed.mapping = try place(value, "a mapping's name or path", if: Self.isMappingFile)
      case "template":
        feed.template = try place(value, "a template's name or path", if: TemplateCatalog.isPath)
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

  /// Reads `mappings` by the rules of mapping files.
  func mappings(_ node: DocumentNode) throws(DocumentProblem) -> [Resolved<RecordMapping>] {
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

  /// Reads `templates`: files by name, `root` and `rules`.
  func templates(
    _ node: DocumentNode, _ file: inout ConfigurationFile
  ) throws(DocumentProblem) {
    for entry in try node.entries(of: "NAME: FILE") {
      if entry.key == "rules" {
        file.rules = try rules(entry.value)
        continue
      }
      if entry.key == "root" {
        file.templateRoot = try place(entry.value, "the path of a folder")
        continue
      }
      if TemplateCatalog.isPath(entry.key) {
        throw pathInPlaceOfName(entry)
      }
      file.templates.append((entry.key, try place(entry.value, "the path of a template file")))
    }
  }

  private func pathInPlaceOfName(_ entry: DocumentNode.Entry) -> DocumentProblem {
    DocumentProblem(
      .value, line: entry.line,
      found: "'\(entry.key)' reads like a path; a name has no slash and no ending such as .yaml")
  }

  /// Rejects unknown names of mappings and templates.
  func checkNames(_ file: ConfigurationFile) throws(DocumentProblem) {
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
    _ name: Resolved<String>, _ what: String, _ known: [String]
  ) throws(DocumentProblem) {
    guard !known.contains(name.value), case .file(_, let line) = name.origin else { return }
    throw DocumentProblem(
      .value, line: line,
      found: "there is no \(what) '\(name.value)'; known are \(known.joined(separator: ", ")), "
        + "or give the path of a file\(NearestName(known).suggestion(for: name.value))")
  }

  /// Whether a mapping is named by a path, as in `--mapping`.
  static func isMappingFile(_ name: String) -> Bool {
    name.contains("/") || [".yaml", ".yml", ".json"].contains { name.hasSuffix($0) }
  }
}
