/// Reading and editing nodes, to compose a document from several.
extension DocumentNode {
  /// The entries of a mapping, or `nil` for anything else.
  package var entries: [Entry]? {
    if case .mapping(let entries) = value { entries } else { nil }
  }

  /// The elements of a list, or `nil` for anything else.
  package var elements: [DocumentNode]? {
    if case .list(let nodes) = value { nodes } else { nil }
  }

  /// The text, or `nil` for anything else.
  package var text: String? {
    if case .text(let text) = value { text } else { nil }
  }

  /// The value of a mapping's key, where null counts as absent.
  package subscript(key: String) -> DocumentNode? {
    get {
      guard let found = entries?.first(where: { $0.key == key })?.value else { return nil }
      if case .null = found.value { return nil }
      return found
    }
    set {
      guard var entries else { return }
      if let index = entries.firstIndex(where: { $0.key == key }) {
        if let newValue { entries[index].value = newValue } else { entries.remove(at: index) }
      } else if let newValue {
        entries.append(Entry(key: key, line: newValue.line, value: newValue))
      }
      value = .mapping(entries)
    }
  }

  /// Line of a key, or of the mapping when the key is absent.
  package func line(of key: String) -> Int {
    entries?.first { $0.key == key }?.line ?? line
  }

  /// Appends elements to the list at a key.
  ///
  /// An absent list is created; another value stays unchanged.
  package mutating func append(_ nodes: [DocumentNode], to key: String) {
    guard !nodes.isEmpty else { return }
    var list = self[key] ?? DocumentNode(line: line, value: .list([]))
    guard let elements = list.elements else { return }
    list.value = .list(elements + nodes)
    self[key] = list
  }
}
