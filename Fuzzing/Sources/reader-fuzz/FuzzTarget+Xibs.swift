import CellTemplates
import InterfaceBuilder
import TemplateDocuments

extension FuzzTarget {
  /// Interface Builder files: whatever is imported compiles, and is read back as it was written.
  static let xibs = FuzzTarget(name: "xibs", folder: "xibs") { input, _ in
    var found = Found()
    do {
      let file = try InterfaceBuilderFile(bytes: input, file: "input.xib")
      for index in file.cells.indices {
        for mode in [InterfaceBuilderMode.canvas, .runtime] {
          let imported = try file.importedTemplate(cell: index, mode: mode)
          found.records += 1
          found.failures += imported.notes.count
          found.text.append(imported.yaml)
          try check(imported)
        }
      }
    } catch let error as TemplateError {
      found.hasError = true
      found.text.append(error.description)
    }
    return found
  }

  /// Compiles a document, and the one that is read of what was written.
  private static func check(_ imported: ImportedTemplate) throws {
    let yaml = imported.yaml
    guard let compiled = try compiled({ try imported.template(limits: $0) }, yaml),
      yaml.utf8.count <= TemplateLimits().bytes
    else { return }
    let again = try Self.compiled({ _ in try CellTemplate(text: yaml, file: "again.yaml") }, yaml)
    guard again?.canonicalText == compiled.canonicalText else {
      throw FuzzFinding("a document does not read back as it was written: \(yaml)")
    }
  }

  /// A template; `nil` where it exceeds a limit, which is no finding.
  private static func compiled(
    _ make: (TemplateLimits) throws -> CellTemplate, _ yaml: String
  ) throws -> CellTemplate? {
    do {
      return try make(TemplateLimits())
    } catch let error as TemplateError {
      guard case .invalid(let problems, _) = error,
        problems.allSatisfy({ $0.code == .limit })
      else { throw FuzzFinding("an imported document does not compile: \(error)\n\(yaml)") }
      return nil
    }
  }
}
