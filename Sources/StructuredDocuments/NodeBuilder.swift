/// Builds a mapping of a document, key by key, in order.
package struct NodeBuilder {
  /// The line number of its values.
  package let line: Int
  package private(set) var entries: [DocumentNode.Entry] = []

  package init(line: Int = 1) { self.line = line }

  /// The mapping so far.
  package var node: DocumentNode { DocumentNode(line: line, value: .mapping(entries)) }

  /// Sets a key that is not there yet.
  package mutating func set(_ key: String, _ value: DocumentNode.Value) {
    set(key, DocumentNode(line: line, value: value))
  }

  /// Sets a key that is not there yet.
  package mutating func set(_ key: String, _ node: DocumentNode) {
    entries.append(DocumentNode.Entry(key: key, line: node.line, value: node))
  }

  /// Sets a key to a list of numbers, with null for missing ones.
  package mutating func set(_ key: String, numbers: [Double?]) {
    let line = line
    set(
      key,
      .list(numbers.map { DocumentNode(line: line, value: $0.map { .number($0) } ?? .null) }))
  }

  /// Sets a key to a list of words.
  package mutating func set(_ key: String, words: [String]) {
    let line = line
    set(key, .list(words.map { DocumentNode(line: line, value: .text($0)) }))
  }
}
