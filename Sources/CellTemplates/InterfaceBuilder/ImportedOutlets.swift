import XMLDocuments

/// The names that outlets give to objects of a file.
struct ImportedOutlets {
  private var names: [String: String] = [:]

  /// Outlets that are no names of views.
  private static let roles = [
    "delegate", "dataSource", "view", "backgroundView", "selectedBackgroundView", "contentView",
  ]

  /// Reads the outlets of elements, of several for an object the first.
  init(_ elements: [XMLElement]) {
    for element in elements {
      for connection in element.children("connections").flatMap(\.children) {
        guard connection.name == "outlet" || connection.name == "outletCollection",
          let property = connection["property"], !property.isEmpty,
          let object = connection["destination"], !Self.roles.contains(property),
          names[object] == nil
        else { continue }
        names[object] = property
      }
    }
  }

  func name(of object: String) -> String? { names[object] }
}
