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
          + "or give the path of a file")
    }
  }

  /// The templates that can be named: the configured ones, then those built in.
  func template(_ name: String) throws(TemplateError) -> CellTemplate {
    let entry = try templateEntry(name)
    return try CellTemplate(text: entry.text, file: entry.file, limits: catalog.limits)
  }

  /// The document of a template's name or path, not yet looked into.
  func templateEntry(_ name: String) throws(TemplateError) -> TemplateCatalog.Entry {
    if let known = file?.templates.first(where: { $0.name == name }) {
      let target = known.path.value
      return try catalog.entry(TemplateCatalog.isPath(target) ? target : "./" + target)
    }
    do {
      return try catalog.entry(name)
    } catch {
      guard case .unknownName(let name, _) = error else { throw error }
      throw .unknownName(name, known: Self.templateNames(file))
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
