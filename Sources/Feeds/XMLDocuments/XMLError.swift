import CLibXML2

/// The reason why an XML document was refused.
///
/// Lines are counted from 1.
public enum XMLError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The document is not well-formed.
  case malformed(line: Int, reason: String)
  /// The document ends inside an element, or before the root element.
  case truncated(line: Int)
  /// Elements are nested deeper than the limit.
  case tooDeep(line: Int, limit: Int)
  /// An entity or default attributes would add more bytes to a record than the limit, or entities
  /// contain each other.
  case expansion(line: Int, entity: String)
  /// Entities and default attributes add more bytes to the whole document than the limit.
  case documentExpansion(line: Int, limit: Int)
  /// The document type declares more attributes with default values than the limit.
  case tooManyDefaults(line: Int, limit: Int)
  /// The document has more bytes than the limit.
  case tooLarge(limit: Int)
  /// Text, an attribute, a name or markup has more bytes than the limit, or there are more
  /// attributes, names or nodes of a tree.
  case tooLong(line: Int, limit: Int)
  /// The document declares an unknown encoding; `name` is libxml2's message, which quotes it.
  case encoding(line: Int, name: String)
  /// Memory for a parser could not be allocated.
  case memory

  /// The line of the problem, from 1; `nil` if it is unknown.
  public var line: Int? {
    switch self {
    case .malformed(let line, _), .truncated(let line), .tooDeep(let line, _),
      .expansion(let line, _), .documentExpansion(let line, _), .tooManyDefaults(let line, _),
      .tooLong(let line, _), .encoding(let line, _):
      line
    case .tooLarge, .memory: nil
    }
  }

  /// The problem in a few words, without the line.
  public var reason: String {
    switch self {
    case .malformed(_, let reason): "not well-formed XML: \(reason)"
    case .truncated: "the XML ends before its root element is closed"
    case .tooDeep(_, let limit): "elements are nested deeper than \(limit)"
    case .expansion(_, let entity): "the entity \(entity) would expand beyond the limit"
    case .documentExpansion(_, let limit):
      "its entities and default attributes add more than \(limit) bytes to the document"
    case .tooManyDefaults(_, let limit):
      "the document type gives more than \(limit) attributes a default value"
    case .tooLarge(let limit): "the document has more than \(limit) bytes"
    case .tooLong(_, let limit): "text or attributes beyond the limit of \(limit)"
    case .encoding(_, let name): "unknown encoding \(name)"
    case .memory: "out of memory"
    }
  }

  /// The problem in one sentence, with the line if it is known.
  public var description: String {
    line.map { "line \($0): \(reason)" } ?? reason
  }
}

extension XMLError {
  /// Converts a fatal error of libxml2.
  ///
  /// - Parameter nameBytes: Number of bytes of names that libxml2 stores.
  init(_ error: xmlError, line: Int, limits: XMLLimits, nameBytes: Int) {
    let message = error.message.map { String(cString: $0) } ?? ""
    let reason = message.split(separator: "\n").first.map(String.init) ?? "unknown"
    self =
      switch UInt32(bitPattern: error.code) {
      case XML_ERR_UNSUPPORTED_ENCODING.rawValue, XML_ERR_UNKNOWN_ENCODING.rawValue:
        .encoding(line: line, name: reason)
      case XML_ERR_NAME_TOO_LONG.rawValue: .tooLong(line: line, limit: limits.nameBytes)
      // libxml2 also reports this error for more than 10,000,000 bytes of names.
      case XML_ERR_NO_MEMORY.rawValue where nameBytes > 4_000_000:
        .tooLong(line: line, limit: limits.names)
      case XML_ERR_NO_MEMORY.rawValue: .memory
      case XML_ERR_ENTITY_LOOP.rawValue: .expansion(line: line, entity: "in the document type")
      default: .malformed(line: line, reason: reason)
      }
  }
}

/// A construct that XML does not allow, which was repaired so that the document could be read.
public struct XMLRepair: Hashable, Sendable {
  /// The kinds of repairs, with stable codes as raw values.
  public enum Kind: String, Hashable, Sendable {
    /// An undeclared entity; it stays in the text as written, such as `&foo;`.
    case unknownEntity = "unknown-entity"
    /// An external entity; it is omitted, because external data is never loaded.
    case externalEntity = "external-entity"
  }

  /// The kind of the repair.
  public let kind: Kind
  /// The reference as written in the document; its name is truncated after 64 characters.
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
