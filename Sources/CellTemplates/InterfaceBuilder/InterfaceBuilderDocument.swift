/// Reads an Interface Builder file in the place of a template document.
enum InterfaceBuilderDocument {
  /// The document of the cell that the file's name asks for, as `Main.storyboard#PostCell`; without
  /// a name that of the only cell.
  ///
  /// What cannot be carried over becomes a warning.
  static func read(_ text: String, into context: inout DocumentContext) -> DocumentNode? {
    do throws(TemplateError) {
      let (path, name) = InterfaceBuilderFile.split(context.file)
      let file = try InterfaceBuilderFile(bytes: Array(text.utf8), file: path)
      let index = try file.cell(named: name)
      let imported = try file.importedTemplate(cell: index, limits: context.limits)
      for note in imported.notes { context.warn(note) }
      return imported.node
    } catch {
      guard case .invalid(let problems, _) = error else { return nil }
      for problem in problems {
        for line in problem.lines {
          context.report(
            problem.code, line: line, found: problem.found, expected: problem.expected)
        }
      }
      return nil
    }
  }
}
