import CLibXML2

/// The default attributes that a document type declares.
struct XMLAttributeDefaults {
  /// The declarations for a new context.
  private(set) var declarations = ""
  private(set) var count = 0

  /// Keeps a declaration, where it changes anything.
  ///
  /// Every use of the element compares all default values with one another and gets a copy of each.
  mutating func declare(
    _ element: UnsafePointer<xmlChar>, _ name: UnsafePointer<xmlChar>, type: Int32,
    value: UnsafePointer<xmlChar>?
  ) {
    let isText = type == Int32(bitPattern: XML_ATTRIBUTE_CDATA.rawValue)
    guard value != nil || !isText else { return }
    count += 1
    let value = value.map { "\"\(XMLMarkup.attribute(String(cString: $0)))\"" } ?? "#IMPLIED"
    declarations += "<!ATTLIST \(String(cString: element)) \(String(cString: name)) "
    // Of the other types only their white space is different.
    declarations += (isText ? "CDATA " : "NMTOKENS ") + value + ">"
  }
}
