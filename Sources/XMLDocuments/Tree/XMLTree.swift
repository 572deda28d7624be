/// Reads a whole XML document into a tree of elements, within limits.
public enum XMLTree {
  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: The document, UTF-8, regardless of its declaration.
  ///   - limits: How large it may be.
  /// - Returns: The root element.
  /// - Throws: `XMLError` with the line where the document is broken or exceeds a limit.
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
