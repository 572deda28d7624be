import StructuredDocuments

/// The ids of a document's views, each of which is declared once.
struct ViewIdentifiers {
  private let context: DocumentContext
  private var lines: [String: Int] = [:]

  init(context: DocumentContext) {
    self.context = context
  }

  /// Reads a view's id, and reports an invalid one.
  mutating func read(_ fields: Fields) -> String {
    let expected = "a name that is stable in the output"
    guard let id = fields.required("id", expected: expected) else { return "" }
    let line = fields.line(of: "id")
    if id.isEmpty || id.contains("\"") || id.contains(where: \.isNewline) {
      context.report(
        .invalidValue, line: line, found: "the id '\(DocumentNode.shortened(id))'",
        expected: "expected a name on one line without double quotes")
    } else if id == "cell" {
      context.report(
        .duplicateName, line: line, found: "a view named 'cell'",
        expected: "expected another id; cell is the cell itself")
    } else {
      context.declare("view", id, line: line, in: &lines)
    }
    return id
  }
}
