import LayoutPrimitives

// reason: a plain value whose properties the modules that build documents set
/// A value of a YAML or JSON document with its location.
package struct DocumentNode: Sendable {
  /// A key with its value.
  package struct Entry: Sendable {
    package var key: String
    /// Line of the key, from 1.
    package var line: Int
    package var value: DocumentNode

    package init(key: String, line: Int, value: DocumentNode) {
      self.key = key
      self.line = line
      self.value = value
    }
  }

  /// A value of a YAML or JSON document; both have the same kinds of values.
  package indirect enum Value: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case text(String)
    case list([DocumentNode])
    case mapping([Entry])
  }

  /// Line of the value, from 1.
  package var line: Int
  /// Column of the value, from 1.
  package var column: Int
  /// The value.
  package var value: Value
  /// The text of a parsed scalar, before it was read as a number, a boolean or null.
  ///
  /// `nil` for lists, mappings and nodes that were not parsed.
  package var literal: String?

  package init(line: Int, column: Int = 1, value: Value, literal: String? = nil) {
    self.line = line
    self.column = column
    self.value = value
    self.literal = literal
  }

  /// A short description of the value, for a message such as "expected a list, not …".
  package var found: String {
    switch value {
    case .null: "nothing"
    case .bool(let value): "\(value)"
    case .number(let value): "the number \(DocumentWriter.number(value))"
    case .text(let text): "the text '\(Self.shortened(text))'"
    case .list: "a list"
    case .mapping: "a mapping"
    }
  }

  /// The document as JSON without spaces, with keys sorted by their bytes; equal documents give
  /// equal text.
  package var canonicalText: String {
    switch value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let text): Self.quoted(text)
    case .list(let nodes): "[" + nodes.map(\.canonicalText).joined(separator: ",") + "]"
    case .mapping(let entries):
      "{"
        + entries.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { Self.quoted($0.key) + ":" + $0.value.canonicalText }.joined(separator: ",") + "}"
    }
  }

  /// The text, or the first 57 characters and `...` if it has more than 60; for a message.
  package static func shortened(_ text: String) -> String {
    text.count <= 60 ? text : text.prefix(57) + "..."
  }

  /// The line of a text with a number, from 1; empty if there is no such line.
  package static func line(_ number: Int, of text: String) -> String {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .dropFirst(number - 1).first.map(String.init) ?? ""
  }

  /// A text in quotes, with JSON's escapes.
  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default:
        if scalar.value < 0x20 {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}

extension DocumentNode {
  /// A copy whose line numbers are greater by a number of lines.
  package func moved(by lines: Int) -> DocumentNode {
    guard lines != 0 else { return self }
    var moved = self
    moved.line += lines
    switch value {
    case .list(let nodes): moved.value = .list(nodes.map { $0.moved(by: lines) })
    case .mapping(let entries):
      moved.value = .mapping(
        entries.map {
          Entry(key: $0.key, line: $0.line + lines, value: $0.value.moved(by: lines))
        })
    default: break
    }
    return moved
  }
}

/// Values of a required type.
///
/// The functions throw a `DocumentProblem` if the value has another type or is out of range.
extension DocumentNode {
  /// Creates a problem at this node's line.
  ///
  /// - Parameter message: What is wrong, in one sentence.
  package func problem(_ message: String) -> DocumentProblem {
    DocumentProblem(.value, line: line, found: message)
  }

  /// The entries of a mapping whose keys are names chosen by the author; empty names are refused.
  ///
  /// - Parameter what: What is expected, in words or as an example.
  package func entries(of what: String) throws(DocumentProblem) -> [Entry] {
    guard case .mapping(let entries) = value else { throw problem("\(what) is expected here") }
    for entry in entries where entry.key.isEmpty {
      throw DocumentProblem(.value, line: entry.line, found: "a name is expected here")
    }
    return entries
  }

  /// The entries of a mapping that may contain only certain keys; other keys are refused.
  ///
  /// - Parameters:
  ///   - what: What is expected, in words or as an example.
  ///   - known: The allowed keys.
  ///   - later: Keys reserved for a later version, which are refused with a message that says so.
  package func entries(
    of what: String, known: [String], later: [String] = []
  ) throws(DocumentProblem) -> [Entry] {
    let entries = try entries(of: what)
    for entry in entries where !known.contains(entry.key) {
      guard !later.contains(entry.key) else {
        throw DocumentProblem(
          .laterKey, line: entry.line,
          found: "this version does not read '\(entry.key)' yet; remove it")
      }
      let near = NearestName(known).closest(to: entry.key)
      throw DocumentProblem(
        .unknownKey, line: entry.line,
        found: "unknown key '\(entry.key)'; did you mean '\(near)'? Known are "
          + known.joined(separator: ", "))
    }
    return entries
  }

  /// The elements of a list.
  ///
  /// - Parameter what: What is expected, in words or as an example.
  package func elements(of what: String) throws(DocumentProblem) -> [DocumentNode] {
    guard case .list(let nodes) = value else { throw problem("\(what) is expected here") }
    return nodes
  }

  /// A text that is not empty; a number or boolean is returned as it is written in the document.
  package func requiredText(_ what: String) throws(DocumentProblem) -> String {
    switch value {
    case .text(""): throw problem("\(what) is expected here, not an empty text")
    case .text(let text): return text
    case .number, .bool: return literal ?? found
    case .null, .list, .mapping: throw problem("\(what) is expected here")
    }
  }

  /// The texts of a list that is not empty; a single text is returned as a list of one.
  package func requiredTexts(_ what: String) throws(DocumentProblem) -> [String] {
    guard case .list(let nodes) = value else {
      return [try requiredText("\(what), or a list of them,")]
    }
    guard !nodes.isEmpty else { throw problem("\(what) is expected here, not an empty list") }
    var texts: [String] = []
    for node in nodes { texts.append(try node.requiredText(what)) }
    return texts
  }

  /// A whole number within a range; `_` between its digits is ignored.
  package func integer(in range: ClosedRange<Int>) throws(DocumentProblem) -> Int {
    let digits = literal.map { $0.filter { $0 != "_" } }
    guard let number = digits.flatMap({ Int($0) }), range.contains(number) else {
      let suffix = literal.map { ", not '\($0)'" } ?? ""
      throw problem(
        "a whole number from \(range.lowerBound) to \(range.upperBound) is expected here\(suffix)")
    }
    return number
  }

  /// The value of `true` or `false`.
  package func truth() throws(DocumentProblem) -> Bool {
    guard case .bool(let value) = value else { throw problem("true or false is expected here") }
    return value
  }

  /// The case of an enum whose raw value is the text.
  ///
  /// - Parameter what: What is expected, in words.
  package func word<Word: RawRepresentable & CaseIterable>(
    _ what: String
  ) throws(DocumentProblem) -> Word where Word.RawValue == String {
    let text = try requiredText(what)
    guard let word = Word(rawValue: text) else {
      let names = Word.allCases.map(\.rawValue)
      throw problem(
        "unknown \(what) '\(text)'; known are \(names.joined(separator: ", "))"
          + NearestName(names).suggestion(for: text))
    }
    return word
  }
}

/// Functions that read and change nodes, to compose a document from several.
extension DocumentNode {
  /// The entries of a mapping; `nil` for another value.
  package var entries: [Entry]? {
    if case .mapping(let entries) = value { entries } else { nil }
  }

  /// The elements of a list; `nil` for another value.
  package var elements: [DocumentNode]? {
    if case .list(let nodes) = value { nodes } else { nil }
  }

  /// The text; `nil` for another value.
  package var text: String? {
    if case .text(let text) = value { text } else { nil }
  }

  /// The value of a mapping's key; `nil` if the key is absent or its value is null.
  ///
  /// Setting `nil` removes the key; a new key is appended. Other values than mappings stay
  /// unchanged.
  package subscript(key: String) -> DocumentNode? {
    get {
      guard let match = entries?.first(where: { $0.key == key })?.value else { return nil }
      if case .null = match.value { return nil }
      return match
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

  /// Line of a key, or line of the mapping if the key is absent.
  package func line(of key: String) -> Int {
    entries?.first { $0.key == key }?.line ?? line
  }

  /// Appends elements to the list at a key of a mapping.
  ///
  /// An absent list is created, unless there are no elements to append. A value that is not a list
  /// stays unchanged.
  package mutating func append(_ nodes: [DocumentNode], to key: String) {
    guard !nodes.isEmpty else { return }
    var list = self[key] ?? DocumentNode(line: line, value: .list([]))
    guard let elements = list.elements else { return }
    list.value = .list(elements + nodes)
    self[key] = list
  }
}

/// Builds a mapping of a document key by key, in the order of the calls.
package struct NodeBuilder {
  /// Line number, from 1, of the mapping and of the values that are set without a line.
  package let line: Int
  package private(set) var entries: [DocumentNode.Entry] = []

  package init(line: Int = 1) { self.line = line }

  /// The mapping that was built so far.
  package var node: DocumentNode { DocumentNode(line: line, value: .mapping(entries)) }

  /// Appends a key with a value, at the builder's line; the key must not exist yet.
  package mutating func set(_ key: String, _ value: DocumentNode.Value) {
    set(key, DocumentNode(line: line, value: value))
  }

  /// Appends a key with a node, at the node's line; the key must not exist yet.
  package mutating func set(_ key: String, _ node: DocumentNode) {
    entries.append(DocumentNode.Entry(key: key, line: node.line, value: node))
  }

  /// Appends a key with a list of numbers; `nil` becomes null.
  package mutating func set(_ key: String, numbers: [Double?]) {
    let line = line
    set(
      key,
      .list(numbers.map { DocumentNode(line: line, value: $0.map { .number($0) } ?? .null) }))
  }

  /// Appends a key with a list of texts.
  package mutating func set(_ key: String, words: [String]) {
    let line = line
    set(key, .list(words.map { DocumentNode(line: line, value: .text($0)) }))
  }
}
