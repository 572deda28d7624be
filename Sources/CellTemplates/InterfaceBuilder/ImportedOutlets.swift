import XMLDocuments

/// The names that outlets give to objects of a file.
struct ImportedOutlets {
  private var names: [String: String] = [:]
  /// Object ids that have an outlet, each once, in order.
  private(set) var destinations: [String] = []

  /// Outlets that say what a view does, not what it is.
  private static let roles = [
    "delegate", "dataSource", "view", "backgroundView", "selectedBackgroundView", "contentView",
  ]

  /// Reads the outlets of an element, then those of others; of several the first names an object.
  init(_ elements: [XMLElement]) {
    for element in elements {
      for connection in element.children("connections").flatMap(\.children) {
        guard connection.name == "outlet" || connection.name == "outletCollection",
          let property = connection["property"], !property.isEmpty,
          let object = connection["destination"], !Self.roles.contains(property),
          names[object] == nil
        else { continue }
        names[object] = property
        destinations.append(object)
      }
    }
  }

  /// The outlet of an object; of a collection, the name that all in it share.
  func name(of object: String) -> String? { names[object] }
}
