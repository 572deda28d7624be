/// Why a text in linear form or visual format cannot be parsed.
public struct NotationError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of an error.
  public enum Kind: Hashable, Sendable {
    /// The text does not follow the notation.
    case syntax
    /// The notation is valid, but the attributes may not be paired.
    case pairing
  }

  /// The kind of the error.
  public var kind: Kind
  /// Offset of the offending character in the text, in characters from 0; the text's length where
  /// the text ends too early.
  public var offset: Int
  /// What was found at the offset.
  public var found: String
  /// What to write at the offset instead.
  public var expected: String

  /// Creates an error.
  public init(kind: Kind = .syntax, offset: Int, found: String, expected: String) {
    self.kind = kind
    self.offset = offset
    self.found = found
    self.expected = expected
  }

  /// `character N: found X; expected Y`, characters counted from 1 as editors do.
  public var description: String {
    "character \(offset + 1): found \(found); expected \(expected)"
  }
}
