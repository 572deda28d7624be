/// A problem at one position of a document.
package struct DocumentProblem: Error, Hashable, Sendable {
  /// The kinds of problems.
  package enum Kind: Hashable, Sendable {
    /// The text is neither YAML nor JSON, or uses an unsupported feature of them.
    case syntax
    /// A limit was exceeded.
    case limit
    /// A mapping contains a key twice.
    case duplicateKey
    /// A key is unknown.
    case unknownKey
    /// A key is reserved for a later version.
    case laterKey
    /// A value has the wrong type or is out of range.
    case value
  }

  /// The kind of problem.
  package var kind: Kind
  /// Line, from 1.
  package var line: Int
  /// Column, from 1, or `nil` for the line as a whole.
  package var column: Int?
  /// What was found, or the whole message.
  package var found: String
  /// What to write instead; empty when `found` contains it.
  package var expected: String

  package init(_ kind: Kind, line: Int, column: Int? = nil, found: String, expected: String = "") {
    self.kind = kind
    self.line = line
    self.column = column
    self.found = found
    self.expected = expected
  }

  /// The problem in one sentence, without its position.
  package var message: String { expected.isEmpty ? found : "\(found); \(expected)" }
}
