import XMLDocuments

extension XMLElement {
  /// The first child with the attribute `key` and, if `name` is given, with that element name.
  func child(_ name: String? = nil, key: String) -> XMLElement? {
    children.first { $0["key"] == key && (name == nil || $0.name == name) }
  }

  /// The length in an attribute, in points; `nil` when it is missing, invalid or out of range.
  func length(_ attribute: String) -> Double? {
    self[attribute].flatMap(ImportedNumber.length)
  }

  /// The lengths in several attributes, in points; `nil` when one is missing, invalid or out of
  /// range.
  func lengths(_ attributes: [String]) -> [Double]? {
    let values = attributes.compactMap(length)
    return values.count == attributes.count ? values : nil
  }

  /// The element without byte order marks at the start of texts and attribute values.
  ///
  /// They are invisible, and YAML readers on Foundation drop them.
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
