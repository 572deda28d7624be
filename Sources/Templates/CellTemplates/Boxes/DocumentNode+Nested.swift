import StructuredDocuments

extension DocumentNode {
  /// The views and boxes directly inside a view or box.
  var nested: [DocumentNode] {
    BoxKeys.nested.flatMap { key -> [DocumentNode] in
      guard let value = self[key] else { return [] }
      return value.elements ?? (value.entries == nil ? [] : [value])
    }
  }

  /// A copy in which every view and box directly inside is replaced.
  func replacingNested(_ replacement: (DocumentNode) -> DocumentNode) -> DocumentNode {
    guard var entries = entries else { return self }
    for index in entries.indices where BoxKeys.nested.contains(entries[index].key) {
      let value = entries[index].value
      if let elements = value.elements {
        entries[index].value.value = .list(elements.map(replacement))
      } else if value.entries != nil {
        entries[index].value = replacement(value)
      }
    }
    var copy = self
    copy.value = .mapping(entries)
    return copy
  }
}
