import LayoutPrimitives
import Testing

@testable import CellTemplates
@testable import TemplateDocuments

/// Documents of a test that name one another.
struct Composed {
  /// The documents other than the first, by path.
  var files: [String: String] = [:]
  var limits = TemplateSources.Limits()
  var documentLimits = TemplateLimits()

  /// The template of a document.
  func template(_ text: String, file: String = "main.yaml") throws -> CellTemplate {
    let files = files
    var sources = TemplateSources { name, _ throws(TemplateError) in
      guard let text = files[name] else {
        if TemplateCatalog.isPath(name) { throw .missingFile(path: name) }
        throw .unknownName(name, known: files.keys.sorted())
      }
      return TemplateCatalog.Entry(name: name, text: text, file: name)
    }
    sources.limits = limits
    return try CellTemplate(text: text, file: file, limits: documentLimits, sources: sources)
  }

  /// The problems of a document.
  func problems(_ text: String, file: String = "main.yaml") -> [TemplateProblem] {
    do {
      _ = try template(text, file: file)
    } catch TemplateError.invalid(let problems, _) {
      return problems
    } catch {
      Issue.record(error)
    }
    return []
  }

  /// A template's document around the tested part.
  static func document(_ rest: String, name: String = "t") -> String {
    "schema: cellheights.template/1\ntemplate: \(name)\n" + rest
  }
}

extension LayoutPrimitives.SourceLocation {
  /// `FILE:LINE`.
  var location: String { "\(file ?? ""):\(line)" }
}

extension TemplateLimits {
  /// The default limits but for some.
  init(_ others: (limit: WritableKeyPath<TemplateLimits, Int>, value: Int)...) {
    self.init()
    for other in others { self[keyPath: other.limit] = other.value }
  }
}
