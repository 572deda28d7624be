import AutoLayout
package import StructuredDocuments
public import TemplateDocuments

/// A cell of an Interface Builder file, imported as a template document, with notes.
public struct ImportedTemplate: Sendable {
  /// The cell that was imported.
  public let cell: InterfaceBuilderFile.Cell
  /// The Interface Builder file, as given.
  public let file: String
  /// The version of the tools that saved the file, up to its dot.
  public let toolsVersion: Int
  /// The mode of the import.
  public let mode: InterfaceBuilderMode
  /// The parts that could not be imported, in the order of the file's lines.
  public let notes: [TemplateProblem]
  /// Ids of the views whose text the app's code sets through an outlet, so that they need a
  /// binding.
  public let unbound: [String]

  /// The template document.
  ///
  /// Each value has the number of its line in the Interface Builder file.
  package var node: DocumentNode
  /// The names and lines of the constraints with an outlet, through which code may set their
  /// constants.
  let codeConstraints: [(name: String, line: Int)]
  /// Ids of constraints without a name, which are their object ids.
  let objectConstraints: Set<String>

  /// The document as YAML text, with the notes in a comment at its start.
  ///
  /// - Parameter stackNotes: What there is to say about the template's stacks, in one line each.
  package func yaml(stackNotes: [String]) -> String {
    var lines = ["Imported from \(Self.comment(file)), cell \(Self.comment(cell.name))."]
    if mode == .canvas {
      lines.append("As on Xcode's canvas, with its margins and placeholders.")
    }
    if !unbound.isEmpty {
      lines.append(
        "Texts that code sets, to be bound: \(unbound.map(Self.comment).joined(separator: ", ")).")
    }
    lines += stackNotes.map(Self.comment)
    if !notes.isEmpty {
      lines.append("Not carried over:")
      lines += notes.map { "  " + Self.comment($0.withoutFile) }
    }
    return lines.map { "# \($0)\n" }.joined() + DocumentWriter.text(of: node)
  }

  /// A text on one line, without the characters that YAML refuses in comments, and without `*`.
  private static func comment(_ text: String) -> String {
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x2A: shown.append("\u{2217}")
      case 0...0x0D, 0x85, 0x2028, 0x2029: shown.append(" ")
      case 0..<0x20, 0x7F..<0xA0, 0xFEFF, 0xFFFE, 0xFFFF: shown.append("\u{FFFD}")
      default: shown.append(scalar)
      }
    }
    return String(shown)
  }

  /// Warns of texts that have an outlet but no binding, and of constraints that have an outlet.
  ///
  /// - Parameters:
  ///   - views: The views, after the views of the document were merged.
  ///   - removed: Ids of the constraints that the document removes.
  func warnUnbound(
    in views: [DocumentNode], without removed: Set<String>, into context: DocumentContext
  ) {
    warnUnboundTexts(in: views, into: context)
    for constraint in codeConstraints where !removed.contains(constraint.name) {
      context.warn(
        TemplateProblem(
          code: .importedOutlet, file: file, lines: [constraint.line],
          found: "the constraint '\(constraint.name)' has an outlet: code may change it",
          expected: "leave it out with 'without' and write it with a binding or in a group"))
    }
  }

  private func warnUnboundTexts(in views: [DocumentNode], into context: DocumentContext) {
    for view in views {
      if let id = view["id"]?.text, unbound.contains(id), !Self.isBound(view) {
        context.warn(
          TemplateProblem(
            code: .importedOutlet, file: file, lines: [context.lines.number(of: view.line)],
            found: "the text of '\(id)', which code sets and no binding does",
            expected: "bind it, as in text: \"{title}\""))
      }
      warnUnboundTexts(in: view["subviews"]?.elements ?? [], into: context)
    }
  }

  /// Whether a view's text has a binding; `true` also for a view that is no label or button.
  private static func isBound(_ view: DocumentNode) -> Bool {
    guard let kind = view["kind"]?.text, kind == "label" || kind == "button" else { return true }
    let texts = view["text"]?.elements?.compactMap { $0.text ?? $0["text"]?.text }
    return (texts ?? [view["text"]?.text ?? ""]).contains {
      $0.replacing("{{", with: "").contains("{")
    }
  }
}

/// Converts the text of an Interface Builder file to a template document.
package enum InterfaceBuilderDocument {
  /// The document of a cell.
  ///
  /// It is the cell that the file's name selects, as in `Main.storyboard#PostCell`, or the only
  /// cell. Parts that cannot be imported become warnings. Without a usable cell, the result is
  /// `nil`, and problems are reported.
  ///
  /// - Parameter base: The offset of the document's line numbers in `SourceLines`.
  package static func read(_ text: String, base: Int, into context: DocumentContext)
    -> DocumentNode?
  {
    guard let imported = imported(text, base: base, keepsObjects: false, into: context) else {
      return nil
    }
    imported.warnUnbound(in: imported.node["views"]?.elements ?? [], without: [], into: context)
    return imported.node.moved(by: base)
  }

  /// The imported cell, with line numbers of the file; without a usable cell, problems are
  /// reported.
  ///
  /// - Parameters:
  ///   - base: The offset of the document's line numbers in `SourceLines`.
  ///   - keepsObjects: Whether constraints without a name get their object ids as ids.
  static func imported(
    _ text: String, base: Int, keepsObjects: Bool, into context: DocumentContext
  ) -> ImportedTemplate? {
    do throws(TemplateError) {
      let given = context.lines.file(of: base + 1)
      let location = InterfaceBuilderPath(given)
      let file = try InterfaceBuilderFile(bytes: Array(text.utf8), file: location?.file ?? given)
      let index = try file.cell(named: location?.cell)
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
