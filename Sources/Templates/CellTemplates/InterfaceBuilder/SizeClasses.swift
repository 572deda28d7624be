import XMLDocuments

/// The size classes for which a file is imported.
struct SizeClasses: Hashable {
  /// Whether the width is regular rather than compact.
  var hasRegularWidth = false
  /// Whether the height is regular rather than compact.
  var hasRegularHeight = true

  /// The classes of an iPhone in portrait.
  static let phone = SizeClasses()
  /// The classes of an iPad.
  static let pad = SizeClasses(hasRegularWidth: true)

  /// Number of size classes that a variation's key names; `nil` when one of them does not apply.
  ///
  /// The key `default` names none. An unknown class, such as dark appearance, does not apply.
  func specificity(of key: String) -> Int? {
    if key == "default" { return 0 }
    var count = 0
    for part in key.split(separator: "-") {
      switch part {
      case "widthClass=regular" where hasRegularWidth, "widthClass=compact" where !hasRegularWidth,
        "heightClass=regular" where hasRegularHeight,
        "heightClass=compact" where !hasRegularHeight:
        count += 1
      default: return nil
      }
    }
    return count
  }

  /// The variations of an element that apply to these size classes, the most general first.
  func variations(of element: XMLElement) -> [XMLElement] {
    element.children("variation").enumerated().compactMap { index, variation in
      specificity(of: variation["key"] ?? "").map { ($0, index, variation) }
    }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }

  /// The value of an attribute, considering the variations that apply.
  func value(_ attribute: String, of element: XMLElement) -> String? {
    variations(of: element).last { $0[attribute] != nil }?[attribute] ?? element[attribute]
  }

  /// The child element with a `key`, considering the variations that apply.
  func child(key: String, of element: XMLElement) -> XMLElement? {
    for variation in variations(of: element).reversed() {
      if let child = variation.children.first(where: { $0["key"] == key && $0.name != "mask" }) {
        return child
      }
    }
    return element.child(key: key)
  }

  /// The ids of an element's subviews or constraints that are not installed for these size classes.
  ///
  /// - Parameter key: `subviews` or `constraints`.
  func excluded(_ key: String, of element: XMLElement) -> Set<String> {
    var excluded: Set<String> = []
    for variation in variations(of: element) {
      for mask in variation.children("mask") where mask["key"] == key {
        for change in mask.children {
          guard let reference = change["reference"] else { continue }
          if change.name == "exclude" { excluded.insert(reference) }
          if change.name == "include" { excluded.remove(reference) }
        }
      }
    }
    return excluded
  }
}
