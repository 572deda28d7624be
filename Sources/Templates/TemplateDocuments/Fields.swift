import LayoutPrimitives
package import StructuredDocuments

/// A mapping of a document whose keys are checked, with typed access to its values.
///
/// A method that reads a key returns `nil`, or its default, if the key is absent or its value is
/// invalid. An invalid value is reported as a problem.
package struct Fields {
  package let context: DocumentContext
  /// A description of the mapping, for messages.
  package let what: String
  private let node: DocumentNode

  /// Checks the keys of a mapping, and reports unknown ones; `nil`, with a problem reported, if the
  /// value is not a mapping.
  ///
  /// - Parameters:
  ///   - node: The value.
  ///   - what: A description of the mapping in words.
  ///   - sort: The kind of mapping in words. Equal unknown keys in mappings of one kind are merged
  ///     into one problem.
  ///   - keys: The known keys.
  ///   - context: Receives the problems.
  package init?(
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

  /// The keys of template documents, by the keys that mean the same in other notations.
  ///
  /// They are suggested in problems.
  private static let meant = [
    "src": "source", "url": "source", "href": "source", "type": "kind", "name": "id",
    "children": "subviews", "arrangedSubviews": "subviews", "orientation": "axis",
    "gap": "spacing", "padding": "margins", "isHidden": "hidden", "visible": "hidden",
    "title": "text", "content": "text", "value": "text", "numberOfLines": "lines",
    "maxLines": "lines", "lineClamp": "lines", "lineBreakMode": "truncation",
    "textOverflow": "truncation", "textStyle": "style", "fontFamily": "font",
    "width": "intrinsic", "height": "intrinsic",
  ]

  /// The mapping at a key; `nil`, with a problem reported, if the value is not a mapping.
  ///
  /// - Parameters:
  ///   - node: The value of the key.
  ///   - keys: The known keys of the mapping.
  package func mapping(_ key: String, _ node: DocumentNode, keys: [String]) -> Fields? {
    Fields(node, what: "'\(key)' of \(what)", keys: keys, into: context)
  }

  package var line: Int { node.line }

  /// The value of a key, or `nil`; null counts as absent.
  package subscript(key: String) -> DocumentNode? { node[key] }

  /// Line of a key, or the line of the mapping when the key is absent.
  package func line(of key: String) -> Int { node.line(of: key) }

  package func reportMissing(_ key: String, expected: String) {
    context.report(
      .missingKey, line: line, found: "no '\(key)' in \(what)", expected: "expected \(expected)")
  }

  /// Reports a value of the wrong type or out of range.
  package func report(_ key: String, _ node: DocumentNode, expected: String) {
    context.report(
      .invalidValue, line: node.line, found: "\(node.found) as '\(key)' of \(what)",
      expected: "expected \(expected)")
  }

  /// Reports a value that is not in a list of words, and suggests the nearest word.
  package func report(
    _ key: String, _ node: DocumentNode, lead: String = "one of ", words: [String]
  ) {
    let near = node.text.map { NearestName(words).suggestion(for: $0) } ?? ""
    report(key, node, expected: lead + words.joined(separator: ", ") + near)
  }

  /// The converted value of a key; `nil`, with a problem reported, when it cannot be converted.
  private func value<Value>(
    _ key: String, expected: String, _ convert: (DocumentNode) -> Value?
  ) -> Value? {
    guard let node = self[key] else { return nil }
    let value = convert(node)
    if value == nil { report(key, node, expected: expected) }
    return value
  }

  package func text(_ key: String) -> String? {
    guard let text = value(key, expected: "text; quote it", \.text) else { return nil }
    let limit = context.limits.textLength
    if text.utf8.count <= limit { return text }
    context.reportLimit(
      limit, line: self[key]?.line ?? line, found: "\(text.utf8.count) bytes as '\(key)' of \(what)"
    )
    return nil
  }

  /// The text at a required key; `nil`, with a problem reported, when the key is missing.
  package func required(_ key: String, expected: String) -> String? {
    if self[key] == nil { reportMissing(key, expected: expected) }
    return text(key)
  }

  package func number(_ key: String, in range: ClosedRange<Double>, expected: String) -> Double? {
    value(key, expected: expected) { Self.number($0, in: range) }
  }

  /// The whole number at a key, within a range, or `nil`.
  package func integer(_ key: String, in range: ClosedRange<Int>, expected: String) -> Int? {
    value(key, expected: expected) { node in
      Self.number(node, in: Double(range.lowerBound)...Double(range.upperBound)).flatMap(
        Int.init(exactly:))
    }
  }

  /// The boolean at a key, or `nil`.
  package func flag(_ key: String) -> Bool? {
    value(key, expected: "true or false") {
      if case .bool(let flag) = $0.value { flag } else { nil }
    }
  }

  package func word<Word: RawRepresentable & CaseIterable>(_ key: String) -> Word?
  where Word.RawValue == String {
    guard let node = self[key] else { return nil }
    let word = node.text.flatMap(Word.init)
    if word == nil { report(key, node, words: Word.allCases.map(\.rawValue)) }
    return word
  }

  package func list(_ key: String) -> [DocumentNode] {
    value(key, expected: "a list", \.elements) ?? []
  }

  /// Checks the types of `class` and `attributes`, which layout does not use.
  package func checkKept() {
    _ = text("class")
    _ = value("attributes", expected: "a mapping of key paths to values", \.entries)
  }

  /// The number in a node; `nil` when the node is no number in the range.
  package static func number(_ node: DocumentNode, in range: ClosedRange<Double>) -> Double? {
    if case .number(let value) = node.value, range.contains(value) { value } else { nil }
  }
}

extension Fields {
  /// Maximum length in a document, in points, so that a number of pixels fits into 32 bits.
  package static let longest = 1e6

  /// The length in a node, in points; `nil` when it is not a number or exceeds `longest`.
  package static func length(_ node: DocumentNode) -> Double? {
    number(node, in: -longest...longest)
  }

  /// The length at a key, in points, or `nil`; an invalid length is reported.
  package func length(_ key: String, expected: String) -> Double? {
    number(key, in: -Self.longest...Self.longest, expected: expected)
  }

  package static let namedWeights = [
    ("ultraLight", 100), ("thin", 200), ("light", 300), ("regular", 400), ("medium", 500),
    ("semibold", 600), ("bold", 700), ("heavy", 800), ("black", 900),
  ]

  /// The font weight at a key, or `nil`: a number from 1 to 1000 as in CSS, or the name of a
  /// weight.
  package func weight(_ key: String) -> Int? {
    guard let node = self[key] else { return nil }
    if let known = Self.namedWeights.first(where: { $0.0 == node.text }) { return known.1 }
    let names = Self.namedWeights.map(\.0)
    let lead = "a whole number from 1 to 1000, or one of "
    if node.text == nil {
      return integer(key, in: 1...1000, expected: lead + names.joined(separator: ", "))
    }
    report(key, node, lead: lead, words: names)
    return nil
  }
}
