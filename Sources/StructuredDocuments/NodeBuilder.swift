/// Builds a mapping of a document, key by key, in order.
package struct NodeBuilder {
  /// Line number, from 1, of values that are not set as a `DocumentNode` with its own line.
  package let line: Int
  package private(set) var entries: [DocumentNode.Entry] = []

  package init(line: Int = 1) { self.line = line }

  /// The mapping so far.
  package var node: DocumentNode { DocumentNode(line: line, value: .mapping(entries)) }

  /// Appends a key with a value.
  ///
  /// The key must be new.
  package mutating func set(_ key: String, _ value: DocumentNode.Value) {
    set(key, DocumentNode(line: line, value: value))
  }

  /// Appends a key with a node.
  ///
  /// The key must be new.
  package mutating func set(_ key: String, _ node: DocumentNode) {
    entries.append(DocumentNode.Entry(key: key, line: node.line, value: node))
  }

  /// Appends a key with a list of numbers, null for missing ones.
  package mutating func set(_ key: String, numbers: [Double?]) {
    let line = line
    set(
      key,
      .list(numbers.map { DocumentNode(line: line, value: $0.map { .number($0) } ?? .null) }))
  }

  /// Appends a key with a list of words.
  package mutating func set(_ key: String, words: [String]) {
    let line = line
    set(key, .list(words.map { DocumentNode(line: line, value: .text($0)) }))
  }
}
