import StructuredDocuments

/// Reads an Interface Builder file in the place of a template document.
enum InterfaceBuilderDocument {
  /// The document of the cell that the file's name asks for, as `Main.storyboard#PostCell`; without
  /// a name that of the only cell.
  ///
  /// What cannot be carried over becomes a warning.
  ///
  /// - Parameter base: What is added to its line numbers.
  static func read(_ text: String, base: Int, into context: DocumentContext) -> DocumentNode? {
    guard let imported = imported(text, base: base, keepsObjects: false, into: context) else {
      return nil
    }
    imported.warnUnbound(in: imported.node["views"]?.elements ?? [], without: [], into: context)
    return imported.node.moved(by: base)
  }

  /// The cell as it was imported, with the lines of its own file.
  ///
  /// - Parameter keepsObjects: Whether constraints that nobody named are named by their object ids.
  static func imported(
    _ text: String, base: Int, keepsObjects: Bool, into context: DocumentContext
  ) -> ImportedTemplate? {
    do throws(TemplateError) {
      let (path, name) = InterfaceBuilderFile.split(context.lines.file(of: base + 1))
      let file = try InterfaceBuilderFile(bytes: Array(text.utf8), file: path)
      let index = try file.cell(named: name)
      let imported = try file.importedTemplate(
        cell: index, mode: .runtime, limits: context.limits, keepsObjects: keepsObjects)
      for note in imported.notes { context.warn(note) }
      return imported
    } catch {
      guard case .invalid(let problems, _) = error else { return nil }
      for problem in problems {
        for line in problem.lines {
          context.report(
            problem.code, line: base + line, found: problem.found, expected: problem.expected)
        }
      }
      return nil
    }
  }
}
