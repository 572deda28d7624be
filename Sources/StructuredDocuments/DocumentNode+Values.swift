import LayoutPrimitives

/// Values of a required type.
///
/// A missing value or one of another type is thrown as a problem.
extension DocumentNode {
  /// Creates a problem at this node's line.
  ///
  /// - Parameter message: What is wrong, in one sentence.
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

  /// The entries of a mapping, all of whose keys must be known.
  ///
  /// - Parameters:
  ///   - what: What is expected, in words or as an example.
  ///   - known: The allowed keys.
  ///   - later: Keys that a later version will read; they are refused with a message of their own.
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

  /// A nonempty text; a number or a boolean is returned as written.
  package func requiredText(_ what: String) throws(DocumentProblem) -> String {
    switch value {
    case .text(""): throw problem("\(what) is expected here, not an empty text")
    case .text(let text): return text
    case .number, .bool: return literal ?? found
    case .null, .list, .mapping: throw problem("\(what) is expected here")
    }
  }

  /// The texts of a nonempty list, or a single text as a list of one.
  package func requiredTexts(_ what: String) throws(DocumentProblem) -> [String] {
    guard case .list(let nodes) = value else {
      return [try requiredText("\(what), or a list of them,")]
    }
    guard !nodes.isEmpty else { throw problem("\(what) is expected here, not an empty list") }
    var texts: [String] = []
    for node in nodes { texts.append(try node.requiredText(what)) }
    return texts
  }

  /// A whole number within a range; its digits may be grouped by `_`.
  package func integer(in range: ClosedRange<Int>) throws(DocumentProblem) -> Int {
    let digits = literal.map { $0.filter { $0 != "_" } }
    guard let number = digits.flatMap({ Int($0) }), range.contains(number) else {
      let found = literal.map { ", not '\($0)'" } ?? ""
      throw problem(
        "a whole number from \(range.lowerBound) to \(range.upperBound) is expected here\(found)")
    }
    return number
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
