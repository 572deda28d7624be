/// Reads a whole XML document into a tree of elements, within limits.
public enum XMLTree {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: The document, which must be UTF-8, regardless of its declaration.
  ///   - limits: The limits of the document.
  /// - Returns: The root element.
  /// - Throws: `XMLError` if the document is not well-formed or exceeds a limit.
  public static func read(
    _ bytes: [UInt8], limits: XMLTreeLimits = XMLTreeLimits()
  ) throws(XMLError) -> XMLElement {
    guard bytes.count <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
    let reader = XMLPullReader(
      bytes: bytes, limits: XMLLimits(depth: limits.depth, documentBytes: limits.bytes))
    var open: [XMLElement] = []
    var root: XMLElement?
    var nodes = 0
    while let event = try reader.next() {
      switch event {
      case .start:
        let attributes = try reader.attributes()
        nodes += 1 + attributes.count
        guard nodes <= limits.nodes else { throw .tooLong(line: reader.line, limit: limits.nodes) }
        open.append(XMLElement(name: reader.name.local, attributes: attributes, line: reader.line))
      case .text:
        guard !open.isEmpty else { continue }
        open[open.count - 1].text += try reader.text()
      case .end:
        guard let element = open.popLast() else { continue }
        if open.isEmpty {
          root = element
        } else {
          open[open.count - 1].children.append(element)
        }
      }
    }
    guard let root else { throw .truncated(line: reader.line) }
    return root
  }
}

/// An element of an XML document that was read into a tree.
public struct XMLElement: Hashable, Sendable {
  /// The local name of the element.
  public let name: String
  /// The attributes in the order of the document, without namespace declarations.
  public let attributes: [XMLAttribute]
  /// The elements directly inside this element, in the order of the document.
  public internal(set) var children: [XMLElement]
  /// The text directly inside this element; all pieces are joined.
  public internal(set) var text: String
  /// The line of the start tag, from 1.
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

  /// The value of the first attribute with the given local name, whatever its prefix; `nil` if
  /// there is none.
  public subscript(attribute: String) -> String? {
    attributes.first { $0.name.local == attribute }?.value
  }

  /// The first child with the given local name; `nil` if there is none.
  public func child(_ name: String) -> XMLElement? {
    children.first { $0.name == name }
  }

  /// The children with the given local name, in document order.
  public func children(_ name: String) -> [XMLElement] {
    children.filter { $0.name == name }
  }
}

/// The limits of a document that is read into a tree; a document that exceeds one is refused.
public struct XMLTreeLimits: Hashable, Sendable {
  /// Maximum size of the document, in bytes.
  public var bytes: Int
  /// Maximum depth of nested elements; at most 250.
  public var depth: Int
  /// Maximum number of elements plus attributes.
  public var nodes: Int

  /// Creates limits; the defaults are far above the size of Interface Builder's files.
  public init(bytes: Int = 16 << 20, depth: Int = 240, nodes: Int = 500_000) {
    self.bytes = bytes
    self.depth = depth
    self.nodes = nodes
  }
}
