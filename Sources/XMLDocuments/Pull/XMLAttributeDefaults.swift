import CLibXML2

/// The default attributes that a document type declares.
struct XMLAttributeDefaults {
  /// The declarations as text, for the document type of a new parser context.
  private(set) var declarations = ""
  private(set) var count = 0

  /// Keeps the declaration of an attribute, unless its type is CDATA and it has no default value.
  ///
  /// The number of declarations is limited, because libxml2 compares and copies all default values
  /// at each use of the element.
  mutating func declare(
    _ element: UnsafePointer<xmlChar>, _ name: UnsafePointer<xmlChar>, type: Int32,
    value: UnsafePointer<xmlChar>?
  ) {
    let isText = type == Int32(bitPattern: XML_ATTRIBUTE_CDATA.rawValue)
    guard value != nil || !isText else { return }
    count += 1
    let value = value.map { "\"\(XMLMarkup.attribute(String(cString: $0)))\"" } ?? "#IMPLIED"
    declarations += "<!ATTLIST \(String(cString: element)) \(String(cString: name)) "
    // Types other than CDATA differ only in how white space is normalized.
    declarations += (isText ? "CDATA " : "NMTOKENS ") + value + ">"
  }
}
