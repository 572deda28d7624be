import AutoLayout
import CSSBoxes
import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments
import XMLDocuments

/// Reads what a template declares of markup.
enum MarkupReader {
  /// Reads the sheet for markup: its text, or the path of a `.css` file.
  static func sheet(
    _ node: DocumentNode, viewportHeight: Double?, into context: DocumentContext
  ) -> CSSSheet {
    guard let text = node.text else {
      context.report(
        .invalidValue, line: node.line, found: "\(node.found) as 'sheet'",
        expected: "expected rules of CSS, or the path of a .css file")
      return CSSSheet()
    }
    var css = text
    // A block of text begins on the line after its key.
    var base = text.contains("\n") ? node.line : node.line - 1
    if !text.contains("{") {
      guard text.hasSuffix(".css") else {
        context.report(
          .invalidValue, line: node.line, found: "'\(DocumentNode.shortened(text))' as 'sheet'",
          expected: "expected rules of CSS, or the path of a .css file, as in ./chat.css")
        return CSSSheet()
      }
      guard let loaded = context.load(text, what: "sheet", at: node.line) else { return CSSSheet() }
      (css, base) = (loaded.text, loaded.base)
    }
    var problems: [CSSSheet.Problem] = []
    let sheet = CSSSheet(css, viewportHeight: viewportHeight, problems: &problems)
    for problem in problems {
      context.report(
        .invalidValue, line: base + problem.line, found: problem.error.found + " in the sheet",
        expected: problem.error.expected)
    }
    warn(about: sheet, base: base, line: node.line, into: context)
    return sheet
  }

  /// Adds warnings about selectors that no markup is likely to match.
  private static func warn(
    about sheet: CSSSheet, base: Int, line: Int, into context: DocumentContext
  ) {
    // A fragment of HTML has none of the elements of a page.
    let known =
      HTMLTag.allCases.filter { ![.other, .html, .head, .body].contains($0) }.map(\.rawValue)
      + ["data", "slot"]
    for type in sheet.types where !known.contains(type.name) && !type.name.contains("-") {
      context.warn(
        line: base + type.line, found: "'\(type.name)' in the sheet is no element of markup",
        expected: "write the name of an element, such as p, and the declarations of a page's body "
          + "in 'style' of the element with 'markup'"
          + context.suggestion(for: type.name, among: known))
    }
    guard sheet.needsClasses else { return }
    context.warn(
      line: line, found: "every selector of the sheet names a class, as in '.message p'",
      expected:
        "selectors match the markup of records alone, not the elements of the card: write 'p' "
        + "for '.message p' of a page, and the declarations of '.message' in 'style' of the element "
        + "with 'markup'; classes count if records have them")
  }

  /// Reads the key `markup`: a binding, or `{text, language, reset}`.
  static func markup(_ node: DocumentNode, _ fields: Fields) -> CardMarkup? {
    let context = fields.context
    let expected = "a binding such as \"{content}\", or {text, language, reset}"
    var text = node
    var language: CardMarkup.Language?
    var isReset = false
    if node.entries != nil {
      let keys = ["text", "language", "reset"]
      guard let parts = fields.mapping("markup", node, keys: keys) else { return nil }
      language = parts.word("language")
      isReset = parts.flag("reset") ?? false
      text = parts["text"] ?? DocumentNode(line: node.line, value: .text("{content}"))
    }
    guard let written = text.text else {
      fields.report("markup", text, expected: expected)
      return nil
    }
    let bound: BoundText
    do throws(NotationError) {
      bound = try BoundText(written)
    } catch {
      context.report(error, .bindingSyntax, in: written, line: text.line)
      return nil
    }
    guard bound.parts.count == 1, let binding = bound.bindings.first else {
      fields.report("markup", text, expected: expected)
      return nil
    }
    if let language {
      return CardMarkup(
        sources: [CardMarkup.Source(text: bound, language: language)], isReset: isReset)
    }
    do throws(NotationError) {
      switch binding.paths.count == 1 ? binding.paths[0].spelling : "" {
      case "content":
        return CardMarkup(
          sources: [
            CardMarkup.Source(text: try BoundText("{content_html}"), language: .html),
            CardMarkup.Source(text: try BoundText("{content_markdown}"), language: .markdown),
            CardMarkup.Source(text: bound, language: .text),
          ], isReset: isReset)
      case "content_html":
        return CardMarkup(sources: [.init(text: bound, language: .html)], isReset: isReset)
      case "content_markdown":
        return CardMarkup(sources: [.init(text: bound, language: .markdown)], isReset: isReset)
      default:
        fields.report(
          "markup", text,
          expected: "{content}, or the language of another value, as in "
            + "{text: \"{body}\", language: markdown}")
      }
    } catch {
      context.report(error, .bindingSyntax, in: written, line: text.line)
    }
    return nil
  }
}
