import XMLDocuments

/// Chooses the names of a cell's views.
///
/// A view gets the name of its outlet, else the label that it has in Interface Builder
/// (`userLabel`), else its kind with a number. The root is `cell`; a content view without an outlet
/// is `contentView`.
struct ImportedNames {
  private var taken: Set<String>
  private var counts: [String: Int] = [:]

  /// Creates a set of names in which the given names are taken.
  init(taken: [String] = []) { self.taken = Set(taken + ["cell"]) }

  /// Sets the names of all views.
  static func name(_ views: inout [ImportedView], outlets: ImportedOutlets) {
    var names = ImportedNames()
    // Outlets come first, because they take precedence.
    var chosen: [String?] = views.map { view in
      view.parent == nil ? "cell" : outlets.name(of: view.object)
    }
    for index in views.indices where views[index].parent != nil {
      chosen[index] = chosen[index].map { names.unique($0, isShared: false) }
    }
    for index in views.indices where chosen[index] == nil {
      let view = views[index]
      if view.role == .content, view.parent == 0 {
        chosen[index] = names.unique("contentView", isShared: false)
      } else if let label = view.element["userLabel"].flatMap(identifier) {
        chosen[index] = names.unique(label, isShared: false)
      } else {
        chosen[index] = names.unique(kind(view.kind), isShared: true)
      }
    }
    for index in views.indices { views[index].name = chosen[index] ?? "view" }
  }

  /// Returns a name that is not in use yet, with a number if needed, and marks it as used.
  ///
  /// - Parameter isShared: Whether the first use of the name gets a number too.
  mutating func unique(_ name: String, isShared: Bool) -> String {
    let base = Self.fit(name)
    if !isShared, taken.insert(base).inserted { return base }
    while true {
      let number = (counts[base] ?? (isShared ? 0 : 1)) + 1
      counts[base] = number
      let numbered = "\(base)\(number)"
      if taken.insert(numbered).inserted { return numbered }
    }
  }

  /// The name without characters that documents do not allow, and at most 64 characters long.
  private static func fit(_ name: String) -> String {
    let plain = String(
      name.prefix(64).map { $0 == "\"" || $0.isNewline || $0 == "\u{0}" ? "_" : $0 })
    return plain.isEmpty ? "view" : plain
  }

  /// The name of a kind of view: `image` for the element `imageView`.
  private static func kind(_ element: String) -> String {
    let known = ["imageView": "image", "stackView": "stack", "view": "view", "switch": "switch"]
    return known[element] ?? identifier(element) ?? "view"
  }

  /// The words of a text in camel case, such as `leftImageView` for "Left Image View".
  ///
  /// It is `nil` if the text has no words.
  static func identifier(_ text: String) -> String? {
    let words = text.prefix(200).split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    guard let first = words.first else { return nil }
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let joined = ([first.prefix(1).lowercased() + first.dropFirst()] + rest).joined()
    return joined.first?.isNumber == true ? "view\(joined)" : String(joined.prefix(64))
  }
}

/// The names of objects, taken from the outlets that are connected to them.
struct ImportedOutlets {
  private var names: [String: String] = [:]

  /// Names of outlets that are a role in UIKit, and not the name of a view.
  private static let roles = [
    "delegate", "dataSource", "view", "backgroundView", "selectedBackgroundView", "contentView",
  ]

  /// Reads the outlets of elements.
  ///
  /// If an object has several outlets, the first is used.
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
