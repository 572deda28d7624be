import AutoLayout
public import InterfaceBuilder
import LayoutPrimitives
public import TemplateDocuments

/// Compiles imported documents.
extension ImportedTemplate {
  /// The document as YAML text, with the notes in a comment at its start.
  public var yaml: String { yaml(stackNotes: stackNotes) }

  /// The stacks whose labels share the width by a constraint that UIKit adds, and those for which
  /// this depends on the version of iOS, in one line each.
  private var stackNotes: [String] {
    let template: CellTemplate
    do {
      template = try self.template()
    } catch {
      // Problems of the document are reported by its readers.
      return []
    }
    let shared = template.stacks.compactMap { stack -> String? in
      let program = stack.program
      let labels = program.views.filter { view in
        program.constraints.indices.contains {
          program.isTextWidth($0) && program.constraints[$0].first.item == view
        }
      }
      guard !labels.isEmpty else { return nil }
      let names = labels.map { template.views[$0].id }.joined(separator: ", ")
      return
        "The labels of the stack \(template.views[program.stack].id) that wrap (\(names)) share "
        + "its width, by UIKit's UISV-text-width-disambiguation."
    }
    return shared
      + template.warnings.filter { $0.code == .systemDependent }.map(\.withoutFile)
  }

  /// Compiles the template document.
  ///
  /// - Parameter limits: The limits of the document.
  /// - Throws: `TemplateError.invalid` with line numbers of the Interface Builder file.
  public func template(
    limits: TemplateLimits = TemplateLimits()
  ) throws(TemplateError) -> CellTemplate {
    try CellTemplate(node: node, file: file, limits: limits)
  }
}
