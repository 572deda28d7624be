import XMLDocuments

/// Gives the views of a cell their ids: outlets, else labels, else kind and number.
struct ImportedNames {
  private var taken: Set<String>
  private var counts: [String: Int] = [:]

  /// Begins with the names in use.
  init(taken: [String] = []) { self.taken = Set(taken + ["cell"]) }

  /// Names all views but the cell.
  static func name(_ views: inout [ImportedView], outlets: ImportedOutlets) {
    var names = ImportedNames()
    // Outlets first, because they have priority.
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

  /// A unique name.
  ///
  /// - Parameter isShared: Whether the first of a name has a number too.
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

  /// A name that a document may hold.
  private static func fit(_ name: String) -> String {
    let plain = String(
      name.prefix(64).map { $0 == "\"" || $0.isNewline || $0 == "\u{0}" ? "_" : $0 })
    return plain.isEmpty ? "view" : plain
  }

  /// The name of a kind, as `imageView` becomes `image`.
  private static func kind(_ element: String) -> String {
    let known = ["imageView": "image", "stackView": "stack", "view": "view", "switch": "switch"]
    return known[element] ?? identifier(element) ?? "view"
  }

  /// Words in camel case, as `leftImageView` for "Left Image View", if there are any.
  static func identifier(_ text: String) -> String? {
    let words = text.prefix(200).split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    guard let first = words.first else { return nil }
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    let joined = ([first.prefix(1).lowercased() + first.dropFirst()] + rest).joined()
    return joined.first?.isNumber == true ? "view\(joined)" : String(joined.prefix(64))
  }
}
