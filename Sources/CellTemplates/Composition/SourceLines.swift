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

  private func source(of line: Int) -> Source {
    sources.last { $0.base < line } ?? sources[0]
  }
}

/// How counted lines become those of their own documents.
extension SourceLines {
  func placed<Part>(_ parts: [Part], _ line: WritableKeyPath<Part, Int>) -> [Part] {
    parts.map { part in
      var part = part
      part[keyPath: line] = number(of: part[keyPath: line])
      return part
    }
  }

  func placed(_ view: TemplateView) -> TemplateView {
    var view = view
    let source = source(of: view.line)
    view.file = source.base == 0 ? nil : source.file
    view.line -= source.base
    return view
  }

  func placed(_ place: DocumentPlace) -> DocumentPlace {
    var placed = place
    placed.line = number(of: place.line)
    placed.file = file(of: place.line)
    return placed
  }
}
