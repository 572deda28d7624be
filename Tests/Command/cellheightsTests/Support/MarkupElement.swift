import Foundation
import FoundationXML
import Testing

/// An element of an XML document, which the parser found to be well-formed.
final class MarkupElement {
  let name: String
  let attributes: [String: String]
  private(set) var children: [MarkupElement] = []
  /// Its text and that of its descendants.
  private(set) var text = ""

  private init(_ name: String, _ attributes: [String: String]) {
    self.name = name
    self.attributes = attributes
  }

  /// The root of a document.
  static func root(of data: Data) throws -> MarkupElement {
    let builder = Builder()
    let parser = XMLParser(data: data)
    parser.delegate = builder
    try #require(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    return try #require(builder.root)
  }

  /// The descendants of a name, in the order of the document.
  func all(_ name: String) -> [MarkupElement] {
    children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) }
  }

  /// The descendants of a name and a class.
  func all(_ name: String, class group: String) -> [MarkupElement] {
    all(name).filter { $0.attributes["class"] == group }
  }

  /// The number in an attribute.
  func number(_ name: String) throws -> Double {
    try #require(Double(attributes[name] ?? ""), "\(self.name) \(name)")
  }

  private final class Builder: NSObject, XMLParserDelegate {
    var root: MarkupElement?
    private var open: [MarkupElement] = []

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      let element = MarkupElement(name, attributes)
      open.last?.children.append(element)
      if root == nil { root = element }
      open.append(element)
    }

    func parser(_ parser: XMLParser, foundCharacters text: String) {
      for element in open { element.text += text }
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      open.removeLast()
    }
  }
}
