/// What is wrong with a document, at one place of it.
package struct DocumentProblem: Error, Hashable, Sendable {
  /// What sort of problem it is.
  package enum Kind: Hashable, Sendable {
    /// The text is neither YAML nor JSON, or has what is not read of them.
    case syntax
    /// A limit was exceeded.
    case limit
    /// A key comes twice in one mapping.
    case duplicateKey
    /// An unknown key.
    case unknownKey
    /// A key that a later version reads.
    case laterKey
    /// A value of the wrong type or out of range.
    case value
  }

  /// The sort.
  package var kind: Kind
  /// Line, from 1.
  package var line: Int
  /// Column, from 1, or `nil` for the line as a whole.
  package var column: Int?
  /// What was found, or the whole message.
  package var found: String
  /// What to write instead, or empty where `found` is the whole message.
  package var expected: String

  package init(_ kind: Kind, line: Int, column: Int? = nil, found: String, expected: String = "") {
    self.kind = kind
    self.line = line
    self.column = column
    self.found = found
    self.expected = expected
  }

  /// One sentence without the place.
  package var message: String { expected.isEmpty ? found : "\(found); \(expected)" }
}
