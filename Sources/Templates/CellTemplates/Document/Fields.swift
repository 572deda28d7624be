import StructuredDocuments
import LayoutPrimitives

/// A mapping of a document whose keys are checked, with typed access to its values.
struct Fields {
  let context: DocumentContext
  /// A description of the mapping, for messages.
  let what: String
  private let node: DocumentNode

  /// Takes a mapping and reports its unknown keys; `nil`, and reports a problem, for other values.
  ///
  /// - Parameters:
  ///   - node: The value.
  ///   - what: What the mapping is, in words.
  ///   - sort: The sort of mapping in words. Equal unknown keys in one sort are one problem.
  ///   - keys: The known keys.
  ///   - context: Receives the problems.
  init?(
    _ node: DocumentNode, what: String, sort: String? = nil, keys: [String],
    into context: DocumentContext
  ) {
    guard let entries = node.entries else {
      context.report(
        .invalidValue, line: node.line, found: "\(node.found) as \(what)",
        expected: "expected a mapping")
      return nil
    }
    for entry in entries where !keys.contains(entry.key) {
      let meant = Self.meant[entry.key].flatMap { keys.contains($0) ? $0 : nil } ?? entry.key
      let near = context.suggestion(for: meant, among: keys)
      context.report(
        .unknownKey, line: entry.line,
        found: "the unknown key '\(DocumentNode.shortened(entry.key))' in \(sort ?? what)",
        expected: near.isEmpty
          ? "expected one of \(keys.joined(separator: ", "))" : String(near.dropFirst(2)))
    }
    self.context = context
    self.what = what
    self.node = node
  }

  /// Keys of other notations, and ours for the same.
  private static let meant = [
    "src": "source", "url": "source", "href": "source", "type": "kind", "name": "id",
    "children": "subviews", "arrangedSubviews": "subviews", "orientation": "axis",
    "gap": "spacing", "padding": "margins", "isHidden": "hidden", "visible": "hidden",
    "title": "text", "content": "text", "value": "text", "numberOfLines": "lines",
    "maxLines": "lines", "lineClamp": "lines", "lineBreakMode": "truncation",
    "textOverflow": "truncation", "textStyle": "style", "fontFamily": "font",
    "width": "intrinsic", "height": "intrinsic",
  ]

  /// The mapping at a key.
  ///
  /// - Parameters:
  ///   - node: The value of the key.
  ///   - keys: The known keys of the mapping.
  func mapping(_ key: String, _ node: DocumentNode, keys: [String]) -> Fields? {
    Fields(node, what: "'\(key)' of \(what)", keys: keys, into: context)
  }

  var line: Int { node.line }

  /// The value of a key; null counts as absent.
  subscript(key: String) -> DocumentNode? { node[key] }

  /// Line of a key, or of the mapping when the key is absent.
  func line(of key: String) -> Int { node.line(of: key) }

  func reportMissing(_ key: String, expected: String) {
    context.report(
      .missingKey, line: line, found: "no '\(key)' in \(what)", expected: "expected \(expected)")
  }

  /// Reports a value of the wrong type or out of range.
  func report(_ key: String, _ node: DocumentNode, expected: String) {
    context.report(
      .invalidValue, line: node.line, found: "\(node.found) as '\(key)' of \(what)",
      expected: "expected \(expected)")
  }

  /// Reports a value that is not one of a set of words, and suggests the nearest word.
  func report(_ key: String, _ node: DocumentNode, lead: String = "one of ", words: [String]) {
    let near = node.text.map { NearestName(words).suggestion(for: $0) } ?? ""
    report(key, node, expected: lead + words.joined(separator: ", ") + near)
  }

  /// The converted value of a key; `nil`, and reports a problem, when it cannot be converted.
  private func value<Value>(
    _ key: String, expected: String, _ convert: (DocumentNode) -> Value?
  ) -> Value? {
    guard let node = self[key] else { return nil }
    let value = convert(node)
    if value == nil { report(key, node, expected: expected) }
    return value
  }

  func text(_ key: String) -> String? {
    guard let text = value(key, expected: "text; quote it", \.text) else { return nil }
    let limit = context.limits.textLength
    if text.utf8.count <= limit { return text }
    context.reportLimit(
      limit, line: self[key]?.line ?? line, found: "\(text.utf8.count) bytes as '\(key)' of \(what)"
    )
    return nil
  }

  /// The text at a key that is required; `nil`, and reports a problem, when it is missing.
  func required(_ key: String, expected: String) -> String? {
    if self[key] == nil { reportMissing(key, expected: expected) }
    return text(key)
  }

  func number(_ key: String, in range: ClosedRange<Double>, expected: String) -> Double? {
    value(key, expected: expected) { Self.number($0, in: range) }
  }

  /// The whole number at a key, within a range.
  func integer(_ key: String, in range: ClosedRange<Int>, expected: String) -> Int? {
    value(key, expected: expected) { node in
      Self.number(node, in: Double(range.lowerBound)...Double(range.upperBound)).flatMap(
        Int.init(exactly:))
    }
  }

  /// The boolean at a key.
  func flag(_ key: String) -> Bool? {
    value(key, expected: "true or false") {
      if case .bool(let flag) = $0.value { flag } else { nil }
    }
  }

  func word<Word: RawRepresentable & CaseIterable>(_ key: String) -> Word?
  where Word.RawValue == String {
    guard let node = self[key] else { return nil }
    let word = node.text.flatMap(Word.init)
    if word == nil { report(key, node, words: Word.allCases.map(\.rawValue)) }
    return word
  }

  func list(_ key: String) -> [DocumentNode] { value(key, expected: "a list", \.elements) ?? [] }

  /// Checks the types of `class` and `attributes`, which layout does not use.
  func checkKept() {
    _ = text("class")
    _ = value("attributes", expected: "a mapping of key paths to values", \.entries)
  }

  /// The number that a node gives, within a range; otherwise `nil`.
  static func number(_ node: DocumentNode, in range: ClosedRange<Double>) -> Double? {
    if case .number(let value) = node.value, range.contains(value) { value } else { nil }
  }
}
