import CellTemplates
import FeedRecords
import LayoutPrimitives

extension Settings {
  /// The mapping of a name or path: a configured one, a built-in one, or a file.
  ///
  /// - Throws: `FeedError` with code `unknownMapping` that lists the names, or with what is wrong in
  ///   the file.
  func mapping(_ name: String) throws(FeedError) -> RecordMapping {
    if let known = file?.mappings.first(where: { $0.value.name == name }) { return known.value }
    do {
      return try RecordMapping.named(name)
    } catch {
      guard error.code == .unknownMapping else { throw error }
      let names = Self.mappingNames(file)
      throw FeedError(
        .unknownMapping, path: name,
        "there is no mapping of that name; known are \(names.joined(separator: ", ")), "
          + "or give the path of a file\(NearestName(names).suggestion(for: name))")
    }
  }

  /// The templates that can be named: the configured ones, then those built in.
  func template(_ name: String) throws(TemplateError) -> CellTemplate {
    let entry = try templateEntry(name)
    return try CellTemplate(
      text: entry.text, file: entry.file, limits: catalog.limits, sources: templateSources)
  }

  /// Where templates find the documents that they name: configured templates by name too.
  var templateSources: TemplateSources {
    let paths = (file?.templates ?? []).map { (name: $0.name, path: $0.path.value) }
    let names = Self.templateNames(file)
    let catalog = catalog
    return TemplateSources(root: file?.templateRoot?.value) { name, folders throws(TemplateError) in
      try Self.templateEntry(name, paths, names, catalog, within: folders)
    }
  }

  /// The rules in force: none where a flag or a variable names the template.
  func rules(_ template: Resolved<String>) -> [ConfiguredRule] {
    switch template.origin {
    case .flag, .variable: []
    case .file, .standard: file?.rules ?? []
    }
  }

  /// The document of a template's name or path, not yet looked into.
  func templateEntry(_ name: String) throws(TemplateError) -> TemplateCatalog.Entry {
    try Self.templateEntry(
      name, (file?.templates ?? []).map { ($0.name, $0.path.value) }, Self.templateNames(file),
      catalog)
  }

  private static func templateEntry(
    _ name: String, _ paths: [(name: String, path: String)], _ names: [String],
    _ catalog: TemplateCatalog, within folders: [String]? = nil
  ) throws(TemplateError) -> TemplateCatalog.Entry {
    if let target = paths.first(where: { $0.name == name })?.path {
      return try catalog.entry(TemplateCatalog.isPath(target) ? target : "./" + target)
    }
    do {
      return try catalog.entry(name, within: folders)
    } catch {
      guard case .unknownName(let name, _) = error else { throw error }
      throw .unknownName(name, known: names)
    }
  }

  /// The limits of template documents and the templates that are built in.
  var catalog: TemplateCatalog { TemplateCatalog() }

  /// Names of mappings, the configured ones first.
  static func mappingNames(_ file: ConfigurationFile?) -> [String] {
    let configured = (file?.mappings ?? []).map(\.value.name)
    return configured + RecordMapping.builtIn.map(\.name).filter { !configured.contains($0) }
  }

  /// Names of templates, the configured ones first.
  static func templateNames(_ file: ConfigurationFile?) -> [String] {
    let configured = (file?.templates ?? []).map(\.name)
    return configured + TemplateCatalog.builtIn.map(\.name).filter { !configured.contains($0) }
  }
}
