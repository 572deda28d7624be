/// An element of an XML document that is read as a whole.
public struct XMLElement: Hashable, Sendable {
  /// The local name.
  public let name: String
  /// The attributes in the order of the document, without namespace declarations.
  public let attributes: [XMLAttribute]
  /// The elements directly inside it, in the order of the document.
  public internal(set) var children: [XMLElement]
  /// The text directly inside it, all pieces joined.
  public internal(set) var text: String
  /// The line of its start tag, from 1.
  public let line: Int

  /// Creates an element.
  public init(
    name: String, attributes: [XMLAttribute] = [], children: [XMLElement] = [], text: String = "",
    line: Int
  ) {
    self.name = name
    self.attributes = attributes
    self.children = children
    self.text = text
    self.line = line
  }

  /// The value of an attribute without a prefix.
  public subscript(attribute: String) -> String? {
    attributes.first { $0.name.local == attribute }?.value
  }

  /// The first child with a local name, or `nil`.
  public func child(_ name: String) -> XMLElement? {
    children.first { $0.name == name }
  }

  /// The children with a local name, in document order.
  public func children(_ name: String) -> [XMLElement] {
    children.filter { $0.name == name }
  }
}
