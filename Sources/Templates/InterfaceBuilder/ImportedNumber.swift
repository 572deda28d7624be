import LayoutPrimitives
import StructuredDocuments
import TemplateDocuments
import XMLDocuments

extension Rect {
  /// The rectangle that an XML element gives, in points; `nil` when a number is invalid.
  init?(_ element: XMLElement) {
    guard let values = element.lengths(["x", "y", "width", "height"]), values[2] >= 0,
      values[3] >= 0
    else { return nil }
    self.init(x: values[0], y: values[1], width: values[2], height: values[3])
  }
}

/// Parses numbers of an Interface Builder file.
enum ImportedNumber {
  /// A length in points; `nil` if it is not a number, or beyond the range of documents.
  static func length(_ text: String) -> Double? {
    guard let value = PlainNumber.value(of: text), abs(value) <= Fields.longest else { return nil }
    return value == 0 ? 0 : value
  }

  /// A priority from 1 to 1000; `nil` for other values.
  ///
  /// The fraction is dropped, because Interface Builder does not show it.
  static func priority(_ text: String) -> Int? {
    guard let value = PlainNumber.value(of: text), (1...1000).contains(value) else { return nil }
    return Int(value)
  }

  /// A multiplier, written as a decimal or as a ratio `a:b` or `a/b`; `nil` when it is invalid.
  static func multiplier(_ text: String) -> Double? {
    let parts = text.split(
      separator: text.contains(":") ? ":" : "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = PlainNumber.value(of: String(parts[0])) else { return nil }
    guard parts.count == 2 else { return isSane(first) ? first : nil }
    guard let second = PlainNumber.value(of: String(parts[1])), second != 0 else { return nil }
    let ratio = first / second
    return isSane(ratio) ? ratio : nil
  }

  private static func isSane(_ value: Double) -> Bool {
    value == 0 || (1e-7...1e7).contains(abs(value))
  }
}

extension XMLElement {
  /// The first child whose attribute `key` has the given value, or `nil`.
  ///
  /// If `name` is given, the child must also have this name.
  func child(_ name: String? = nil, key: String) -> XMLElement? {
    children.first { $0["key"] == key && (name == nil || $0.name == name) }
  }

  /// The length in an attribute, in points; `nil` when it is missing, invalid or out of range.
  func length(_ attribute: String) -> Double? {
    self[attribute].flatMap(ImportedNumber.length)
  }

  /// The lengths in several attributes, in points.
  ///
  /// It is `nil` when one of them is missing, invalid or out of range.
  func lengths(_ attributes: [String]) -> [Double]? {
    let values = attributes.compactMap(length)
    return values.count == attributes.count ? values : nil
  }

  /// The element without byte order marks at the start of texts and attribute values.
  ///
  /// The marks are invisible, and some YAML readers drop them.
  var withoutMarks: XMLElement {
    XMLElement(
      name: name,
      attributes: attributes.map { XMLAttribute(name: $0.name, value: Self.plain($0.value)) },
      children: children.map(\.withoutMarks), text: Self.plain(text), line: line)
  }

  private static func plain(_ text: String) -> String {
    guard text.unicodeScalars.first == "\u{FEFF}" else { return text }
    return String(text.unicodeScalars.drop { $0 == "\u{FEFF}" })
  }
}
