import InterfaceBuilder
import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments

/// Parses the text of a template document or an Interface Builder file.
enum DocumentReader {
  /// Parses a document; `nil`, with problems reported, when it is unusable.
  ///
  /// - Parameter base: The offset of the document's line numbers in `SourceLines`.
  static func read(_ text: String, base: Int = 0, into context: DocumentContext) -> DocumentNode? {
    if DocumentContext.isXML(text) {
      return InterfaceBuilderDocument.read(text, base: base, into: context)
    }
    if InterfaceBuilderPath(context.lines.file(of: base + 1)) != nil,
      !DocumentContext.isDocument(text)
    {
      context.report(
        .interfaceBuilder, line: base + 1,
        found: text.allSatisfy(\.isWhitespace) ? "an empty file" : "a file that is not XML",
        expected: "expected a .xib or storyboard as Xcode saves it")
      return nil
    }
    let limits = DocumentParser.Limits(bytes: context.limits.bytes, depth: context.limits.depth)
    let (root, problems) = DocumentParser.parse(text, limits: limits)
    for problem in problems {
      let mark = problem.column.map { column in
        SourceLocation(
          line: base + problem.line, text: DocumentNode.line(problem.line, of: text),
          offset: max(column - 1, 0))
      }
      context.report(
        code(of: problem.kind), line: base + problem.line, found: problem.found,
        expected: problem.expected, mark: mark)
    }
    if root == nil, problems.isEmpty {
      context.report(
        .syntax, line: base + 1, found: "an empty document", expected: "expected a template")
    }
    return root?.moved(by: base)
  }

  private static func code(of kind: DocumentProblem.Kind) -> TemplateProblem.Code {
    switch kind {
    case .syntax: .syntax
    case .limit: .limit
    case .duplicateKey: .duplicateName
    case .unknownKey, .laterKey: .unknownKey
    case .value: .invalidValue
    }
  }
}

extension DocumentContext {
  /// Parses a condition; `nil`, with a problem reported, when it is invalid.
  func condition(_ text: String, line: Int, names: ConditionNames) -> Condition? {
    do throws(ConditionError) {
      return try ConditionParser.parse(text, names: names)
    } catch {
      report(
        error.notation, error.isUnknownName ? .unknownName : .conditionSyntax, in: text, line: line)
      return nil
    }
  }
}
