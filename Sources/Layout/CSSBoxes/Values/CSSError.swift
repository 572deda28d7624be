/// A property or value that is not valid, or that is valid CSS but not supported.
package struct CSSError: Error, Hashable, Sendable {
  /// What was found.
  package var found: String
  /// What was expected.
  package var expected: String

  /// Creates an error.
  package init(found: String, expected: String) {
    self.found = found
    self.expected = expected
  }
}
