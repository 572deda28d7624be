/// A cell of an Interface Builder file as a template document, and what could not be carried over.
public struct ImportedTemplate: Sendable {
  /// The cell it was made of.
  public let cell: InterfaceBuilderFile.Cell
  /// The file as given.
  public let file: String
  /// The version of the tools that saved the file.
  public let toolsVersion: Int
  /// For what it was imported.
  public let mode: InterfaceBuilderMode
  /// What could not be carried over, in the order of the file's lines.
  public let notes: [TemplateProblem]
  /// Ids of views with an outlet that show a text, which want a binding.
  public let unbound: [String]

  /// The document, each value with its line in the file.
  let node: DocumentNode

  /// The document as text, with the notes in a comment at its head; it reads back as the same
  /// document.
  public var yaml: String {
    var lines = ["Imported from \(Self.comment(file)), cell \(Self.comment(cell.name))."]
    if mode == .canvas {
      lines.append("As on Xcode's canvas, with its margins and placeholders.")
    }
    if !unbound.isEmpty {
      lines.append(
        "Texts that code sets, to be bound: \(unbound.map(Self.comment).joined(separator: ", ")).")
    }
    if !notes.isEmpty {
      lines.append("Not carried over:")
      lines += notes.map { "  " + Self.comment($0.withoutFile) }
    }
    return lines.map { "# \($0)\n" }.joined() + DocumentWriter.text(of: node)
  }

  /// The compiled template.
  ///
  /// - Parameter limits: What the document must keep within.
  /// - Throws: `TemplateError.invalid` with lines of the Interface Builder file.
  public func template(
    limits: TemplateLimits = TemplateLimits()
  ) throws(TemplateError) -> CellTemplate {
    try CellTemplate(node: node, file: file, limits: limits)
  }

  /// A text on one line, without what could be read as an anchor and its alias.
  private static func comment(_ text: String) -> String {
    String(text.map { $0.isNewline || $0 == "\u{0}" ? " " : $0 == "*" ? "\u{2217}" : $0 })
  }
}
