package import LayoutPrimitives

/// Numbers the lines of all documents of one template consecutively.
///
/// The first document keeps its line numbers. Each further document continues with the numbers
/// after the previous one. So one number identifies both document and line, even if nodes move.
package struct SourceLines: Hashable, Sendable {
  private struct Source: Hashable {
    var file: String
    /// The offset that is added to the line numbers of the file.
    var base: Int
  }

  private var sources: [Source]
  /// The offset for the line numbers of the next document.
  private var next: Int

  /// Begins with the first document.
  ///
  /// - Parameter bytes: Maximum size of the first document in bytes, which limits its number of
  ///   lines too.
  package init(file: String, bytes: Int) {
    sources = [Source(file: file, base: 0)]
    next = bytes + 2
  }

  /// Adds a document, whose lines get the next numbers.
  ///
  /// - Returns: The offset that is added to the line numbers of the document.
  package mutating func add(file: String, text: String) -> Int {
    let base = next
    sources.append(Source(file: file, base: base))
    next += text.utf8.count + 2
    return base
  }

  package func file(of line: Int) -> String { source(of: line).file }

  /// The file of a line; `nil` if the line is in the first document.
  package func otherFile(of line: Int) -> String? {
    let source = source(of: line)
    return source.base == 0 ? nil : source.file
  }

  /// Converts a consecutive line number to the line number in the line's file.
  package func number(of line: Int) -> Int { line - source(of: line).base }

  /// The number of a line in its file, for a message; the file is added if the line `other` is in
  /// another file.
  package func words(for line: Int, seenFrom other: Int) -> String {
    let file = file(of: line)
    return file == self.file(of: other)
      ? "\(number(of: line))" : "\(number(of: line)) of \(file)"
  }

  private func source(of line: Int) -> Source {
    sources.last { $0.base < line } ?? sources[0]
  }
}

/// Converts consecutive line numbers to the line numbers in the files.
extension SourceLines {
  package func placed<Part>(_ parts: [Part], _ line: WritableKeyPath<Part, Int>) -> [Part] {
    parts.map { part in
      var part = part
      part[keyPath: line] = number(of: part[keyPath: line])
      return part
    }
  }

  package func placed(_ place: SourceLocation) -> SourceLocation {
    var placed = place
    placed.line = number(of: place.line)
    placed.file = file(of: place.line)
    return placed
  }
}
