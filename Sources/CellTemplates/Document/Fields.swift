import StructuredDocuments
import LayoutPrimitives

/// A mapping of a document whose keys have been checked.
struct Fields {
  /// The mapping in words for a message.
  let what: String
  /// Line of the mapping.
  let line: Int
  private let entries: [DocumentNode.Entry]

  /// Takes a mapping; unknown keys and values that are no mapping become problems.
  ///
  /// - Parameters:
  ///   - node: The value.
  ///   - what: The mapping in words.
  ///   - sort: What sort of mapping it is, in words; one slip made in many of a sort is one problem.
  ///   - keys: The keys that have a meaning.
  ///   - context: Takes the problems.
  init?(
    _ node: DocumentNode, what: String, sort: String? = nil, keys: [String],
    into context: inout DocumentContext
  ) {
    guard case .mapping(let entries) = node.value else {
      context.report(
        .invalidValue, line: node.line, found: "\(node.found) as \(what)",
        expected: "expected a mapping")
      return nil
    }
    for entry in entries where !keys.contains(entry.key) {
      let near = context.suggestion(for: entry.key, among: keys)
      context.report(
        .unknownKey, line: entry.line,
        found: "the unknown key '\(DocumentNode.shortened(entry.key))' in \(sort ?? what)",
        expected: near.isEmpty
          ? "expected one of \(keys.joined(separator: ", "))" : String(near.dropFirst(2)))
    }
    self.what = what
    self.line = node.line
    self.entries = entries
  }

  /// The value of a key; null counts as absent.
  subscript(key: String) -> DocumentNode? {
    guard let value = entries.first(where: { $0.key == key })?.value else { return nil }
    if case .null = value.value { return nil }
    return value
  }

  /// Line of a key, or of the mapping when the key is absent.
  func line(of key: String) -> Int {
    entries.first { $0.key == key }?.line ?? line
  }

  /// Notes a key that must be there and is not.
  func reportMissing(_ key: String, expected: String, into context: inout DocumentContext) {
    context.report(
      .missingKey, line: line, found: "no '\(key)' in \(what)", expected: "expected \(expected)")
  }

  /// Notes a value that is not what its key wants.
  func report(
    _ key: String, _ node: DocumentNode, expected: String, into context: inout DocumentContext
  ) {
    context.report(
      .invalidValue, line: node.line, found: "\(node.found) as '\(key)' of \(what)",
      expected: "expected \(expected)")
  }

  /// A text.
  func text(_ key: String, into context: inout DocumentContext) -> String? {
    guard let node = self[key] else { return nil }
    guard case .text(let text) = node.value else {
      report(key, node, expected: "text; quote it", into: &context)
      return nil
    }
    guard text.utf8.count <= context.limits.textLength else {
      context.report(
        .limit, line: node.line, found: "\(text.utf8.count) bytes as '\(key)' of \(what)",
        expected: "expected at most \(context.limits.textLength)")
      return nil
    }
    return text
  }

  /// A number in a range.
  func number(
    _ key: String, in range: ClosedRange<Double>, expected: String,
    into context: inout DocumentContext
  ) -> Double? {
    guard let node = self[key] else { return nil }
    guard case .number(let value) = node.value, range.contains(value) else {
      report(key, node, expected: expected, into: &context)
      return nil
    }
    return value
  }

  /// A whole number in a range.
  func integer(
    _ key: String, in range: ClosedRange<Int>, expected: String,
    into context: inout DocumentContext
  ) -> Int? {
    guard let node = self[key] else { return nil }
    guard case .number(let value) = node.value, let whole = Int(exactly: value),
      range.contains(whole)
    else {
      report(key, node, expected: expected, into: &context)
      return nil
    }
    return whole
  }

  /// True or false.
  func flag(_ key: String, into context: inout DocumentContext) -> Bool? {
    guard let node = self[key] else { return nil }
    guard case .bool(let value) = node.value else {
      report(key, node, expected: "true or false", into: &context)
      return nil
    }
    return value
  }

  /// One of a set of words.
  func word<Word: RawRepresentable & CaseIterable>(
    _ key: String, into context: inout DocumentContext
  ) -> Word? where Word.RawValue == String {
    guard let node = self[key] else { return nil }
    guard case .text(let text) = node.value, let word = Word(rawValue: text) else {
      let all = Word.allCases.map(\.rawValue)
      var expected = "one of " + all.joined(separator: ", ")
      if case .text(let text) = node.value { expected += NearestName(all).suggestion(for: text) }
      report(key, node, expected: expected, into: &context)
      return nil
    }
    return word
  }

  /// The elements of a list.
  func list(_ key: String, into context: inout DocumentContext) -> [DocumentNode] {
    guard let node = self[key] else { return [] }
    guard case .list(let nodes) = node.value else {
      report(key, node, expected: "a list", into: &context)
      return []
    }
    return nodes
  }

  /// Checks what is kept for whoever builds the view: `class` and `attributes`, of which layout needs
  /// nothing.
  func checkKept(into context: inout DocumentContext) {
    _ = text("class", into: &context)
    guard let node = self["attributes"] else { return }
    if case .mapping = node.value { return }
    report("attributes", node, expected: "a mapping of key paths to values", into: &context)
  }
}
