import CellTemplates
import FeedRecords
import LayoutPrimitives
import Yams

extension ConfigurationReader {
  /// Names of a feed's keys.
  static let feedKeys = ["files", "mapping", "template", "max_removed", "input_format"]

  func feeds(_ node: ConfigurationNode) throws(ConfigurationError) -> [ConfiguredFeed] {
    var feeds: [ConfiguredFeed] = []
    for entry in try node.entries(of: "NAME: {files: […]}") {
      feeds.append(try feed(entry))
    }
    return feeds
  }

  private func feed(_ entry: ConfigurationNode.Entry) throws(ConfigurationError) -> ConfiguredFeed {
    let file = ConfigurationFile(path: path)
    let parts = try entry.value.entries(of: "{files: […]}", known: Self.feedKeys)
    guard let files = parts.first(where: { $0.key == "files" })?.value else {
      throw entry.value.error(
        "feed '\(entry.key)' has no files, such as files: [\"feeds/\(entry.key)-*.ndjson\"]")
    }
    let paths = try files.texts("a path or a pattern")
    if paths.contains("-") {
      throw files.error("standard input cannot be configured; name it on the command line: build -")
    }
    var feed = ConfiguredFeed(
      name: entry.key, origin: .file(path: path, line: entry.line),
      files: Sourced(paths, files.origin))
    for part in parts {
      let value = part.value
      switch part.key {
      case "mapping":
        let name = try value.text("a mapping's name or path")
        feed.mapping = Sourced(
          Self.isMappingFile(name) ? file.resolved(name) : name, value.origin)
      case "template":
        let name = try value.text("a template's name or path")
        feed.template = Sourced(
          TemplateCatalog.isPath(name) ? file.resolved(name) : name, value.origin)
      case "max_removed":
        let text = try value.text("a number or a share such as 10%")
        guard let bound = RemovedBound(argument: text) else {
          throw value.error("a number or a share such as 10% is expected here, not '\(text)'")
        }
        feed.maximumRemoved = Sourced(bound, value.origin)
      case "input_format":
        let text = try value.text("a format")
        let names = FeedFormat.allCases.map(\.rawValue)
        guard let format = FeedFormat(rawValue: text) else {
          throw value.error(
            "unknown format '\(text)'; known are \(names.joined(separator: ", "))"
              + NearestName(names).suggestion(for: text))
        }
        feed.format = Sourced(format, value.origin)
      default: break
      }
    }
    return feed
  }

  /// Mappings by the rules of mapping files, with the lines of this file in their errors.
  func mappings(_ node: ConfigurationNode) throws(ConfigurationError) -> [Sourced<RecordMapping>] {
    var mappings: [Sourced<RecordMapping>] = []
    for entry in try node.entries(of: "NAME: {records: …}") {
      if Self.isMappingFile(entry.key) {
        throw ConfigurationError(
          .invalid, path: path, line: entry.line,
          "'\(entry.key)' reads like a path; a name has no slash and no ending such as .yaml")
      }
      let text = try FlowText(entry.value).text
      do throws(FeedError) {
        var mapping = try RecordMapping(yaml: text, path: path, needsSchema: false)
        mapping.name = entry.key
        mappings.append(Sourced(mapping, .file(path: path, line: entry.line)))
      } catch {
        throw ConfigurationError(
          error.message.hasPrefix("unknown key") ? .unknownKey : .invalid, path: path,
          line: error.place.line ?? entry.line, "mapping '\(entry.key)': \(error.message)")
      }
    }
    return mappings
  }

  /// Template files by name, `root` and `rules`.
  func templates(
    _ node: ConfigurationNode, _ file: inout ConfigurationFile
  ) throws(ConfigurationError) {
    for entry in try node.entries(of: "NAME: FILE") {
      if entry.key == "rules" {
        file.rules = try rules(entry.value)
        continue
      }
      if entry.key == "root" {
        let folder = try entry.value.text("the path of a folder")
        file.templateRoot = Sourced(file.resolved(folder), entry.value.origin)
        continue
      }
      if TemplateCatalog.isPath(entry.key) {
        throw ConfigurationError(
          .invalid, path: path, line: entry.line,
          "'\(entry.key)' reads like a path; a name has no slash and no ending such as .yaml")
      }
      let target = try entry.value.text("the path of a template file")
      file.templates.append((entry.key, Sourced(file.resolved(target), entry.value.origin)))
    }
  }

  /// Refuses a rule whose template and a feed whose mapping or template nobody knows.
  func checkNames(_ file: ConfigurationFile) throws(ConfigurationError) {
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
    _ name: Sourced<String>, _ what: String, _ known: [String]
  ) throws(ConfigurationError) {
    guard !known.contains(name.value), case .file(_, let line) = name.origin else { return }
    throw ConfigurationError(
      .invalid, path: path, line: line,
      "there is no \(what) '\(name.value)'; known are \(known.joined(separator: ", ")), "
        + "or give the path of a file\(NearestName(known).suggestion(for: name.value))")
  }

  /// Whether a mapping's name is that of a file, by the rule of `--mapping`.
  static func isMappingFile(_ name: String) -> Bool {
    name.contains("/") || [".yaml", ".yml", ".json"].contains { name.hasSuffix($0) }
  }
}
