package import CellTemplates
package import FeedRecords
import LayoutPrimitives
package import TemplateDocuments

extension Settings {
  /// Finds a mapping by name or path: a configured one, a built-in one, or one in a file.
  ///
  /// - Throws: `FeedError` for an unknown name, and for a missing or invalid file.
  package func mapping(_ name: String) throws(FeedError) -> RecordMapping {
    if let existing = file?.mappings.first(where: { $0.value.name == name }) {
      return existing.value
    }
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

  /// Calls `read`, and explains the error for a missing template file that only the stored feed
  /// names.
  ///
  /// - Throws: `Failure.inputMissing` for such a file; the errors of `read`.
  package func explaining<Templates>(
    feed: String, _ read: () throws -> Templates
  ) throws -> Templates {
    do { return try read() } catch TemplateError.missingFile(let path) {
      let stored = template(nil)
      guard stored.origin == .store, stored.value.hasPrefix(path) else {
        throw TemplateError.missingFile(path: path)
      }
      throw Failure(
        .inputMissing,
        "template file \(path), with which feed '\(feed)' was built, is not there; name the template "
          + "with --template")
    }
  }

  /// Reads a template by its name or path.
  ///
  /// - Throws: `TemplateError` for an unknown name, and for a missing or invalid document.
  package func template(_ name: String) throws(TemplateError) -> CellTemplate {
    let entry = try templateEntry(name)
    return try CellTemplate(
      text: entry.text, file: entry.file, limits: catalog.limits, sources: templateSources)
  }

  /// Throws if a template has the name of a built-in template and other content.
  ///
  /// A template in the configuration may replace a built-in template.
  package func checkName(of template: CellTemplate) throws {
    guard !(file?.templates ?? []).contains(where: { $0.name == template.name }),
      TemplateCatalog.builtIn.contains(where: { $0.name == template.name }),
      try catalog.template(template.name).hash != template.hash
    else { return }
    throw Failure(
      .badData,
      "a template file is named '\(template.name)', as a built-in template, and differs from it; give it a "
        + "name of its own in its line 'template: \(template.name)'")
  }

  /// Finds the documents that templates include, by path or by the name of a configured template.
  package var templateSources: TemplateSources {
    let paths = (file?.templates ?? []).map { (name: $0.name, path: $0.path.value) }
    let names = Self.templateNames(file)
    let catalog = catalog
    return TemplateSources(root: file?.templateRoot?.value) { name, folders throws(TemplateError) in
      try Self.templateEntry(name, paths, names, catalog, within: folders)
    }
  }

  /// The rules that apply; there are none if a flag or a variable sets the template.
  package func rules(_ template: Resolved<String>) -> [ConfiguredRule] {
    switch template.origin {
    case .flag, .variable: []
    case .file, .store, .standard: file?.rules ?? []
    }
  }

  /// Reads the document of a template, by name or path, without parsing it.
  ///
  /// - Throws: `TemplateError` for an unknown name or a missing file.
  package func templateEntry(_ name: String) throws(TemplateError) -> TemplateCatalog.Entry {
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

  package var catalog: TemplateCatalog { TemplateCatalog() }

  /// The names of all mappings; the configured ones precede the built-in ones.
  package static func mappingNames(_ file: ConfigurationFile?) -> [String] {
    let configured = (file?.mappings ?? []).map(\.value.name)
    return configured + RecordMapping.builtIn.map(\.name).filter { !configured.contains($0) }
  }

  /// The names of all templates; the configured ones precede the built-in ones.
  package static func templateNames(_ file: ConfigurationFile?) -> [String] {
    let configured = (file?.templates ?? []).map(\.name)
    return configured + TemplateCatalog.builtIn.map(\.name).filter { !configured.contains($0) }
  }
}
