import XMLDocuments

extension XMLElement {
  /// The element without byte order marks at the beginning of texts and values: they say nothing,
  /// nobody sees them, and no YAML reader on Foundation keeps them there.
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
