/// The name of an element or attribute.
public struct XMLName: Hashable, Sendable {
  /// The namespace's URI, or empty for none.
  public let namespace: String
  /// The name without its prefix.
  public let local: String
  /// The prefix as the document wrote it, or empty for none.
  public let prefix: String

  /// Creates a name.
  public init(namespace: String, local: String, prefix: String) {
    self.namespace = namespace
    self.local = local
    self.prefix = prefix
  }

  /// `prefix:local`, or `local` where there is no prefix.
  public var qualified: String { prefix.isEmpty ? local : "\(prefix):\(local)" }
}

/// One attribute of an element, entities decoded.
public struct XMLAttribute: Hashable, Sendable {
  /// The attribute's name.
  public let name: XMLName
  /// The attribute's value.
  public let value: String

  /// Creates an attribute.
  public init(name: XMLName, value: String) {
    self.name = name
    self.value = value
  }
}
