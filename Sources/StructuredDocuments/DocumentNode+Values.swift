import LayoutPrimitives

/// Required values of a document by type; the first that is missing or of another type is thrown.
extension DocumentNode {
  /// A problem of this node, in one sentence.
  package func problem(_ message: String) -> DocumentProblem {
    DocumentProblem(.value, line: line, found: message)
  }

  /// The entries of a mapping whose keys are user-defined names.
  ///
  /// - Parameter what: What is expected, in words or as an example.
  package func entries(of what: String) throws(DocumentProblem) -> [Entry] {
    guard case .mapping(let entries) = value else { throw problem("\(what) is expected here") }
    for entry in entries where entry.key.isEmpty {
      throw DocumentProblem(.value, line: entry.line, found: "a name is expected here")
    }
    return entries
  }

  /// The entries of a mapping with defined keys.
  ///
  /// - Parameter later: Keys that a later version will read.
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
  package func elements(of what: String) throws(DocumentProblem) -> [DocumentNode] {
    guard case .list(let nodes) = value else { throw problem("\(what) is expected here") }
    return nodes
  }

  /// A nonempty text; a number or a boolean is returned as written.
  package func requiredText(_ what: String) throws(DocumentProblem) -> String {
    switch value {
    case .text(""): throw problem("\(what) is expected here, not an empty text")
    case .text(let text): return text
    case .number, .bool: return literal ?? found
    case .null, .list, .mapping: throw problem("\(what) is expected here")
    }
  }

  /// A text, or a list of texts.
  package func requiredTexts(_ what: String) throws(DocumentProblem) -> [String] {
    guard case .list(let nodes) = value else {
      return [try requiredText("\(what), or a list of them,")]
    }
    guard !nodes.isEmpty else { throw problem("\(what) is expected here, not an empty list") }
    var texts: [String] = []
    for node in nodes { texts.append(try node.requiredText(what)) }
    return texts
  }

  /// A whole number, whose digits may be grouped by `_`.
  package func integer(in range: ClosedRange<Int>) throws(DocumentProblem) -> Int {
    let digits = literal.map { $0.filter { $0 != "_" } }
    guard let number = digits.flatMap({ Int($0) }), range.contains(number) else {
      let found = literal.map { ", not '\($0)'" } ?? ""
      throw problem(
        "a whole number from \(range.lowerBound) to \(range.upperBound) is expected here\(found)")
    }
    return number
  }

  /// One of a set of words.
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
