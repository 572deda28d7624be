/// The lines of all documents that one template is made of, counted through.
///
/// The first document keeps its own numbers. Each further one begins after the last line of the one
/// before, so that a single number tells the document and the line in it wherever nodes are moved.
struct SourceLines: Hashable, Sendable {
  /// A document.
  private struct Source: Hashable {
    var file: String
    /// What is added to its own line numbers.
    var base: Int
  }

  private var sources: [Source]
  /// What the next document's line numbers get added; lines of the first one are far below.
  private var next: Int

  /// Begins with the first document, of at most so many bytes and hence lines.
  init(file: String, bytes: Int) {
    sources = [Source(file: file, base: 0)]
    next = bytes + 2
  }

  /// Adds a document; what its line numbers get added.
  mutating func add(file: String, text: String) -> Int {
    let base = next
    sources.append(Source(file: file, base: base))
    next += text.utf8.count + 2
    return base
  }

  /// The file of a line.
  func file(of line: Int) -> String { source(of: line).file }

  /// The number of a line in its own file.
  func number(of line: Int) -> Int { line - source(of: line).base }

  /// A line for a sentence about another line: its number, with the file where that is another.
  func words(for line: Int, seenFrom other: Int) -> String {
    let file = file(of: line)
    return file == self.file(of: other)
      ? "\(number(of: line))" : "\(number(of: line)) of \(file)"
  }

  /// The document's own number of a line, and its file where that is not the first.
  private func place(of line: Int) -> (line: Int, file: String?) {
    let source = source(of: line)
    return (line - source.base, source.base == 0 ? nil : source.file)
  }

  private func source(of line: Int) -> Source {
    sources.last { $0.base < line } ?? sources[0]
  }
}

/// How lines of what was read become those of their own documents.
extension SourceLines {
  func placed(_ view: TemplateView) -> TemplateView {
    var view = view
    (view.line, view.file) = place(of: view.line)
    return view
  }

  func placed(_ group: TemplateGroup) -> TemplateGroup {
    var group = group
    (group.line, _) = place(of: group.line)
    return group
  }

  func placed(_ constant: TemplateConstant) -> TemplateConstant {
    var constant = constant
    (constant.line, _) = place(of: constant.line)
    return constant
  }

  func placed(_ constraint: ConstraintPlace) -> ConstraintPlace {
    ConstraintPlace(
      file: file(of: constraint.line), line: number(of: constraint.line), text: constraint.text)
  }
}
