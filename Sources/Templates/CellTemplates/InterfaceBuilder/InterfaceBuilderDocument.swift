import StructuredDocuments

/// Converts the text of an Interface Builder file to a template document.
enum InterfaceBuilderDocument {
  /// The document of the cell that the file's name selects, as in `Main.storyboard#PostCell`, or of
  /// the only cell.
  ///
  /// Parts that cannot be imported become warnings. Without a usable cell it is `nil`, and problems
  /// are reported.
  ///
  /// - Parameter base: The offset of the document's line numbers in `SourceLines`.
  static func read(_ text: String, base: Int, into context: DocumentContext) -> DocumentNode? {
    guard let imported = imported(text, base: base, keepsObjects: false, into: context) else {
      return nil
    }
    imported.warnUnbound(in: imported.node["views"]?.elements ?? [], without: [], into: context)
    return imported.node.moved(by: base)
  }

  /// The imported cell, with line numbers of the file; `nil`, and reports problems, without one.
  ///
  /// - Parameters:
  ///   - base: The offset of the document's line numbers in `SourceLines`.
  ///   - keepsObjects: Whether constraints without a name get their object ids as ids.
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
