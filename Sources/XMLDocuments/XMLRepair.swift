/// A repair of something that XML does not allow, so that the document could be read.
public struct XMLRepair: Hashable, Sendable {
  /// The kinds of repairs, with stable codes as raw values.
  public enum Kind: String, Hashable, Sendable {
    /// An undeclared entity stays as its literal text, such as `&foo;`.
    case unknownEntity = "unknown-entity"
    /// An external entity is left out, because nothing is ever loaded.
    case externalEntity = "external-entity"
  }

  /// The kind of the repair.
  public let kind: Kind
  /// The reference as written in the document, with its name cut after 64 bytes.
  public let text: String
  /// The line of the reference, from 1.
  public let line: Int
  /// Byte offset of the reference in the document, from 0.
  public let byteOffset: Int

  /// Creates a repair.
  public init(kind: Kind, text: String, line: Int, byteOffset: Int) {
    self.kind = kind
    self.text = text
    self.line = line
    self.byteOffset = byteOffset
  }
}
