import XMLDocuments

/// The names of objects by the outlets that are connected to them.
struct ImportedOutlets {
  private var names: [String: String] = [:]

  /// Names of outlets that are roles rather than names of views.
  private static let roles = [
    "delegate", "dataSource", "view", "backgroundView", "selectedBackgroundView", "contentView",
  ]

  /// Reads the outlets of elements.
  ///
  /// Of several outlets of one object, the first is used.
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
